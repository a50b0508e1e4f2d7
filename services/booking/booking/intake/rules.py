"""How large a picture among the answers is kept. Pure."""

from typing import Final

ENOUGH: Final = 2000
"""Pixels of the longest side: a page that was photographed can be read."""
