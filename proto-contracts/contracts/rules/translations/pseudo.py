"""The pseudo-language: English with accents, 40 % longer, in brackets. What has none is not translated.

The app makes its own texts so, too (web/src/i18n/pseudo-texts.ts).
"""

from itertools import accumulate, cycle
from math import ceil
from typing import Final

PSEUDO: Final = "pseudo"
PSEUDO_TAG: Final = "en-XA"
"""Unicode's tag for English with pseudo-accents (CLDR)."""

_GROWTH: Final = 0.4
_ACCENTS: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž",
)
_FILLING: Final = (" one", " two", " three", " four", " five")


def pseudo_text(english: str) -> str:
    """A sentence, whose values are filled in, in the pseudo-language."""
    letters = ceil(len(english) * _GROWTH)
    filling = next(text for text in accumulate(cycle(_FILLING)) if len(text) >= letters)
    return f"[{(english + filling).translate(_ACCENTS)}]"
