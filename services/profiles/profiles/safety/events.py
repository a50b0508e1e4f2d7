"""Hearing of appointments, which their two sides may report."""

from chassis.events import hears
from contracts.events.booking import OrderAccepted, OrderEvent, OrderRequested
from sqlalchemy.ext.asyncio import AsyncSession

from profiles.safety import store


@hears(OrderRequested, OrderAccepted)
async def on_order(event: OrderEvent, session: AsyncSession) -> None:
    """Somebody asked for an appointment, or got it."""
    await store.keep_appointment(session, event.order)
