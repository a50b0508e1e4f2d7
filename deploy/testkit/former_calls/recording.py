"""The form of a recording: the shapes of calls and of their answers, by the step of the journey."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

from client.api_client import Json

FOLDER: Final = Path(__file__).parent / "recorded"
Method = Literal["GET", "POST"]


@dataclass(frozen=True, slots=True)
class Call:
    """A call and how it was answered, as shapes. `send` is the query of a GET, the body of a POST."""

    method: Method
    call: str
    send: Json
    http: int
    answer: Json

    @property
    def name(self) -> str:
        """The call without the values in its path, as `GET get_guest_booking`."""
        return f"{self.method} {self.call.partition('/')[0]}"


@dataclass(frozen=True, slots=True)
class Recording:
    """What was recorded of a version."""

    commit: str
    calls: tuple[str, ...]
    """All calls of that version, as `GET get_booking_info`."""
    steps: Mapping[str, Call]
    """By what happens, in words."""

    def write(self, path: Path) -> None:
        """Write it as JSON, a step on each line."""
        head = json.dumps({"commit": self.commit, "calls": self.calls}, indent=1)
        steps = ",\n".join(
            f"{json.dumps(what, ensure_ascii=False)}: {json.dumps(asdict(call), ensure_ascii=False)}"
            for what, call in self.steps.items()
        )
        path.write_text(f'{head[:-2]},\n "steps": {{\n{steps}\n}}}}\n', encoding="utf-8")


def recordings() -> dict[str, Path]:
    """The recordings by the name of their file, which begins with the date of the recorded commit."""
    return {each.stem: each for each in sorted(FOLDER.glob("*.json"))}


def read_recording(path: Path) -> Recording:
    """Read what `Recording.write` wrote."""
    read = json.loads(path.read_text(encoding="utf-8"))
    steps = {what: Call(**call) for what, call in read["steps"].items()}
    return Recording(read["commit"], tuple(read["calls"]), steps)
