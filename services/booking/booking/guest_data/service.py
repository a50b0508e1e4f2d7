"""The data of a guest, by a link that is mailed to the guest (product.md 4.6; GDPR 15, 17 and 20)."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from chassis.db import Connection, Transaction
from chassis.errors import Unauthenticated
from chassis.outbox import emit
from contracts.events.booking import (
    GuestDataRequested,
    GuestErased,
    GuestLinkRequested,
    OrderMadeAnonymous,
)
from contracts.guest_data import GuestDataKey, address_digest, key_digest

from booking.blocked_guests.store import forget_name
from booking.clients import store as clients
from booking.guest_data import store
from booking.guest_data.schemas import GuestAnswers, GuestData, GuestDataRequest
from booking.intake.service import answers_with_files
from booking.intake.store import OrderAnswers, answers_of_orders, files_of_order
from booking.orders.account_closure import cancel_orders
from booking.orders.guest_links import guest_links
from booking.orders.order import Order
from booking.orders.serializers import booking_data, order_facts
from booking.orders.store import may_mail_link, order_by_id

FORGOTTEN: Final = "The guest asked to be forgotten, so the appointment was cancelled."


async def mail_data_link(tx: Transaction, wanted: GuestDataRequest, now: datetime) -> None:
    """Mail a guest a link that opens all that is held about them for an hour, at most once a minute.

    It goes to the address of the bookings. For an address without bookings it does nothing. The other
    services are told by which key they hand out their part.
    """
    order = await store.newest_order_of(tx, wanted.iv_email)
    if order is not None and await may_mail_link(tx, order.order_id, now):
        facts = order_facts(order)
        link = guest_links().data_link(order, now)
        asked = GuestDataRequested(
            address_digest=address_digest(order.client.email),
            key_digest=key_digest(order.order_id, link.key),
            expires_at=link.expires_at,
        )
        await emit(tx, asked, GuestLinkRequested(order=facts.model_copy(update={"guest_link": link.url})))


async def guest_data(tx: Connection, key: GuestDataKey, now: datetime) -> GuestData:
    """All bookings of the guest whose link this is. Raises Unauthenticated."""
    order = await _admitted(tx, key, now)
    orders = await store.orders_of(tx, order.client.email)
    return GuestData(
        name=order.client.name,
        email=order.client.email,
        bookings=[booking_data(each, "client") for each in orders],
        answers=[
            await _answers(tx, each) for each in await answers_of_orders(tx, [o.order_id for o in orders])
        ],
    )


async def _answers(tx: Connection, kept: OrderAnswers) -> GuestAnswers:
    files = await files_of_order(tx, kept.order_id)
    return GuestAnswers(order_id=kept.order_id, answers=list(answers_with_files(kept.intake, files)))


async def erase_guest(tx: Transaction, key: GuestDataKey, now: datetime) -> int:
    """Cancel what the guest has open and make all their bookings anonymous; returns how many there were.

    The bookings are made anonymous first, so that no event from here on names the guest. The other services
    forget their part when they are told. Raises Unauthenticated.
    """
    return await erase_guest_at(tx, (await _admitted(tx, key, now)).client.email, now)


async def erase_guest_at(tx: Transaction, email: str, now: datetime) -> int:
    """The same for the guest at this address."""
    order_ids = await store.lock_orders_of(tx, email)
    open_orders = await store.open_among(tx, order_ids)
    await make_orders_anonymous(tx, order_ids)
    await cancel_orders(tx, open_orders, FORGOTTEN, now)
    await store.forget_codes(tx, email)
    await forget_name(tx, email)
    await clients.erase_guest(tx, email)
    await emit(tx, GuestErased(address_digest=address_digest(email)))
    return len(order_ids)


async def erase_guests_again(tx: Transaction, digests: Collection[str], now: datetime) -> int:
    """Erase the guests with these digests of their addresses, who were erased after the backup that the
    database comes from; returns how many it still knew.
    """
    known = [each for each in await store.guest_addresses(tx) if address_digest(each) in digests]
    for email in known:
        await erase_guest_at(tx, email, now)
    return len(known)


async def make_orders_anonymous(tx: Transaction, order_ids: Sequence[str]) -> None:
    """Erase the guest from these locked orders, here and in what the other services hold about each."""
    guests = await clients.guests_of(tx, order_ids)
    orders = await store.make_anonymous(tx, order_ids)
    await clients.forget_guests(tx, guests)
    await emit(
        tx, *(OrderMadeAnonymous(order_id=each.order_id, provider_id=each.provider_id) for each in orders)
    )


async def _admitted(tx: Connection, key: GuestDataKey, now: datetime) -> Order:
    order = await order_by_id(tx, key.iv_order_id)
    if order is None or not guest_links().admits_to_data(order, key.iv_key, now):
        raise Unauthenticated("This link is not valid.", refusal="bad_link")
    return order
