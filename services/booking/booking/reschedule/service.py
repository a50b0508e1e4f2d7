"""Proposing another time for an appointment, and answering it (product.md 4.11)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from asyncpg import CheckViolationError
from chassis.db import Transaction
from chassis.db.errors import violated
from chassis.errors import NotFound, RuleViolation
from chassis.http.envelope import refuse
from chassis.outbox import emit
from contracts.events.booking import OrderMoved, TimeDeclined, TimeProposed

from booking.hours.rules import hours_for
from booking.orders.access import Bearer, locked_order_for
from booking.orders.ics import calendar_file
from booking.orders.models import NEWCOMER_OVER_ALL, NEWCOMER_WITH_PROVIDER
from booking.orders.order import BookedSession, Order, Proposal
from booking.orders.publishing import Actor, availability_events, note_change
from booking.orders.receivers import check_receiver
from booking.orders.rules import (
    Role,
    Totals,
    check_enough_time,
    check_no_spare_time,
    slot_taken,
    too_much_of_newcomer,
)
from booking.orders.schemas import WantedSession
from booking.orders.serializers import order_facts
from booking.orders.service import ChangedOrder
from booking.orders.slot_selection import check_limits, chosen_slots, sessions_of
from booking.orders.store import LOST_RACES, lock_order, lock_parties, set_reminders
from booking.projections.store import are_blocked
from booking.reschedule import store
from booking.reschedule.rules import may_propose, open_proposal, periods_outside
from booking.reschedule.schemas import NewTimeAnswer, NewTimeProposal
from booking.slots.open_time import OpenTime, freed
from booking.slots.rules import Period
from booking.slots.store import open_time_for_order
from booking.zones import seconds

MOST_AT_ONCE: Final = 100
TOO_LATE: Final = "The proposed time was not answered in time; the appointment stays as it was."
_DAY: Final = timedelta(days=1)


async def propose_time(
    tx: Transaction, bearer: Bearer, wanted: NewTimeProposal, now: datetime
) -> ChangedOrder:
    """Propose other slots for an order of the bearer's and hold them; an open proposal is replaced.

    Raises RuleViolation when a rule refuses it or somebody else has the time, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, wanted.iv_order_id, bearer)
    if await are_blocked(tx, order.provider_id, order.client.account_id):
        raise refuse("You can't propose another time for this appointment.")
    may_propose(order, now)
    await lock_parties(tx, order)
    if role == "provider":
        await check_receiver(tx, order, now)
    sessions = await _free_sessions(tx, order, role, wanted.iv_session_list, now)
    proposal = Proposal(role, sessions, wanted.iv_feedback)
    await replace_proposal(tx, order, proposal)
    changed = replace(
        order, proposal=proposal, times_proposed=order.times_proposed + 1, revision=order.revision + 1
    )
    await store.update_moved_order(tx, changed)
    proposed = TimeProposed(
        order=order_facts(changed), actor=role, feedback=wanted.iv_feedback, occurred_at=now
    )
    await emit(tx, proposed, *availability_events(order.provider_id, now, proposal, order.proposal))
    return ChangedOrder(changed, role)


async def answer_proposal(
    tx: Transaction, bearer: Bearer, said: NewTimeAnswer, now: datetime
) -> ChangedOrder:
    """Accept, decline or withdraw the proposed time of an order of the bearer's.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, said.iv_order_id, bearer)
    proposal = open_proposal(order, role, said.iv_answer, now)
    if said.iv_answer == "accepted":
        return await _move(tx, order, role, proposal, said.iv_feedback, now)
    return ChangedOrder(await _drop(tx, order, proposal, role, said.iv_feedback, now), role)


async def drop_lapsed(tx: Transaction, now: datetime) -> None:
    """Drop the proposals that were not answered in time; both sides are notified."""
    for order_id in await store.lock_lapsed(tx, now, MOST_AT_ONCE):
        order = await lock_order(tx, order_id)
        if order is not None and order.proposal:
            await _drop(tx, order, order.proposal, "system", TOO_LATE, now)


async def _free_sessions(
    tx: Transaction, order: Order, role: Role, wanted: Sequence[WantedSession], now: datetime
) -> tuple[BookedSession, ...]:
    """The requested slots, which the provider offers and only the order itself may hold."""
    open_time = await _open_time(tx, order, role, [each.provider_start_time for each in wanted])
    slots = chosen_slots(open_time, wanted, now, order.total_minutes)
    needed = Totals(order.total_minutes, order.total_minor, order.currency, len(order.services))
    check_enough_time(sum(slot.minutes for slot in slots), needed)
    check_no_spare_time([slot.minutes for slot in slots], needed)
    sessions = sessions_of(slots, open_time.services)
    check_limits(open_time, sessions)
    if _periods(sessions) == _periods(order.sessions):
        text = "This is the time that was agreed already. Please choose another."
        raise RuleViolation(text, iv_session_list=text)
    return sessions


async def _open_time(tx: Transaction, order: Order, role: Role, starts: Sequence[datetime]) -> OpenTime:
    """The open time around these starts, with the services of the order as they are now.

    Notice, horizon, limits and days of the week bind only clients.
    """
    ordered = [service.service_id for service in order.services]
    first, last = min(starts) - 2 * _DAY, max(starts) + 2 * _DAY
    known = await open_time_for_order(tx, order.provider_id, ordered, first, last, but_order=order.order_id)
    if known is None:
        raise NotFound("This provider does not exist.")
    services = tuple(each for each in known.services if each.service_id in ordered)
    return replace(
        known,
        hours=hours_for(known.hours, role),
        services=freed(services) if role == "provider" else services,
    )


async def replace_proposal(
    tx: Transaction, order: Order, proposal: Proposal, *, over_rules: bool = False
) -> None:
    """Hold the proposed time in place of another proposal. Raises RuleViolation when somebody has it, and for
    a newcomer who would wait for too many sessions (product.md 4.4).

    What is over the provider's rules may lie in the buffers of others: it is held without its own
    (product.md 4.26).
    """
    if order.proposal:
        await store.drop_proposal(tx, order.order_id)
    held = _periods(proposal.sessions)
    if not over_rules:
        held = [
            (seconds(each.held_from or each.starts_at), seconds(each.held_until or each.ends_at))
            for each in proposal.sessions
        ]
    parts = periods_outside(held, _periods(order.sessions))
    try:
        await store.add_proposal(tx, order, proposal, parts, over_rules=over_rules)
    except LOST_RACES as error:
        raise slot_taken() from error
    except CheckViolationError as error:
        if violated(error) not in {NEWCOMER_WITH_PROVIDER, NEWCOMER_OVER_ALL}:
            raise
        raise too_much_of_newcomer(of_one_provider=violated(error) == NEWCOMER_WITH_PROVIDER) from error


async def _move(
    tx: Transaction, order: Order, role: Role, proposal: Proposal, feedback: str, now: datetime
) -> ChangedOrder:
    """The other side accepted: the order holds the new time, and the old one is free.

    Raises RuleViolation when the provider has booked that time elsewhere meanwhile, as somebody's client.
    """
    official = order.status == "accepted"
    await lock_parties(tx, order)
    buffers, over_rules = await store.drop_proposal(tx, order.order_id)
    moved = replace(
        order,
        sessions=tuple(replace(each, buffers=buffers) for each in proposal.sessions),
        proposal=None,
        note=feedback or order.note,
        calendar_sequence=order.calendar_sequence + 1 if official else order.calendar_sequence,
        revision=order.revision + 1,
    )
    try:
        await store.move_order(tx, moved, over_rules=over_rules)
    except LOST_RACES as error:
        raise RuleViolation(slot_taken().message) from error
    await store.update_moved_order(tx, moved)
    if role == "client" and order.awaits_client:
        await store.agree(tx, order.order_id, now)
        moved = replace(moved, agreed_at=now)
    if official:
        await set_reminders(tx, moved.order_id, now)
    calendar = calendar_file(moved, "REQUEST", now) if official else None
    event = OrderMoved(
        order=order_facts(moved), actor=role, feedback=feedback, calendar=calendar, occurred_at=now
    )
    await emit(tx, event, *availability_events(order.provider_id, now, order, proposal))
    await note_change(tx, moved, "moved", actor=role, now=now, former_start=order.starts_at)
    return ChangedOrder(moved, role, calendar)


async def _drop(
    tx: Transaction, order: Order, proposal: Proposal, actor: Actor, feedback: str, now: datetime
) -> Order:
    """The proposal was declined, was withdrawn or lapsed: the agreed time stays, the proposed one is free."""
    await store.drop_proposal(tx, order.order_id)
    changed = replace(order, proposal=None, revision=order.revision + 1)
    await store.update_moved_order(tx, changed)
    declined = TimeDeclined(
        order=order_facts(changed),
        actor=actor,
        proposed_by=proposal.by,
        feedback=feedback,
        occurred_at=now,
    )
    await emit(tx, declined, *availability_events(order.provider_id, now, proposal))
    return changed


def _periods(sessions: Sequence[BookedSession]) -> list[Period]:
    return [(seconds(each.starts_at), seconds(each.ends_at)) for each in sessions]
