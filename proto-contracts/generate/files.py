"""How a generated file is written: JSON that reads well in a diff and is the same on every machine."""

import json
from pathlib import Path
from typing import Final

TARGET: Final = Path(__file__).parents[1] / "generated"


def as_text(document: object) -> str:
    """The document as it stands in the file."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def write(name: str, text: str) -> None:
    """Write one file below `generated/`; what is current already is left alone."""
    path = TARGET / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
