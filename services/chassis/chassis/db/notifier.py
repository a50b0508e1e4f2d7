"""Wakes the workers of a queue table: after a commit in this process, or after a NOTIFY from another one.

PostgreSQL commits transactions with NOTIFY one at a time, so that their commits no longer share a write to
disk (measured: 420 instead of 1,100 a second). Therefore the process that commits wakes its own relay, which
costs nothing, and only commands that have no relay (replay, dead letters) use NOTIFY.
"""

import asyncio
from contextlib import suppress
from typing import Final

import asyncpg
import structlog

CHANNEL: Final = "outbox"
RECONNECT_SECONDS: Final = 1.0

log = structlog.get_logger()


class Notifier:
    """Wakes one worker for each notification. Without a waiting worker, one notification stays pending."""

    def __init__(self) -> None:
        self._pending = asyncio.Queue[None](maxsize=1)

    def notify(self, *_: object) -> None:
        """Wake one waiting worker, or the next one that waits."""
        with suppress(asyncio.QueueFull):
            self._pending.put_nowait(None)

    async def wait(self, seconds: float) -> None:
        """Return at the next notification, or after `seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._pending.get()


async def keep_listening(notifier: Notifier, url: str) -> None:
    """Notify on each NOTIFY from other processes; reconnect whenever the connection is lost.

    Ends by cancellation. `url` is in the driver's form.
    """
    while True:
        try:
            await _listen(notifier, url)
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            log.warning("not listening to the outbox, polling meanwhile", reason=str(error))
        await asyncio.sleep(RECONNECT_SECONDS)


async def _listen(notifier: Notifier, url: str) -> None:
    connection = await asyncpg.connect(url, timeout=10)
    lost = asyncio.Event()

    def on_loss(*_: object) -> None:
        lost.set()

    connection.add_termination_listener(on_loss)
    try:
        await connection.add_listener(CHANNEL, notifier.notify)
        notifier.notify()
        await lost.wait()
    finally:
        connection.terminate()
