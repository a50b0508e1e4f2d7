"""What a post's pictures must be, and how the stored ones are named. Pure."""

import json
import re
from collections.abc import Sequence
from typing import Final

from chassis.media.validation import MOST_BYTES, ImageTooLarge

MOST_IMAGES: Final = 8
CARD: Final = (650, 500)
"""Pixels of a post's picture (product.md 2.7)."""
FULL: Final = (1300, 1000)
"""The same cut, for large and sharp screens; as large as the original allows."""
RENDITIONS: Final = ("card.webp", "card.jpg", "full.webp", "full.jpg")
PATH: Final = "/media/posts/"

_DIGEST: Final = re.compile(r"[0-9a-f]{40}")
_LONGEST_LIST: Final = MOST_IMAGES * (MOST_BYTES * 4 // 3 + 1024)


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
    return f"{PATH}{digest}/{RENDITIONS[0]}"


def digest_in(path: str) -> str | None:
    """The digest of a picture that a post names; None for what is no such name."""
    digest = path.removeprefix(PATH).removesuffix(f"/{RENDITIONS[0]}")
    return digest if path == path_of(digest) and _DIGEST.fullmatch(digest) else None


def key_of(digest: str, rendition: str) -> str | None:
    """Where a rendition lies in the store; None for what cannot be the name of one."""
    if rendition not in RENDITIONS or not _DIGEST.fullmatch(digest):
        return None
    return f"posts/{digest}/{rendition}"


def keys_of(digest: str) -> list[str]:
    """Everything that lies in the store for one picture."""
    return [f"posts/{digest}/{rendition}" for rendition in RENDITIONS]
