"""Keeping that a client comes to a session, and telling the provider (product.md 4.15)."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from chassis.db import Statement, Transaction
from chassis.outbox import emit
from contracts.events.booking_reminders import AttendanceConfirmed
from sqlalchemy import bindparam, func, literal_column, update

from booking.attendance.rules import session_to_confirm
from booking.attendance.schemas import AttendanceConfirmation
from booking.orders.access import Bearer, locked_order_for
from booking.orders.models import OrderRow, SessionRow
from booking.orders.receivers import give_to_invited
from booking.orders.serializers import order_facts, session_facts
from booking.orders.service import ChangedOrder
from booking.orders.store import lock_order

_order = bindparam("order_id")
CONFIRM: Final = Statement(
    update(SessionRow)
    .where(SessionRow.order_id == _order, SessionRow.position == bindparam("position"))
    .values(coming_at=bindparam("now"))
    .add_cte(
        update(OrderRow)
        .where(OrderRow.order_id == _order)
        .values(
            revision=OrderRow.revision + literal_column("1"),
            agreed_at=func.coalesce(OrderRow.agreed_at, bindparam("agreed", type_=OrderRow.agreed_at.type)),
        )
        .cte("counted")
    )
)


async def confirm(
    tx: Transaction, bearer: Bearer, said: AttendanceConfirmation, now: datetime
) -> ChangedOrder:
    """Keep that the bearer comes to a session; the order after it. Once it is kept, nothing changes. What the
    provider had entered alone is agreed to by it (product.md 4.25).

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, said.iv_order_id, bearer)
    index = session_to_confirm(order, role, said.iv_session_position, now)
    if order.sessions[index].coming:
        return ChangedOrder(order, role)
    if order.invited_id and bearer.principal and bearer.principal.id == order.invited_id:
        await give_to_invited(tx, order.order_id)
        order = await lock_order(tx, order.order_id) or order
    agreed_at = now if order.awaits_client else order.agreed_at
    await CONFIRM.run(tx, order_id=order.order_id, position=index + 1, now=now, agreed=agreed_at)
    sessions = list(order.sessions)
    sessions[index] = replace(sessions[index], coming=True)
    changed = replace(order, sessions=tuple(sessions), agreed_at=agreed_at, revision=order.revision + 1)
    facts = order_facts(changed)
    await emit(tx, AttendanceConfirmed(order=facts, session=session_facts(changed, index), occurred_at=now))
    return ChangedOrder(changed, role)
