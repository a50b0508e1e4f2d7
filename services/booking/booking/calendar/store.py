"""Subscription feeds in the database, and the appointments in them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Statement, Transaction
from sqlalchemy import Select, bindparam, case, delete, literal_column, or_, select, union_all, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute

from booking.calendar.models import CalendarFeedRow
from booking.orders.models import OrderRow
from booking.orders.order import Order
from booking.orders.order_query import each_order, order_from, status_in


@dataclass(frozen=True, slots=True)
class Feed:
    """An account's subscription feed. Addresses of an older generation do not work."""

    generation: int
    open: bool


_this = CalendarFeedRow.account_id == bindparam("account_id")
FIND: Final = Statement(select(CalendarFeedRow.generation, CalendarFeedRow.open).where(_this), into=Feed)
_new_address = or_(bindparam("anew", type_=CalendarFeedRow.open.type), ~CalendarFeedRow.open)
_one = literal_column("1")
OPEN: Final = Statement(
    insert(CalendarFeedRow)
    .values(account_id=bindparam("account_id"), generation=_one, open=literal_column("true"))
    .on_conflict_do_update(
        index_elements=[CalendarFeedRow.account_id],
        set_={
            "open": literal_column("true"),
            "generation": CalendarFeedRow.generation + case((_new_address, _one), else_=literal_column("0")),
        },
    )
    .returning(CalendarFeedRow.generation, CalendarFeedRow.open),
    into=Feed,
)
CLOSE: Final = Statement(update(CalendarFeedRow).where(_this).values(open=literal_column("false")))
ERASE: Final = Statement(delete(CalendarFeedRow).where(_this))


def _newest(side: InstrumentedAttribute[Any]) -> Select[str, datetime]:
    """The newest official orders of the account on this side, by the side's own index."""
    return (
        select(OrderRow.order_id, OrderRow.starts_at)
        .where(
            side == bindparam("me"),
            status_in(OrderRow.status, "accepted", "ongoing", "completed"),
            OrderRow.ends_at > bindparam("since"),
        )
        .order_by(OrderRow.order_id.desc())
        .limit(bindparam("most"))
    )


_sides = union_all(_newest(OrderRow.provider_id), _newest(OrderRow.client_id)).subquery("sides")
_mine = select(_sides).order_by(_sides.c.starts_at).limit(bindparam("most")).subquery("mine")
FIND_ORDERS: Final = Statement(each_order(_mine).order_by(_mine.c.starts_at))


async def feed_by_account(tx: Connection, account_id: str) -> Feed | None:
    """The account's feed, if it ever had one."""
    return await FIND.one(tx, account_id=account_id)


async def open_feed(tx: Transaction, account_id: str, *, anew: bool) -> Feed:
    """Open the account's feed; `anew` gives it another address also when it is open."""
    feed = await OPEN.one(tx, account_id=account_id, anew=anew)
    assert feed is not None
    return feed


async def close_feed(tx: Transaction, account_id: str) -> None:
    """Let the feed's address stop working."""
    await CLOSE.run(tx, account_id=account_id)


async def erase_feed(tx: Transaction, account_id: str) -> None:
    """Forget the account's feed."""
    await ERASE.run(tx, account_id=account_id)


async def orders_in_feed(tx: Connection, account_id: str, since: datetime, most: int) -> list[Order]:
    """The account's official appointments that end after `since`, on either side, in order of time."""
    return [order_from(row) for row in await FIND_ORDERS.all(tx, me=account_id, since=since, most=most)]
