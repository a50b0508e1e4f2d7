"""When the mail of a day is due, and what it tells (product.md 4.23). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from booking.zones import end_instant, moment, start_instant

DailySummary = Literal["off", "busy_days", "every_day"]
"""Whether a provider is mailed each day: never, on days that hold something, always."""

MORNING: Final = 7 * 60
"""When it is due, in minutes since local midnight."""
NOON: Final = 12 * 60
"""Until when it is of use: one that is later than this is left out."""
_DAY: Final = 24 * 60
MOST_SESSIONS: Final = 40
MOST_WAITING: Final = 10


@dataclass(frozen=True, slots=True)
class LocalDay:
    """A day of a zone, from its first instant to the one that ends it, and until when its mail is of use."""

    day: date
    morning: datetime
    noon: datetime
    starts: datetime
    ends: datetime


def local_day(now: datetime, zone: ZoneInfo) -> LocalDay:
    """The day that the clocks of `zone` show."""
    day = now.astimezone(zone).date()
    ordinal = day.toordinal()
    return LocalDay(
        day,
        morning=_at(day, MORNING, zone),
        noon=_at(day, NOON, zone),
        starts=_at(day, 0, zone),
        ends=moment(end_instant(ordinal, _DAY, zone)),
    )


def next_morning(now: datetime, zone: ZoneInfo, last: date | None) -> datetime:
    """When the next mail is due: in the first morning after `now` of a day that is later than `last`."""
    day = now.astimezone(zone).date()
    while _at(day, MORNING, zone) <= now or (last is not None and day <= last):
        day += timedelta(days=1)
    return _at(day, MORNING, zone)


def is_due(today: LocalDay, last: date | None, now: datetime) -> bool:
    """Whether the mail of today is to be sent now. The zone may be another than when it was planned."""
    return today.morning <= now < today.noon and (last is None or today.day > last)


def has_news(sessions: Sequence[object], waiting: Sequence[object], wanted: DailySummary) -> bool:
    """Whether there is anything to mail, as the provider wants it."""
    return wanted == "every_day" or bool(sessions or waiting)


def _at(day: date, minute: int, zone: ZoneInfo) -> datetime:
    return moment(start_instant(day.toordinal(), minute, zone))
