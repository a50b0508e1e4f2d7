"""Examples of events. Each is written once and never changed: it shows how events of that version looked."""

from pathlib import Path
from typing import Final

from generate.event_schemas import every_event, example_of

FOLDER: Final = Path(__file__).parents[1] / "examples"


def write_missing() -> None:
    """Write an example of each event that has none yet."""
    FOLDER.mkdir(exist_ok=True)
    for key, event in every_event().items():
        path = FOLDER / f"{key}.json"
        if not path.exists():
            path.write_text(example_of(event), encoding="utf-8")
