"""Walks through the components of an iCalendar file (RFC 5545, 3.6), and keeps what tells of busy time. Pure.

What is no part of an event's time is skipped whatever its size: descriptions, attendees, attachments, alarms,
tasks. Events that are over, or that come later than anybody asks, are skipped, too.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from booking.external_calendars.ics_entries import Entry, busy_entries, entries_of, is_free
from booking.external_calendars.ics_lines import (
    CUT_SHORT,
    DEEPEST,
    LONGEST_LINE,
    MOST_DATES,
    MOST_EVENTS,
    MOST_ZONE_LINES,
    NO_CALENDAR,
    TOO_MANY,
    UNREADABLE,
    NotACalendar,
    Property,
    component_named,
    property_of,
    unfolded,
)

_OF_EVENT: Final = frozenset(
    {
        "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "SEQUENCE",
        "TRANSP", "STATUS",
    }
)  # fmt: skip
_DATES: Final = frozenset({"RDATE", "EXDATE", "FREEBUSY"})
_OF_ZONE: Final = frozenset({"DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME", "RRULE", "RDATE"})
_OF_TIME: Final = frozenset({"VEVENT", "VFREEBUSY", "VTIMEZONE"})
"""Components that are never parts of one another: where one begins, the one before has ended."""


@dataclass(slots=True)
class CalendarContents:
    """What one VCALENDAR says of busy time."""

    entries: list[Entry] = field(default_factory=list[Entry])
    zones: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The lines of each VTIMEZONE that can be used, by its TZID."""
    home: str = ""
    """The zone that its owner lives in (X-WR-TIMEZONE)."""
    left_out: int = 0
    """Entries without a time that could be read."""


def contents_of(lines: Iterable[bytes], first: date, last: date) -> list[CalendarContents]:
    """All calendars of a file, without what no busy time between two days follows from (product.md 4.14).

    Raises NotACalendar for a file that is none or that ends in the middle of one, that is nested deeper than
    `DEEPEST`, or is over a budget of `ics_lines`.
    """
    walk = _Walk(first.toordinal(), last.toordinal())
    for name, line in unfolded(lines):
        walk.take(name, line)
    if not walk.calendars:
        raise NotACalendar(NO_CALENDAR)
    if walk.inside:
        raise NotACalendar(CUT_SHORT)
    return walk.calendars


class _Walk:
    """Where a walk is, and what it has found."""

    def __init__(self, first: int, last: int) -> None:
        self.calendars: list[CalendarContents] = []
        self.inside: list[str] = []
        self._properties: dict[str, list[Property]] = defaultdict(list)
        self._is_cut = False
        self._zone: list[str] = []
        self._zone_name = ""
        self._first, self._last = first, last
        self._events = self._dates = self._zone_lines = 0

    def take(self, name: str, line: bytes) -> None:
        """Take one content line. Raises NotACalendar."""
        if name in {"BEGIN", "END"}:
            component = component_named(line)
            if component:
                (self._begin if name == "BEGIN" else self._end)(component)
        else:
            self._property(name, line)

    def _begin(self, component: str) -> None:
        if component == "VCALENDAR":
            self._leave(0)
            self.calendars.append(CalendarContents())
        elif not self.inside:
            raise NotACalendar(NO_CALENDAR)
        elif component in _OF_TIME:
            self._leave(1)
        if len(self.inside) == DEEPEST:
            raise NotACalendar(UNREADABLE)
        self.inside.append(component)
        match self.inside:
            case [_, "VEVENT" | "VFREEBUSY"]:
                self._properties, self._is_cut = defaultdict(list), False
            case [_, "VTIMEZONE"]:
                self._zone, self._zone_name = [f"BEGIN:{component}"], ""
            case [_, "VTIMEZONE", "STANDARD" | "DAYLIGHT"]:
                self._zone.append(f"BEGIN:{component}")
            case [_, "VAVAILABILITY"]:
                self.calendars[-1].left_out += 1
            case _:
                pass

    def _end(self, component: str) -> None:
        """End the innermost component of that name, if there is one, and those in it that have no end."""
        if component in self.inside:
            depth = len(self.inside) - 1 - self.inside[::-1].index(component)
            self._leave(depth + 1)
            self._leave(depth, is_cut=False)

    def _leave(self, depth: int, *, is_cut: bool = True) -> None:
        """Leave the components that are deeper. `is_cut`: they have no end of their own, and may have taken
        lines of the event around them.
        """
        while len(self.inside) > depth:
            self._is_cut |= is_cut
            match self.inside:
                case [_, "VEVENT"]:
                    self._end_event()
                case [_, "VFREEBUSY"]:
                    entries, unread = busy_entries(self._properties)
                    self.calendars[-1].left_out += unread
                    self._keep(entries)
                case [_, "VTIMEZONE"]:
                    self.calendars[-1].zones.setdefault(self._zone_name, [*self._zone, "END:VTIMEZONE"])
                case [_, "VTIMEZONE", "STANDARD" | "DAYLIGHT" as part]:
                    self._zone.append(f"END:{part}")
                case _:
                    pass
            self.inside.pop()

    def _end_event(self) -> None:
        try:
            self._keep(entries_of(self._properties, is_cut=self._is_cut))
        except ValueError as error:
            if isinstance(error, NotACalendar):
                raise
            self.calendars[-1].left_out += not is_free(self._properties)

    def _keep(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.may_touch(self._first, self._last):
                self._events += 1
                _check(self._events, MOST_EVENTS)
                self.calendars[-1].entries.append(entry)

    def _property(self, name: str, line: bytes) -> None:
        match self.inside:
            case [_, "VEVENT"] if name in _OF_EVENT:
                self._add(name, line)
            case [_, "VFREEBUSY"] if name == "FREEBUSY":
                self._add(name, line)
            case [_, "VTIMEZONE"] if name == "TZID":
                self._zone_name = property_of(name, _short(line)).value
                self._zone.append(f"TZID:{len(self.calendars[-1].zones)}")
            case [_, "VTIMEZONE", "STANDARD" | "DAYLIGHT"] if name in _OF_ZONE:
                self._zone_lines += line.count(b",") + 1
                _check(self._zone_lines, MOST_ZONE_LINES)
                self._zone.append(_line_of_zone(name, _short(line)))
            case ["VCALENDAR"] if name == "X-WR-TIMEZONE":
                self.calendars[-1].home = property_of(name, _short(line)).value
            case _:
                pass

    def _add(self, name: str, line: bytes) -> None:
        if name in _DATES:
            self._dates += line.count(b",") + 1
            _check(self._dates, MOST_DATES)
        self._properties[name].append(property_of(name, _short(line)))


def _line_of_zone(name: str, line: bytes) -> str:
    """A line of a VTIMEZONE; one that makes the zone useless for a rule that is not yearly."""
    written = property_of(name, line)
    if name == "RRULE" and "FREQ=YEARLY" not in written.value.upper():
        return "TZOFFSETFROM:unusable"
    value = written.value.replace(":", "") if name.startswith("TZOFFSET") else written.value
    return f"{name}:{value}"


def _short(line: bytes) -> bytes:
    if len(line) > LONGEST_LINE:
        raise NotACalendar(TOO_MANY)
    return line


def _check(count: int, most: int) -> None:
    if count > most:
        raise NotACalendar(TOO_MANY)
