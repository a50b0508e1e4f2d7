"""The exchange and the queues of RabbitMQ: their names, and how they are declared and bound."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from aio_pika import ExchangeType
from aio_pika.abc import AbstractChannel, AbstractExchange, AbstractQueue
from aio_pika.exceptions import AMQPError
from pamqp.common import FieldValue

EXCHANGE: Final = "openhours"
Keys = Mapping[str, Collection[str]]
"""Routing keys by the service that consumes them."""
NO_KEYS: Final[Keys] = MappingProxyType({})
DELIVERY_LIMIT: Final = 5
"""How many processes may die while handling a message before it is dead-lettered."""


def queue_of(consumer: str) -> str:
    """The name of a service's queue."""
    return f"{EXCHANGE}.{consumer}.events"


def former_queue_of(consumer: str) -> str:
    """The name of the queue of the version before, whose arguments cannot be changed."""
    return f"{EXCHANGE}.{consumer}"


def mark_queue_of(service: str) -> str:
    """The name of the queue with the mark of a publishing service."""
    return f"{EXCHANGE}.{service}.mark"


def dead_queue_of(consumer: str) -> str:
    """The name of a service's dead letter queue."""
    return f"{EXCHANGE}.{consumer}.dead"


async def declare_queues(channel: AbstractChannel, consumer: str) -> AbstractQueue:
    """Declare the service's durable queue and its dead letter queue; returns the former.

    A dead letter leaves the queue only when the dead letter queue has confirmed it (at least once), which
    RabbitMQ offers to queues that refuse what they cannot take.
    """
    await declare_dead_queue(channel, consumer)
    return await channel.declare_queue(
        queue_of(consumer),
        durable=True,
        arguments={
            "x-queue-type": "quorum",
            "x-single-active-consumer": True,
            "x-delivery-limit": DELIVERY_LIMIT,
            "x-dead-letter-exchange": "",
            "x-dead-letter-routing-key": dead_queue_of(consumer),
            "x-dead-letter-strategy": "at-least-once",
            "x-overflow": "reject-publish",
        },
    )


async def declare_bound_queues(
    channel: AbstractChannel, exchange: AbstractExchange, consumer: str, keys: Collection[str]
) -> AbstractQueue:
    """`declare_queues`, and let the service's queue store the events with these keys."""
    queue = await declare_queues(channel, consumer)
    for key in keys:
        await queue.bind(exchange, key)
    return queue


class FormerBindings:
    """Keys that a version before consumed, and to which the service's queue may still be bound.

    Such a binding goes when an event comes through it: the queue has one reader at a time, so that no process
    of the version before reads it now. To unbind it any earlier would keep events from such a process.
    """

    def __init__(self, keys: Collection[str]) -> None:
        self._keys = keys
        self._queue: AbstractQueue | None = None
        self.left: set[str] = set()
        """Those of which nothing has come in the present connection."""

    def of(self, queue: AbstractQueue) -> None:
        """Look at this queue, of a new connection, from now on."""
        self._queue, self.left = queue, set(self._keys)

    async def unbind(self, key: str) -> None:
        """Bind the queue to `key` no longer; when the connection is lost meanwhile, the next one does it."""
        self.left.discard(key)
        if self._queue is not None:
            with suppress(AMQPError, OSError, RuntimeError):
                await self._queue.unbind(EXCHANGE, key)


async def declare_dead_queue(channel: AbstractChannel, consumer: str) -> AbstractQueue:
    """Declare the service's dead letter queue."""
    arguments: dict[str, FieldValue] = {"x-queue-type": "quorum"}
    return await channel.declare_queue(dead_queue_of(consumer), durable=True, arguments=arguments)


async def declare_exchange(channel: AbstractChannel) -> AbstractExchange:
    """The one exchange of Openhours."""
    return await channel.declare_exchange(EXCHANGE, ExchangeType.TOPIC, durable=True)
