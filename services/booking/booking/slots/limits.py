"""How many sessions may start on a day or in a week (product.md 4.2). Pure.

Days and weeks are those of the provider's zone; a week begins on Monday.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

from booking.slots.flexible import week_of
from booking.zones import local_day, moment, start_instant

Span = Literal["day", "week"]

_DAYS: Final[dict[Span, int]] = {"day": 1, "week": 7}


class Limit(NamedTuple):
    """At most `most` sessions, with the service `service_id`, or with any where it is ''."""

    service_id: str
    span: Span
    most: int


class CountedSession(NamedTuple):
    """A session that counts: when it starts, seconds since 1970 UTC, and the services of its order."""

    instant: int
    services: Sequence[str]


class LimitedSpan(NamedTuple):
    """A day or week from `first` up to `last` (instants), in which `adding` sessions are to be booked."""

    limit: Limit
    first: int
    last: int
    adding: int


def spans_of(limits: Iterable[Limit], instants: Sequence[int], zone: ZoneInfo) -> tuple[LimitedSpan, ...]:
    """The days and weeks in which sessions start that begin at `instants`, once for each limit."""
    return tuple(
        LimitedSpan(limit, *_edges(limit.span, number, zone), adding)
        for limit in limits
        for number, adding in _counted(limit.span, instants, zone).items()
    )


def full(
    span: Span, limits: Iterable[Limit], counted: Sequence[CountedSession], zone: ZoneInfo
) -> frozenset[int]:
    """The days (ordinals) or weeks (see `week_of`) in which a limit leaves room for no further session."""
    return frozenset(
        number
        for limit in limits
        if limit.span == span
        for number, known in _counted(span, _counting(limit, counted), zone).items()
        if known >= limit.most
    )


def exceeded(
    limits: Iterable[Limit], counted: Sequence[CountedSession], instants: Sequence[int], zone: ZoneInfo
) -> Limit | None:
    """The first limit that sessions at `instants` would exceed beside those that are counted already."""
    for limit in limits:
        known = _counted(limit.span, _counting(limit, counted), zone)
        asked = _counted(limit.span, instants, zone)
        if any(known[number] + adding > limit.most for number, adding in asked.items()):
            return limit
    return None


def limit_values(spans: Sequence[LimitedSpan]) -> list[dict[str, object]]:
    """What the function `check_booking_limits` of the database takes. Positions count from 1."""
    return [
        {
            "position": position,
            "service": span.limit.service_id,
            "first": moment(span.first),
            "last": moment(span.last),
            "most": span.limit.most,
            "adding": span.adding,
        }
        for position, span in enumerate(spans, 1)
    ]


def _counting(limit: Limit, counted: Sequence[CountedSession]) -> list[int]:
    return [each.instant for each in counted if not limit.service_id or limit.service_id in each.services]


def _counted(span: Span, instants: Sequence[int], zone: ZoneInfo) -> Counter[int]:
    days = (local_day(instant, zone) for instant in instants)
    return Counter(days if span == "day" else map(week_of, days))


def _edges(span: Span, number: int, zone: ZoneInfo) -> tuple[int, int]:
    ordinal = number if span == "day" else number * 7 + 1
    return start_instant(ordinal, 0, zone), start_instant(ordinal + _DAYS[span], 0, zone)
