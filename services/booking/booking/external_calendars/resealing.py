"""The sealed addresses of external calendars, for `openhours keys drop` (product.md 4.14)."""

from typing import Final

from chassis.resealing import sealed_rows

from booking.external_calendars.models import ExternalCalendarRow
from booking.external_calendars.store import sealed_about

EXTERNAL_CALENDARS: Final = sealed_rows(
    "addresses of external calendars",
    ExternalCalendarRow.sealed_url,
    key=ExternalCalendarRow.calendar_id,
    owner=ExternalCalendarRow.provider_id,
    about=lambda row: sealed_about(row.owner, row.key),
)
