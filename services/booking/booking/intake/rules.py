"""What files among the answers must be. Pure."""

from typing import Final

from chassis.media.validation import FileKind

ENOUGH: Final = 2000
"""Pixels of the longest side of a picture: a page that was photographed can be read."""
MOST_WAITING: Final = 20
MOST_BYTES_WAITING: Final = 50 * 1024 * 1024
"""Files of one client that wait for an order, and bytes of all of them."""


def kind_of(width: int) -> FileKind:
    """What a kept file is, by its width in pixels: a PDF has none."""
    return "picture" if width else "pdf"
