"""Changing where an agreed appointment is held (product.md 4.8)."""

from dataclasses import replace
from datetime import datetime

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.booking import PlaceChanged
from contracts.events.profiles import PlaceFacts

from booking.orders.access import Bearer, locked_order_for
from booking.orders.ics import calendar_file
from booking.orders.places import agreed
from booking.orders.serializers import order_facts
from booking.orders.service import ChangedOrder
from booking.venues import store
from booking.venues.rules import changed_place, may_change_place, offered_place
from booking.venues.schemas import PlaceChange


async def change_place(tx: Transaction, bearer: Bearer, wanted: PlaceChange, now: datetime) -> ChangedOrder:
    """Give an agreed order another place or link; the other side is told, and both calendars are mended.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, wanted.iv_order_id, bearer)
    may_change_place(order, role, now)
    place: PlaceFacts | None = None
    if wanted.iv_place_id:
        place = offered_place(order, await store.places_of(tx, order.provider_id), wanted.iv_place_id)
    changed = replace(
        order,
        delivery_location=place.address if place else changed_place(order, wanted.iv_delivery_location),
        place=agreed(place),
        calendar_sequence=order.calendar_sequence + 1,
        revision=order.revision + 1,
    )
    await store.update_place(tx, changed)
    calendar = calendar_file(changed, "REQUEST", now)
    await emit(tx, PlaceChanged(order=order_facts(changed), actor=role, calendar=calendar, occurred_at=now))
    return ChangedOrder(changed, role, calendar)
