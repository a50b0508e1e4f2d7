"""Hearing of appointments, which their two sides may report."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.events.booking import OrderAccepted, OrderEvent, OrderRequested

from profiles.safety import store


@subscribe(OrderRequested, OrderAccepted)
async def on_order(event: OrderEvent, tx: Transaction) -> None:
    """Somebody asked for an appointment, or got it."""
    await store.keep_appointment(tx, event.order)
