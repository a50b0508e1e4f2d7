"""Where an appointment is held, in the database."""

from typing import Final

from chassis.db import Statement, Transaction, params
from sqlalchemy import bindparam, update

from booking.orders.models import OrderRow
from booking.orders.order import Order

CHANGE_PLACE: Final = Statement(
    update(OrderRow)
    .where(OrderRow.order_id == bindparam("order_id"))
    .values(params("delivery_location", "calendar_sequence", "revision"))
)


async def update_place(tx: Transaction, order: Order) -> None:
    """Write the place of a locked order, the calendar's sequence and the order's revision."""
    await CHANGE_PLACE.run(
        tx,
        order_id=order.order_id,
        delivery_location=order.delivery_location,
        calendar_sequence=order.calendar_sequence,
        revision=order.revision,
    )
