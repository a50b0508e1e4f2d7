"""The bus within one process. It stores nothing itself: the publisher's outbox makes it durable.

`publish` returns when every durable consumer of the key has committed its effect, so the outbox row is
deleted only afterwards: a crash at any point leads to a second delivery, which the inbox ignores.
"""

import asyncio
import functools
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

import structlog

from chassis.bus.delivery import GaveUp, Lanes, deliver, handled_together
from chassis.bus.message import Message
from chassis.bus.protocol import (
    NO_GATHERING,
    BatchHandler,
    DeadLetterSink,
    GivenUp,
    Handler,
    Listening,
    OnConnect,
    Subscription,
)

WIDTH: Final = 8
"""Aggregates, or batches of them, that one consumer handles concurrently."""
log = structlog.get_logger()


class ConsumerAway(ConnectionError):
    """A durable consumer is missing or stopped; the publisher tries again later."""


@dataclass(slots=True, eq=False)
class _Delivery:
    message: Message
    done: asyncio.Future[None]


class _Consumer:
    def __init__(
        self,
        keys: Collection[str],
        handler: Handler,
        dead_letter: DeadLetterSink,
        together: BatchHandler | None,
    ) -> None:
        self.keys: Final = frozenset(keys)
        self.stopped = False
        self._handler = handler
        self._dead_letter = dead_letter
        batches = functools.partial(self._work_together, together) if together else None
        self._lanes = Lanes[_Delivery](self._work, WIDTH, batches)
        self._in_hand: set[_Delivery] = set()

    async def take(self, message: Message) -> None:
        """Returns when the message is handled or a dead letter. Raises what an outage raises."""
        delivery = _Delivery(message, asyncio.get_running_loop().create_future())
        self._in_hand.add(delivery)
        self._lanes.put(message.aggregate, delivery)
        try:
            await delivery.done
        finally:
            self._in_hand.discard(delivery)

    async def _work(self, delivery: _Delivery) -> None:
        try:
            try:
                await deliver(delivery.message, self._handler)
            except GaveUp as failure:
                await self._dead_letter(delivery.message, str(failure))
        except Exception as outage:
            if not delivery.done.done():
                delivery.done.set_exception(outage)
        else:
            _finish(delivery)

    async def _work_together(self, together: BatchHandler, deliveries: list[_Delivery]) -> bool:
        if not await handled_together([each.message for each in deliveries], together):
            return False
        for each in deliveries:
            _finish(each)
        return True

    async def stop(self, grace: float) -> None:
        self.stopped = True
        await self._lanes.drain(grace)
        for late in self._in_hand:
            if not late.done.done():
                late.done.set_exception(ConsumerAway("stopped"))


def _finish(delivery: _Delivery) -> None:
    if not delivery.done.done():  # its publisher may have been cancelled
        delivery.done.set_result(None)


class _Listener:
    def __init__(self, keys: Collection[str], handler: Handler, among: list["_Listener"]) -> None:
        self.keys: Final = set(keys)
        self._handler = handler
        self._among = among
        self._lanes = Lanes[Message](self._handle, 1)
        among.append(self)

    def receive(self, message: Message) -> None:
        self._lanes.put("", message)

    async def bind(self, key: str) -> None:
        self.keys.add(key)

    async def unbind(self, key: str) -> None:
        self.keys.discard(key)

    async def _handle(self, message: Message) -> None:
        try:
            await self._handler(message)
        except Exception:
            log.exception("listener failed", key=message.key, event_id=message.event_id)

    async def stop(self, grace: float) -> None:
        self._among.remove(self)
        await self._lanes.drain(grace)


class LocalBus:
    """Delivers messages within the process.

    `expected` names the consumers that must have subscribed before anything is published: the services of
    one process start one after another, and a later one must not miss the events of an earlier one.
    """

    def __init__(self, expected: Collection[str] = ()) -> None:
        self._absent = set(expected)
        self._complete = asyncio.Event()
        self._consumers: dict[str, _Consumer] = {}
        self._listeners: list[_Listener] = []
        if not self._absent:
            self._complete.set()

    @property
    def connected(self) -> bool:
        """Whether every expected consumer has subscribed."""
        return self._complete.is_set()

    @property
    def connections(self) -> int:
        """One: it is never lost."""
        return 1

    @property
    def keys_listened_to(self) -> frozenset[str]:
        """The keys that somebody in this process listens to."""
        return frozenset(key for listener in self._listeners for key in listener.keys)

    async def ready(self) -> None:
        """Returns when every expected consumer has subscribed."""
        await self._complete.wait()

    def when_connected(self, call: Callable[[], None]) -> None:
        """Do nothing: its connection is never lost."""
        del call

    def holds(self, message: Message) -> bool:
        """False: `publish` returns only when the effects are committed."""
        del message
        return False

    async def has_forgotten(self) -> bool:
        """False: it holds nothing."""
        return False

    async def remember(self) -> None:
        """Do nothing: it holds nothing."""

    async def dead_letters(self) -> int:
        """None: they are in the service's own table."""
        return 0

    async def waiting(self) -> int:
        """None: they wait in the publishers' outboxes."""
        return 0

    async def publish(self, message: Message) -> None:
        """Returns when every consumer has committed its effect or dead-lettered the message.

        Raises `ConsumerAway` when a consumer has stopped, and whatever an outage of its database raises.
        """
        await self.ready()
        deliveries = (self._deliver(name, message) for name in self._receivers(message))
        for failure in await asyncio.gather(*deliveries, return_exceptions=True):
            if failure is not None:
                raise failure
        if message.target is None:
            for listener in tuple(self._listeners):
                if message.key in listener.keys:
                    listener.receive(message)

    def _receivers(self, message: Message) -> list[str]:
        if message.target is not None:
            return [message.target]
        return [name for name, consumer in self._consumers.items() if message.key in consumer.keys]

    async def _deliver(self, name: str, message: Message) -> None:
        consumer = self._consumers.get(name)
        if consumer is None or consumer.stopped:
            raise ConsumerAway(name)
        await consumer.take(message)

    async def consume(
        self,
        consumer: str,
        keys: Collection[str],
        handler: Handler,
        dead_letter: DeadLetterSink,
        *,
        given_up: GivenUp | None = None,
        together: BatchHandler | None = None,
        gather_seconds: Mapping[str, float] = NO_GATHERING,
    ) -> Subscription:
        """See `Bus.consume`. Nothing gathers, since the publisher waits. It keeps no dead letters itself.

        Raises ValueError while another consumer of this name is active.
        """
        del gather_seconds, given_up
        before = self._consumers.get(consumer)
        if before is not None and not before.stopped:
            raise ValueError(f"{consumer} consumes already")
        self._consumers[consumer] = subscribed = _Consumer(keys, handler, dead_letter, together)
        self._absent.discard(consumer)
        if not self._absent:
            self._complete.set()
        return subscribed

    async def listen(
        self, keys: Collection[str], handler: Handler, on_connect: OnConnect | None = None
    ) -> Listening:
        """See `Bus.listen`; `on_connect` is called once, immediately."""
        listener = _Listener(keys, handler, self._listeners)
        if on_connect is not None:
            await on_connect()
        return listener
