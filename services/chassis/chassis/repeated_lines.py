"""Which lines of a log are worth writing when the same happens over and over.

While a database is away, each request, job and worker fails in the same way: a full line with its traceback
each time fills the disk and hides what else happens. The first is written whole, then the 10th, 100th, ...
and one in each minute are summed up.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

SUM_UP_SECONDS: Final = 60.0
"""A repeated line is written at least this often."""
FORGET_SECONDS: Final = 600.0
"""After this long without it, a line is new again."""
MOST_LINES: Final = 256


@dataclass(slots=True)
class _Seen:
    times: int
    written: float
    last: float


class Repeats:
    """Counts what is the same."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_LINES) -> None:
        """Remembers the `most` lines that were there last."""
        self._clock = clock
        self._most = most
        self._seen: OrderedDict[Hashable, _Seen] = OrderedDict()

    def count(self, line: Hashable) -> int | None:
        """Count this line; returns how often it was there by now, None when it is not to be written."""
        now = self._clock()
        seen = self._seen.get(line)
        if seen is None or now - seen.last > FORGET_SECONDS:
            self._seen[line] = _Seen(1, now, now)
            self._seen.move_to_end(line)
            if len(self._seen) > self._most:
                self._seen.popitem(last=False)
            return 1
        self._seen.move_to_end(line)
        seen.times, seen.last = seen.times + 1, now
        if now - seen.written < SUM_UP_SECONDS and not _round(seen.times):
            return None
        seen.written = now
        return seen.times


def _round(number: int) -> bool:
    """Whether it is 10, 100, 1,000, ..."""
    return number >= 10 and str(number).strip("0") == "1"
