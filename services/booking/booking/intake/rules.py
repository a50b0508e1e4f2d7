"""What files among the answers must be. Pure."""

from typing import Final

from chassis.media.validation import FileKind

ENOUGH: Final = 2000
"""Pixels of the longest side of a kept picture, enough to read a page that was photographed."""
MOST_WAITING: Final = 20
MOST_BYTES_WAITING: Final = 50 * 1024 * 1024
"""The most files of one client that may wait for an order, and the most bytes of all of them together."""


def kind_of(width: int) -> FileKind:
    """What a kept file is, by its width in pixels: a PDF has none."""
    return "picture" if width else "pdf"
