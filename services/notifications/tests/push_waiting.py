"""Waits for what the push queue does, and asks for what is kept of an account's devices."""

import asyncio
from collections.abc import Callable

from chassis.db import Database
from notifications.devices.store import device_digest
from notifications.push_queue.models import PushRow
from sqlalchemy import func, select

from services.notifications.tests.conftest import Caller


async def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    for _ in range(500):
        if true():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def devices_of(who: Caller) -> set[str]:
    """What tells the devices that are kept from others."""
    held = (await who.get("/internal/export")).json()["data"]["devices"]
    return {device["device"] for device in held}


async def until_devices_of(who: Caller, kept: set[str]) -> None:
    """Wait until these devices are kept, and no others."""
    found: set[str] | None = None
    digests = {device_digest(token) for token in kept}
    async with asyncio.timeout(5):
        while found != digests:
            found = await devices_of(who)
            await asyncio.sleep(0.02)


async def queue_is_empty(database_url: str) -> None:
    """Wait until no push waits for another attempt."""
    database = Database(database_url)
    async with asyncio.timeout(5):
        waiting: int | None = 1
        while waiting:
            await asyncio.sleep(0.02)
            async with database.reading() as tx:
                waiting = await tx.session.scalar(select(func.count()).select_from(PushRow))
    await database.close()
