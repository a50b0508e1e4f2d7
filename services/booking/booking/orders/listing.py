"""Lists of bookings, by keyset on the order's id, which grows with time."""

from collections.abc import Sequence
from typing import Final

from chassis.db import Connection
from chassis.http.paging import MAX_LIMIT, cursor_of, read_cursor
from contracts.booking_data import BookingData
from sqlalchemy import text

from booking.orders.order import Order
from booking.orders.rules import HOLDING, Status
from booking.orders.schemas import AppointmentWithProvider, BookingInfo, BookingsList
from booking.orders.serializers import booking_of
from booking.orders.store import ORDER, order_from
from booking.serialization import instant_text

_LAST: Final = "~"
"""Sorts after every id."""

# One index for each side; of the two pages the newest rows are kept. `open` adds what is still open.
_PAGE: Final = text(
    f"""
    WITH mine AS (
        (SELECT order_id FROM booking_order
         WHERE provider_id = :me AND order_id < :before
           AND (CAST(:status AS text) IS NULL OR status = :status)
         ORDER BY order_id DESC LIMIT :most)
        UNION ALL
        (SELECT order_id FROM booking_order
         WHERE client_id = :me AND order_id < :before
           AND (CAST(:status AS text) IS NULL OR status = :status)
         ORDER BY order_id DESC LIMIT :most)
    ),
    page AS (SELECT order_id FROM mine ORDER BY order_id DESC LIMIT :most),
    shown AS (
        SELECT order_id, true AS paged FROM page
        UNION ALL
        SELECT b.order_id, false FROM booking_order b
        WHERE :open AND (b.provider_id = :me OR b.client_id = :me)
          AND b.status IN ('pending', 'accepted', 'ongoing') AND b.order_id NOT IN (SELECT order_id FROM page)
    )
    SELECT shown.paged, detail.* FROM shown
    JOIN LATERAL ({ORDER} WHERE o.order_id = shown.order_id) AS detail ON true
    ORDER BY shown.order_id DESC
    """  # noqa: S608 - constants only
)
_WITH_PROVIDER: Final = text(
    """
    SELECT order_id, starts_at, status FROM booking_order
    WHERE client_id = :me AND provider_id = :provider_id ORDER BY order_id DESC LIMIT :most
    """
)


_EVERYTHING: Final = text(f"{ORDER} WHERE o.provider_id = :me OR o.client_id = :me ORDER BY o.order_id")


async def booking_info(
    tx: Connection, account_id: str, status: Status | None, limit: int | None, cursor: str | None
) -> BookingInfo:
    """The account's bookings on both sides, newest first.

    Without `limit` and `cursor`: everything that is open, whatever its age, and the newest of the rest.
    """
    most = limit or MAX_LIMIT
    first = limit is None and cursor is None
    values = {
        "me": account_id,
        "before": str(read_cursor(cursor)[0]) if cursor else _LAST,
        "status": status,
        "most": most + 1,
        "open": first and status is None,
    }
    rows = list(await tx.session.execute(_PAGE, values))
    paged = [row for row in rows if row.paged]
    next_cursor: str | None = None
    if len(paged) > most:
        next_cursor = cursor_of(paged[most - 1].order_id)
        extra = paged[most]
        rows = [row for row in rows if row is not extra or (values["open"] and row.status in HOLDING)]
    orders = [order_from(row) for row in rows]
    return BookingInfo(bookings_list=sides(orders, account_id), next_cursor=next_cursor)


def sides(orders: Sequence[Order], account_id: str) -> BookingsList:
    """The orders apart: those of the account as provider, and its requests to others."""
    return BookingsList(
        order=[booking_of(order, "provider") for order in orders if order.provider_id == account_id],
        request=[booking_of(order, "client") for order in orders if order.provider_id != account_id],
    )


async def appointments_with(
    tx: Connection, account_id: str, provider_id: str
) -> list[AppointmentWithProvider]:
    """The account's own appointments with a provider, newest first."""
    values = {"me": account_id, "provider_id": provider_id, "most": MAX_LIMIT}
    return [
        AppointmentWithProvider(
            order_id=row.order_id,
            client_start_time=instant_text(row.starts_at),
            request_status=row.status,
        )
        for row in await tx.session.execute(_WITH_PROVIDER, values)
    ]


async def export_of(tx: Connection, account_id: str) -> list[BookingData]:
    """Every booking of the account, oldest first, as it sees them."""
    orders = [order_from(row) for row in await tx.session.execute(_EVERYTHING, {"me": account_id})]
    listed = sides(orders, account_id)
    return sorted([*listed.order, *listed.request], key=lambda booking: booking.order_id)
