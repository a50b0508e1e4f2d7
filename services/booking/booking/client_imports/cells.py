"""What a cell of a file of clients means, whichever program wrote it. Pure."""

import re
import string
from collections.abc import Iterable
from typing import Final

from booking.client_imports.columns import Column
from booking.clients.spreadsheet_cells import as_meant

LONGEST_CELL: Final = 1000
"""Characters of a cell that is interpreted; a longer one is refused by its field as it is."""
_MOST_PARTS: Final = 20
"""Of a cell with several values; none behind these is looked at."""
_SPACES: Final = string.whitespace + "\x1c\x1d\x1e\x1f\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000"
_MARKS: Final = "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
_DIRECTIONS: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_AROUND: Final = _SPACES + "".join(map(chr, range(0x2000, 0x200B))) + _MARKS + _DIRECTIONS
"""Spaces and invisible marks, such as those of direction, that are copied together with a value."""
_TEXT_OF_FORMULA: Final = re.compile(r'=\s*"((?:[^"]|"")*)"')
"""A formula that is a text: so a spreadsheet keeps the plus and the zeros of a number (`="+49..."`)."""
_SEVERAL: Final[dict[Column, re.Pattern[str]]] = {
    "email": re.compile(r":::|[;,|\n]"),
    "phone": re.compile(r":::|[;|\n]"),
}
"""What stands between several values in one cell; three colons in files of Google."""


def said(cell: str, column: Column) -> str:
    """The value that a cell of this column holds (product.md 4.17): the first of several, '' for none."""
    if len(cell) > LONGEST_CELL:
        return cell
    value = _bare(cell)
    if column not in _SEVERAL:
        return value
    parts = (_bare(part) for part in _SEVERAL[column].split(value, _MOST_PARTS))
    found = next((part for part in parts if _holds_something(part)), "")
    return found.removeprefix("'") if column == "phone" else found.removeprefix("mailto:")


def first_said(cells: Iterable[str], column: Column) -> str:
    """The value of the first of these cells that holds one: of two columns that mean the same, the second
    fills what the first leaves empty.
    """
    return next(filter(None, (said(cell, column) for cell in cells)), "")


def _bare(cell: str) -> str:
    """The value in a cell, without the signs that spreadsheet programs put around it."""
    value = cell.strip(_AROUND)
    formula = _TEXT_OF_FORMULA.fullmatch(value)
    return as_meant(formula[1].replace('""', '"') if formula else value).strip(_AROUND)


def _holds_something(value: str) -> bool:
    """Whether this is more than a dash or a dot in the place of a value."""
    return any(each.isalnum() for each in value)
