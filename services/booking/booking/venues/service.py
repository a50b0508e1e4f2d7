"""Changing where an agreed appointment is held (product.md 4.8)."""

from dataclasses import replace
from datetime import datetime

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.booking import PlaceChanged

from booking.orders.access import Bearer, locked_order_for
from booking.orders.ics import calendar_file
from booking.orders.order import Order
from booking.orders.places import agreed
from booking.orders.rules import Role
from booking.orders.serializers import order_facts
from booking.orders.service import ChangedOrder
from booking.venues import store
from booking.venues.rules import changed_place, may_change_place, moved_to_client, offered_place
from booking.venues.schemas import PlaceChange


async def change_place(tx: Transaction, bearer: Bearer, wanted: PlaceChange, now: datetime) -> ChangedOrder:
    """Give an agreed order another place or link; the other side is told, and both calendars are mended.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, wanted.iv_order_id, bearer)
    may_change_place(order, role, now)
    changed = replace(
        await _moved(tx, order, role, wanted),
        calendar_sequence=order.calendar_sequence + 1,
        revision=order.revision + 1,
    )
    await store.update_place(tx, changed)
    calendar = calendar_file(changed, "REQUEST", now)
    await emit(tx, PlaceChanged(order=order_facts(changed), actor=role, calendar=calendar, occurred_at=now))
    return ChangedOrder(changed, role, calendar)


async def _moved(tx: Transaction, order: Order, role: Role, wanted: PlaceChange) -> Order:
    """The order at its other place. Raises RuleViolation."""
    if role == "client":
        return moved_to_client(order, wanted.address, (await store.venues_of(tx, order.provider_id)).area)
    if wanted.iv_place_id:
        offered = (await store.venues_of(tx, order.provider_id)).places
        place = offered_place(order, offered, wanted.iv_place_id)
        return replace(order, delivery_location=place.address, place=agreed(place), at_client=False)
    return replace(order, delivery_location=changed_place(order, wanted.iv_delivery_location), place=None)
