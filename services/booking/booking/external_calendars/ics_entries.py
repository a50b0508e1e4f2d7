"""The events and busy periods of an iCalendar file, as far as busy time follows from them. Pure.

In doubt a time is busy (product.md 4.14): what cannot be read of an event makes it longer or more frequent,
never shorter, and the event says that it is doubtful. An event without a start that can be read is none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from booking.external_calendars.ics_lines import Property
from booking.external_calendars.ics_rules import Rule, rule_of
from booking.external_calendars.ics_times import (
    End,
    Length,
    Stamp,
    end_of,
    periods_in,
    stamp_in,
    stamps_in,
)

Properties = Mapping[str, Sequence[Property]]
_ZONE_APART: Final = 2
"""Days by which a day may be another one in another zone."""
_LONGEST: Final = 31
"""Days by which an event of a series may reach behind the day that names it."""
_NONE: Final = Property("", {})


@dataclass(frozen=True, slots=True)
class Entry:
    """An event, a series, or a changed date of a series (`replaces`), as the file writes it."""

    uid: str
    start: Stamp
    end: End
    rules: tuple[Rule, ...] = ()
    dates: tuple[tuple[Stamp, End], ...] = ()
    excluded: tuple[Stamp, ...] = ()
    replaces: Stamp | None = None
    keeps_replaced: bool = False
    """It changes a date without saying when it is instead, so that date stays busy, too."""
    and_following: bool = False
    sequence: int = 0
    is_free: bool = False
    """Cancelled or transparent (RFC 5545, 3.8.1.11 and 3.8.2.7)."""
    is_doubtful: bool = False
    """Something of it could not be read."""

    @property
    def days(self) -> int:
        """Days of which it touches at most one more."""
        match self.end:
            case Stamp(local=local):
                return max(1, (local - self.start.local).days + 1)
            case Length(days=days, seconds=seconds):
                return days + seconds // 86_400 + 1
            case _:
                return 1

    def may_touch(self, first: int, last: int) -> bool:
        """Whether it may touch the days from `first` to `last` (ordinals). In doubt it does."""
        start = self.start.local.toordinal()
        end = start + self.days
        if self.replaces is not None:
            was = self.replaces.local.toordinal()
            return self.and_following or max(was, end) + _LONGEST >= first
        if self.dates:
            return True
        if start - _ZONE_APART > last:
            return False
        untils = [rule.until.local.toordinal() + self.days for rule in self.rules if rule.until]
        return len(untils) < len(self.rules) or max([end, *untils]) + _ZONE_APART >= first


def entries_of(properties: Properties, *, is_cut: bool = False) -> Iterator[Entry]:
    """The entries of a VEVENT: one, or one for each of its starts. Of one that `is_cut` an end is missing.

    Raises ValueError when no start can be read; NotACalendar for a rule that repeats by the minute.
    """
    replaces = _replaced(properties)
    starts, unread = stamps_in(properties.get("DTSTART", ()))
    keeps_replaced = not starts and replaces is not None
    if replaces is not None and not starts:
        starts = [replaces]
    if not starts:
        raise ValueError("no start")
    rules, odd_rules = _rules(properties.get("RRULE", ()))
    dates, odd_dates = periods_in(properties.get("RDATE", ()))
    excluded, odd_exclusions = stamps_in(properties.get("EXDATE", ()))
    doubts = unread + odd_rules + odd_dates + odd_exclusions + (len(starts) > 1)
    starts.sort(key=lambda stamp: stamp.local)
    for number, (start, end) in enumerate(zip(starts, _ends(starts, properties), strict=True)):
        is_main = number == len(starts) - 1
        yield Entry(
            uid=_one(properties, "UID").value,
            start=start,
            end="unread" if is_cut and end is None else end,
            rules=tuple(rules) if is_main else (),
            dates=tuple(dates) if is_main else (),
            excluded=tuple(excluded),
            replaces=replaces,
            keeps_replaced=keeps_replaced,
            and_following=_one(properties, "RECURRENCE-ID").parameters.get("RANGE", "") != "",
            sequence=_sequence(properties),
            is_free=is_free(properties),
            is_doubtful=bool(doubts) or end == "unread" or (is_cut and end is None),
        )


def is_free(properties: Properties) -> bool:
    """Whether an event takes no time: it is cancelled or transparent, in letters of any size."""
    return (
        _one(properties, "TRANSP").value.upper() == "TRANSPARENT"
        or _one(properties, "STATUS").value.upper() == "CANCELLED"
    )


def busy_entries(properties: Properties) -> tuple[list[Entry], int]:
    """The periods of a VFREEBUSY that are not free (RFC 5545, 3.6.4), and how many could not be read."""
    busy = [
        each
        for each in properties.get("FREEBUSY", ())
        if each.parameters.get("FBTYPE", "BUSY").upper() != "FREE"
    ]
    periods, unread = periods_in(busy)
    return [Entry("", start, end, is_doubtful=end == "unread") for start, end in periods], unread


def _one(properties: Properties, name: str) -> Property:
    return next(iter(properties.get(name, ())), _NONE)


def _sequence(properties: Properties) -> int:
    value = _one(properties, "SEQUENCE").value
    return int(value) if value.isascii() and value.isdigit() and len(value) < len("2147483647") else 0


def _replaced(properties: Properties) -> Stamp | None:
    """The date that the event changes; None for one that changes none, or none that could be read."""
    try:
        return stamp_in(_one(properties, "RECURRENCE-ID"))
    except ValueError:
        return None


def _rules(written: Sequence[Property]) -> tuple[list[Rule], int]:
    rules = [rule_of(each.value) for each in written]
    read = [rule for rule in rules if rule is not None]
    return read, len(rules) - len(read) + sum(rule.is_doubtful for rule in read)


def _ends(starts: Sequence[Stamp], properties: Properties) -> Iterator[End]:
    """The end of each start, in order: the last that is written and lies before the next start."""
    written = list(_written_ends(properties))
    for start, following in pairwise(starts):
        between = [
            end for end in written if isinstance(end, Stamp) and start.local < end.local <= following.local
        ]
        yield max(between, key=lambda end: end.local, default=None)
    yield _latest(starts[-1], written)


def _written_ends(properties: Properties) -> Iterator[End]:
    for each in properties.get("DTEND", ()):
        is_day = each.parameters.get("VALUE", "").upper() == "DATE"
        yield end_of(each.value, each.parameters.get("TZID", ""), is_day=is_day)
    for each in properties.get("DURATION", ()):
        yield end_of(each.value)


def _latest(start: Stamp, written: Sequence[End]) -> End:
    """The latest of several ends; 'unread' where none could be read or lies behind the start."""
    ends = [end for end in written if end != "unread"]
    if not ends:
        return "unread" if written else None
    latest = max(ends, key=lambda end: _roughly(start, end))
    is_before = isinstance(latest, Stamp) and latest.zone == start.zone and latest.local < start.local
    return "unread" if is_before else latest


def _roughly(start: Stamp, end: End) -> float:
    """Seconds from the start to the end, zones aside."""
    if isinstance(end, Stamp):
        return (end.local - start.local).total_seconds()
    return end.days * 86_400 + end.seconds if isinstance(end, Length) else 0
