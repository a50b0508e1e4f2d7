"""The exchange and the queues of RabbitMQ: their names, and how they are declared."""

from typing import Final

from aio_pika import ExchangeType
from aio_pika.abc import AbstractChannel, AbstractExchange, AbstractQueue
from pamqp.common import FieldValue

EXCHANGE: Final = "openhours"
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


async def declare_dead_queue(channel: AbstractChannel, consumer: str) -> AbstractQueue:
    """Declare the service's dead letter queue."""
    arguments: dict[str, FieldValue] = {"x-queue-type": "quorum"}
    return await channel.declare_queue(dead_queue_of(consumer), durable=True, arguments=arguments)


async def declare_exchange(channel: AbstractChannel) -> AbstractExchange:
    """The one exchange of Openhours."""
    return await channel.declare_exchange(EXCHANGE, ExchangeType.TOPIC, durable=True)
