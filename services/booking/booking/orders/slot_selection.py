"""Finds the slots that a client chooses among those that the provider offers (product.md 4.3). Pure."""

from calendar import month_name
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Final

from chassis.errors import RuleViolation

from booking.hours.rules import Hours
from booking.orders.order import BookedSession
from booking.orders.rules import duration_text, slot_taken
from booking.orders.schemas import WantedSession
from booking.slots.rules import Period, Slot, slots_between
from booking.zones import zone_named

_NOT_OFFERED: Final = "A selected time is not offered by this provider. Please choose another."
_MOMENT: Final = timedelta(seconds=1)


def chosen_slots(
    hours: Hours, busy: Sequence[Period], wanted: Sequence[WantedSession], now: datetime
) -> list[Slot]:
    """The chosen slots in order of time. Raises RuleViolation unless each is offered and free, which none is
    while the provider is away (product.md 3.10).
    """
    slots = sorted(_slot(hours, busy, session, now) for session in wanted)
    if any(later.start < earlier.end for earlier, later in pairwise(slots)):
        raise _violation("The selected times overlap. Please choose others.")
    return slots


def sessions_of(slots: Sequence[Slot]) -> tuple[BookedSession, ...]:
    """The slots as sessions of an order."""
    return tuple(BookedSession(slot.slot_id, slot.alias, slot.start, slot.end) for slot in slots)


def _slot(hours: Hours, busy: Sequence[Period], wanted: WantedSession, now: datetime) -> Slot:
    found = _offered_at(hours, busy, wanted, now)
    if found:
        return found
    if hours.away_until and _day_of(wanted, hours) < hours.away_until:
        raise _violation(_away_text(hours.away_until, now.astimezone(zone_named(hours.timezone)).date()))
    if _offered_at(hours, [], wanted, now):
        raise slot_taken()
    if _offered_at(replace(hours, minimum_notice=0), [], wanted, now):
        raise _violation(f"This provider needs to know at least {duration_text(hours.minimum_notice)} ahead.")
    if _offered_at(replace(hours, horizon=0), [], wanted, now):
        raise _violation(f"This provider can be booked at most {hours.horizon} days ahead.")
    raise _violation(_NOT_OFFERED)


def _offered_at(hours: Hours, busy: Sequence[Period], wanted: WantedSession, now: datetime) -> Slot | None:
    start = wanted.provider_start_time.astimezone(UTC)
    for slot in slots_between(hours, busy, start, start + _MOMENT, now):
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
