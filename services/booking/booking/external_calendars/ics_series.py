"""The busy time of the events of one UID: an event, or a series and the dates of it that differ. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from booking.external_calendars.ics_entries import Entry
from booking.external_calendars.ics_rules import dates_of
from booking.external_calendars.ics_times import UTC_TIME, End, Length, Stamp
from booking.external_calendars.ics_zones import Zones, instant_of, local_of
from booking.slots.rules import Period
from booking.zones import start_instant

_ZONE_APART: Final = timedelta(days=2)
_SHORTEST_GUESS: Final = 3_600
"""Seconds that an event takes at least whose end could not be read."""


@dataclass(frozen=True, slots=True)
class Context:
    """How to read the times of a calendar, and between which instants they matter."""

    zones: Zones
    home: tzinfo
    """The zone in which a series that is written in UTC is repeated (X-WR-TIMEZONE)."""
    first: datetime
    last: datetime

    @property
    def homes(self) -> tuple[tzinfo, ...]:
        """The zones in which the calendar's owner may mean a day."""
        return (self.zones.provider, self.home)


def busy_times(entries: Sequence[Entry], context: Context) -> Iterator[Period]:
    """The busy periods of the entries of one UID, each date of a series by itself, in no order.

    Of entries about the same date those with the highest SEQUENCE count, and all of several with the same.
    """
    newest = _newest(entries, context)
    changes = _Changes([entry for entry in newest if entry.replaces is not None], context)
    for entry in newest:
        if entry.replaces is None:
            yield from _of_series(entry, changes, context)
        elif not entry.is_free:
            for start, _ in _starts(entry, context):
                yield from _period(entry.start, entry.end, start, context)


def _newest(entries: Sequence[Entry], context: Context) -> list[Entry]:
    def about(entry: Entry) -> int | None:
        return None if entry.replaces is None else context.zones.instant(entry.replaces)

    newest: dict[int | None, int] = {}
    for entry in entries:
        newest[about(entry)] = max(entry.sequence, newest.get(about(entry), 0))
    return [entry for entry in entries if entry.sequence == newest[about(entry)]]


def _of_series(entry: Entry, changes: "_Changes", context: Context) -> Iterator[Period]:
    """The busy periods of an event or a series, without the dates that are replaced."""
    zones = context.zones
    dates: list[tuple[int, datetime, Stamp, End]] = [
        (start, local, entry.start, entry.end) for start, local in _starts(entry, context)
    ]
    excluded = _Dates(entry.excluded, context)
    for stamp, end in entry.dates:
        start = zones.instant(stamp)
        local = local_of(start, zones.of(entry.start))
        if not excluded.have(entry, start, local):
            dates.append((start, local, stamp if end else entry.start, end or entry.end))
    for start, local, begin, end in dates:
        if changes.replaced.have(entry, start, local):
            continue
        change = changes.since(start)
        if change is not None:
            yield from _moved(change, start, context)
        elif not entry.is_free:
            yield from _period(begin, end, start, context)


def _moved(change: Entry, start: int, context: Context) -> Iterator[Period]:
    """The busy period of a date that follows the change, as far later or earlier as that is."""
    if not change.is_free and change.replaces is not None:
        zone = context.zones.of(change.start)
        there = local_of(start, zone) + (change.start.local - change.replaces.local)
        yield from _period(change.start, change.end, instant_of(there, zone), context)


def _starts(entry: Entry, context: Context) -> Iterator[tuple[int, datetime]]:
    """When the dates of an event begin, as instants and as local times. Its own start is always one of them
    (RFC 5545, 3.8.5.3), whatever its rules say.
    """
    stamp, own = entry.start, context.zones.of(entry.start)
    if entry.rules and stamp.zone == UTC_TIME:
        own = context.home
        stamp = stamp._replace(local=local_of(context.zones.instant(stamp), own))
    low = context.first.replace(tzinfo=None) - timedelta(days=entry.days) - _ZONE_APART
    high = context.last.replace(tzinfo=None) + _ZONE_APART
    locals_ = {stamp.local}
    for rule in entry.rules:
        locals_.update(dates_of(rule, stamp, own, context.homes, (low, high)))
    excluded = _Dates(entry.excluded, context)
    for local in sorted(locals_):
        start = instant_of(local, own)
        if not excluded.have(entry, start, local):
            yield start, local


class _Dates:
    """Dates of series that a file names."""

    def __init__(self, stamps: Iterable[Stamp], context: Context) -> None:
        stamps = list(stamps)
        self._instants = {context.zones.instant(stamp) for stamp in stamps if not stamp.is_day}
        self._floating = {stamp.local for stamp in stamps if not stamp.is_day and not stamp.zone}
        self._days = {stamp.local.date() for stamp in stamps if stamp.is_day}
        self._midnights = {day for stamp in stamps for day in _days_begun(stamp, context)}

    def have(self, entry: Entry, start: int, local: datetime) -> bool:
        """Whether this date of an event is one of them. A day names each time of it."""
        if entry.start.is_day:
            return local.date() in self._days or local.date() in self._midnights
        return start in self._instants or local in self._floating or local.date() in self._days


def _days_begun(stamp: Stamp, context: Context) -> Iterator[date]:
    """The days that begin at a time, by its own clock or by that of the calendar's owner."""
    if stamp.is_day:
        return
    if stamp.local.time() == time.min:
        yield stamp.local.date()
    if stamp.zone == UTC_TIME:
        for home in context.homes:
            there = stamp.local.replace(tzinfo=UTC).astimezone(home)
            if there.time() == time.min:
                yield there.date()


class _Changes:
    """The events that replace dates of a series, or all its dates from one on (RFC 5545, 3.8.4.4)."""

    def __init__(self, changes: Sequence[Entry], context: Context) -> None:
        dated = [(each.replaces, each) for each in changes if each.replaces and not each.keeps_replaced]
        self.replaced = _Dates((stamp for stamp, _ in dated), context)
        following = [(context.zones.instant(stamp), each) for stamp, each in dated if each.and_following]
        self._following = sorted(following, key=lambda each: each[0])

    def since(self, start: int) -> Entry | None:
        """The change that the date at `start` follows."""
        return next((change for begins, change in reversed(self._following) if begins <= start), None)


def _period(begin: Stamp, end: End, start: int, context: Context) -> Iterator[Period]:
    """The period from an instant on that is as long as the one from `begin` to `end`; none without length.

    Where the clocks change within it, readers differ in what that means: it is the longer one.
    """
    ends = _end(begin, end, start, context.zones)
    if ends > start:
        yield start, ends


def _end(begin: Stamp, end: End, start: int, zones: Zones) -> int:
    local = local_of(start, zones.of(begin))
    if begin.is_day and not (isinstance(end, Stamp) and not end.is_day):
        return start_instant(local.toordinal() + _whole_days(begin, end), 0, zones.provider)
    match end:
        case Stamp():
            elapsed = zones.instant(end) - zones.instant(begin)
            if elapsed < 0:
                return _end_of_day(start, local, zones.of(begin))
            by_the_clock = instant_of(local + (end.local - begin.local), zones.of(begin))
            return max(start + elapsed, by_the_clock if end.zone == begin.zone else 0)
        case Length(days=days, seconds=seconds):
            return instant_of(local + timedelta(days=days), zones.of(begin)) + seconds
        case None:
            return start
        case _:
            return _end_of_day(start, local, zones.of(begin))


def _whole_days(begin: Stamp, end: End) -> int:
    """At least one: programs write the day itself as the end of a single one."""
    match end:
        case Stamp(local=local):
            return max(1, (local - begin.local).days)
        case Length(days=days, seconds=seconds):
            return max(1, days + -(-seconds // 86_400))
        case _:
            return 1


def _end_of_day(start: int, local: datetime, zone: tzinfo) -> int:
    """Until when an event may last whose end could not be read."""
    midnight = datetime.combine(local.date() + timedelta(days=1), time.min)
    return max(instant_of(midnight, zone), start + _SHORTEST_GUESS)
