"""Registering a device: who had it before is told (product.md 5.4)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.http.callers import Principal
from chassis.ids import new_id

from notifications.alerts.create_alert import create_alert
from notifications.alerts.notice import Notice
from notifications.devices import store
from notifications.devices.store import Device

DEVICES: Final = "/devices_and_logins"


async def register_device(tx: Transaction, device: Device, caller: Principal, now: datetime) -> int:
    """Push the caller's alerts to this device from now on; returns how many devices the account has.

    Nobody proves that a device is theirs, so an account that had it before gets an alert.
    """
    former = await store.keep_device(tx, device, account_id=caller.id, login_id=caller.login_id)
    if former and former != caller.id:
        notice = Notice(f"device_moved:{new_id()}", former, "device_moved", None, DEVICES, {})
        await create_alert(tx, notice, now)
    return await store.device_count(tx, caller.id)
