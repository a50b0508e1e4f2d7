"""What the two sides do with an order, and what the system does to it (product.md 4.6 to 4.10)."""

import hmac
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from asyncpg import IntegrityConstraintViolationError
from chassis.db import Connection, Transaction
from chassis.db.errors import violated
from chassis.errors import NotFound, RuleViolation
from chassis.outbox import emit
from contracts.events.booking import CalendarFile, GuestLinkRequested
from contracts.rules.messages import ACTION_MESSAGES
from contracts.texts import DEFAULT_FEEDBACK

from booking.orders import rules
from booking.orders.access import Bearer, locked_order_for, order_for
from booking.orders.answer_keys import check_answer_key
from booking.orders.cancellation import BY_SYSTEM, cancellation_of, what_counts
from booking.orders.models import CLIENT_ONGOING, PROVIDER_ONGOING
from booking.orders.order import NoShow, Order, transitioned
from booking.orders.publishing import Cause, announce, calendar_for
from booking.orders.remote_links import remote_link_for
from booking.orders.rules import Response, Role, Step
from booking.orders.schemas import GuestBooking, GuestLinkRequest, ResponseRequest
from booking.orders.serializers import booking_data, order_facts
from booking.orders.store import (
    another_is_ongoing,
    end_link,
    lock_parties,
    may_mail_link,
    order_by_id,
    set_reminders,
    update_order,
    update_session,
)
from booking.reminder_plans.follow_ups import plan_follow_up

NO_LINK: Final = "This booking of a guest does not exist."
ONGOING: Final = frozenset({PROVIDER_ONGOING, CLIENT_ONGOING})


@dataclass(frozen=True, slots=True)
class ChangedOrder:
    """An order after a change, who changed it, and the calendar file that goes with it."""

    order: Order
    role: Role
    calendar: CalendarFile | None = None
    response: Response | None = None
    """The response that was given; None when a proposed time was made or answered."""


async def respond_to_order(
    tx: Transaction, bearer: Bearer, response: ResponseRequest, now: datetime
) -> ChangedOrder:
    """Take the step with an order of the bearer's that the response asks for (product.md 4.7): with the whole
    order, or with the session that is due.

    Raises RuleViolation when that step is refused, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, response.iv_order_id, bearer)
    wanted = response.iv_response
    step = rules.next_step(
        order.status, order.states, role, wanted, starts_at=order.due_session.starts_at, now=now
    )
    rules.check_position(order.due, response.iv_session_position)
    if response.iv_answer_key:
        check_answer_key(order, response.iv_answer_key)
    link = response.iv_delivery_location or (wanted == "accepted" and remote_link_for(order)) or ""
    place = rules.meeting_place(order.delivery_mode, wanted, link, order.delivery_location)
    if wanted == "ongoing" and await another_is_ongoing(tx, order):
        raise RuleViolation(ACTION_MESSAGES["ongoing_session"])
    note = response.iv_feedback or ("" if response.iv_cancel_reason else DEFAULT_FEEDBACK[wanted])
    changed = transitioned(order, step, note, place, now)
    if wanted == "cancelled":
        changed = _cancelled(order, changed, role, response, now)
    elif wanted == "missed" and step.session is not None:
        changed = with_no_show(changed, step.session, NoShow(role, now, response.iv_feedback))
    return await take_step(tx, order, changed, step, role, wanted, now)


def _cancelled(order: Order, changed: Order, role: Role, response: ResponseRequest, now: datetime) -> Order:
    """The cancelled order with who cancelled it why. A request that was not accepted is withdrawn freely.

    Raises RuleViolation when its terms refuse it (product.md 4.7).
    """
    terms = () if order.status == "pending" else order.cancellation_terms
    counting = what_counts(terms, order.next_start(now), now)
    cancellation = cancellation_of(role, response.iv_cancel_reason, response.iv_feedback, counting)
    return replace(changed, cancellation=cancellation)


def with_no_show(order: Order, index: int, no_show: NoShow) -> Order:
    """The order with what is said of one missed session."""
    missed = replace(order.sessions[index], no_show=no_show)
    return replace(order, sessions=(*order.sessions[:index], missed, *order.sessions[index + 1 :]))


async def take_step(
    tx: Transaction, order: Order, changed: Order, step: Step, role: Role, response: Response, now: datetime
) -> ChangedOrder:
    """Write the step that `role` took with a locked order, and announce it with the note of `changed`.

    Raises RuleViolation when another session of theirs is ongoing.
    """
    await _write_step(tx, order, changed, step)
    calendar = calendar_for(changed, now) if step.session is None else None
    if response == "accepted":
        await set_reminders(tx, changed.order_id, now)
    if changed.status == "completed":
        await plan_follow_up(tx, changed.order_id, changed.provider_id, now)
    await announce(
        tx,
        changed,
        actor=role,
        now=now,
        feedback=changed.note,
        calendar=calendar,
        dropped=order.proposal,
        session=step.session,
    )
    return ChangedOrder(changed, role, calendar, response)


async def _write_step(tx: Transaction, order: Order, changed: Order, step: Step) -> None:
    if changed.status in rules.HOLDING:
        # Its sessions are held against others anew. Without the locks this transaction and one that books
        # across these sessions could wait for each other.
        await lock_parties(tx, order)
    try:
        if step.session is not None:
            await update_session(tx, changed, step.session)
        await update_order(tx, changed)
    except IntegrityConstraintViolationError as error:
        if violated(error) in ONGOING:
            raise RuleViolation(ACTION_MESSAGES["ongoing_session"]) from error
        raise


async def cancel_by_system(
    tx: Transaction, order: Order, reason: str, now: datetime, *, cause: Cause = ""
) -> None:
    """Cancel a locked order in the name of the system; both sides get the reason (product.md 4.10)."""
    step = Step("cancelled", order.states)
    changed = replace(transitioned(order, step, reason, order.delivery_location, now), cancellation=BY_SYSTEM)
    await update_order(tx, changed)
    await announce(
        tx,
        changed,
        actor="system",
        now=now,
        feedback=reason,
        calendar=calendar_for(changed, now),
        dropped=order.proposal,
        cause=cause,
    )


async def complete_by_system(tx: Transaction, order: Order, reason: str, now: datetime) -> None:
    """Complete a locked order whose sessions are over in the name of the system; both sides get the reason
    (product.md 4.10).
    """
    step = rules.completed_by_clock(order.states)
    changed = transitioned(order, step, reason, order.delivery_location, now)
    for index, state in enumerate(order.states):
        if state != step.states[index]:
            await update_session(tx, changed, index)
    await update_order(tx, changed)
    await plan_follow_up(tx, changed.order_id, changed.provider_id, now)
    await announce(tx, changed, actor="system", now=now, feedback=reason, dropped=order.proposal)


async def guest_booking(tx: Connection, order_id: str, bearer: Bearer) -> GuestBooking:
    """The order as the bearer sees it. Raises what `order_for` raises."""
    order, role = await order_for(tx, order_id, bearer)
    return GuestBooking(booking_data=booking_data(order, role))


async def mail_guest_link(tx: Transaction, wanted: GuestLinkRequest, now: datetime) -> None:
    """Mail a guest the link to a booking again, at most once a minute.

    For an address that is not the guest's it does nothing, so that nobody learns whose booking it is.
    """
    order = await order_by_id(tx, wanted.iv_order_id)
    if order and _is_of(order, wanted.iv_email) and await may_mail_link(tx, order.order_id, now):
        await emit(tx, GuestLinkRequested(order=order_facts(order)))


async def end_guest_link(tx: Transaction, order_id: str, bearer: Bearer, now: datetime) -> None:
    """End the link to a guest's order and mail the guest a new one (product.md 4.6).

    Only the guest may, by the link itself too: whoever found it loses it, and the new one goes to the guest's
    address. Raises what `order_for` raises.
    """
    order, role = await locked_order_for(tx, order_id, bearer)
    if role != "client" or not order.by_guest:
        raise NotFound(NO_LINK)
    await renew_link(tx, order, now)


async def renew_link(tx: Transaction, order: Order, now: datetime) -> None:
    """End the link to a locked order of a guest and mail the guest a new one."""
    await end_link(tx, order.order_id, now)
    renewed = replace(order, link_generation=order.link_generation + 1)
    await emit(tx, GuestLinkRequested(order=order_facts(renewed)))


def _is_of(order: Order, email: str) -> bool:
    return order.by_guest and hmac.compare_digest(order.client.email.lower().encode(), email.encode())
