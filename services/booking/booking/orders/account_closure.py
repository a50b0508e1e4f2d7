"""Calling off what an account still has open, when it leaves or is suspended."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from chassis.db import Transaction
from sqlalchemy import text

from booking.orders.guest_links import GuestLinks
from booking.orders.service import cancel_by_system
from booking.orders.store import TURN_OF_ONE, order_by_id

_OPEN: Final = """
    SELECT order_id FROM booking_order
    WHERE (provider_id = :account_id OR client_id = :account_id)
      AND status IN ('pending', 'accepted', 'ongoing')
    ORDER BY order_id FOR UPDATE
"""
_LOCK_OPEN: Final = text(_OPEN)
_OPEN_AT_LAST: Final = text(f"{_OPEN} NOWAIT")


async def last_orders_of(tx: Transaction, account_id: str) -> Sequence[str]:
    """The ids of the open orders of an account that this transaction closes, on either side; they are locked.

    None is added to them: who placed one meanwhile was waited for, and who waits now is refused by the
    database. Orders are locked before the turn is taken, as by everybody who leads one on. One of a moment
    ago that somebody leads on already would be the other way round: it is not waited for, the error of the
    database has the event handled again.
    """
    account = {"account_id": account_id}
    await tx.session.execute(_LOCK_OPEN, account)
    await tx.session.execute(TURN_OF_ONE, account)
    return (await tx.session.scalars(_OPEN_AT_LAST, account)).all()


async def call_off(
    tx: Transaction, order_ids: Sequence[str], reason: str, links: GuestLinks, now: datetime
) -> None:
    """Cancel these locked orders, because one side's account is closed; both sides are told."""
    for order_id in order_ids:
        order = await order_by_id(tx, order_id, locked=True)
        if order is not None:
            await cancel_by_system(tx, order, reason, links, now, cause="account_closed")
