"""Writes generated files: JSON that is readable in a diff and identical on every machine."""

import json
from pathlib import Path
from typing import Final

TARGET: Final = Path(__file__).parents[1] / "generated"


def as_text(document: object) -> str:
    """The JSON text of a document."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def write(name: str, text: str) -> None:
    """Write one file below `generated/`. A file that is already current stays untouched."""
    path = TARGET / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
