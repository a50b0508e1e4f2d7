"""What a picture must be, and where it is kept: pure rules."""

import base64
import binascii
import hashlib
import re
from typing import Final

SIDE: Final = 300
"""Pixels of either side of an avatar (spec 2, section 9)."""
MOST_BYTES: Final = 10 * 1024 * 1024
MOST_PIXELS: Final = 25_000_000
"""A decoded picture takes four bytes for each: the memory one upload can cost is bounded."""
NONE: Final = "none"
MEDIA: Final = "/media/"

_DATA_URL: Final = re.compile(r"data:[a-z]+/[a-z0-9.+-]+;base64,", re.IGNORECASE)
FILE_NAME: Final = re.compile(r"[0-9a-f]{40}\.(webp|jpg)")


class NotAnImage(ValueError):
    """The upload is no picture that we read."""


class ImageTooLarge(ValueError):
    """The upload has too many bytes or pixels."""


def bytes_of(typed: str) -> bytes:
    """The bytes of a data URL or of bare base64. Raises `NotAnImage` or `ImageTooLarge`."""
    head = _DATA_URL.match(typed)
    encoded = typed[head.end() :] if head else typed
    if len(encoded) > (MOST_BYTES + 2) // 3 * 4:
        raise ImageTooLarge
    try:
        content = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotAnImage from error
    if len(content) > MOST_BYTES:
        raise ImageTooLarge
    return content


def key_of(account_id: str, content: bytes) -> str:
    """Where a picture is kept, without ending: addressed by its content, never shared by accounts."""
    return f"avatars/{hashlib.sha256(account_id.encode() + content).hexdigest()[:40]}"


def keys_of(avatar: str) -> list[str]:
    """What lies in the store for a media path: the WebP and its JPEG fallback; nothing for a drawn one."""
    if not avatar.startswith(f"{MEDIA}avatars/"):
        return []
    stem = avatar.removeprefix(MEDIA).rpartition(".")[0]
    return [f"{stem}.webp", f"{stem}.jpg"]
