"""What get_available_slots answers, remembered by everything that it follows from."""

from datetime import date, datetime
from functools import lru_cache
from types import SimpleNamespace
from typing import Final, NamedTuple

import orjson

from booking.availability.serializers import rendered
from booking.hours.store import hours_from
from booking.orders.rules import Role
from booking.reschedule.service import hours_for
from booking.slots.rules import free_days, merged

REMEMBERED: Final = 128
"""Answers, of some 120 kB for a month: people look at the same page of a provider again and again."""


class Question(NamedTuple):
    """Days of the zone `viewer`; `duration` in minutes, None where none was asked for."""

    first: date
    last: date
    viewer: str
    duration: int | None
    role: Role


def answer(known: str, asked: Question, now: datetime) -> bytes:
    """The free slots that follow from what `slots.store.open_time` has read.

    Everything they follow from is what an answer is remembered by, so none can be out of date.
    """
    return _answer(known, asked, _any_instant_like(now))


def forget() -> None:
    """Remember none, as after a start."""
    _answer.cache_clear()


def _any_instant_like(now: datetime) -> datetime:
    """An instant with the same free slots as `now`.

    Slots start with a minute, days too: so all instants within one minute are alike.
    """
    return now if now.second == now.microsecond == 0 else now.replace(second=59, microsecond=0)


@lru_cache(maxsize=REMEMBERED)
def _answer(known: str, asked: Question, now: datetime) -> bytes:
    read = SimpleNamespace(**orjson.loads(known))
    hours = hours_for(hours_from(read), asked.role)
    held = merged((start, end) for start, end in read.held or [])
    return rendered(hours, free_days(hours, held, *asked[:3], now), asked.duration)
