"""Cancels what an account still has open when it is deleted or suspended, and forgets a deleted account.

The other side keeps the booking, with an anonymous name (product.md 1.10 and 7.4).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from chassis.db import Statement, Transaction
from contracts.booking_data import ANONYMOUS
from sqlalchemy import Text, bindparam, case, delete, func, literal_column, null, or_, select, update

from booking.orders.models import IntakeFileRow, OrderRow, SessionRow
from booking.orders.order_query import status_in
from booking.orders.rules import HOLDING
from booking.orders.service import cancel_by_system
from booking.orders.store import lock_order

_account = bindparam("account_id", type_=Text())
_open = (
    select(OrderRow.order_id)
    .where(
        or_(OrderRow.provider_id == _account, OrderRow.client_id == _account),
        status_in(OrderRow.status, *HOLDING),
    )
    .order_by(OrderRow.order_id)
)
LOCK_OPEN: Final = Statement(_open.with_for_update())
LOCK_OPEN_AT_ONCE: Final = Statement(_open.with_for_update(nowait=True))
LOCK_ACCOUNT: Final = Statement(
    select(func.pg_advisory_xact_lock(func.hashtextextended(_account, literal_column("4"))))
)
"""The lock that each booking of the account takes (`hot_sql.LOCK_PARTIES`)."""
_empty = literal_column("''")
WITHOUT_REASON: Final = OrderRow.cancellation.op("-")(literal_column("'reason'"))
"""How an order was cancelled, without the reason: it may say that somebody was ill."""
WITHOUT_WORDS: Final = SessionRow.no_show.op("-")(literal_column("ARRAY['note', 'contest']"))
"""Who did not come to a session, without what the sides wrote of it."""
_of_account = or_(OrderRow.provider_id == _account, OrderRow.client_id == _account)
_next_revision = OrderRow.revision + literal_column("1")
ERASE: Final = (
    Statement(update(OrderRow).where(OrderRow.invited_id == _account).values(invited_id=null())),
    Statement(delete(IntakeFileRow).where(IntakeFileRow.owner_id == _account)),
    Statement(
        update(SessionRow)
        .where(
            SessionRow.order_id.in_(select(OrderRow.order_id).where(_of_account)),
            SessionRow.no_show.is_not(None),
        )
        .values(no_show=WITHOUT_WORDS)
    ),
    Statement(
        update(OrderRow)
        .where(OrderRow.client_id == _account)
        .values(
            client_id=null(),
            client_name=ANONYMOUS,
            client_email=_empty,
            brief=_empty,
            note=_empty,
            cancellation=WITHOUT_REASON,
            intake=null(),
            place=case((OrderRow.at_client, null()), else_=OrderRow.place),
            delivery_location=case(
                (OrderRow.delivery_mode == "in-person", _empty), else_=OrderRow.delivery_location
            ),
            revision=_next_revision,
        )
    ),
    Statement(
        update(OrderRow)
        .where(OrderRow.provider_id == _account)
        .values(
            note=_empty,
            cancellation=WITHOUT_REASON,
            delivery_location=_empty,
            place=null(),
            revision=_next_revision,
        )
    ),
)


async def lock_open_orders(tx: Transaction, account_id: str) -> Sequence[str]:
    """Lock the open orders of an account that this transaction closes, on either side; their ids.

    None is added to them: the lock of the account waits for who places one meanwhile, and the database
    refuses who waits now. Orders are locked before the account, as in every step of an order. An order that
    somebody else locked in between would be the other way round. It is not waited for: the database's error
    makes the event be handled again.
    """
    await LOCK_OPEN.run(tx, account_id=account_id)
    await LOCK_ACCOUNT.run(tx, account_id=account_id)
    return await LOCK_OPEN_AT_ONCE.column(tx, account_id=account_id)


async def erase_from_orders(tx: Transaction, account_id: str) -> None:
    """Erase the account's texts and name from all its orders."""
    for statement in ERASE:
        await statement.run(tx, account_id=account_id)


async def cancel_orders(tx: Transaction, order_ids: Sequence[str], reason: str, now: datetime) -> None:
    """Cancel these locked orders because one side's account is closed; both sides are notified."""
    for order_id in order_ids:
        order = await lock_order(tx, order_id)
        if order is not None:
            await cancel_by_system(tx, order, reason, now, cause="account_closed")
