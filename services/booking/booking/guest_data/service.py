"""The data of a guest, by a link that is mailed to the guest (product.md 4.6; GDPR 15, 17 and 20)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from chassis.db import Connection, Transaction
from chassis.errors import Unauthenticated
from chassis.outbox import emit
from contracts.events.booking import GuestLinkRequested

from booking.guest_data import store
from booking.guest_data.schemas import GuestData, GuestDataKey, GuestDataRequest
from booking.orders.guest_links import guest_links
from booking.orders.order import Order
from booking.orders.rules import HOLDING
from booking.orders.serializers import booking_data, order_facts
from booking.orders.service import cancel_by_system
from booking.orders.store import lock_order, may_mail_link, order_by_id

FORGOTTEN: Final = "The guest asked to be forgotten, so the appointment was cancelled."


async def mail_data_link(tx: Transaction, wanted: GuestDataRequest, now: datetime) -> None:
    """Mail a guest a link that opens all that is held about them for an hour, at most once a minute.

    It goes to the address of the bookings. For an address without bookings it does nothing.
    """
    order = await store.newest_order_of(tx, wanted.iv_email)
    if order is not None and await may_mail_link(tx, order.order_id, now):
        facts = order_facts(order)
        link = guest_links().data_link(order, now)
        await emit(tx, GuestLinkRequested(order=facts.model_copy(update={"guest_link": link})))


async def guest_data(tx: Connection, key: GuestDataKey, now: datetime) -> GuestData:
    """All bookings of the guest whose link this is. Raises Unauthenticated."""
    order = await _admitted(tx, key, now)
    orders = await store.orders_of(tx, order.client.email)
    return GuestData(
        name=order.client.name,
        email=order.client.email,
        bookings=[booking_data(each, "client") for each in orders],
    )


async def erase_guest(tx: Transaction, key: GuestDataKey, now: datetime) -> int:
    """Cancel what the guest has open and make all their bookings anonymous; returns how many there were.

    Raises Unauthenticated.
    """
    order = await _admitted(tx, key, now)
    order_ids = await store.lock_orders_of(tx, order.client.email)
    await _cancel_open(tx, order_ids, now)
    await store.make_anonymous(tx, order_ids)
    await store.forget_codes(tx, order.client.email)
    return len(order_ids)


async def _cancel_open(tx: Transaction, order_ids: Sequence[str], now: datetime) -> None:
    for order_id in order_ids:
        order = await lock_order(tx, order_id)
        if order is not None and order.status in HOLDING:
            # The provider is told of the cancellation, and no longer of the guest's words.
            await cancel_by_system(tx, replace(order, brief=""), FORGOTTEN, now)


async def _admitted(tx: Connection, key: GuestDataKey, now: datetime) -> Order:
    order = await order_by_id(tx, key.iv_order_id)
    if order is None or not guest_links().admits_to_data(order, key.iv_key, now):
        raise Unauthenticated("This link is not valid.")
    return order
