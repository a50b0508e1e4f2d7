"""Times and lengths as they are written in iCalendar files (RFC 5545, 3.3.4 to 3.3.6). Pure.

What other software writes beside the standard is read, too: extended forms, fractions, offsets, the hour 24.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

from booking.external_calendars.ics_lines import Property

UTC_TIME: Final = "Z"
_TIME: Final = re.compile(
    r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})"
    r"(?:[T ]\s*([0-9]{2}):?([0-9]{2})(?::?([0-9]{2})(?:[.,][0-9]+)?)?"
    r"\s*(?:(Z|UTC)|([+-])([0-9]{2}):?([0-9]{2})?)?)?",
    re.IGNORECASE,
)
_LENGTH: Final = re.compile(
    r"([+-]?)P(?=[0-9T])(?:([0-9]{1,5})W)?(?:([0-9]{1,6})D)?"
    r"(?:T(?=[0-9])(?:([0-9]{1,7})H)?(?:([0-9]{1,8})M)?(?:([0-9]{1,9})S)?)?",
    re.IGNORECASE,
)
_CYCLE: Final = 400
"""Years after which dates fall on the same days of the week."""
_EARLIEST, _LATEST = 1600, 2400
_SECONDS_OF_A_MINUTE: Final = 60


class Stamp(NamedTuple):
    """A time as a calendar writes it."""

    local: datetime
    """Naive: the clock of its zone. A whole day has its midnight."""
    zone: str
    """The TZID; 'Z' for UTC, '' for none."""
    is_day: bool


@dataclass(frozen=True, slots=True)
class Length:
    """A written duration: days of the calendar, and seconds. Negative ones are none."""

    days: int
    seconds: int


Unread = Literal["unread"]
"""In the place of an end that nobody could read."""
End = Stamp | Length | Unread | None
"""Where a period ends; None where nothing is written."""


def stamp_of(text: str, zone: str = "", *, is_day: bool = False) -> Stamp:
    """The time that the text says. `Z` goes before the zone. Raises ValueError."""
    found = _TIME.fullmatch(text.strip(' "'))
    if found is None:
        raise ValueError(f"no time: {text[:40]}")
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    year = (
        year if _EARLIEST <= year <= _LATEST else (_LATEST if year > _LATEST else _EARLIEST + year % _CYCLE)
    )
    if found[4] is None or is_day:
        return Stamp(datetime(year, month, day), "", is_day=True)  # noqa: DTZ001 - a day of any zone
    local = _clock(datetime(year, month, day), hour, minute, second)  # noqa: DTZ001 - its zone is beside it
    if found[8]:
        ahead = timedelta(hours=int(found[9]), minutes=int(found[10] or 0))
        return Stamp(local - ahead if found[8] == "+" else local + ahead, UTC_TIME, is_day=False)
    return Stamp(local, UTC_TIME if found[7] else zone, is_day=False)


def _clock(midnight: datetime, hour: int, minute: int, second: int) -> datetime:
    """That time of the day; 24:00 is the midnight that ends it. Raises ValueError."""
    if second > _SECONDS_OF_A_MINUTE or minute >= _SECONDS_OF_A_MINUTE or hour * 60 + minute > 24 * 60:
        raise ValueError("no time of a day")
    return midnight + timedelta(hours=hour, minutes=minute, seconds=second)


def stamp_in(written: Property) -> Stamp:
    """The time of a property with one value. Raises ValueError."""
    is_day = written.parameters.get("VALUE", "").upper() == "DATE"
    return stamp_of(written.value, written.parameters.get("TZID", ""), is_day=is_day)


def stamps_in(all_written: Iterable[Property]) -> tuple[list[Stamp], int]:
    """The times in lists of them, and how many values are none. What is empty is no value."""
    stamps: list[Stamp] = []
    unread = 0
    for written in all_written:
        for text in filter(str.strip, written.value.split(",")):
            try:
                stamps.append(stamp_in(Property(text, written.parameters)))
            except ValueError:
                unread += 1
    return stamps, unread


def periods_in(all_written: Iterable[Property]) -> tuple[list[tuple[Stamp, End]], int]:
    """The periods in lists of times and periods ('start/end' or 'start/duration'), and how many are none."""
    periods: list[tuple[Stamp, End]] = []
    unread = 0
    for written in all_written:
        for text in filter(str.strip, written.value.split(",")):
            start, _, end = text.partition("/")
            try:
                begins = stamp_in(Property(start, written.parameters))
            except ValueError:
                unread += 1
                continue
            periods.append((begins, end_of(end, begins.zone) if end.strip() else None))
    return periods, unread


def end_of(text: str, zone: str = "", *, is_day: bool = False) -> End:
    """The end or the length that the text says."""
    try:
        return length_of(text) if "P" in text.upper()[:3] else stamp_of(text, zone, is_day=is_day)
    except ValueError:
        return "unread"


def length_of(text: str) -> Length:
    """A duration as RFC 5545 writes it. Raises ValueError if it is malformed or negative."""
    found = _LENGTH.fullmatch(text.strip(' "'))
    if found is None:
        raise ValueError("no duration")
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups()[1:])
    length = Length(weeks * 7 + days, hours * 3_600 + minutes * 60 + seconds)
    if found[1] == "-" and length != Length(0, 0):
        raise ValueError("a negative duration")
    return length
