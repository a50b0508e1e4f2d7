"""Whether booked time lies within a provider's open hours (product.md 4.20). Pure."""

from collections.abc import Iterator
from datetime import date
from zoneinfo import ZoneInfo

from contracts.zones import zone_named

from booking.hours.rules import DayWindow, Hours
from booking.slots.flexible import Stretch
from booking.slots.rules import merged, stretches
from booking.zones import end_instant, local_day, start_instant


def is_open(hours: Hours, start: int, end: int) -> bool:
    """Whether the provider is open from `start` to `end` (instants) without a break, and not away.

    Where sessions may start does not count, only that the time is open: a booked session need not fit into
    slots of another length.
    """
    zone = zone_named(hours.timezone)
    if hours.away_until is not None:
        returns = hours.away_until
        if returns == date.max or start < start_instant(returns.toordinal(), 0, zone):
            return False
    days = range(local_day(start, zone) - 1, local_day(end, zone) + 2)
    open_time = merged(stretch for day in days for stretch in _open_on(hours, day, zone))
    return any(begins <= start and end <= closes for begins, closes in open_time)


def _open_on(hours: Hours, ordinal: int, zone: ZoneInfo) -> Iterator[Stretch]:
    """The open time of one day of the provider's calendar; custom slots are open as they are listed."""
    window = _window_on(hours, ordinal)
    if window.status != "open":
        return
    if window.window_type == "custom":
        for slot in window.custom:
            yield start_instant(ordinal, slot.start, zone), end_instant(ordinal, slot.end, zone)
    else:
        yield from stretches(window, ordinal, zone)


def _window_on(hours: Hours, ordinal: int) -> DayWindow:
    day = date.fromordinal(ordinal)
    own = (each.window for each in hours.overrides if each.first <= day <= each.last)
    return next(own, hours.days[(ordinal - 1) % 7])
