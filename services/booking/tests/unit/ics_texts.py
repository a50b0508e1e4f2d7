"""Texts of iCalendar files, and what is busy in them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from booking.external_calendars.ics_parser import busy_time

FIRST = datetime(2027, 1, 4, tzinfo=UTC)
LAST = FIRST + timedelta(days=90)
BERLIN = ZoneInfo("Europe/Berlin")


def calendar(*events: str) -> bytes:
    """A calendar of events, each of its lines joined by `|`."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//x//EN"]
    for number, event in enumerate(events):
        lines += ["BEGIN:VEVENT", f"UID:{number}@elsewhere", "DTSTAMP:20270101T000000Z"]
        lines += [*event.split("|"), "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


def busy(content: bytes, zone: ZoneInfo = BERLIN) -> list[tuple[str, str]]:
    """What is busy between `FIRST` and `LAST`, in UTC without the year."""
    return [(_as_text(start), _as_text(end)) for start, end in busy_time(content, zone, FIRST, LAST).periods]


def _as_text(instant: int) -> str:
    return f"{datetime.fromtimestamp(instant, UTC):%m-%dT%H:%M}"
