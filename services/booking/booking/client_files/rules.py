"""What files of clients must be, and how they are named. Pure."""

from pathlib import PurePath
from typing import Final

from chassis.media.validation import ENDINGS, FileKind

ENOUGH: Final = 2400
"""Pixels of the longest side of a kept picture, enough to read a page that was photographed."""
MOST_FILES: Final = 20
"""Of one client."""
MOST_BYTES: Final = 1024 * 1024 * 1024
"""Of all files of one provider."""


def kept_name(name: str, kind: FileKind) -> str:
    """The name with the ending of what is kept: a picture is a JPEG from now on."""
    stem = PurePath(name).stem if PurePath(name).suffix else name
    return f"{stem}{ENDINGS[kind]}"
