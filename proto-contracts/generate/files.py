"""Writes generated files: JSON that is short, readable in a diff and identical on every machine."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, cast

TARGET: Final = Path(__file__).parents[1] / "generated"
WIDTH: Final = 160
"""The longest line of several values."""


def as_text(document: object) -> str:
    """The JSON text of a document.

    What fits on a line is on one line. Otherwise each member has a line of its own, except that plain values
    of a list, and references, share lines.
    """
    return _text(document, 0) + "\n"


def write(name: str, text: str) -> None:
    """Write one file below `generated/`. A file that is already current stays untouched."""
    path = TARGET / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _text(node: object, depth: int, before: int = 0) -> str:
    """A value's JSON, `depth` spaces from the margin and after a name of `before` letters."""
    line = _line(node)
    if not isinstance(node, dict | list) or depth + before + len(line) < WIDTH:
        return line
    if isinstance(node, list):
        values = cast("list[Any]", node)
        names = [""] * len(values)
    else:
        values = list(cast("dict[str, Any]", node).values())
        names = [f"{_line(name)}: " for name in cast("dict[str, Any]", node)]
    members = [name + _text(value, depth + 1, len(name)) for name, value in zip(names, values, strict=True)]
    short = [_is_reference(each) or not (names[0] or isinstance(each, dict | list)) for each in values]
    rows = members[:1]
    for (one_is_short, is_short), member in zip(pairwise(short), members[1:], strict=True):
        if one_is_short and is_short and depth + len(rows[-1]) + len(member) + len("  , ") < WIDTH:
            rows[-1] += f", {member}"
        else:
            rows.append(member)
    margin = "\n" + " " * depth
    opening, closing = "[]" if isinstance(node, list) else "{}"
    return f"{opening}{margin} {f',{margin} '.join(rows)}{margin}{closing}"


def _line(node: object) -> str:
    return json.dumps(node, ensure_ascii=False)


def _is_reference(node: object) -> bool:
    return isinstance(node, dict) and set(cast("dict[str, Any]", node)) == {"$ref"}
