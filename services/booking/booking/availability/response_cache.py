"""The answers of get_available_slots, remembered by everything from which they follow, each with its ETag."""

from datetime import date, datetime
from typing import Final, NamedTuple

from chassis.etags import weak_etag
from chassis.remembered import remembered

from booking.availability.asked_services import asked_time
from booking.availability.serializers import slots_answer
from booking.orders.rules import Role
from booking.slots.rules import free_days

REMEMBERED: Final = 128
"""How many answers, of some 120 kB for a month: people look at the same page of a provider repeatedly."""


class SlotsQuery(NamedTuple):
    """Days of the zone `viewer`; `duration` in minutes, None for any; the requesting side.

    `services` are those that are to be booked, of which all but those of an order (`minutes` long) must be
    offered now.
    """

    first: date
    last: date
    viewer: str
    duration: int | None
    role: Role
    services: tuple[str, ...] = ()
    minutes: int | None = None


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
    asked = asked_time(known, query.services, query.duration, query.role, query.minutes)
    days = free_days(asked.hours, asked.busy, query.first, query.last, query.viewer, now, asked.basket)
    body = slots_answer(asked.hours, days, asked.minutes)
    return SlotsAnswer(body, weak_etag(body))
