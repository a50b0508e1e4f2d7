"""Keeps what was measured, a JSON line for each figure, and says in red what got worse.

`record(Figure("...", "ms"), value, spread)` appends the line and returns the one to print.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from statistics import median
from typing import Final, Literal

RESULTS: Final = Path(__file__).with_name("results.jsonl")
_RED, _PLAIN = "\033[31m", "\033[0m"


@dataclass(frozen=True)
class Figure:
    """What is measured, by the name that its line has in every run."""

    name: str
    unit: str
    better: Literal["lower", "higher"] = "lower"


@dataclass(frozen=True)
class Result:
    """One line of the file."""

    figure: str
    unit: str
    better: str
    value: float
    spread: float
    """How far a value may lie from another one of the same code: half of what lay between the rounds."""
    commit: str
    """Its short hash, with a plus where files differ from it."""
    at: str
    """When it was recorded: ISO 8601, UTC."""
    cores: int
    slowness: float
    """How many times as long as usual the machine took for a fixed piece of work beside the measure."""

    def is_worse_than(self, other: "Result") -> bool:
        """Whether it lies on the wrong side of the other, further away than the wider of both spreads."""
        loss = self.value - other.value if self.better == "lower" else other.value - self.value
        return loss > max(self.spread, other.spread)


def record(
    figure: Figure, value: float, spread: float, *, slowness: float = 1.0, file: Path = RESULTS
) -> str:
    """Append the value to the file; returns the line to print.

    `value` and `spread` are in the figure's unit; times of the processor are already divided by `slowness`.
    The line is red, or says `worse` where there are no colours, when the value is worse than the last one
    that a machine with as many cores recorded.
    """
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    result = Result(
        figure.name,
        figure.unit,
        figure.better,
        *(round(value, 3), round(spread, 3), commit(), at, os.cpu_count() or 1, round(slowness, 3)),
    )
    same = [each for each in recorded(file) if each.figure == figure.name and each.cores == result.cores]
    with file.open("a") as lines:
        lines.write(json.dumps(asdict(result)) + "\n")
    return _line(result, same[-1] if same else None)


def recorded(file: Path = RESULTS) -> list[Result]:
    """All results, the oldest first."""
    if not file.exists():
        return []
    return [Result(**json.loads(line)) for line in file.read_text().splitlines() if line]


def middle(rounds: Sequence[float]) -> tuple[float, float]:
    """The median of the rounds of one measure, and their spread: half of what lies between the outermost."""
    return median(rounds), (max(rounds) - min(rounds)) / 2


@cache
def commit() -> str:
    """The short hash of the checkout's commit, with a plus when the code differs; `?` outside of git."""
    differs = _git("diff", "--name-only", "HEAD", "--", ":/", f":(exclude){RESULTS.name}")
    return (_git("rev-parse", "--short=8", "HEAD") or "?") + ("+" if differs else "")


def _git(*words: str) -> str:
    order = ["git", *words]
    return subprocess.run(
        order, cwd=RESULTS.parent, check=False, capture_output=True, text=True
    ).stdout.strip()


def _line(result: Result, last: Result | None) -> str:
    line = f"{result.figure}: {result.value:,g} {result.unit} (± {result.spread:,g})"
    if last is None:
        return line
    before = f"{last.value:,g} {last.unit} at {last.commit}"
    if not result.is_worse_than(last):
        return f"{line}; before: {before}"
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        return f"{_RED}{line}; before: {before}{_PLAIN}"
    return f"{line}; worse, before: {before}"
