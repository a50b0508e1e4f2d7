"""What a post's pictures must be, and how the stored ones are named. Pure."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chassis.media.validation import MOST_BYTES, ImageTooLarge

MOST_IMAGES: Final = 8
CARD: Final = (650, 500)
"""Pixels of a post's picture (product.md 2.7)."""
FULL: Final = (1300, 1000)
"""The same cut, for large and sharp screens; as large as the original allows."""
ENOUGH: Final = 2 * max(FULL)
"""Pixels of a side: a larger JPEG is decoded at a reduced scale."""
NAMED: Final = ("card.webp", "card.jpg", "full.webp", "full.jpg")
"""What lies in the store for every picture, also for older ones."""
WIDTHS: Final = (390, 650, 975, 1300)
"""Pixels of the renditions by width: a phone's screen, a card, and both on sharper screens."""
PATH: Final = "/media/posts/"

_DIGEST: Final = re.compile(r"[0-9a-f]{40}")
_RENDITION: Final = re.compile(r"(card|full)\.(webp|jpg)|[1-9][0-9]{0,3}\.(avif|webp)")
_LONGEST_LIST: Final = MOST_IMAGES * (MOST_BYTES * 4 // 3 + 1024)


@dataclass(frozen=True, slots=True)
class Renditions:
    """The files of a picture, by name, and what answers say of them: the size of the widest in pixels, the
    widths that there are, narrowest first, and a data URI of a few pixels."""

    files: dict[str, bytes]
    width: int
    height: int
    widths: list[int]
    placeholder: str


def images_in(typed: object) -> object:
    """What iv_media_base holds: a list, a JSON string of one, or nothing ('', 'none', 'empty')."""
    if isinstance(typed, str):
        text = typed.strip()
        if text == "empty":
            return []
        if len(text) > _LONGEST_LIST:
            raise ImageTooLarge("The images are too large.")
        try:
            typed = json.loads(text) if text.startswith("[") else [text]
        except (ValueError, RecursionError):
            return typed
    if isinstance(typed, list):
        images: Sequence[object] = typed
        return [each for each in images if each not in ("", "none", None)]
    return typed if typed is not None else []


def path_of(digest: str) -> str:
    """The media path that a post names; beside it lie the other renditions."""
    return f"{PATH}{digest}/{NAMED[0]}"


def digest_in(path: str) -> str | None:
    """The digest of a picture that a post names; None for what is no such name."""
    digest = path.removeprefix(PATH).removesuffix(f"/{NAMED[0]}")
    return digest if path == path_of(digest) and _DIGEST.fullmatch(digest) else None


def key_of(digest: str, rendition: str) -> str | None:
    """Where a rendition lies in the store; None for what cannot be the name of one."""
    if not _RENDITION.fullmatch(rendition) or not _DIGEST.fullmatch(digest):
        return None
    return f"{folder_of(digest)}/{rendition}"


def folder_of(digest: str) -> str:
    """Under which everything lies in the store for one picture."""
    return f"posts/{digest}"


def widths_of(widest: int) -> list[int]:
    """The widths of the renditions of a picture that fills this one: none is enlarged (product.md 6.5)."""
    return [*(width for width in WIDTHS if width < widest), widest]
