"""Blocking a guest of one's own calendar, and lifting that (product.md 7.1)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.errors import NotFound
from chassis.http.callers import Principal
from chassis.http.envelope import refuse
from chassis.ids import new_id

from booking.blocked_guests import store
from booking.blocked_guests.rules import address_digest
from booking.blocked_guests.store import BlockedGuest
from booking.orders.access import Bearer
from booking.orders.schemas import ResponseRequest
from booking.orders.service import respond_to_order
from booking.orders.store import order_by_id

NO_GUEST: Final = "This appointment was not made by a guest."


async def block_guest(tx: Transaction, caller: Principal, order_id: str, now: datetime) -> BlockedGuest:
    """Block the address of the guest who made this booking; nobody books with it from now on.

    What was requested with it and has no answer yet is declined, as if the provider had done so one by one;
    what was accepted stays. Raises NotFound for a booking that is not the provider's, `Refused` for one of
    an account.
    """
    provider_id, order = caller.id, await order_by_id(tx, order_id)
    if order is None or order.provider_id != provider_id:
        raise NotFound("This appointment does not exist.", refusal="not_yours" if order else None)
    if not order.by_guest or not order.client.email:
        raise refuse(NO_GUEST, iv_order_id=NO_GUEST)
    digest = address_digest(provider_id, order.client.email)
    added = await store.add_block(tx, provider_id, digest, block_id=new_id(), name=order.client.name, now=now)
    for open_id in await store.lock_requests(tx, provider_id, order.client.email):
        await respond_to_order(
            tx, Bearer(caller), ResponseRequest(iv_order_id=open_id, iv_response="rejected"), now
        )
    return added


async def unblock_guest(tx: Transaction, provider_id: str, block_id: str) -> None:
    """Lift a block. Raises NotFound when the provider has no such block."""
    if not await store.remove_block(tx, provider_id, block_id):
        raise NotFound("This guest is not blocked.")
