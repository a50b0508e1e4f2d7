"""How large a picture among the answers is kept. Pure."""

from typing import Final

ENOUGH: Final = 2000
"""Pixels of the longest side: a page that was photographed can be read."""


def kept_size(size: tuple[int, int]) -> tuple[int, int]:
    """Width and height of the kept picture: the same shape, and nothing is enlarged."""
    longest = max(size)
    if longest <= ENOUGH:
        return size
    width, height = (max(1, round(side * ENOUGH / longest)) for side in size)
    return width, height
