"""What later versions do otherwise on purpose, with the words of product.md that say so."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is answered otherwise on purpose."""

    where: str
    """How the line of the difference begins."""
    why: str
    """The words of product.md that say so."""


CHANGED: Final[tuple[Change, ...]] = ()


def unexpected(found: Sequence[str], changed: Sequence[Change]) -> list[str]:
    """The differences that were not meant, and the changes that were and are not there any more."""
    unmeant = [line for line in found if not any(line.startswith(each.where) for each in changed)]
    gone = [each.where for each in changed if not any(line.startswith(each.where) for line in found)]
    return [*unmeant, *(f"no longer otherwise: {each}" for each in gone)]
