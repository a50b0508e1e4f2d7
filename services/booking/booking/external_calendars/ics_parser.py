"""Busy time in an iCalendar file (RFC 5545). Pure, but it may need much time and memory, so `parser_process`
runs it in a process of its own.

In doubt a time is busy. What could not be read is counted: one bad line costs its event, never the calendar.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from io import BytesIO
from typing import Final
from zoneinfo import ZoneInfo

from booking.event_uids import is_ours
from booking.external_calendars.ics_components import CalendarContents, contents_of
from booking.external_calendars.ics_entries import Entry
from booking.external_calendars.ics_lines import TOO_MANY, NotACalendar, in_utf_8
from booking.external_calendars.ics_series import Context, busy_times
from booking.external_calendars.ics_zones import Zones
from booking.slots.rules import Period, merged
from booking.zones import seconds

MOST_OCCURRENCES: Final = 20_000
"""Events between the two instants, each date of a series counted."""
MOST_ZONES_TOLD: Final = 3
LONGEST_ZONE_TOLD: Final = 60


@dataclass(slots=True)
class BusyTime:
    """What a file says. Periods are in order and without overlap."""

    periods: list[Period]
    ours: dict[str, list[Period]]
    """Periods of events whose UID is written as those of our appointments are, by that UID. Whoever knows the
    appointments decides whether these are some.
    """
    in_doubt: int = 0
    """Entries of which something could not be read, so that more is busy than may be."""
    left_out: int = 0
    """Entries without a time that could be read."""
    unknown_zones: list[str] = field(default_factory=list[str])
    """The first names of zones that nobody knows, in order: their times were read in the provider's zone."""


def busy_time(content: bytes, zone: ZoneInfo, first: datetime, last: datetime) -> BusyTime:
    """The busy time between two instants (product.md 4.14).

    Cancelled and transparent events are not busy (RFC 5545, 3.8.1.11 and 3.8.2.7). Whole days and floating
    times are read in `zone`. Raises NotACalendar, also for a calendar with more than `MOST_OCCURRENCES` or
    over the budgets of `ics_lines`.
    """
    calendars = contents_of(BytesIO(in_utf_8(content)), first.date(), last.date())
    found, ours = list[Period](), defaultdict[str, list[Period]](list)
    unknown: set[str] = set()
    count = 0
    for calendar in calendars:
        context = _context(calendar, zone, first, last)
        for uid, entries in _by_uid(calendar.entries):
            for period in _within(busy_times(entries, context), first, last):
                count += 1
                if count > MOST_OCCURRENCES:
                    raise NotACalendar(TOO_MANY)
                (ours[uid] if is_ours(uid) else found).append(period)
        unknown |= context.zones.unknown
    return BusyTime(
        merged(found),
        {uid: merged(periods) for uid, periods in ours.items()},
        sum(each.is_doubtful and not each.is_free for calendar in calendars for each in calendar.entries),
        sum(calendar.left_out for calendar in calendars),
        [name[:LONGEST_ZONE_TOLD] for name in sorted(unknown)[:MOST_ZONES_TOLD]],
    )


def _context(calendar: CalendarContents, zone: ZoneInfo, first: datetime, last: datetime) -> Context:
    zones = Zones(calendar.zones, zone)
    home: tzinfo = zones.named(calendar.home) if calendar.home else UTC
    zones.unknown.clear()
    return Context(zones, home, first, last)


def _by_uid(entries: Iterable[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """The entries of each UID. One without a UID has nothing to do with any other."""
    named: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.uid:
            named[entry.uid].append(entry)
        else:
            yield "", [entry]
    yield from named.items()


def _within(periods: Iterable[Period], first: datetime, last: datetime) -> Iterator[Period]:
    """The parts of the periods between two instants."""
    for start, end in periods:
        period = max(start, seconds(first)), min(end, seconds(last))
        if period[0] < period[1]:
            yield period
