"""Proposing another time for an appointment, and answering it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.errors import NotFound
from chassis.http.envelope import refuse
from chassis.outbox import emit
from contracts.events.booking import OrderMoved, TimeDeclined, TimeProposed
from sqlalchemy.exc import DBAPIError

from booking.hours.rules import Hours
from booking.hours.store import hours_of
from booking.orders.guest_links import GuestLinks
from booking.orders.ics import calendar_file
from booking.orders.order import BookedSession, Order, Proposal
from booking.orders.place_order import lost_the_race, taken
from booking.orders.publishing import Actor, time_moved
from booking.orders.rules import OrderRefused, Role, Totals, enough_time
from booking.orders.schemas import WantedSession
from booking.orders.serializers import facts_of
from booking.orders.service import Changed
from booking.orders.slot_selection import chosen_slots, sessions_of
from booking.projections.store import are_blocked
from booking.reminders.store import set_reminders
from booking.reschedule import store
from booking.reschedule.rules import Answer, may_propose, open_proposal, parts_beside
from booking.slots.busy_time import held_time
from booking.slots.rules import Period
from booking.zones import seconds

_DAY: Final = timedelta(days=1)
TOO_LATE: Final = "The proposed time was not answered in time; the appointment stays as it was."


async def propose(
    tx: Transaction,
    order: Order,
    role: Role,
    wanted: Sequence[WantedSession],
    note: str,
    links: GuestLinks,
    now: datetime,
) -> Changed:
    """Propose other slots for a locked order and hold them; a proposal that was open is replaced.

    Raises a refusal with the reason when a rule says no, or when somebody else has the time.
    """
    if await are_blocked(tx, order.provider_id, order.client.account_id):
        raise refuse("You can't propose another time for this appointment.")
    try:
        may_propose(order, now)
        await store.take_turn(tx, order)
        sessions = await _sessions(tx, order, role, wanted, now)
    except OrderRefused as refused:
        raise refuse(refused.main_msg, **refused.fields) from refused
    if order.proposal:
        await store.drop_proposal(tx, order.order_id)
    proposal = Proposal(role, sessions, note)
    try:
        await store.hold(tx, order, proposal, parts_beside(_periods(sessions), _periods(order.sessions)))
    except DBAPIError as error:
        if lost_the_race(error.orig):
            raise taken() from error
        raise
    changed = replace(
        order, proposal=proposal, times_proposed=order.times_proposed + 1, revision=order.revision + 1
    )
    await store.keep_count(tx, changed)
    told = TimeProposed(
        order=facts_of(changed, links.link(changed)), actor=role, feedback=note, occurred_at=now
    )
    await emit(tx, told, *time_moved(order.provider_id, now, proposal, order.proposal))
    return Changed(changed, role)


async def answer(
    tx: Transaction,
    order: Order,
    role: Role,
    said: Answer,
    feedback: str,
    links: GuestLinks,
    now: datetime,
) -> Changed:
    """Accept, decline or withdraw the proposed time of a locked order. Raises a refusal that says why not."""
    try:
        proposal = open_proposal(order, role, said, now)
    except OrderRefused as refused:
        raise refuse(refused.main_msg, **refused.fields) from refused
    if said == "accepted":
        return await _move(tx, order, role, proposal, feedback, links, now)
    return Changed(await _drop(tx, order, proposal, role, feedback, links, now), role)


async def lapse(tx: Transaction, order: Order, links: GuestLinks, now: datetime) -> None:
    """Drop the proposal of a locked order that nobody answered in time; both sides are told."""
    if order.proposal:
        await _drop(tx, order, order.proposal, "system", TOO_LATE, links, now)


async def _sessions(
    tx: Transaction, order: Order, role: Role, wanted: Sequence[WantedSession], now: datetime
) -> tuple[BookedSession, ...]:
    """The slots that are asked for, which the provider offers and nobody but the order itself holds."""
    hours = await hours_of(tx, order.provider_id)
    if hours is None:
        raise NotFound("This provider does not exist.")
    starts = [each.provider_start_time for each in wanted]
    held = await held_time(tx, [order.provider_id], min(starts), max(starts) + _DAY, but_order=order.order_id)
    slots = chosen_slots(hours_for(hours, role), held[order.provider_id], wanted, now)
    needed = Totals(order.total_minutes, order.total_minor, order.currency, len(order.services))
    enough_time(sum(slot.minutes for slot in slots), needed)
    sessions = sessions_of(slots)
    if _periods(sessions) == _periods(order.sessions):
        text = "This is the time that was agreed already. Please choose another."
        raise OrderRefused(text, iv_session_list=text)
    return sessions


def hours_for(hours: Hours, role: Role) -> Hours:
    """The hours in which this side may propose: notice and horizon bind clients, not the provider's self."""
    return replace(hours, minimum_notice=0, horizon=0) if role == "provider" else hours


async def _move(
    tx: Transaction,
    order: Order,
    role: Role,
    proposal: Proposal,
    feedback: str,
    links: GuestLinks,
    now: datetime,
) -> Changed:
    """The other side accepted: the order holds the new time, and the old one is free."""
    official = order.status == "accepted"
    moved = replace(
        order,
        sessions=proposal.sessions,
        proposal=None,
        note=feedback or order.note,
        calendar_sequence=order.calendar_sequence + 1 if official else order.calendar_sequence,
        revision=order.revision + 1,
    )
    await store.take_turn(tx, order)
    await store.drop_proposal(tx, order.order_id)
    await store.move(tx, moved)
    await store.keep_count(tx, moved)
    if official:
        await set_reminders(tx, moved.order_id, now)
    calendar = calendar_file(moved, "REQUEST", now) if official else None
    told = OrderMoved(
        order=facts_of(moved, links.link(moved)),
        actor=role,
        feedback=feedback,
        calendar=calendar,
        occurred_at=now,
    )
    await emit(tx, told, *time_moved(order.provider_id, now, order, proposal))
    return Changed(moved, role, calendar)


async def _drop(
    tx: Transaction,
    order: Order,
    proposal: Proposal,
    actor: Actor,
    feedback: str,
    links: GuestLinks,
    now: datetime,
) -> Order:
    """Declined, withdrawn or too late: the agreed time stands, what was held beside it is free."""
    await store.drop_proposal(tx, order.order_id)
    changed = replace(order, proposal=None, revision=order.revision + 1)
    await store.keep_count(tx, changed)
    told = TimeDeclined(
        order=facts_of(changed, links.link(changed)),
        actor=actor,
        proposed_by=proposal.by,
        feedback=feedback,
        occurred_at=now,
    )
    await emit(tx, told, *time_moved(order.provider_id, now, proposal))
    return changed


def _periods(sessions: Sequence[BookedSession]) -> list[Period]:
    return [(seconds(each.starts_at), seconds(each.ends_at)) for each in sessions]
