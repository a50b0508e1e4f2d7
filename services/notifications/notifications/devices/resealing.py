"""The sealed devices, for `openhours keys drop` (product.md 5.4)."""

from typing import Final

from chassis.resealing import sealed_rows

from notifications.devices.models import DeviceRow
from notifications.devices.store import sealed_about

DEVICES: Final = sealed_rows(
    "devices that take push messages",
    DeviceRow.sealed,
    key=DeviceRow.digest,
    owner=DeviceRow.account_id,
    about=lambda row: sealed_about(row.owner, row.key),
)
