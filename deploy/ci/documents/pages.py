"""Where the documents are, and how a generated one links to the code."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).parents[3]
DOCS: Final = CHECKOUT / "proto-contracts" / "docs"
SERVICES: Final = ("identity", "profiles", "feed", "booking", "notifications")
GATEWAY: Final = "gateway"
CHASSIS: Final = "chassis"


def folder_of(package: str) -> Path:
    """The folder of a part's Python package."""
    home = CHECKOUT / package if package == GATEWAY else CHECKOUT / "services" / package
    return home / package


def link(text: str, path: Path) -> str:
    """A link from a document to a file or folder of the checkout."""
    return f"[{text}]({Path(os.path.relpath(path, DOCS)).as_posix()})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def page(*blocks: Sequence[str]) -> str:
    """A document of blocks of lines, with an empty line between blocks."""
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def with_block(document: str, begin: str, end: str, lines: Sequence[str]) -> str:
    """The document with these lines between two others. Raises ValueError when it has no such block."""
    before, found_begin, rest = document.partition(begin)
    _, found_end, after = rest.partition(end)
    if not (found_begin and found_end):
        raise ValueError(f"no block between {begin!r} and {end!r}")
    return "\n".join([before + begin, *lines, end + after])
