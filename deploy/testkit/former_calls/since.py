"""What later versions do otherwise on purpose, with the words of product.md that say so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from client.api_client import Json

from testkit.former_calls.recording import Call, Step


def _mara_rates_back(order: str, client: str) -> Call:
    """A rating is shown when the other side has rated too, or after 14 days (product.md 4.12). It was shown
    at once."""
    send: dict[str, Json] = {"iv_order_id": order, "iv_rating": "5", "iv_feedback": "Thank you."}
    answer: Json = {"status": True}
    return Call(f"mara rates {client} back", "mara", "POST", "create_client_rating", send, 200, answer)


ADDED: Final[Mapping[str, Step]] = {
    "jose rates once": _mara_rates_back("<order_id.6>", "jose"),
    "ana rates once": _mara_rates_back("<order_id.7>", "ana"),
}
"""What has to be done in addition, by the step after which it is done."""


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
