"""The default avatar: one or two letters on a calm ground, drawn as SVG from its own address."""

import hashlib
from typing import Final
from urllib.parse import quote
from xml.sax.saxutils import escape

_GROUNDS: Final = ("#1f5f5b", "#7a4b2a", "#3d4f7d", "#7b3350", "#4f6b2f", "#5c4a86", "#8a5a12", "#2d5d78")
NOBODY: Final = "_"

_WITH_LETTERS: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 300 300">'
    '<rect width="300" height="300" fill="{ground}"/>'
    '<text x="150" y="150" dy="0.36em" text-anchor="middle" font-family="Figtree, system-ui, sans-serif" '
    'font-size="120" font-weight="600" fill="#fff">{letters}</text></svg>'
)
_WITHOUT: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 300 300">'
    '<rect width="300" height="300" fill="{ground}"/><g fill="#fff">'
    '<circle cx="150" cy="118" r="52"/><path d="M50 264a100 88 0 0 1 200 0z"/></g></svg>'
)


def drawn_path(initials: str) -> str:
    """The media path of the avatar drawn from these initials."""
    return f"/media/avatars/drawn/{quote(initials or NOBODY)}.svg"


def drawn(initials: str) -> str:
    """The picture itself. Raises `ValueError` when these are no initials."""
    ground = _GROUNDS[hashlib.sha256(initials.encode()).digest()[0] % len(_GROUNDS)]
    if initials == NOBODY:
        return _WITHOUT.format(ground=ground)
    if not initials.isalnum() or len(initials) > 2:
        raise ValueError("no initials")
    return _WITH_LETTERS.format(ground=ground, letters=escape(initials))
