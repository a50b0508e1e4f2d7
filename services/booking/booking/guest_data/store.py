"""Orders of guests by address and by age, and making them anonymous: the provider keeps the appointment
(product.md 4.6).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction
from contracts.booking_data import ANONYMOUS
from sqlalchemy import ARRAY, Text, any_, bindparam, case, delete, literal_column, null, select, update

from booking.orders.account_closure import WITHOUT_REASON, WITHOUT_WORDS
from booking.orders.models import ClientRatingRow, IntakeFileRow, OrderRow, ProposalRow, RatingRow, SessionRow
from booking.orders.order import Order
from booking.orders.order_query import each_order, order_from, status_in
from booking.orders.rules import HOLDING
from booking.projections.models import GuestRow


@dataclass(frozen=True, slots=True)
class AnonymousOrder:
    """An order that has lost its guest."""

    order_id: str
    provider_id: str


_ids = bindparam("order_ids", type_=ARRAY(Text))
_empty = literal_column("''")
_of_address = (OrderRow.guest_id.is_not(None), OrderRow.client_email == bindparam("email"))
_theirs = select(OrderRow.order_id).where(*_of_address).subquery("theirs")
FIND_ALL: Final = Statement(each_order(_theirs).order_by(_theirs.c.order_id.desc()))
_newest = select(OrderRow.order_id).where(*_of_address).order_by(OrderRow.order_id.desc()).limit(1)
FIND_NEWEST: Final = Statement(each_order(_newest.subquery("newest")))
FIND_ADDRESSES: Final = Statement(
    select(OrderRow.client_email)
    .where(OrderRow.guest_id.is_not(None), OrderRow.client_email != "")
    .distinct()
)
LOCK_ALL: Final = Statement(
    select(OrderRow.order_id).where(*_of_address).order_by(OrderRow.order_id).with_for_update()
)
FIND_OPEN: Final = Statement(
    select(OrderRow.order_id)
    .where(OrderRow.order_id == any_(_ids), status_in(OrderRow.status, *HOLDING))
    .order_by(OrderRow.order_id)
)
FORGET_CODES: Final = Statement(delete(GuestRow).where(GuestRow.email == bindparam("email")))
_oldest = (
    select(OrderRow.order_id)
    .where(OrderRow.guest_id.is_not(None), OrderRow.ends_at < bindparam("before"))
    .order_by(OrderRow.ends_at)
    .limit(bindparam("most"))
)
LOCK_OLD: Final = Statement(
    select(OrderRow.order_id)
    .where(OrderRow.order_id.in_(_oldest), OrderRow.guest_id.is_not(None))
    .order_by(OrderRow.order_id)
    .with_for_update()
)
"""It waits for whoever holds one of them: the job that completes it, say. The next run is an hour away."""
MAKE_ANONYMOUS: Final = Statement(
    update(OrderRow)
    .where(OrderRow.order_id == any_(_ids))
    .values(
        guest_id=null(),
        client_name=ANONYMOUS,
        client_email=_empty,
        brief=_empty,
        note=_empty,
        cancellation=WITHOUT_REASON,
        intake=null(),
        place=case((OrderRow.at_client, null()), else_=OrderRow.place),
        delivery_location=case(
            (OrderRow.delivery_mode == "in-person", _empty), else_=OrderRow.delivery_location
        ),
        revision=OrderRow.revision + literal_column("1"),
    )
    .returning(OrderRow.order_id, OrderRow.provider_id),
    into=AnonymousOrder,
)
FORGET_WORDS: Final = (
    Statement(delete(IntakeFileRow).where(IntakeFileRow.order_id == any_(_ids))),
    Statement(update(RatingRow).where(RatingRow.order_id == any_(_ids)).values(name=ANONYMOUS)),
    Statement(update(ClientRatingRow).where(ClientRatingRow.order_id == any_(_ids)).values(feedback=_empty)),
    Statement(update(ProposalRow).where(ProposalRow.order_id == any_(_ids)).values(note=_empty)),
    Statement(
        update(SessionRow)
        .where(SessionRow.order_id == any_(_ids), SessionRow.no_show.is_not(None))
        .values(no_show=WITHOUT_WORDS)
    ),
)


async def newest_order_of(tx: Connection, email: str) -> Order | None:
    """The newest order of a guest with this address."""
    row = await FIND_NEWEST.one(tx, email=email)
    return None if row is None else order_from(row)


async def orders_of(tx: Connection, email: str) -> list[Order]:
    """All orders of guests with this address, newest first."""
    return [order_from(row) for row in await FIND_ALL.all(tx, email=email)]


async def guest_addresses(tx: Connection) -> Sequence[str]:
    """The addresses of all guests with orders. It reads every order: for a restored database."""
    return await FIND_ADDRESSES.column(tx)


async def lock_orders_of(tx: Transaction, email: str) -> Sequence[str]:
    """The ids of all orders of guests with this address, locked."""
    return await LOCK_ALL.column(tx, email=email)


async def open_among(tx: Transaction, order_ids: Sequence[str]) -> Sequence[str]:
    """The ids of those of these orders that hold their time."""
    return await FIND_OPEN.column(tx, order_ids=list(order_ids))


async def forget_codes(tx: Transaction, email: str) -> None:
    """Drop the codes that were mailed to this address."""
    await FORGET_CODES.run(tx, email=email)


async def lock_old_guest_orders(tx: Transaction, before: datetime, most: int) -> Sequence[str]:
    """The ids of orders of guests that ended before `before`, the oldest of them, locked."""
    return await LOCK_OLD.column(tx, before=before, most=most)


async def make_anonymous(tx: Transaction, order_ids: Sequence[str]) -> list[AnonymousOrder]:
    """Erase the guest's name, address and words from these orders; their links open nothing from now on."""
    for statement in FORGET_WORDS:
        await statement.run(tx, order_ids=list(order_ids))
    return await MAKE_ANONYMOUS.all(tx, order_ids=list(order_ids))
