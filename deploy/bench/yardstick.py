"""A fixed piece of work, done beside a measure: tells a slower machine from a slower program.

python -m bench.yardstick prints the milliseconds of each piece, five times a second, until it is stopped.

A quicker interpreter is quicker at this work too. To put figures of several interpreters side by side, let
one of them do this work for all: BENCH_YARDSTICK_PYTHON names it, and needs no packages.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

USUAL_MS: Final = 3.0
"""What one piece takes in CPython 3.11 on the machine of the first results, when it does nothing else."""
PAUSE_SECONDS: Final = 0.2
SETTING: Final = "BENCH_YARDSTICK_PYTHON"


def fixed_work() -> int:
    """Some of what a service does with a call: objects, texts, JSON. The same in every run."""
    kept: dict[str, object] = {}
    for number in range(300):
        row = {
            "id": f"row-{number:05}",
            "names": [str(number + place) for place in range(20)],
            "at": number / 7,
        }
        kept[str(row["id"])] = json.loads(json.dumps(row))
    return len(sorted(kept, reverse=True))


def timed_work() -> float:
    """The milliseconds of the processor for one piece."""
    before = time.process_time_ns()
    fixed_work()
    return (time.process_time_ns() - before) / 1e6


class Yardstick:
    """The pieces that are done beside the measures, in a process of their own."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._from = 0

    def begin(self) -> None:
        """Count the pieces from now on."""
        self._from = len(self._pieces())

    def slowness(self) -> float:
        """How many times as long as usual the pieces since `begin` took, half of them less."""
        pieces = self._pieces()[self._from :]
        return median(pieces) / USUAL_MS if pieces else 1.0

    def _pieces(self) -> list[float]:
        return [float(line) for line in self._file.read_text().split("\n")[:-1]]


@contextmanager
def running_yardstick(folder: Path) -> Generator[Yardstick]:
    """Do the fixed piece of work five times a second for the block; its output goes to a file in `folder`."""
    file = folder / "yardstick"
    with file.open("wb") as out:
        python = os.environ.get(SETTING, sys.executable)
        process = subprocess.Popen([python, "-u", __file__], stdout=out)
    try:
        yield Yardstick(file)
    finally:
        process.kill()
        process.wait()


if __name__ == "__main__":
    while True:
        print(timed_work())
        time.sleep(PAUSE_SECONDS)
