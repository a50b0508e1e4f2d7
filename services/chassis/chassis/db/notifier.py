"""Wakes the workers of a queue table: after a commit in this process, after a NOTIFY from another one, or
when something postponed is due.

PostgreSQL commits transactions with NOTIFY one at a time, so that their commits no longer share a write to
disk (measured: 420 instead of 1,100 a second). Therefore the process that commits wakes its own relay, which
costs nothing, and only commands that have no worker (replay, dead letters) use NOTIFY, with the queue's name.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from chassis import outages
from chassis.postgres import connect

CHANNEL: Final = "outbox"
RECONNECT_SECONDS: Final = 1.0

log = structlog.get_logger()


class Notifier:
    """Wakes one worker for each notification. Without a waiting worker, one notification stays pending.

    With a pace it lets work gather under load: it wakes at once after a quiet while, and else when the pace
    is over since it woke last, once for all notifications until then.
    """

    def __init__(self) -> None:
        self._pending = asyncio.Queue[None](maxsize=1)
        self._timer: asyncio.TimerHandle | None = None
        self._timer_fired = False
        self.asked = False
        """Whether somebody has notified since the worker set this to False; else it was only woken."""
        self.pace_seconds = 0.0
        self._next_wake = 0.0
        self._gathering: asyncio.TimerHandle | None = None

    def notify(self, *_: object) -> None:
        """Wake one waiting worker, or the next one that waits, to look into the queue."""
        self.asked = True
        self.wake()

    def wake(self) -> None:
        """Wake one waiting worker, or the next one that waits; not before its pace allows."""
        if self._gathering is not None:
            return
        if self.pace_seconds:
            loop = asyncio.get_running_loop()
            now = loop.time()
            if now < self._next_wake:
                self._gathering = loop.call_at(self._next_wake, self._end_gathering)
                return
            self._next_wake = now + self.pace_seconds
        with suppress(asyncio.QueueFull):
            self._pending.put_nowait(None)

    def _end_gathering(self) -> None:
        self._gathering = None
        self._next_wake = 0.0
        self.wake()

    def stop_gathering(self) -> bool:
        """Hold nothing back any more; returns whether there is a notification that has woken nobody yet."""
        left = self._gathering is not None or not self._pending.empty()
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self.pace_seconds = 0.0
        return left

    def notify_in(self, seconds: float) -> None:
        """Wake a worker after `seconds`. Only the earliest such time is kept: who wakes asks for the next."""
        loop = asyncio.get_running_loop()
        at = loop.time() + max(0.0, seconds)
        if self._timer is not None:
            if self._timer.when() <= at:
                return
            self._timer.cancel()
        self._timer = loop.call_at(at, self._fire)

    def _fire(self) -> None:
        self._timer = None
        self._timer_fired = True
        self.notify()

    async def wait(self, seconds: float) -> bool | None:
        """Return at the next notification, or after `seconds`; whether only a commit has woken the worker.

        None: nothing has. After a time that was waited for, the worker does not know the next such time.
        """
        woken = None
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._pending.get()
                woken = True
        fired, self._timer_fired = self._timer_fired, False
        return woken and not fired

    def close(self) -> None:
        """Forget the time that is waited for."""
        self.stop_gathering()
        if self._timer is not None:
            self._timer.cancel()


async def keep_listening(wake: Callable[[str], None], url: str) -> None:
    """Call `wake` with the queue that another process has filled, '' for any, at each NOTIFY; reconnect
    whenever the connection is lost, after which any queue may have been filled.

    Ends by cancellation. `url` is in the driver's form.
    """
    while True:
        try:
            await _listen(wake, url)
        except Exception as error:  # whatever it is: nobody else would listen again
            log.warning("not listening to other processes, polling meanwhile", cause=error, reason=str(error))
        await asyncio.sleep(RECONNECT_SECONDS)


async def _listen(wake: Callable[[str], None], url: str) -> None:
    connection = await connect(url)
    lost = asyncio.Event()

    def on_loss(*_: object) -> None:
        lost.set()

    def on_notice(_: object, __: int, ___: str, queue: object) -> None:
        wake(str(queue))

    connection.add_termination_listener(on_loss)
    try:
        await connection.add_listener(CHANNEL, on_notice)
        outages.DATABASE.over()
        wake("")
        await lost.wait()
    finally:
        connection.terminate()
