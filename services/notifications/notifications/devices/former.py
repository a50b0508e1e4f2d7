"""Devices that the version before registers, with their tokens as they are, until they are sealed.

That version may run beside this one. The next migration drops its tables.
"""

from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import bindparam, column, delete, select, table

from notifications.devices.store import Device, add_device

FORMER: Final = table(
    "push_token",
    *map(column, ("token", "account_id", "login_id", "platform", "registered_at", "p256dh", "auth")),
)
FIND: Final = Statement(select(FORMER).with_for_update(skip_locked=True))
DELETE: Final = Statement(delete(FORMER).where(FORMER.c.token == bindparam("token")))


async def seal_former_devices(tx: Transaction) -> list[Device]:
    """Seal the devices of the version before; returns them. `forget_former_device` is to follow for each."""
    found: list[Device] = []
    for row in await FIND.all(tx):
        device = Device(row.token, row.platform, row.registered_at, row.p256dh, row.auth)
        await add_device(tx, device, account_id=row.account_id, login_id=row.login_id)
        found.append(device)
    return found


async def forget_former_device(tx: Transaction, device: Device) -> None:
    """Delete the row of a device that is sealed, and what waits for it there."""
    await DELETE.run(tx, token=device.token)
