"""How what was typed or copied is written before it is checked."""

import re
import unicodedata
from typing import Final

_BETWEEN_DIGITS: Final = re.compile(
    r"[\s()\[\]./\u00a0\u00ad\u061c\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060-\u2069\ufeff-]+"
)
"""Spaces, separators, and the marks of direction that are copied together with a number."""
_AS_AMOUNT: Final = re.compile(r"(\+?[0-9]{6,})[.,]0+")
"""A number that a spreadsheet has written as one with decimals."""
_NOT_IN_FILE_NAMES: Final = re.compile(r'[\\/:*?"<>|\n\t]+')
_PREFIX: Final = ("+", "00")
"""What one dials before the code of a country."""
_AT_HOME: Final = re.compile(r"\s*[(\[]0[)\]]\s*")
"""What one dials only without that code."""
_ZERO_AT_HOME: Final = (
    "20", "27", "31", "32", "33", "40", "41", "43", "44", "46", "49", "51", "54", "55", "58", "60", "61",
    "62", "63", "64", "66", "81", "82", "84", "86", "90", "91", "92", "94", "98", "212", "213", "234",
    "254", "353", "358", "380", "381", "385", "386", "387", "389", "421", "593", "595", "961", "962", "963",
    "964", "966", "967", "970", "971", "972", "977",
)  # fmt: skip
"""Codes of countries in which a zero is dialled before each area and never after the code (ITU-T E.164,
national dialling formats)."""


def dialled(typed: str) -> str:
    """A telephone number as its digits: '+49 (0) 170 123-456' is '49170123456', and so is '+49 0170 123456'.

    Digits of any script count. What is no number stays, for the check to refuse.
    """
    latin = "".join(str(unicodedata.decimal(each, each)) for each in typed).replace("＋", "+")
    plain = _BETWEEN_DIGITS.sub("", latin)
    amount = _AS_AMOUNT.fullmatch(latin.strip())
    if amount:
        plain = amount[1]
    for prefix in _PREFIX:
        if plain.startswith(prefix):
            abroad = plain if amount else _BETWEEN_DIGITS.sub("", _AT_HOME.sub("", latin))
            return _without_zero_at_home(abroad.removeprefix(prefix))
    return plain


def _without_zero_at_home(number: str) -> str:
    """A number with its country's code, without the zero that is dialled at home."""
    for code in _ZERO_AT_HOME:
        if number.startswith(f"{code}0"):
            return code + number[len(code) + 1 :]
    return number


def on_one_line(typed: str) -> str:
    """A text with single spaces in place of line ends and of more than one space."""
    return " ".join(typed.split())


def as_file_name(typed: str) -> str:
    """A name that any device can give to a file: without the characters that separate folders."""
    return on_one_line(_NOT_IN_FILE_NAMES.sub(" ", typed)).strip(". ")
