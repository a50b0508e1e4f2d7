"""Where an appointment is held, in the database."""

from dataclasses import asdict
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from contracts.events.profiles import VenueTerms
from sqlalchemy import bindparam, select, update

from booking.orders.models import OrderRow
from booking.orders.order import Order
from booking.projections.models import ProviderRow

CHANGE_PLACE: Final = Statement(
    update(OrderRow)
    .where(OrderRow.order_id == bindparam("order_id"))
    .values(params("delivery_location", "place", "at_client", "calendar_sequence", "revision"))
)


FIND_VENUES: Final = Statement(
    select(ProviderRow.venues).where(ProviderRow.provider_id == bindparam("provider_id"))
)


async def venues_of(tx: Connection, provider_id: str) -> VenueTerms:
    """Where the provider's sessions are held."""
    return VenueTerms.model_validate(await FIND_VENUES.value(tx, provider_id=provider_id) or {})


async def update_place(tx: Transaction, order: Order) -> None:
    """Write the place of a locked order, the calendar's sequence and the order's revision."""
    await CHANGE_PLACE.run(
        tx,
        order_id=order.order_id,
        delivery_location=order.delivery_location,
        place=order.place and asdict(order.place),
        at_client=order.at_client,
        calendar_sequence=order.calendar_sequence,
        revision=order.revision,
    )
