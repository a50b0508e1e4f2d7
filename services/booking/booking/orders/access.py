"""Who may see an order: its two sides, and the bearer of its guest's mailed link (product.md 4.6)."""

from dataclasses import dataclass

from chassis.db import Connection, Transaction
from chassis.errors import NotFound, Unauthenticated
from chassis.http.callers import Principal

from booking.orders.guest_links import guest_links
from booking.orders.order import Order
from booking.orders.rules import Role
from booking.orders.store import lock_order, order_by_id


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who asks about an order: a signed-in account or guest, or somebody with the link from the mail."""

    principal: Principal | None
    link_token: str = ""


async def order_for(tx: Connection, order_id: str, bearer: Bearer) -> tuple[Order, Role]:
    """The order and the bearer's side of it.

    Raises Unauthenticated for a caller without token or valid link, NotFound for an order that does not exist
    or is not the bearer's.
    """
    _refuse_strangers(bearer)
    return _seen_by(bearer, await order_by_id(tx, order_id))


async def locked_order_for(tx: Transaction, order_id: str, bearer: Bearer) -> tuple[Order, Role]:
    """The order, locked until the transaction ends, and the bearer's side of it. Raises as `order_for`."""
    _refuse_strangers(bearer)
    return _seen_by(bearer, await lock_order(tx, order_id))


def _refuse_strangers(bearer: Bearer) -> None:
    if bearer.principal is None and not bearer.link_token:
        raise Unauthenticated("Sign in to continue.")


def _seen_by(bearer: Bearer, order: Order | None) -> tuple[Order, Role]:
    invited = order is not None and guest_links().admits(order, bearer.link_token)
    if bearer.principal is None and not invited:  # an ended link, and an order that nobody has, look the same
        raise Unauthenticated("This link is not valid.", refusal="bad_link")
    if order is None:
        raise NotFound("This appointment does not exist.")
    role = order.role_of(bearer.principal.id) if bearer.principal else None
    if role is None and invited:
        role = "client"
    if role is None:
        raise NotFound("This appointment does not exist.", refusal="not_yours")
    return order, role
