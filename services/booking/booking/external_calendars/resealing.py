"""The sealed addresses of external calendars, for `openhours keys drop` (product.md 4.14)."""

from typing import Final

from chassis.db import Statement
from chassis.resealing import SealedRow, SealedRows
from sqlalchemy import LargeBinary, bindparam, select, update

from booking.external_calendars.models import ExternalCalendarRow
from booking.external_calendars.store import sealed_about

EXTERNAL_CALENDARS: Final = SealedRows(
    name="addresses of external calendars",
    page=Statement(
        select(
            ExternalCalendarRow.calendar_id.label("key"),
            ExternalCalendarRow.provider_id.label("owner"),
            ExternalCalendarRow.sealed_url.label("sealed"),
        )
        .where(
            ExternalCalendarRow.sealed_url.is_not(None), ExternalCalendarRow.calendar_id > bindparam("after")
        )
        .order_by(ExternalCalendarRow.calendar_id)
        .limit(bindparam("most")),
        into=SealedRow,
    ),
    write=Statement(
        update(ExternalCalendarRow)
        .where(
            ExternalCalendarRow.calendar_id == bindparam("key"),
            ExternalCalendarRow.sealed_url == bindparam("before"),
        )
        .values(sealed_url=bindparam("sealed", type_=LargeBinary()))
    ),
    about=lambda row: sealed_about(row.owner, row.key),
)
