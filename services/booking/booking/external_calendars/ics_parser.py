"""Busy periods in an iCalendar file (RFC 5545). Pure, but it may need much time and memory, so
`parser_process` runs it in a process of its own.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from io import BytesIO
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

import recurring_ical_events
from icalendar import Calendar, Component
from recurring_ical_events import Occurrence

from booking.event_uids import is_ours
from booking.external_calendars.ics_lines import NO_CALENDAR, TOO_MANY, NotACalendar, needed_lines
from booking.slots.rules import Period, merged
from booking.zones import seconds

MOST_OCCURRENCES: Final = 20_000
"""Events between the two instants, each date of a series counted."""
_TOO_OFTEN: Final = frozenset({"SECONDLY", "MINUTELY"})
_MOST_MINUTES: Final = 4
"""How many minutes of an hour a rule may name."""


def busy_periods(content: bytes, zone: ZoneInfo, first: datetime, last: datetime) -> list[Period]:
    """The busy time between two instants, in order and without overlap (product.md 4.14).

    Cancelled and transparent events are not busy (RFC 5545, 3.8.1.11 and 3.8.2.7). Whole days and floating
    times are read in `zone`. Raises NotACalendar, also for a calendar with more than `MOST_OCCURRENCES` or
    over the budgets of `ics_lines`.
    """
    needed = needed_lines(BytesIO(content), first.date(), last.date())
    try:
        calendar = Calendar.from_ical(needed)
    except ValueError as error:
        raise NotACalendar(NO_CALENDAR) from error
    # An event without a start does not make the others wrong.
    calendar.subcomponents = [each for each in calendar.subcomponents if _has_start(each)]
    for event in calendar.walk("VEVENT"):
        _check_rules(event)
    return merged(_periods(calendar, zone, first, last))


def _has_start(component: Component) -> bool:
    return component.name != "VEVENT" or "DTSTART" in component


def _check_rules(event: Component) -> None:
    """Refuse rules that repeat so often that no appointment fits between. Raises NotACalendar."""
    found: Any = event.get("RRULE")
    for rule in found if isinstance(found, list) else [found] if found else []:
        often = _TOO_OFTEN.intersection(str(each).upper() for each in rule.get("FREQ", []))
        if often or len(rule.get("BYSECOND", [])) > 1 or len(rule.get("BYMINUTE", [])) > _MOST_MINUTES:
            raise NotACalendar("This calendar has events that repeat by the minute.")


def _periods(calendar: Calendar, zone: ZoneInfo, first: datetime, last: datetime) -> Iterator[Period]:
    for event in _occurrences(calendar, first, last):
        shown = event.as_component(keep_recurrence_attributes=False)
        if (
            shown.get("TRANSP") == "TRANSPARENT"
            or shown.get("STATUS") == "CANCELLED"
            or is_ours(str(shown.get("UID", "")))
        ):
            continue
        start, end = _instant(event.start, zone), _instant(cast("date", event.end), zone)
        period = max(start, seconds(first)), min(end, seconds(last))
        if period[0] < period[1]:
            yield period


def _occurrences(calendar: Calendar, first: datetime, last: datetime) -> Iterator[Occurrence]:
    """The occurrences of all events, series after series, so that only one lies in memory at a time."""
    query = recurring_ical_events.of(calendar, components=["VEVENT"], skip_bad_series=True)
    bad = cast("list[type[Exception]]", query.suppressed_errors)
    count = 0
    while query.series:
        series = query.series.pop()
        with suppress(*bad):
            for occurrence in series.between(first, last):
                count += 1
                if count > MOST_OCCURRENCES:
                    raise NotACalendar(TOO_MANY)
                yield occurrence


def _instant(at: date, zone: ZoneInfo) -> int:
    """The instant of a date (its midnight), of a time without a zone, both in `zone`, or of an aware time."""
    if not isinstance(at, datetime):
        at = datetime.combine(at, time.min, zone)
    elif at.tzinfo is None:
        at = at.replace(tzinfo=zone)
    return seconds(at.astimezone(UTC) + timedelta(microseconds=999_999))
