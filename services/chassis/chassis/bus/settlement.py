"""Acknowledges the messages of one channel, several at a time.

Each acknowledgement is an entry in the log of a quorum queue, and wakes the broker. So what was handled is
acknowledged a moment later, together with what was handled meanwhile. After a crash in that moment the broker
delivers these messages again: they are recognized as known, as all that was handled and not acknowledged is.
"""

import asyncio
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final

import aio_pika
import structlog
from aiormq.abc import AbstractChannel

WAIT_SECONDS: Final = 1.0
"""How long a message that was handled waits for others at most."""
MOST_WAITING: Final = 16
"""So many are acknowledged at once: the broker sends no more than it has acknowledgements for."""

log = structlog.get_logger()


class Settlement:
    """The messages that came on one channel and are not settled yet, by their delivery tags."""

    def __init__(self, channel: AbstractChannel) -> None:
        self._channel = channel
        self._open: dict[int, bool] = {}
        """Whether each was handled, in the order of arrival."""
        self._waiting = 0
        self._sending = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None

    def arrived(self, tag: int) -> None:
        """Remember a message that is to be settled."""
        self._open[tag] = False

    async def handled(self, tags: Sequence[int]) -> None:
        """Acknowledge these messages soon."""
        for tag in tags:
            self._open[tag] = True
        self._waiting += len(tags)
        if self._waiting >= MOST_WAITING:
            await self.acknowledge()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(WAIT_SECONDS, self._acknowledge_late)

    def _acknowledge_late(self) -> None:
        self._late = asyncio.create_task(self.acknowledge())

    async def acknowledge(self, *, wait: bool = False) -> None:
        """Acknowledge what was handled: in one frame, but for what is younger than a message still in hand.

        With `wait` it returns when the frames have been written.
        """
        async with self._sending:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._waiting = None, 0
            handled = [tag for tag, done in self._open.items() if done]
            in_hand = next((tag for tag, done in self._open.items() if not done), None)
            together = [tag for tag in handled if in_hand is None or tag < in_hand]
            for tag in handled:
                del self._open[tag]
            with _lost_with_the_connection():
                if together:
                    await self._channel.basic_ack(together[-1], multiple=len(together) > 1, wait=wait)
                for tag in handled[len(together) :]:
                    await self._channel.basic_ack(tag, wait=wait)

    async def reject(self, tag: int) -> None:
        """Let the broker dead-letter the message."""
        with _lost_with_the_connection():
            await self._channel.basic_reject(tag, requeue=False)
        self._open.pop(tag, None)  # not before: an acknowledgement of younger ones would include it


@contextmanager
def _lost_with_the_connection() -> Generator[None]:
    """On a lost connection the broker delivers the messages again."""
    try:
        yield
    except (aio_pika.exceptions.AMQPError, OSError, RuntimeError) as error:
        log.info("acknowledgement lost, the message comes again", reason=str(error))
