"""Finds the slots that a client chooses among those that the provider offers (product.md 4.3). Pure."""

from calendar import month_name
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Final

from chassis.errors import RuleViolation
from contracts.zones import zone_named

from booking.hours.rules import Hours
from booking.orders.order import BookedSession
from booking.orders.rules import duration_text, slot_taken
from booking.orders.schemas import WantedSession
from booking.slots.flexible import EVERY_DAY, SOURCE, Basket
from booking.slots.limits import Limit, LimitedSpan, exceeded, spans_of
from booking.slots.open_time import (
    OpenTime,
    ServiceRules,
    basket_of,
    buffers_of,
    limits_of,
    narrowed,
    travel_of,
)
from booking.slots.rules import Period, Slot, slots_between
from booking.zones import seconds

_NOT_OFFERED: Final = "A selected time is not offered by this provider. Please choose another."
_ONE_START: Final = "Please choose one start for all selected services."
_NOT_ON_THIS_DAY: Final = "A selected service is not offered on this day of the week."
_MOMENT: Final = timedelta(seconds=1)


def chosen_slots(
    open_time: OpenTime, wanted: Sequence[WantedSession], now: datetime, minutes: int
) -> list[Slot]:
    """The chosen slots in order of time; on flexible hours they last `minutes`.

    Raises RuleViolation unless each is offered and free by the hours and the rules of the services, which
    none is while the provider is away (product.md 3.10).
    """
    hours = narrowed(open_time.hours, open_time.services)
    basket = basket_of(replace(open_time, hours=hours, counted=()), minutes)
    slots = sorted(_slot(hours, open_time.busy, session, now, basket) for session in wanted)
    if len(slots) > 1 and any(slot.source == SOURCE for slot in slots):
        raise _violation(_ONE_START)
    if any(later.start < earlier.end for earlier, later in pairwise(slots)):
        raise _violation("The selected times overlap. Please choose others.")
    return slots


def sessions_of(slots: Sequence[Slot], services: Sequence[ServiceRules]) -> tuple[BookedSession, ...]:
    """The slots as sessions of an order; on flexible hours with the largest buffers of its services, on
    others with the travel alone.
    """
    flexible, travel = buffers_of(services), travel_of(services)
    return tuple(
        BookedSession(
            slot.slot_id,
            slot.alias,
            slot.start,
            slot.end,
            buffers=flexible if slot.source == SOURCE else travel,
        )
        for slot in slots
    )


def is_flexible(wanted: WantedSession) -> bool:
    """Whether this may be a start on flexible hours: clients may leave the id out."""
    return not wanted.appointment_slot_id or wanted.appointment_slot_id.startswith(SOURCE)


def limits_for(open_time: OpenTime, sessions: Sequence[BookedSession]) -> tuple[LimitedSpan, ...]:
    """The days and weeks of these sessions in which only so many may start."""
    limits = limits_of(open_time.hours, open_time.services)
    if not limits:
        return ()
    starts = [seconds(session.starts_at) for session in sessions]
    return spans_of(limits, starts, zone_named(open_time.hours.timezone))


def check_limits(open_time: OpenTime, sessions: Sequence[BookedSession]) -> None:
    """Raise RuleViolation when these sessions are one too many beside those that are counted."""
    starts = [seconds(session.starts_at) for session in sessions]
    zone = zone_named(open_time.hours.timezone)
    limit = exceeded(limits_of(open_time.hours, open_time.services), open_time.counted, starts, zone)
    if limit:
        raise too_many(limit)


def too_many(limit: Limit) -> RuleViolation:
    """The refusal of one session too many on a day or in a week (product.md 4.5)."""
    n = limit.most
    match bool(limit.service_id), limit.span, n == 1:
        case True, "day", True:
            text = "This provider takes one appointment of this kind a day at most."
        case True, "day", _:
            text = f"This provider takes at most {n} appointments of this kind a day."
        case True, _, True:
            text = "This provider takes one appointment of this kind a week at most."
        case True, _, _:
            text = f"This provider takes at most {n} appointments of this kind a week."
        case _, "day", True:
            text = "This provider takes one appointment a day at most."
        case _, "day", _:
            text = f"This provider takes at most {n} appointments a day."
        case _, _, True:
            text = "This provider takes one appointment a week at most."
        case _:
            text = f"This provider takes at most {n} appointments a week."
    return _violation(text)


def _slot(
    hours: Hours, busy: Sequence[Period], wanted: WantedSession, now: datetime, basket: Basket | None
) -> Slot:
    found = _offered_at(hours, busy, wanted, now, basket)
    if found:
        return found
    if hours.away_until and _day_of(wanted, hours) < hours.away_until:
        raise _violation(_away_text(hours.away_until, now.astimezone(zone_named(hours.timezone)).date()))
    if _offered_at(hours, [], wanted, now, basket):
        raise slot_taken()
    if _offered_at(replace(hours, minimum_notice=0), [], wanted, now, basket):
        raise _violation(f"This provider needs to know at least {duration_text(hours.minimum_notice)} ahead.")
    if _offered_at(replace(hours, horizon=0), [], wanted, now, basket):
        raise _violation(f"This provider can be booked at most {hours.horizon} days ahead.")
    if basket and _offered_at(hours, [], wanted, now, basket._replace(weekdays=EVERY_DAY)):
        raise _violation(_NOT_ON_THIS_DAY)
    raise _violation(_NOT_OFFERED)


def _offered_at(
    hours: Hours, busy: Sequence[Period], wanted: WantedSession, now: datetime, basket: Basket | None
) -> Slot | None:
    start = wanted.provider_start_time.astimezone(UTC)
    for slot in slots_between(hours, busy, start, start + _MOMENT, now, basket):
        if slot.start == start and wanted.appointment_slot_id in {"", slot.slot_id}:
            return slot
    return None


def _day_of(wanted: WantedSession, hours: Hours) -> date:
    return wanted.provider_start_time.astimezone(zone_named(hours.timezone)).date()


def _away_text(until: date, today: date) -> str:
    """Says until when the provider is away: with the year when it is another one."""
    if until == date.max:
        return "This provider is away and takes no bookings at the moment."
    day = f"{until.day} {month_name[until.month]}"
    return f"This provider is away until {day if until.year == today.year else f'{day} {until.year}'}."


def _violation(text: str) -> RuleViolation:
    return RuleViolation(text, iv_session_list=text)
