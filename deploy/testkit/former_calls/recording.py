"""The form of a recording: steps in the order in which they were made."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, cast

from client.api_client import Json

FOLDER: Final = Path(__file__).parent / "recorded"
Method = Literal["GET", "POST"]


@dataclass(frozen=True, slots=True)
class Call:
    """A call and how it was answered. `send` is the query of a GET, the body of a POST."""

    what: str
    """Who does what, in words: no two steps have the same."""
    who: str
    """The person whose token goes with it; '' is a stranger."""
    method: Method
    call: str
    send: dict[str, Json]
    http: int
    answer: Json
    lasts: bool = False
    """Whether it reads what stays so: an upgrade afterwards must not change its answer."""


@dataclass(frozen=True, slots=True)
class Mail:
    """Somebody opens a mail: a name stands for its code, or for what follows `part` in its link."""

    mail_to: str
    part: str
    name: str


@dataclass(frozen=True, slots=True)
class Passing:
    """Time passes: a session of an order began so many minutes ago."""

    order: str
    position: int
    minutes: int


Step = Call | Mail | Passing


@dataclass(frozen=True, slots=True)
class Recording:
    """What was recorded of a version."""

    commit: str
    people: tuple[str, ...]
    """Each has an address and a username of its own in each run: `<name.email>`, `<name.username>`."""
    calls: tuple[str, ...]
    """All calls of that version, as `GET get_booking_info`."""
    steps: tuple[Step, ...]

    def write(self, path: Path) -> None:
        """Write it as JSON, a step on each line."""
        steps = ",\n".join(
            json.dumps(
                {key: value for key, value in asdict(each).items() if value is not False}, ensure_ascii=False
            )
            for each in self.steps
        )
        head = json.dumps({"commit": self.commit, "people": self.people, "calls": self.calls}, indent=1)
        path.write_text(f'{head[:-2]},\n "steps": [\n{steps}\n]}}\n', encoding="utf-8")


def recordings() -> dict[str, Path]:
    """The recordings by the name of their file, which begins with the date of the recorded commit."""
    return {each.stem: each for each in sorted(FOLDER.glob("*.json"))}


def read_recording(path: Path) -> Recording:
    """Read what `Recording.write` wrote."""
    read = json.loads(path.read_text(encoding="utf-8"))
    steps = tuple(_step(each) for each in cast("Sequence[dict[str, object]]", read["steps"]))
    return Recording(read["commit"], tuple(read["people"]), tuple(read["calls"]), steps)


def _step(read: dict[str, object]) -> Step:
    return _kind_of(read)(**read)


def _kind_of(read: dict[str, object]) -> Callable[..., Step]:
    return Mail if "mail_to" in read else Passing if "minutes" in read else Call
