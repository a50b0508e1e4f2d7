"""Rules for new passwords."""

import unicodedata
from functools import cache
from typing import Final

SHORTEST: Final = 8
LONGEST: Final = 128
COMMON: Final = "This password is too common. Choose one that is harder to guess"
PERSONAL: Final = "This password is too close to your name or email. Choose another"
SAME: Final = "Choose a password that differs from the current one"

_PERSONAL_FROM: Final = 4


def typed_password(password: str) -> str:
    """The password as it is hashed: in NFC, so that 'é' is the same from every keyboard; spaces included."""
    return unicodedata.normalize("NFC", password)


def weakness(password: str, *, about: tuple[str, ...] = ()) -> str | None:
    """Why a new password is refused (product.md 1.6): it is common, or only the person's name or address.

    `about` holds that name and address.
    """
    lower = password.lower()
    if lower in _common() or len(set(lower)) <= 2:
        return COMMON
    return PERSONAL if lower in _guesses(about) else None


def _guesses(about: tuple[str, ...]) -> set[str]:
    words: set[str] = set()
    for text in about:
        lower = text.lower()
        words |= {lower, lower.replace(" ", ""), lower.partition("@")[0], *lower.split()}
    return {word for word in words if len(word) >= _PERSONAL_FROM}


@cache
def _common() -> frozenset[str]:
    """The 30,000 most used passwords, from leaks, as zxcvbn ships them."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # noqa: PLC0415 - 12 MB, when a password is chosen

    return frozenset(FREQUENCY_LISTS["passwords"])
