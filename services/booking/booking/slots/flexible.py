"""Starts on flexible hours (product.md 4.2; rule 6 of the slots, api.md 4). Pure; integers on the UTC line.

A stretch is open time without time off. Between two busy periods the possible starts are one range, so a
walk over stretches and busy time makes no object for a start that is not offered.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

Stretch = tuple[int, int]
"""Begin and end instant of open time, seconds since 1970 UTC."""
EVERY_DAY: Final = 0b1111111
"""All weekdays; Monday is the lowest bit."""
USUAL_MINUTES: Final = 30
"""How long a session is where neither services nor a duration are asked for and none is offered."""
SOURCE: Final = "flexible"
"""What the ids of flexible starts begin with."""


class Basket(NamedTuple):
    """What the engine must know of the services that are booked together. Lengths are in minutes.

    `shortest` is the provider's shortest active service, 0 if there is none. Days (ordinals) and weeks (see
    `week_of`) that are full offer nothing.
    """

    minutes: int
    before: int = 0
    after: int = 0
    shortest: int = 0
    weekdays: int = EVERY_DAY
    full_days: frozenset[int] = frozenset()
    full_weeks: frozenset[int] = frozenset()
    travel: tuple[int, int] = (0, 0)
    """Before and after a session on hours that are not flexible; `before` and `after` have it in them."""

    def offers(self, ordinal: int) -> bool:
        """Whether a session may start on this day of the provider's calendar."""
        return (
            bool(self.weekdays >> (ordinal - 1) % 7 & 1)
            and ordinal not in self.full_days
            and week_of(ordinal) not in self.full_weeks
        )


class Grid(NamedTuple):
    """How starts follow each other: every `step` seconds, none before `soonest`."""

    step: int
    keep_gaps: bool
    soonest: int


def week_of(ordinal: int) -> int:
    """The number of the week of a day; weeks begin on Monday."""
    return (ordinal - 1) // 7


def flexible_starts(
    stretch: Stretch, busy_from: Sequence[int], busy_to: Sequence[int], basket: Basket, grid: Grid
) -> Iterator[Sequence[int]]:
    """The starts that a stretch offers, one sequence for each free part of it, in order.

    The busy time is in order, without overlap, and ends with a period that is never reached.
    """
    begins, closes = stretch
    length, before, after = basket.minutes * 60, basket.before * 60, basket.after * 60
    shortest = basket.shortest * 60 if grid.keep_gaps else 0
    latest = closes - length
    at = bisect_right(busy_to, begins - before)
    left = busy_to[at - 1] if at else begins - before
    while left + before <= latest:
        right = busy_from[at]
        first = max(begins, left + before, grid.soonest)
        first += (begins - first) % grid.step
        starts = range(first, min(latest, right - after - length) + 1, grid.step)
        if starts and shortest:
            earliest = max(begins, left) + before
            yield _without_strips(starts, earliest, min(closes, right) - after - length, shortest)
        elif starts:
            yield starts
        left = busy_to[at]
        at += 1


def _without_strips(starts: range, first: int, last: int, shortest: int) -> Sequence[int]:
    """The starts that leave no strip shorter than `shortest` beside the session with its buffers.

    A session that starts at `first` leaves nothing before it, one at `last` nothing after. All of the starts
    where each would leave a strip: else nobody could book there.
    """
    kept = [
        start for start in starts if not (first < start < first + shortest or last - shortest < start < last)
    ]
    return kept or starts
