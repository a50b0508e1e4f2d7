"""The sealed devices, for `openhours keys drop` (product.md 5.4)."""

from typing import Final

from chassis.db import Statement
from chassis.resealing import SealedRow, SealedRows
from sqlalchemy import LargeBinary, bindparam, select, update

from notifications.devices.models import DeviceRow
from notifications.devices.store import sealed_about

DEVICES: Final = SealedRows(
    name="devices that take push messages",
    page=Statement(
        select(
            DeviceRow.digest.label("key"),
            DeviceRow.account_id.label("owner"),
            DeviceRow.sealed.label("sealed"),
        )
        .where(DeviceRow.sealed.is_not(None), DeviceRow.digest > bindparam("after"))
        .order_by(DeviceRow.digest)
        .limit(bindparam("most")),
        into=SealedRow,
    ),
    write=Statement(
        update(DeviceRow)
        .where(DeviceRow.digest == bindparam("key"), DeviceRow.sealed == bindparam("before"))
        .values(sealed=bindparam("sealed", type_=LargeBinary()))
    ),
    about=lambda row: sealed_about(row.owner, row.key),
)
