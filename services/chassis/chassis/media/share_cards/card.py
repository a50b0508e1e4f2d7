"""The content of a share card, known without Pillow, which draws it."""

from dataclasses import dataclass
from typing import Final

BRAND: Final = "#1c6b56"


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The content of a card. Empty texts are left out."""

    title: str
    title_lines: int
    second_title: str = ""
    """Stands for a title in a script that no font has."""
    subtitle: str = ""
    detail: str = ""
    starred: str = ""
    """Stands behind a star."""
    picture: bytes | None = None
    """A picture file; one that cannot be read is left out."""
    is_round: bool = True
    """Whether the picture is a person's, in a circle, or fills its side of the card."""
    initials: str = ""
    """Drawn on `ground` in place of a missing round picture."""
    ground: str = BRAND
