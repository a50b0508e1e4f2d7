"""A provider moves an appointment or stretches it: its client is asked, or told (product.md 4.26)."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.errors import NotFound
from chassis.http.callers import Principal
from chassis.http.envelope import refuse
from chassis.outbox import emit
from contracts.events.booking import CalendarFile, OrderMoved, TimeProposed
from contracts.zones import zone_named

from booking.hours.rules import minute_of
from booking.moving import rules, store
from booking.moving.rules import How
from booking.moving.schemas import Move, Moved
from booking.orders.access import Bearer, locked_order_for
from booking.orders.ics import calendar_file
from booking.orders.order import BookedSession, Order, Proposal
from booking.orders.publishing import availability_events, note_change
from booking.orders.receivers import check_receiver
from booking.orders.schemas import CalendarContent
from booking.orders.serializers import booking_data, order_facts
from booking.orders.store import LOST_RACES, lock_parties, set_reminders
from booking.own_bookings.rules import booked
from booking.own_bookings.service import check_time, open_time_around
from booking.projections.store import are_blocked
from booking.reschedule.rules import may_propose
from booking.reschedule.service import replace_proposal
from booking.reschedule.store import drop_proposal, update_moved_order
from booking.zones import moment, start_instant

NOT_YOURS: Final = "This appointment does not exist."
BETWEEN_BLOCKED: Final = "You can't propose another time for this appointment."


async def move(tx: Transaction, caller: Principal, wanted: Move, now: datetime) -> Moved:
    """Move one session of an order of the provider's, or only say what would happen.

    Raises RuleViolation, with words beside the field, for what cannot be moved there, and for what breaks the
    provider's own rules unless they confirm it; NotFound for an order that is not the provider's.
    """
    order, role = await locked_order_for(tx, wanted.iv_order_id, Bearer(caller))
    if role != "provider":
        raise NotFound(NOT_YOURS, refusal="not_yours")
    may_propose(order, now)
    if await are_blocked(tx, order.provider_id, order.client.account_id):
        raise refuse(BETWEEN_BLOCKED)
    index = rules.session_to_move(order, wanted.iv_session_position)
    session = await _session(tx, order, index, wanted)
    sessions = rules.moved_sessions(order, index, session)
    await lock_parties(tx, order)
    over_rules = await check_time(tx, order, session, now, confirmed=wanted.iv_over_rules == "yes")
    how = rules.how_to_move(order, session, await store.told_until_hours(tx, order.provider_id), now)
    if wanted.iv_only_check == "yes":
        return _answer(how, order)
    await check_receiver(tx, order, now)
    if how == "asked":
        changed = await _ask(tx, order, sessions, wanted.iv_feedback, now, over_rules=over_rules)
        return _answer(how, changed)
    moved, calendar = await _move(tx, order, index, sessions, wanted.iv_feedback, now, over_rules=over_rules)
    return _answer(how, moved, calendar)


async def _session(tx: Transaction, order: Order, index: int, wanted: Move) -> BookedSession:
    """The session at the wanted time, with the buffers of the order's services as they are now."""
    agreed = order.sessions[index]
    open_time = await open_time_around(tx, order, agreed)
    zone = zone_named(open_time.hours.timezone)
    start = start_instant(wanted.iv_date.toordinal(), minute_of(wanted.iv_start_time), zone)
    buffers = (0, 0)
    if open_time.hours.flexible:
        before = max((each.before for each in open_time.services), default=0)
        buffers = before, max((each.after for each in open_time.services), default=0)
    end = start + 60 * (wanted.iv_duration or agreed.minutes)
    return BookedSession("", agreed.alias, moment(start), moment(end), buffers=buffers)


async def _ask(
    tx: Transaction,
    order: Order,
    sessions: tuple[BookedSession, ...],
    feedback: str,
    now: datetime,
    *,
    over_rules: bool,
) -> Order:
    """Propose the time, which is held until the client answers (product.md 4.11)."""
    proposal = Proposal("provider", sessions, feedback)
    await replace_proposal(tx, order, proposal, over_rules=over_rules)
    changed = replace(
        order, proposal=proposal, times_proposed=order.times_proposed + 1, revision=order.revision + 1
    )
    await update_moved_order(tx, changed)
    event = TimeProposed(order=order_facts(changed), actor="provider", feedback=feedback, occurred_at=now)
    await emit(tx, event, *availability_events(order.provider_id, now, proposal, order.proposal))
    return changed


async def _move(
    tx: Transaction,
    order: Order,
    index: int,
    sessions: tuple[BookedSession, ...],
    feedback: str,
    now: datetime,
    *,
    over_rules: bool,
) -> tuple[Order, CalendarFile | None]:
    """Move it at once; the client hears of it where there is somebody to tell."""
    if order.proposal:
        await drop_proposal(tx, order.order_id)
    moved = replace(
        order,
        sessions=sessions,
        proposal=None,
        note=feedback or order.note,
        times_proposed=order.times_proposed + 1,
        calendar_sequence=order.calendar_sequence + 1,
        revision=order.revision + 1,
    )
    try:
        await store.move_session(tx, moved, index, over_rules=over_rules)
    except LOST_RACES as error:
        raise booked() from error
    await update_moved_order(tx, moved)
    await set_reminders(tx, moved.order_id, now)
    calendar = calendar_file(moved, "REQUEST", now)
    event = OrderMoved(
        order=order_facts(moved),
        actor="provider",
        unasked=True,
        feedback=feedback,
        calendar=calendar,
        occurred_at=now,
    )
    await emit(tx, event, *availability_events(order.provider_id, now, order, moved, order.proposal))
    await note_change(tx, moved, "moved", actor="provider", now=now, former_start=order.starts_at)
    return moved, calendar


def _answer(how: How, order: Order, calendar: CalendarFile | None = None) -> Moved:
    return Moved(
        how=how,
        booking_data=booking_data(order, "provider"),
        ical_content_data=calendar and CalendarContent(content=calendar.content, filename=calendar.filename),
    )
