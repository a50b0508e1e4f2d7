"""Lists of bookings, by keyset on the order's id, which grows with time (product.md 4.16)."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import orjson
from chassis.db import Connection, Record, Statement
from chassis.etags import weak_etag
from chassis.http.paging import MAX_LIMIT, cursor_of, read_cursor
from chassis.remembered import remembered
from contracts.booking_data import BookingData
from sqlalchemy import Select, Text, bindparam, false, or_, select, true, union_all
from sqlalchemy.orm import InstrumentedAttribute, aliased

from booking.orders.models import OrderRow
from booking.orders.order import Order
from booking.orders.order_query import ORDERS, each_order, order_from, status_in
from booking.orders.rules import HOLDING, Role, Status
from booking.orders.schemas import AppointmentWithProvider
from booking.orders.serializers import booking_data, booking_fields
from booking.serialization import instant_text

REMEMBERED_ROWS: Final = 1024
"""How many finished rows are kept in memory, about 5 kB each: people open the same list again and again."""
_LAST: Final = "~"
"""Sorts after every id."""
_me = bindparam("me", type_=Text())
_COLUMNS: Final = ("paged", *ORDERS.selected_columns.keys())
"""Of every statement of `page_of_orders`."""


@cache
def page_of_orders(*, by_status: bool, with_open: bool) -> Statement[Record]:
    """The statement for one kind of page: the newest orders, on both sides.

    `with_open` adds all that are open, whatever their age; `paged` marks those that belong to the page. Each
    side has its own index, and so has what was entered for the account's address: each is read for itself,
    and the newest of all are kept.
    """

    def newest(side: InstrumentedAttribute[Any]) -> Select[str]:
        query = select(OrderRow.order_id).where(side == _me, OrderRow.order_id < bindparam("before"))
        if by_status:
            query = query.where(OrderRow.status == bindparam("status"))
        return query.order_by(OrderRow.order_id.desc()).limit(bindparam("most"))

    sides = (OrderRow.provider_id, OrderRow.client_id, OrderRow.invited_id)
    mine = union_all(*map(newest, sides)).cte("mine")
    page = select(mine.c.order_id).order_by(mine.c.order_id.desc()).limit(bindparam("most")).cte("page")
    found = select(page.c.order_id, true().label("paged"))
    shown = found.cte("shown")
    if with_open:
        others = aliased(OrderRow, name="others")
        still_open = select(others.order_id, false()).where(
            or_(others.provider_id == _me, others.client_id == _me, others.invited_id == _me),
            status_in(others.status, *HOLDING),
            others.order_id.not_in(select(page.c.order_id)),
        )
        shown = union_all(found, still_open).cte("shown")
    return Statement(each_order(shown, shown.c.paged).order_by(shown.c.order_id.desc()))


FIND_WITH_PROVIDER: Final = Statement(
    select(OrderRow.order_id, OrderRow.starts_at, OrderRow.status)
    .where(OrderRow.client_id == _me, OrderRow.provider_id == bindparam("provider_id"))
    .order_by(OrderRow.order_id.desc())
    .limit(bindparam("most"))
)
_all_of = (
    select(OrderRow.order_id)
    .where(or_(OrderRow.provider_id == _me, OrderRow.client_id == _me, OrderRow.invited_id == _me))
    .subquery()
)
FIND_ALL_OF: Final = Statement(each_order(_all_of).order_by(_all_of.c.order_id))
PAGES: Final = (
    page_of_orders(by_status=False, with_open=True),
    page_of_orders(by_status=False, with_open=False),
    page_of_orders(by_status=True, with_open=False),
)
"""Every statement of `page_of_orders`, so that the test of all statements finds them."""


class BookingsAnswer(NamedTuple):
    """The body of an answer, and the ETag that names it."""

    body: bytes
    etag: str


async def booking_info(
    tx: Connection, account_id: str, status: Status | None, limit: int | None, cursor: str | None
) -> BookingsAnswer:
    """The answer with the account's bookings on both sides, newest first, as `Answer[BookingInfo]`.

    Without `limit` and `cursor`: everything that is open, whatever its age, and the newest of the rest.
    """
    most = limit or MAX_LIMIT
    with_open = limit is None and cursor is None and status is None
    rows = await page_of_orders(by_status=status is not None, with_open=with_open).all(
        tx,
        me=account_id,
        before=str(read_cursor(cursor)[0]) if cursor else _LAST,
        status=status,
        most=most + 1,
    )
    paged = [row for row in rows if row.paged]
    next_cursor: str | None = None
    if len(paged) > most:
        next_cursor = cursor_of(paged[most - 1].order_id)
        extra = paged[most]
        rows = [row for row in rows if row is not extra or (with_open and row.status in HOLDING)]
    return _answer(rows, account_id, next_cursor)


def _answer(rows: Sequence[Record], account_id: str, next_cursor: str | None) -> BookingsAnswer:
    """The rows of the account as provider, and its requests to others."""
    listed: dict[str, list[_ListedRow]] = {"order": [], "request": []}
    for row in rows:
        provides = row["provider_id"] == account_id
        values = tuple(row.values())  # a Record takes ten times as long to compare
        shown = _listed(values, "provider" if provides else "client")
        listed["order" if provides else "request"].append(shown)
    lists = {kind: [row.json for row in found] for kind, found in listed.items()}
    data = {"bookings_list": lists, "next_cursor": next_cursor}
    digests = {kind: [row.etag for row in found] for kind, found in listed.items()}
    return BookingsAnswer(
        orjson.dumps({"status": True, "message": {"main_msg": "", "iv_msg": {}}, "data": data}),
        weak_etag(orjson.dumps((digests, next_cursor))),
    )


class _ListedRow(NamedTuple):
    json: orjson.Fragment
    etag: str


@remembered(REMEMBERED_ROWS)
def _listed(values: tuple[object, ...], side: Role) -> _ListedRow:
    """A row of the list, as JSON; remembered, because that costs more than the statement.

    It follows from the values that were read alone, so none can be out of date.
    """
    row = dict(zip(_COLUMNS, values, strict=True))
    json = orjson.dumps(booking_fields(order_from(row), side))
    # As text: orjson's bytes keep the 16 kB that they were written into.
    return _ListedRow(orjson.Fragment(json.decode()), weak_etag(json))


def _side(order: Order, account_id: str) -> Role:
    return "provider" if order.provider_id == account_id else "client"


async def appointments_with(
    tx: Connection, account_id: str, provider_id: str
) -> list[AppointmentWithProvider]:
    """The account's own appointments with a provider, newest first."""
    rows = await FIND_WITH_PROVIDER.all(tx, me=account_id, provider_id=provider_id, most=MAX_LIMIT)
    return [
        AppointmentWithProvider(
            order_id=row.order_id,
            client_start_time=instant_text(row.starts_at),
            request_status=row.status,
        )
        for row in rows
    ]


async def all_bookings_of(tx: Connection, account_id: str) -> list[BookingData]:
    """Every booking of the account as it sees it, oldest first, for its export."""
    orders = [order_from(row) for row in await FIND_ALL_OF.all(tx, me=account_id)]
    return [booking_data(order, _side(order, account_id)) for order in orders]
