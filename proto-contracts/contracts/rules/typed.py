"""How what was typed or copied is written before it is checked."""

import re
import unicodedata
from typing import Final

_BETWEEN_DIGITS: Final = re.compile(r"[\s()./\u00a0\u2010-\u2015-]+")
_NOT_IN_FILE_NAMES: Final = re.compile(r'[\\/:*?"<>|\n\t]+')
_PREFIX: Final = ("+", "00")
"""What one dials before the code of a country."""
_AT_HOME: Final = "(0)"
"""What one dials only without that code."""


def dialled(typed: str) -> str:
    """A telephone number as its digits: '+49 (0) 170 123-456' is '49170123456'.

    Digits of any script count. What is no number stays, for the check to refuse.
    """
    latin = "".join(str(unicodedata.decimal(each, each)) for each in typed).replace(" (0) ", _AT_HOME)
    for prefix in _PREFIX:
        if latin.startswith(prefix):
            return _BETWEEN_DIGITS.sub("", latin.removeprefix(prefix).replace(_AT_HOME, ""))
    return _BETWEEN_DIGITS.sub("", latin)


def on_one_line(typed: str) -> str:
    """A text with single spaces in place of line ends and of more than one space."""
    return " ".join(typed.split())


def as_file_name(typed: str) -> str:
    """A name that any device can give to a file: without the characters that separate folders."""
    return on_one_line(_NOT_IN_FILE_NAMES.sub(" ", typed)).strip(". ")
