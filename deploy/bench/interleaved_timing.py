"""Two pieces of work timed in turn, so that both meet the same weather."""

import gc
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

Work = Callable[[], object]


@dataclass(frozen=True)
class Medians:
    """Seconds that each of two works took, in the middle of all rounds."""

    work: float
    yardstick: float

    @property
    def times(self) -> float:
        """How many yardsticks the work takes."""
        return self.work / self.yardstick


@contextmanager
def collecting(*, wanted: bool) -> "Generator[None]":
    """The garbage collector on or off for a while, beginning with nothing to collect."""
    was = gc.isenabled()
    gc.collect()
    (gc.enable if wanted else gc.disable)()
    try:
        yield
    finally:
        (gc.enable if was else gc.disable)()


def time_interleaved(work: Work, yardstick: Work, *, rounds: int, repeats: int, collector: bool) -> Medians:
    """Time both in every round, the collector treated the same on both sides, and keep the medians."""
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for each, spent in zip((work, yardstick), taken, strict=True):
            with collecting(wanted=collector):
                begun = time.perf_counter()
                for _ in range(repeats):
                    each()
                passed = time.perf_counter() - begun
            if number:  # the first round warms up
                spent.append(passed / repeats)
    return Medians(median(taken[0]), median(taken[1]))
