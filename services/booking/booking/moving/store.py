"""Moves and their terms in the database."""

from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from booking.moving.models import MoveTermsRow
from booking.orders.models import OrderRow, SessionRow
from booking.orders.order import Order
from booking.own_bookings.store import add_session

_own = MoveTermsRow.provider_id == bindparam("provider_id")
FIND: Final = Statement(select(MoveTermsRow.told_until_hours).where(_own))
_kept = upsert(MoveTermsRow).values(params("provider_id", "told_until_hours"))
KEEP: Final = Statement(
    _kept.on_conflict_do_update(
        index_elements=[MoveTermsRow.provider_id],
        set_={"told_until_hours": _kept.excluded.told_until_hours},
    )
)
FORGET: Final = Statement(delete(MoveTermsRow).where(_own))
FREE_SESSION: Final = Statement(
    delete(SessionRow).where(
        SessionRow.order_id == bindparam("order_id"), SessionRow.position == bindparam("position")
    )
)
SPAN: Final = Statement(
    update(OrderRow)
    .where(OrderRow.order_id == bindparam("moved_order"))
    .values(params("starts_at", "ends_at"))
)


async def told_until_hours(tx: Connection, provider_id: str) -> int | None:
    """Until how many hours before an appointment its client is told and not asked; None: always asked."""
    return await FIND.value(tx, provider_id=provider_id)


async def keep_terms(tx: Transaction, provider_id: str, hours: int | None) -> None:
    """Keep the terms of a provider."""
    if hours is None:
        await FORGET.run(tx, provider_id=provider_id)
    else:
        await KEEP.run(tx, provider_id=provider_id, told_until_hours=hours)


async def erase_terms(tx: Transaction, provider_id: str) -> None:
    """Forget the terms of an account that is deleted."""
    await FORGET.run(tx, provider_id=provider_id)


async def move_session(tx: Transaction, order: Order, index: int, *, over_rules: bool) -> None:
    """Let the order hold one of its sessions at the time that it has now. The database looks at it as at a
    new one, and refuses time that is taken.
    """
    await SPAN.run(tx, moved_order=order.order_id, starts_at=order.starts_at, ends_at=order.ends_at)
    await FREE_SESSION.run(tx, order_id=order.order_id, position=index + 1)
    await add_session(tx, order, index, over_rules=over_rules)
