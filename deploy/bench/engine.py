"""The CPU time of a month of free slots ÷ that of a loop that only makes the datetimes."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from booking.hours.rules import Hours, default_hours
from booking.slots.open_time import OpenTime, ServiceRules, basket_of
from booking.slots.rules import Period, free_days, merged
from booking.zones import moment

from bench.interleaved_timing import time_interleaved

ZONE, VIEWER = "America/New_York", "Europe/Berlin"
FIRST, LAST = date(2027, 1, 1), date(2027, 1, 31)
LONG_BEFORE: Final = datetime(2026, 12, 1, tzinfo=UTC)
HALF_HOUR: Final = timedelta(minutes=30)
SLOTS, BUSY, SEED = 416, 500, 27
"""The slots of the month, and how many half-hours of the month are busy."""
SERVICES: Final = 12
"""Services of the month of flexible starts."""
ROUNDS, REPEATS = 41, 20
GOAL = 3.0


def engine_cost() -> list[str]:
    """Measure a month with five hundred busy half-hours, and one with none; returns the lines to print."""
    lines: list[str] = []
    for name, held in ((f"{BUSY} busy half-hours", busy_half_hours()), ("all slots free", [])):
        month = partial(month_of, half_hours(), held)
        free = len(month())
        plain, quick = (
            time_interleaved(month, loop, rounds=ROUNDS, repeats=REPEATS, collector=False).times
            for loop in (every_start, every_start_by_sums)
        )
        lines.append(
            f"engine, a month in {ZONE}, {name}, {free} of {len(every_start())} slots free: {plain:.2f} "
            f"times a loop that makes the month's datetimes (goal {GOAL:.0f}), each by a timedelta from its "
            f"day's edge; {quick:.2f} times the quickest such loop, which adds one half-hour to the last"
        )
    return [*lines, flexible_cost()]


def flexible_cost() -> str:
    """Measure a month of flexible starts for twelve services against the month of half-hour slots."""
    held = merged(busy_half_hours())
    lengths = [15 + 5 * number for number in range(SERVICES)]
    services = tuple(
        ServiceRules(str(number), minutes, before=5 * (number % 2), after=10)
        for number, minutes in enumerate(lengths)
    )
    open_time = OpenTime(flexible_hours(), held, services, shortest=min(lengths))

    def starts() -> int:
        found = 0
        for each in services:
            basket = basket_of(replace(open_time, services=(each,)))
            days = free_days(open_time.hours, held, FIRST, LAST, VIEWER, LONG_BEFORE, basket)
            found += sum(len(row.instants) for day in days for row in day.rows)
        return found

    def slots() -> int:
        found = 0
        for _ in services:
            days = free_days(half_hours(), held, FIRST, LAST, VIEWER, LONG_BEFORE)
            found += sum(len(row.instants) for day in days for row in day.rows)
        return found

    times = time_interleaved(starts, slots, rounds=ROUNDS, repeats=2, collector=False).times
    return (
        f"engine, a month of flexible starts of {SERVICES} services, one by one, {BUSY} busy half-hours, "
        f"{starts()} starts: {times:.2f} times as many months of half-hour slots (goal {GOAL:.0f})"
    )


def flexible_hours() -> Hours:
    """Flexible hours of the same length, with a start every quarter of an hour and no strips left."""
    usual = half_hours()
    return replace(
        usual, days=tuple(replace(day, window_type="flexible") for day in usual.days), keep_gaps=True
    )


def half_hours() -> Hours:
    """Hours from nine to five, Monday to Saturday, with half-hour slots and no buffer."""
    usual = default_hours(ZONE)
    return replace(usual, days=tuple(replace(day, buffer=0) for day in usual.days))


def month_of(hours: Hours, held: Sequence[Period]) -> list[datetime]:
    """The starts of the free slots as datetimes, as the loops make them."""
    days = free_days(hours, held, FIRST, LAST, VIEWER, LONG_BEFORE)
    return [moment(instant) for day in days for row in day.rows for instant in row.instants]


def busy_half_hours() -> list[Period]:
    """Distinct half-hours of the month, nights and Sundays included, the same in every run."""
    month = int(datetime(2027, 1, 1, tzinfo=ZoneInfo(ZONE)).timestamp())
    chosen = sorted(random.Random(SEED).sample(range(31 * 48), BUSY))
    return [(month + number * 1800, month + (number + 1) * 1800) for number in chosen]


def every_start() -> list[datetime]:
    """The yardstick: all slot starts as aware UTC datetimes; each day's bounds are converted by zone."""
    return [
        opens + timedelta(minutes=30 * number)
        for opens, closes in _edges()
        for number in range((closes - opens) // HALF_HOUR)
    ]


def every_start_by_sums() -> list[datetime]:
    """The same with the fewest operations."""
    starts: list[datetime] = []
    for opens, closes in _edges():
        start = opens
        while start + HALF_HOUR <= closes:
            starts.append(start)
            start += HALF_HOUR
    return starts


def _edges() -> list[tuple[datetime, datetime]]:
    zone = ZoneInfo(ZONE)
    days = [datetime(2027, 1, number, 9, tzinfo=zone) for number in range(1, 32)]
    return [
        (opens.astimezone(UTC), opens.replace(hour=17).astimezone(UTC))
        for opens in days
        if opens.weekday() != 6
    ]
