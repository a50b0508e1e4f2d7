"""Forgetting an account in its orders: the other side keeps the booking, with an anonymous name."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from contracts.booking_data import ANONYMOUS
from sqlalchemy import text

from booking.orders.account_closure import call_off, last_orders_of
from booking.orders.guest_links import GuestLinks

GONE: Final = "This account no longer exists, so the appointment was cancelled."

_FORGET: Final = (
    text(
        """
        UPDATE booking_order
        SET client_id = NULL, client_name = :anonymous, client_email = '', brief = '', note = '',
            delivery_location = CASE delivery_mode WHEN 'in-person' THEN '' ELSE delivery_location END,
            revision = revision + 1
        WHERE client_id = :account_id
        """
    ),
    text(
        """
        UPDATE booking_order SET note = '', delivery_location = '', revision = revision + 1
        WHERE provider_id = :account_id
        """
    ),
    text("UPDATE rating SET client_id = NULL, name = :anonymous WHERE client_id = :account_id"),
    text("DELETE FROM rating_summary WHERE provider_id = :account_id"),
)


async def erase_orders(tx: Transaction, account_id: str, links: GuestLinks, now: datetime) -> None:
    """Erase the account's words and name from orders and ratings, then cancel what it still had open.

    The directory must have forgotten the account already, so that nothing told from here on names it.
    """
    open_orders = await last_orders_of(tx, account_id)
    for statement in _FORGET:
        values = {"account_id": account_id, "anonymous": ANONYMOUS}
        await tx.session.execute(statement, {name: values[name] for name in statement.compile().params})
    await call_off(tx, open_orders, GONE, links, now)
