"""The bus between processes: RabbitMQ.

There is one durable topic exchange `openhours`. Each service has one quorum queue,
`openhours.<service>.events`, read by one process at a time (single active consumer) to preserve the order,
and its dead letter queue, `openhours.<service>.dead`. Each process declares all of them before it publishes.
Each process that listens has one exclusive queue.

A message in the queue `openhours.<service>.mark` tells a service that the broker still has its data.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from types import TracebackType
from typing import Final, Self

import aio_pika
import aiormq
from aio_pika import DeliveryMode
from aio_pika.abc import AbstractChannel, AbstractExchange, AbstractQueue
from pamqp.common import FieldValue

from chassis.bus.amqp_messages import to_amqp
from chassis.bus.connection import BrokerConnection, is_cancelled
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
    Unroutable,
)
from chassis.bus.queue_readers import ProcessQueueReader, ServiceQueueReader
from chassis.bus.queues import (
    EXCHANGE,
    NO_KEYS,
    Keys,
    declare_bound_queues,
    declare_dead_queue,
    declare_exchange,
    declare_queues,
    mark_queue_of,
    queue_of,
)
from chassis.outages import BusError

CONFIRM_SECONDS: Final = 5
LOOKS_FOR_MARK: Final = 4
LOOK_AGAIN_SECONDS: Final = 0.5


class RabbitBus:
    """One process's access to RabbitMQ; enter it before use. It connects as soon as the broker is up."""

    def __init__(
        self, url: str, name: str = "openhours", subscriptions: Keys = NO_KEYS, former: Keys = NO_KEYS
    ) -> None:
        """`name` is the service's. Both have keys by durable consumer; nobody reads a `former` one now."""
        self._url, self._name = url, name
        self._subscriptions, self._former = subscriptions, former
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
            await declare_bound_queues(channel, exchange, consumer, keys)
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

    async def waiting(self) -> int:
        """See `Bus.waiting`."""
        _, channel = self._connected()
        return (await declare_queues(channel, self._name)).declaration_result.message_count or 0

    def _connected(self) -> tuple[AbstractExchange, AbstractChannel]:
        """The exchange and the channel for publishing. Raises ConnectionError without a connection."""
        if self._exchange is None or self._channel is None or not self._publishing.connected:
            raise BusError("not connected to RabbitMQ")
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
            raise BusError("the channel was closed before the broker confirmed") from None

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
        """See `Bus.consume`. The broker stores the dead letters itself: `dead_letter` is not used."""
        del dead_letter
        former = self._former.get(consumer, ())
        reader = ServiceQueueReader(
            self._url, consumer, keys, former, handler, together, gather_seconds, given_up
        )
        self._open(reader.connection)
        return reader

    async def listen(
        self, keys: Collection[str], handler: Handler, on_connect: OnConnect | None = None
    ) -> Listening:
        """See `Bus.listen`."""
        reader = ProcessQueueReader(self._url, f"{self._name} listening", keys, handler, on_connect)
        self._open(reader.connection)
        return reader

    def _open(self, connection: BrokerConnection) -> None:
        self._connections.append(connection)
        connection.open()
