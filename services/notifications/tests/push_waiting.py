"""Waits for what the push queue does, and asks for what is kept of an account's devices."""

from chassis.db import Database
from client.api_client import eventually
from notifications.devices.store import device_digest
from notifications.push_queue.models import PushRow
from sqlalchemy import func, select

from services.notifications.tests.conftest import Caller


async def devices_of(who: Caller) -> set[str]:
    """What tells the devices that are kept from others."""
    held = (await who.get("/internal/export")).json()["data"]["devices"]
    return {device["device"] for device in held}


async def until_devices_of(who: Caller, kept: set[str]) -> None:
    """Wait until these devices are kept, and no others."""
    digests = {device_digest(token) for token in kept}

    async def are_kept() -> bool:
        return await devices_of(who) == digests

    await eventually(are_kept, f"{kept} alone")


async def queue_is_empty(database_url: str) -> None:
    """Wait until no push waits for another attempt."""
    database = Database(database_url)

    async def is_empty() -> bool:
        async with database.reading() as tx:
            return not await tx.session.scalar(select(func.count()).select_from(PushRow))

    await eventually(is_empty, "an empty queue of pushes")
    await database.close()
