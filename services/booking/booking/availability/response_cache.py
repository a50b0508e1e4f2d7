"""The answers of get_available_slots, remembered by everything from which they follow, each with its ETag."""

from datetime import date, datetime
from types import SimpleNamespace
from typing import Final, NamedTuple

import orjson
from chassis.etags import weak_etag
from chassis.remembered import remembered

from booking.availability.serializers import slots_answer
from booking.hours.rules import hours_for
from booking.hours.store import hours_from
from booking.orders.rules import Role
from booking.slots.rules import free_days, merged

REMEMBERED: Final = 128
"""How many answers, of some 120 kB for a month: people look at the same page of a provider repeatedly."""


class SlotsQuery(NamedTuple):
    """Days of the zone `viewer`; `duration` in minutes, None for any; the requesting side."""

    first: date
    last: date
    viewer: str
    duration: int | None
    role: Role


class SlotsAnswer(NamedTuple):
    """The body of an answer, and the ETag that names it."""

    body: bytes
    etag: str


def cached_answer(known: str, query: SlotsQuery, now: datetime) -> SlotsAnswer:
    """The free slots that follow from what `slots.store.open_time` has read.

    The key of the cache holds everything from which the answer follows, so no answer can be out of date.
    """
    return _answer(known, query, _any_instant_like(now))


def forget() -> None:
    """Remember no answer, as after a start."""
    _answer.cache_clear()


def _any_instant_like(now: datetime) -> datetime:
    """An instant with the same free slots as `now`.

    Slots and days begin at a full minute, so all instants within one minute have the same free slots.
    """
    return now if now.second == now.microsecond == 0 else now.replace(second=59, microsecond=0)


@remembered(REMEMBERED)
def _answer(known: str, query: SlotsQuery, now: datetime) -> SlotsAnswer:
    read = SimpleNamespace(**orjson.loads(known))
    hours = hours_for(hours_from(read), query.role)
    busy = merged((start, end) for start, end in read.busy or [])
    days = free_days(hours, busy, query.first, query.last, query.viewer, now)
    body = slots_answer(hours, days, query.duration)
    return SlotsAnswer(body, weak_etag(body))
