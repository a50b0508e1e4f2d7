"""A device hears no more once its login is over."""

from chassis.events import hears
from contracts.events.identity import LoginEnded
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.push.store import drop_devices_of_login


@hears(LoginEnded)
async def drop_devices(event: LoginEnded, session: AsyncSession) -> None:
    """Signed out, or ended by a new password: whoever holds the device hears nothing more."""
    await drop_devices_of_login(session, event.login_id)


CONSUMERS = (drop_devices,)
