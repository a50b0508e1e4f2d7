"""Cells of CSV files that no spreadsheet computes (OWASP, 'CSV Injection'). Pure."""

import re
from typing import Final

_SIGNS: Final = "=+\\-@＝＋－＠﹦﹢﹣﹫"
"""How a formula begins, in the width of any script."""
_START: Final = re.compile(
    rf"((?:\A|[;\t\r\n])[;\s'\"\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*+)([{_SIGNS}]?)"
)
"""Where a cell can begin, and the sign there. A spreadsheet that separates by semicolons or tabs splits a
cell at its own ones, and at its line ends; quotation marks do not hold it together then."""
_BLANK: Final = re.compile(r"'*[\t\r\n]")
"""What a spreadsheet passes over at the start of a cell, after any apostrophes."""


def harmless(cell: str) -> str:
    """The cell with an apostrophe before each sign that could begin a formula, wherever the cell is split."""
    disarmed = _START.sub(lambda found: f"{found[1]}'{found[2]}" if found[2] else found[0], cell)
    return f"'{disarmed}" if _BLANK.match(disarmed) else disarmed


def as_meant(cell: str) -> str:
    """What `harmless` made of a cell, as it was before; of other cells, without an apostrophe by which a
    spreadsheet does not compute them.
    """
    bare = cell[1:] if cell.startswith("'") and _BLANK.match(cell) else cell
    return _START.sub(lambda found: _without_apostrophe(found[1], found[2]), bare)


def _without_apostrophe(start: str, sign: str) -> str:
    return (start.removesuffix("'") if sign else start) + sign
