"""Finding a guest's bookings, and ending the link to one, for the staff (product.md 4.6).

Profiles keeps the staff's log: it is told of both in the transaction that does them (product.md 7.3).
"""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.errors import NotFound
from chassis.outbox import emit
from contracts.events.booking import ReadingReason, StaffActed

from booking.guest_data.store import orders_of
from booking.orders.order import Order
from booking.orders.service import NO_LINK, renew_link
from booking.orders.store import lock_order

MOST_FOUND: Final = 50


async def find_guest_bookings(
    tx: Transaction, staff_id: str, email: str, reason: ReadingReason
) -> list[Order]:
    """The newest bookings of guests with this address; that somebody looked is logged, and why."""
    found = (await orders_of(tx, email))[:MOST_FOUND]
    if found:
        order_id = found[0].order_id
        read = StaffActed(act="read_guest_bookings", staff_id=staff_id, order_id=order_id, note=reason)
        await emit(tx, read)
    return found


async def end_guest_link(tx: Transaction, staff_id: str, order_id: str, note: str, now: datetime) -> None:
    """End the link to a guest's order and mail the guest a new one; the reason is logged. Raises NotFound."""
    order = await lock_order(tx, order_id)
    if order is None or not order.by_guest:
        raise NotFound(NO_LINK)
    await renew_link(tx, order, now)
    await emit(tx, StaffActed(act="end_guest_link", staff_id=staff_id, order_id=order_id, note=note))
