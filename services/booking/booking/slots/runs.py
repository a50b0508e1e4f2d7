"""Free slots that follow each other, where they last long enough together (product.md 3.7 and 4.2). Pure."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from booking.hours.rules import LONGEST_STEP, Hours
from booking.slots.flexible import SOURCE, Basket
from booking.slots.rules import FreeRow, Period, Slot, Sweep
from booking.zones import seconds

_NEVER: Final = 1 << 62


def next_runs(
    hours: Hours,
    busy: Sequence[Period],
    last: int,
    now: datetime,
    minutes: int,
    basket: Basket | None = None,
    *,
    first: int | None = None,
) -> Iterator[list[Slot]]:
    """The soonest start in each run of free slots that lasts at least `minutes`, from `first` up to `last`.

    Each is the slots that one who starts there takes: the first of the run, and no more than `minutes` need.
    On flexible hours it is the first start after an hour or more without one: starts follow each other more
    closely. `first` (`now` if left out) and `last` are in seconds since 1970 UTC. The walk goes no further
    than what is taken from the iterator.
    """
    run, taken, together, before = 0, list[Slot](), 0, -_NEVER
    for row in Sweep(busy, seconds(now) if first is None else first, last, now, basket).over(hours):
        for slot in row.slots:
            if row.source == SOURCE:
                follows, before = slot.instant - before <= LONGEST_STEP * 60, slot.instant
                if not follows:
                    yield [slot]
                continue
            if slot.run != run:
                run, taken, together = slot.run, [], 0
            elif together >= minutes:
                continue
            taken.append(slot)
            together += slot.minutes
            if together >= minutes:
                yield taken


def has_time(
    hours: Hours,
    busy: Sequence[Period],
    span: tuple[int, int],
    now: datetime,
    minutes: int,
    basket: Basket | None = None,
) -> bool:
    """Whether `minutes` are free within a span (instants): one flexible start, or slots that follow each
    other (product.md 3.7). The walk ends at the first that fit.
    """
    begin, end = span
    run, together = 0, 0
    for row in Sweep(busy, begin, end, now, basket).over(hours):
        for slot in row.slots:
            if slot.instant + slot.minutes * 60 > end:
                continue
            if slot.run != run:
                run, together = slot.run, 0
            together += slot.minutes
            if row.source == SOURCE or together >= minutes:
                return True
    return False


def long_enough(rows: Iterable[FreeRow], minutes: int) -> set[int]:
    """The runs whose slots in `rows` last at least `minutes` together."""
    together: dict[int, int] = {}
    for row in rows:
        for run in row.runs:
            together[run] = together.get(run, 0) + row.minutes
    return {run for run, length in together.items() if length >= minutes}
