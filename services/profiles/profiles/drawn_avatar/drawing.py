"""The default avatar: one or two letters on a calm ground, drawn as SVG from its own address."""

from typing import Final
from urllib.parse import quote
from xml.sax.saxutils import escape

# The web draws the same ones (Avatar) where it has no picture yet: one person keeps one colour.
_GROUNDS: Final = (
    ("#1c6b56", "#3d8a72"),
    ("#3d5a80", "#557aa6"),
    ("#6a4c93", "#7d5fab"),
    ("#9c3a5e", "#b5446e"),
    ("#8f4b24", "#a65a2e"),
    ("#22333b", "#4a6470"),
)
NOBODY: Final = "_"

_GRADIENT: Final = (
    '<linearGradient id="g" x2="1" y2="1"><stop stop-color="{begin}"/>'
    '<stop offset="1" stop-color="{end}"/></linearGradient>'
)
_WITH_LETTERS: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 300 300">'
    f'{_GRADIENT}<rect width="300" height="300" fill="url(#g)"/>'
    '<text x="150" y="150" dy="0.36em" text-anchor="middle" font-family="Figtree, system-ui, sans-serif" '
    'font-size="120" font-weight="600" fill="#fff">{letters}</text></svg>'
)
_WITHOUT: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 300 300">'
    f'{_GRADIENT}<rect width="300" height="300" fill="url(#g)"/><g fill="#fff">'
    '<circle cx="150" cy="118" r="52"/><path d="M50 264a100 88 0 0 1 200 0z"/></g></svg>'
)


def drawn_path(initials: str) -> str:
    """The media path of the avatar drawn from these initials."""
    return f"/media/avatars/drawn/{quote(initials or NOBODY)}.svg"


def drawn(initials: str) -> str:
    """The picture itself (product.md 3.4). Raises `ValueError` when these are no initials."""
    begin, end = _grounds_of(initials)
    if initials == NOBODY:
        return _WITHOUT.format(begin=begin, end=end)
    if not initials.isalnum() or len(initials) > 2:
        raise ValueError("no initials")
    return _WITH_LETTERS.format(begin=begin, end=end, letters=escape(initials))


def ground_of(initials: str) -> str:
    """The colour behind these initials, as '#rrggbb'."""
    return _grounds_of(initials)[0]


def _grounds_of(initials: str) -> tuple[str, str]:
    total = 0
    for letter in initials:
        total = (total * 31 + ord(letter)) % 997
    return _GROUNDS[total % len(_GROUNDS)]
