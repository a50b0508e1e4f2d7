"""Saying that the other side did not come to a session, and contesting it (product.md 4.7)."""

from dataclasses import replace
from datetime import datetime

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.booking import NoShowContested

from booking.no_show.rules import session_to_contest, session_to_report
from booking.no_show.schemas import NoShowContestRequest, NoShowReport
from booking.orders.access import Bearer, locked_order_for
from booking.orders.order import NoShow, transitioned
from booking.orders.rules import session_step
from booking.orders.serializers import order_facts, session_facts
from booking.orders.service import ChangedOrder, take_step, with_no_show
from booking.orders.store import update_order, update_session


async def report(tx: Transaction, bearer: Bearer, said: NoShowReport, now: datetime) -> ChangedOrder:
    """Mark a session of the bearer's as missed because the other side did not come; the order after it.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, said.iv_order_id, bearer)
    index = session_to_report(order, said.iv_session_position, now)
    step = session_step(order.states, index, "missed")
    changed = transitioned(order, step, said.iv_feedback, order.delivery_location, now)
    changed = with_no_show(changed, index, NoShow(role, now, said.iv_feedback))
    return await take_step(tx, order, changed, step, role, "missed", now)


async def contest(tx: Transaction, bearer: Bearer, said: NoShowContestRequest, now: datetime) -> ChangedOrder:
    """Contest in words that the bearer's side did not come to a session; it counts no longer.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, said.iv_order_id, bearer)
    index = session_to_contest(order, role, said.iv_session_position, now)
    reported = order.sessions[index].no_show
    assert reported is not None  # the rule found it
    contested = replace(reported, contested_at=now, contest=said.iv_feedback)
    changed = replace(with_no_show(order, index, contested), revision=order.revision + 1)
    await update_session(tx, changed, index)
    await update_order(tx, changed)
    event = NoShowContested(
        order=order_facts(changed),
        actor=role,
        feedback=said.iv_feedback,
        session=session_facts(changed, index),
        occurred_at=now,
    )
    await emit(tx, event)
    return ChangedOrder(changed, role)
