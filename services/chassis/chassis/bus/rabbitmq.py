"""The bus between processes: RabbitMQ.

There is one durable topic exchange `openhours`. Each service has one quorum queue,
`openhours.<service>.events`, read by one process at a time (single active consumer) to preserve the order,
and its dead letter queue, `openhours.<service>.dead`. Each process declares all of them before it publishes.
Each process that listens has one exclusive queue.

A message in the queue `openhours.<service>.mark` tells a service that the broker still has its data.
"""

import asyncio
import functools
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

import aio_pika
import aiormq
import structlog
from aio_pika import DeliveryMode
from aio_pika.abc import AbstractChannel, AbstractExchange, AbstractIncomingMessage, AbstractQueue
from aiormq.abc import ConsumerCallback, DeliveredMessage
from pamqp.common import FieldValue

from chassis.bus.connection import BrokerConnection, is_cancelled
from chassis.bus.delivery import OUTAGE_DELAY_SECONDS, GaveUp, Lanes, deliver
from chassis.bus.message import Message
from chassis.bus.protocol import BatchHandler, DeadLetterSink, Handler, OnConnect, Subscription, Unroutable
from chassis.bus.queues import (
    EXCHANGE,
    declare_dead_queue,
    declare_exchange,
    declare_queues,
    former_queue_of,
    mark_queue_of,
    queue_of,
)
from chassis.bus.settlement import Settlement

PREFETCH: Final = 64
WIDTH: Final = 8
"""Aggregates that one process handles concurrently."""
CONFIRM_SECONDS: Final = 10
LOOKS_FOR_MARK: Final = 4
LOOK_AGAIN_SECONDS: Final = 0.5

log = structlog.get_logger()


def to_amqp(message: Message) -> aio_pika.Message:
    """The AMQP message: the payload is its body, everything else is in its properties and headers."""
    headers: dict[str, FieldValue] = {"key": message.key, "aggregate": message.aggregate}
    if message.trace is not None:
        headers["traceparent"] = message.trace
    return aio_pika.Message(
        message.payload,
        message_id=message.event_id,
        content_type="application/json",
        delivery_mode=DeliveryMode.PERSISTENT,
        headers=headers,
    )


def from_amqp(incoming: AbstractIncomingMessage) -> Message:
    """The received message, of one that was asked for."""
    return _message(incoming.message_id, incoming.routing_key, incoming.headers, incoming.body)


def delivered(incoming: DeliveredMessage) -> Message:
    """The received message, of one that the broker has sent by itself."""
    properties = incoming.header.properties
    return _message(properties.message_id, incoming.routing_key, properties.headers or {}, incoming.body)


def _message(
    event_id: str | None, routing_key: str | None, headers: Mapping[str, FieldValue], body: bytes
) -> Message:
    """The message. Its key is in a header, because a targeted message's routing key is its queue."""
    trace = headers.get("traceparent")
    return Message(
        event_id=event_id or "",
        key=str(headers.get("key") or routing_key),
        aggregate=str(headers.get("aggregate") or event_id),
        payload=body,
        trace=str(trace) if trace else None,
    )


class RabbitBus:
    """One process's access to RabbitMQ; enter it before use. It connects as soon as the broker is up."""

    def __init__(
        self, url: str, name: str = "openhours", subscriptions: Mapping[str, Collection[str]] | None = None
    ) -> None:
        """`name` is the service's. `subscriptions` are the keys of all durable consumers, by consumer."""
        self._url = url
        self._name = name
        self._subscriptions = subscriptions or {}
        self._stored = frozenset(key for keys in self._subscriptions.values() for key in keys)
        self._known = False
        self.connections = 0
        self._calls_when_connected: list[Callable[[], None]] = []
        self._channel: AbstractChannel | None = None
        self._exchange: AbstractExchange | None = None
        self._publishing = BrokerConnection(url, f"{name} publishing", self._prepare, confirms=True)
        self._connections = [self._publishing]

    async def __aenter__(self) -> Self:
        self._publishing.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._publishing.close()

    @property
    def connected(self) -> bool:
        """Whether every connection is up: the publishing one, and one for each queue this process reads."""
        return all(connection.connected for connection in self._connections if not connection.closed)

    async def ready(self) -> None:
        """Returns once messages can be published."""
        await self._publishing.ready()

    def when_connected(self, call: Callable[[], None]) -> None:
        """See `Bus.when_connected`."""
        self._calls_when_connected.append(call)

    async def _prepare(self, channel: AbstractChannel) -> None:
        self._exchange = await self._declare_topology(channel)
        self._channel = channel
        self._known = False
        self.connections += 1
        for call in self._calls_when_connected:
            call()

    async def _declare_topology(self, channel: AbstractChannel) -> AbstractExchange:
        """Declare every queue of every service, so that no event finds its reader's queue missing."""
        exchange = await declare_exchange(channel)
        for consumer, keys in self._subscriptions.items():
            queue = await declare_queues(channel, consumer)
            for key in keys:
                await queue.bind(exchange, key)
        return exchange

    def holds(self, message: Message) -> bool:
        """See `Bus.holds`."""
        return message.target is not None or message.key in self._stored

    async def has_forgotten(self) -> bool:
        """See `Bus.has_forgotten`. The broker is asked once in each connection.

        It is asked again after a no: a queue that elects its leader, as after a restart, calls itself empty.
        """
        for look in range(LOOKS_FOR_MARK):
            if self._known:
                break
            await asyncio.sleep(LOOK_AGAIN_SECONDS if look else 0)
            _, channel = self._connected()
            marks = await self._declare_marks(channel)
            self._known = bool(marks.declaration_result.message_count)
        return not self._known

    async def remember(self) -> None:
        """See `Bus.remember`."""
        _, channel = self._connected()
        marks = await self._declare_marks(channel)
        mark = aio_pika.Message(b"", delivery_mode=DeliveryMode.PERSISTENT)
        await self._confirmed(channel.default_exchange.publish(mark, marks.name, timeout=CONFIRM_SECONDS))
        self._known = True

    async def _declare_marks(self, channel: AbstractChannel) -> AbstractQueue:
        arguments: dict[str, FieldValue] = {"x-queue-type": "quorum", "x-max-length": 1}
        return await channel.declare_queue(mark_queue_of(self._name), durable=True, arguments=arguments)

    async def dead_letters(self) -> int:
        """See `Bus.dead_letters`."""
        _, channel = self._connected()
        return (await declare_dead_queue(channel, self._name)).declaration_result.message_count or 0

    def _connected(self) -> tuple[AbstractExchange, AbstractChannel]:
        """The exchange and the channel for publishing. Raises ConnectionError without a connection."""
        if self._exchange is None or self._channel is None or not self._publishing.connected:
            raise ConnectionError("not connected to RabbitMQ")
        return self._exchange, self._channel

    async def publish(self, message: Message) -> None:
        """See `Bus.publish`: returns when the broker has confirmed the message.

        Raises `Unroutable`, `aio_pika.exceptions.AMQPError`, `ConnectionError` or `TimeoutError`.
        """
        _, channel = self._connected()
        exchange, key = EXCHANGE, message.key
        if message.target is not None:
            exchange, key = "", queue_of(message.target)
        underlay = await channel.get_underlay_channel()
        assert isinstance(underlay, aiormq.Channel)  # its interface does not name `wait`
        try:
            await self._confirmed(
                underlay.basic_publish(
                    message.payload,
                    exchange=exchange,
                    routing_key=key,
                    properties=to_amqp(message).properties,
                    mandatory=self.holds(message),
                    timeout=CONFIRM_SECONDS,
                    wait=False,  # else each waits until the one before it is written
                )
            )
        except aio_pika.exceptions.PublishError as error:
            await self._declare_topology(channel)  # somebody has removed a queue: the next attempt finds it
            raise Unroutable(f"no queue takes {key}") from error

    async def _confirmed(self, publishing: Awaitable[object]) -> None:
        try:
            await publishing
        except asyncio.CancelledError:
            if is_cancelled():
                raise
            raise ConnectionError("the channel was closed before the broker confirmed") from None

    async def consume(
        self,
        consumer: str,
        keys: Collection[str],
        handler: Handler,
        dead_letter: DeadLetterSink,
        *,
        together: BatchHandler | None = None,
    ) -> Subscription:
        """See `Bus.consume`. The broker stores the dead letters itself: `dead_letter` is not used."""
        del dead_letter
        consuming = _Consuming(self._url, consumer, keys, handler, together)
        self._open(consuming.connection)
        return consuming

    async def listen(
        self, keys: Collection[str], handler: Handler, on_connect: OnConnect | None = None
    ) -> Subscription:
        """See `Bus.listen`."""
        listening = _Listening(self._url, f"{self._name} listening", keys, handler, on_connect)
        self._open(listening.connection)
        return listening

    def _open(self, connection: BrokerConnection) -> None:
        self._connections.append(connection)
        connection.open()


@dataclass(slots=True)
class _Delivery:
    """A message as it came, its tag, and where it is settled."""

    message: Message
    tag: int
    settlement: Settlement


class _Consuming:
    """The durable queue of one service."""

    def __init__(
        self,
        url: str,
        consumer: str,
        keys: Collection[str],
        handler: Handler,
        together: BatchHandler | None = None,
    ) -> None:
        self.connection: Final = BrokerConnection(url, f"{consumer} consuming", self._prepare)
        self._consumer = consumer
        self._keys = keys
        self._handler = handler
        self._together = together
        # The lanes outlive a lost connection: redelivered messages queue behind those still in progress.
        self._lanes = Lanes[_Delivery](self._work, WIDTH, self._work_together if together else None)
        self._settlement: Settlement | None = None
        self._queue: AbstractQueue | None = None
        self._tag = ""

    async def _prepare(self, channel: AbstractChannel) -> None:
        await channel.set_qos(prefetch_count=PREFETCH)
        underlay = await channel.get_underlay_channel()
        self._settlement = Settlement(underlay)
        take = functools.partial(self._take, self._settlement)
        exchange = await declare_exchange(channel)
        self._queue = queue = await declare_queues(channel, self._consumer)
        for key in self._keys:
            await queue.bind(exchange, key)
        await self._take_over_former_queue(channel, exchange, take)
        # Not by the queue's own method, which makes an object of 20 fields of each message.
        self._tag = (await underlay.basic_consume(queue.name, take)).consumer_tag or ""

    async def _take_over_former_queue(
        self, channel: AbstractChannel, exchange: AbstractExchange, take: ConsumerCallback
    ) -> None:
        """Also read what the version before has left, into a queue that nothing is added to any more."""
        former = former_queue_of(self._consumer)
        if not await self.connection.has_queue(former):
            return
        left = await channel.get_queue(former, ensure=False)
        for key in self._keys:
            await left.unbind(exchange, key)
        underlay = await channel.get_underlay_channel()
        await underlay.basic_consume(left.name, take)

    async def _take(self, settlement: Settlement, incoming: DeliveredMessage) -> None:
        tag = incoming.delivery_tag or 0
        settlement.arrived(tag)
        message = delivered(incoming)
        self._lanes.put(message.aggregate, _Delivery(message, tag, settlement))

    async def _work_together(self, deliveries: list[_Delivery]) -> bool:
        assert self._together is not None
        try:
            await self._together([each.message for each in deliveries])
        except Exception as error:  # which of them failed shows when they are handled one by one
            log.info("events are handled one by one", events=len(deliveries), reason=type(error).__name__)
            return False
        for settlement, tags in _by_settlement(deliveries).items():
            await settlement.handled(tags)
        return True

    async def _work(self, delivery: _Delivery) -> None:
        message = delivery.message
        while True:
            try:
                await deliver(message, self._handler)
            except GaveUp as failure:
                log.error(
                    "event became a dead letter",
                    key=message.key,
                    event_id=message.event_id,
                    reason=str(failure),
                )
                return await delivery.settlement.reject(delivery.tag)
            except Exception as outage:
                log.warning("event waits for the database", key=message.key, reason=str(outage)[:300])
                await asyncio.sleep(OUTAGE_DELAY_SECONDS)
            else:
                return await delivery.settlement.handled([delivery.tag])

    async def stop(self, grace: float) -> None:
        if self.connection.connected and self._queue is not None:
            try:
                await self._queue.cancel(self._tag, timeout=grace)
            except (aio_pika.exceptions.AMQPError, OSError, RuntimeError) as error:
                log.warning("consumer not cancelled", consumer=self._consumer, reason=str(error))
        await self._lanes.drain(grace)
        if self._settlement is not None:
            await asyncio.wait({asyncio.create_task(self._settlement.acknowledge(wait=True))}, timeout=grace)
        await self.connection.close()


def _by_settlement(deliveries: Sequence[_Delivery]) -> dict[Settlement, list[int]]:
    """The tags of these messages by the channel on which they came: one may have been lost meanwhile."""
    found: dict[Settlement, list[int]] = {}
    for each in deliveries:
        found.setdefault(each.settlement, []).append(each.tag)
    return found


class _Listening:
    """The exclusive queue of one process: it is deleted when the connection ends."""

    def __init__(
        self, url: str, name: str, keys: Collection[str], handler: Handler, on_connect: OnConnect | None
    ) -> None:
        self.connection: Final = BrokerConnection(url, name, self._prepare)
        self._keys = keys
        self._handler = handler
        self._on_connect = on_connect
        self._lanes = Lanes[Message](self._work, 1)

    async def _prepare(self, channel: AbstractChannel) -> None:
        exchange = await declare_exchange(channel)
        queue = await channel.declare_queue(exclusive=True, auto_delete=True)
        for key in self._keys:
            await queue.bind(exchange, key)
        underlay = await channel.get_underlay_channel()
        await underlay.basic_consume(queue.name, self._take, no_ack=True)
        if self._on_connect is not None:
            await self._on_connect()

    async def _take(self, incoming: DeliveredMessage) -> None:
        self._lanes.put("", delivered(incoming))

    async def _work(self, message: Message) -> None:
        try:
            await self._handler(message)
        except Exception:
            log.exception("listener failed", key=message.key, event_id=message.event_id)

    async def stop(self, grace: float) -> None:
        await self.connection.close()
        await self._lanes.drain(grace)
