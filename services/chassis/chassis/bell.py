"""What wakes the workers of a queue table: a commit in this process, or a notice from another one.

A transaction with NOTIFY keeps every other such transaction from committing beside it, so that commits no
longer share a write to disk: measured, 420 instead of 1,100 a second. So the process that commits wakes its
own relay, which costs nothing, and only commands that have no relay (replay, dead letters) use NOTIFY.
"""

import asyncio
from contextlib import suppress
from typing import Final

import asyncpg
import structlog
from sqlalchemy.ext.asyncio import AsyncSession

CHANNEL: Final = "outbox"
RUNG: Final = "bells"
"""The names, in `session.info`, of the bells to ring when the session's transaction is committed."""
RECONNECT_SECONDS: Final = 1.0

log = structlog.get_logger()


class Bell:
    """Rings when something was put into a queue; each ring is heard by one who waits."""

    def __init__(self) -> None:
        self._rings = asyncio.Queue[None](maxsize=1)

    def ring(self, *_: object) -> None:
        """Wake one who waits, or the next who will."""
        with suppress(asyncio.QueueFull):
            self._rings.put_nowait(None)

    async def heard(self, patience: float) -> None:
        """Returns at the next ring, or after `patience` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._rings.get()


def ring_after_commit(session: AsyncSession, queue: str) -> None:
    """Wake a worker of `queue` in this process if, and only when, the session's transaction is committed."""
    session.info.setdefault(RUNG, set()).add(queue)


async def keep_listening(bell: Bell, url: str) -> None:
    """Ring for NOTIFY from other processes, connecting anew whenever that is lost; ends by cancellation.

    `url` is as the driver reads it.
    """
    while True:
        try:
            await _listen(bell, url)
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            log.warning("not listening to the outbox, polling meanwhile", reason=str(error))
        await asyncio.sleep(RECONNECT_SECONDS)


async def _listen(bell: Bell, url: str) -> None:
    connection = await asyncpg.connect(url, timeout=10)
    lost = asyncio.Event()

    def on_loss(*_: object) -> None:
        lost.set()

    connection.add_termination_listener(on_loss)
    try:
        await connection.add_listener(CHANNEL, bell.ring)
        bell.ring()
        await lost.wait()
    finally:
        connection.terminate()
