"""What a picture must be, and where it is kept: pure rules."""

import re
from typing import Final

from chassis.media.validation import content_name

SIDE: Final = 300
"""Pixels of either side of an avatar (product.md 3.4)."""
NONE: Final = "none"
MEDIA: Final = "/media/"

FILE_NAME: Final = re.compile(r"[0-9a-f]{40}\.(webp|jpg)")


def key_of(account_id: str, content: bytes) -> str:
    """Where a picture is kept, without ending."""
    return f"avatars/{content_name(account_id, content)}"


def keys_of(avatar: str) -> list[str]:
    """What lies in the store for a media path: the WebP and its JPEG fallback; nothing for a drawn one."""
    if not avatar.startswith(f"{MEDIA}avatars/"):
        return []
    stem = avatar.removeprefix(MEDIA).rpartition(".")[0]
    return [f"{stem}.webp", f"{stem}.jpg"]
