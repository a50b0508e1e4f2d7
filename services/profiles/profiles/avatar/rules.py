"""What a picture must be, and where it is kept: pure rules."""

import re
from typing import Final

from chassis.media.validation import content_name

SIDE: Final = 300
"""Pixels of either side of an avatar (product.md 3.4)."""
ENOUGH: Final = 2 * SIDE
"""Pixels of a side: a larger JPEG is decoded at a reduced scale."""
WIDTHS: Final = (96, 192, SIDE)
"""Pixels of the renditions that lists and pages show."""
NONE: Final = "none"
MEDIA: Final = "/media/"

FILE_NAME: Final = re.compile(r"[0-9a-f]{40}(-[1-9][0-9]{1,2})?\.(avif|webp|jpg)")
BY_WIDTH: Final = f"-{SIDE}.webp"
"""The end of a media path whose picture lies there in every width."""


def key_of(account_id: str, content: bytes) -> str:
    """Where the files of a picture are kept, without size and ending."""
    return f"avatars/{content_name(account_id, content)}"


def path_of(key: str) -> str:
    """The media path of a picture kept there: its largest WebP, whose name says that all widths exist."""
    return f"{MEDIA}{key}{BY_WIDTH}"


def has_renditions(avatar: str) -> bool:
    """Whether the picture of this media path lies there by width; older ones have one WebP and one JPEG."""
    return avatar.endswith(BY_WIDTH)


def keys_of(avatar: str) -> list[str]:
    """What lies in the store for a media path; nothing for a drawn one."""
    if not avatar.startswith(f"{MEDIA}avatars/"):
        return []
    if not has_renditions(avatar):
        stem = avatar.removeprefix(MEDIA).rpartition(".")[0]
        return [f"{stem}.webp", f"{stem}.jpg"]
    stem = avatar.removeprefix(MEDIA).removesuffix(BY_WIDTH)
    by_width = [f"{stem}-{width}.{kind}" for width in WIDTHS for kind in ("avif", "webp")]
    return [*by_width, f"{stem}-{SIDE}.jpg"]
