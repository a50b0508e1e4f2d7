"""Busy periods in an iCalendar file (RFC 5545). Pure, but it may need much time and memory, so
`parser_process` runs it in a process of its own.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

import recurring_ical_events
from icalendar import Calendar, Component, Event

from booking.orders.ics import UID_HOST
from booking.slots.rules import Period, merged
from booking.zones import seconds

MOST_PERIODS: Final = 20_000
_NONE: Final = "There is no calendar at this address."
_TOO_OFTEN: Final = frozenset({"SECONDLY", "MINUTELY"})


class NotACalendar(ValueError):
    """The file cannot be read. The message is for people."""


def busy_periods(content: bytes, zone: ZoneInfo, first: datetime, last: datetime) -> list[Period]:
    """The busy time between two instants, in order and without overlap.

    Cancelled and transparent events are not busy (RFC 5545, 3.8.1.11 and 3.8.2.7). Whole days and floating
    times are read in `zone`. Raises NotACalendar.
    """
    try:
        calendar = Calendar.from_ical(content)
    except ValueError as error:
        raise NotACalendar(_NONE) from error
    if calendar.name != "VCALENDAR":
        raise NotACalendar(_NONE)
    # An event without a start does not make the others wrong.
    calendar.subcomponents = [each for each in calendar.subcomponents if _has_start(each)]
    return merged(islice(_periods(calendar, zone, first, last), MOST_PERIODS))


def _has_start(component: Component) -> bool:
    return component.name != "VEVENT" or "DTSTART" in component


def _periods(calendar: Calendar, zone: ZoneInfo, first: datetime, last: datetime) -> Iterator[Period]:
    for event in calendar.walk("VEVENT"):
        rule: Any = event.get("RRULE")
        if rule and _TOO_OFTEN.intersection(rule.get("FREQ", [])):
            raise NotACalendar("This calendar has events that repeat by the minute.")
    busy = recurring_ical_events.of(calendar, components=["VEVENT"], skip_bad_series=True)
    for event in cast("list[Event]", busy.between(first, last)):
        if event.get("TRANSP") == "TRANSPARENT" or event.get("STATUS") == "CANCELLED" or _is_ours(event):
            continue
        start, end = event.start, event.end
        period = max(_instant(start, zone), seconds(first)), min(_instant(end, zone), seconds(last))
        if period[0] < period[1]:
            yield period


def _is_ours(event: Event) -> bool:
    """Whether the event is a copy of an Openhours appointment, whose time booking knows itself."""
    return str(event.get("UID", "")).endswith(UID_HOST)


def _instant(at: date, zone: ZoneInfo) -> int:
    """The instant of a date (its midnight), of a time without a zone, both in `zone`, or of an aware time."""
    if not isinstance(at, datetime):
        at = datetime.combine(at, time.min, zone)
    elif at.tzinfo is None:
        at = at.replace(tzinfo=zone)
    return seconds(at.astimezone(UTC) + timedelta(microseconds=999_999))
