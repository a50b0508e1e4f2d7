"""Takes from an iCalendar file (RFC 5545) the lines that busy times follow from, before it is parsed. Pure.

A file may be hostile. So it is read line by line, and what is no part of an event's time is skipped whatever
its size: descriptions, attendees, attachments, alarms, tasks. Events that are over, or that come later than
anybody asks, are skipped, too. What is left has a budget of events, of dates and of zones.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

MOST_EVENTS: Final = 5_000
"""Events that may touch the time that is asked for: a series is one, and each changed date of it one more."""
MOST_DATES: Final = 20_000
"""Single dates of all series: RDATE and EXDATE."""
MOST_ZONE_LINES: Final = 20_000
"""Lines and single dates of all VTIMEZONEs."""
LONGEST_LINE: Final = 65_536
"""In bytes, unfolded, of a line that is needed."""
DEEPEST: Final = 8
NO_CALENDAR: Final = "There is no calendar at this address."
TOO_MANY: Final = "This calendar has too many events."
UNREADABLE: Final = "This calendar can't be read."
_OF_CALENDAR: Final = frozenset({b"VERSION", b"PRODID", b"CALSCALE", b"X-WR-TIMEZONE"})
_OF_EVENT: Final = frozenset(
    {
        b"UID", b"DTSTART", b"DTEND", b"DURATION", b"RRULE", b"RDATE", b"EXDATE", b"RECURRENCE-ID",
        b"SEQUENCE", b"TRANSP", b"STATUS",
    }
)  # fmt: skip
_OF_ZONE: Final = frozenset(
    {b"TZID", b"DTSTART", b"TZOFFSETFROM", b"TZOFFSETTO", b"TZNAME", b"RRULE", b"RDATE"}
)
_DEFAULTS: Final = frozenset({b"SEQUENCE:0", b"STATUS:CONFIRMED", b"TRANSP:OPAQUE"})
_NAME: Final = re.compile(rb"[A-Za-z0-9-]+")
_DAY: Final = re.compile(rb":(\d{4})(\d\d)(\d\d)(?:T|$)")
_UNTIL: Final = re.compile(rb"UNTIL=(\d{4})(\d\d)(\d\d)", re.IGNORECASE)
_ZONE_APART: Final = 2
"""Days by which a day may be another one in another zone."""
_LONGEST: Final = 31
"""Days by which an event of a series may reach behind the day that names it."""


class NotACalendar(ValueError):
    """The file cannot be read. The message is for people."""


def needed_lines(lines: Iterable[bytes], first: date, last: date) -> bytes:
    """The calendar without what no busy time between two days follows from (product.md 4.14).

    Raises NotACalendar for a file that is none, that is nested deeper than `DEEPEST`, or is over budget.
    """
    picking = _Picking(first.toordinal(), last.toordinal())
    for line in _unfolded(lines):
        name = _NAME.match(line)
        if name is not None:
            picking.take(name[0].upper(), line)
    if picking.inside or not picking.taken:
        raise NotACalendar(NO_CALENDAR)
    return b"\r\n".join((*picking.taken, b""))


class _Picking:
    """Walks through a calendar's lines, and keeps those that are needed."""

    def __init__(self, first: int, last: int) -> None:
        self.taken: list[bytes] = []
        self.inside: list[bytes] = []
        self._event: dict[bytes, list[bytes]] = {}
        self._first, self._last = first, last
        self._events = self._dates = self._zone_lines = 0

    def take(self, name: bytes, line: bytes) -> None:
        """Take one unfolded line. Raises NotACalendar."""
        match name:
            case b"BEGIN":
                self._begin(_value(line), line)
            case b"END":
                self._end(line)
            case _:
                self._property(name, line)

    def _begin(self, component: bytes, line: bytes) -> None:
        if not self.inside and component != b"VCALENDAR":
            raise NotACalendar(NO_CALENDAR)
        if len(self.inside) == DEEPEST:
            raise NotACalendar(UNREADABLE)
        self.inside.append(component)
        if self._place() == b"VEVENT":
            self._event = {}
        elif self._place():
            self.taken.append(line)

    def _end(self, line: bytes) -> None:
        if not self.inside:
            raise NotACalendar(NO_CALENDAR)
        place = self._place()
        self.inside.pop()
        if place == b"VEVENT":
            self._end_event()
        elif place:
            self.taken.append(line)

    def _end_event(self) -> None:
        if not _matters(self._event, self._first, self._last):
            return
        self._events += 1
        _check(self._events, MOST_EVENTS)
        kept = (line for lines in self._event.values() for line in lines)
        self.taken += (b"BEGIN:VEVENT", *kept, b"END:VEVENT")

    def _property(self, name: bytes, line: bytes) -> None:
        place = self._place()
        if place == b"VEVENT" and name in _OF_EVENT and line not in _DEFAULTS:
            if name in {b"RDATE", b"EXDATE"}:
                self._dates += line.count(b",") + 1
                _check(self._dates, MOST_DATES)
            self._event.setdefault(name, []).append(_short(line))
        elif place == b"VTIMEZONE" and name in _OF_ZONE:
            if name == b"RRULE" and b"FREQ=YEARLY" not in line.upper():
                raise NotACalendar(UNREADABLE)
            self._zone_lines += line.count(b",") + 1
            _check(self._zone_lines, MOST_ZONE_LINES)
            self.taken.append(_short(line))
        elif place == b"VCALENDAR" and name in _OF_CALENDAR:
            self.taken.append(_short(line))

    def _place(self) -> bytes:
        """The component whose lines are needed here; nothing where none is."""
        match self.inside:
            case [b"VCALENDAR"] | [b"VCALENDAR", b"VEVENT" | b"VTIMEZONE"]:
                return self.inside[-1]
            case [b"VCALENDAR", b"VTIMEZONE", b"STANDARD" | b"DAYLIGHT"]:
                return b"VTIMEZONE"
            case _:
                return b""


def _unfolded(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The content lines (RFC 5545, 3.1); of one that is too long, as much as shows that it is."""
    whole = bytearray()
    for line in lines:
        part = line.rstrip(b"\r\n")
        if part[:1] in {b" ", b"\t"}:
            if len(whole) <= LONGEST_LINE:
                whole += part[1:]
            continue
        yield bytes(whole)
        whole = bytearray(part)
    yield bytes(whole)


def _value(line: bytes) -> bytes:
    return line.rpartition(b":")[2].strip().upper()


def _short(line: bytes) -> bytes:
    if len(line) > LONGEST_LINE:
        raise NotACalendar(TOO_MANY)
    return line


def _check(count: int, most: int) -> None:
    if count > most:
        raise NotACalendar(TOO_MANY)


def _matters(event: dict[bytes, list[bytes]], first: int, last: int) -> bool:
    """Whether the event may touch the days from `first` to `last` (ordinals). In doubt it does."""
    starts, ends = _day(event, b"DTSTART", _DAY), _day(event, b"DTEND", _DAY)
    if starts is None or ends is None or b"RDATE" in event:
        return True
    if b"RRULE" in event:
        until = _day(event, b"RRULE", _UNTIL)
        return until is None or until + max(0, ends - starts) + _ZONE_APART >= first
    if b"RECURRENCE-ID" in event:
        was = _day(event, b"RECURRENCE-ID", _DAY)
        ranged = b"RANGE" in event[b"RECURRENCE-ID"][0].upper()
        return was is None or ranged or max(was, starts, ends) + _LONGEST >= first
    return max(starts, ends) + _ZONE_APART >= first and min(starts, ends) - _ZONE_APART <= last


def _day(event: dict[bytes, list[bytes]], name: bytes, pattern: re.Pattern[bytes]) -> int | None:
    """The day in a line that the event has once, as an ordinal; None where it says none."""
    lines = event.get(name, [])
    found = pattern.search(lines[0]) if len(lines) == 1 else None
    if found is None:
        return None
    year, month, day = (int(part) for part in found.groups())
    try:
        return date(year, month, day).toordinal()
    except ValueError:
        return None
