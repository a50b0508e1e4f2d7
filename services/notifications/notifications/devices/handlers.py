"""A device hears no more once its login is over."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.events.identity import LoginEnded

from notifications.push_queue.store import drop_devices_of_login


@subscribe(LoginEnded)
async def drop_devices(event: LoginEnded, tx: Transaction) -> None:
    """Signed out, or ended by a new password: whoever holds the device hears nothing more."""
    await drop_devices_of_login(tx, event.login_id)


CONSUMERS = (drop_devices,)
