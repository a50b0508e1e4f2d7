"""Times two functions alternately, so that both meet the same load of the machine."""

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
    """The median seconds of the two functions."""

    work: float
    yardstick: float

    @property
    def times(self) -> float:
        """The time of the work ÷ that of the yardstick."""
        return self.work / self.yardstick


@contextmanager
def collecting(*, enabled: bool) -> "Generator[None]":
    """Switch the garbage collector on or off for the block, after a collection."""
    was = gc.isenabled()
    gc.collect()
    (gc.enable if enabled else gc.disable)()
    try:
        yield
    finally:
        (gc.enable if was else gc.disable)()


def time_interleaved(work: Work, yardstick: Work, *, rounds: int, repeats: int, collector: bool) -> Medians:
    """Time both in every round with the same state of the collector; returns the medians."""
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for each, spent in zip((work, yardstick), taken, strict=True):
            with collecting(enabled=collector):
                begun = time.perf_counter()
                for _ in range(repeats):
                    each()
                passed = time.perf_counter() - begun
            if number:  # the first round warms up
                spent.append(passed / repeats)
    return Medians(median(taken[0]), median(taken[1]))
