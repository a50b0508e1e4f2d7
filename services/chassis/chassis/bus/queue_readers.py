"""Reading from RabbitMQ: the queue of a service, and the queue of a process."""

import asyncio
import functools
from collections.abc import Awaitable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import aio_pika
import structlog
from aio_pika.abc import AbstractChannel, AbstractExchange, AbstractQueue
from aiormq.abc import ConsumerCallback, DeliveredMessage

from chassis.bus.amqp_messages import delivered
from chassis.bus.connection import BrokerConnection, is_cancelled
from chassis.bus.delivery import OUTAGE_DELAY_SECONDS, GaveUp, Lanes, deliver, handled_together
from chassis.bus.message import Message
from chassis.bus.protocol import NO_GATHERING, BatchHandler, GivenUp, Handler, OnConnect
from chassis.bus.queues import (
    EXCHANGE,
    FormerBindings,
    declare_bound_queues,
    declare_exchange,
    former_queue_of,
)
from chassis.bus.settlement import Settlement

PREFETCH: Final = 64
WIDTH: Final = 8
"""Aggregates that one process handles concurrently."""
BIND_SECONDS: Final = 5
"""How long the broker may take to change a binding; then the channel is closed, and the next one binds."""

log = structlog.get_logger()


@dataclass(slots=True)
class _Delivery:
    """A message as it came, its tag, and where it is settled."""

    message: Message
    tag: int
    settlement: Settlement


class ServiceQueueReader:
    """Reads the durable queue of one service."""

    def __init__(
        self,
        url: str,
        consumer: str,
        keys: Collection[str],
        former: Collection[str],
        handler: Handler,
        together: BatchHandler | None = None,
        gather_seconds: Mapping[str, float] = NO_GATHERING,
        given_up: GivenUp | None = None,
    ) -> None:
        self.connection: Final = BrokerConnection(url, f"{consumer} consuming", self._prepare)
        self._consumer = consumer
        self._keys, self._former = keys, FormerBindings(former)
        self._handler = handler
        self._gather_seconds = gather_seconds
        self._given_up = given_up
        batches = functools.partial(self._work_together, together) if together else None
        # The lanes outlive a lost connection: redelivered messages queue behind those still in progress.
        self._lanes = Lanes[_Delivery](self._work, WIDTH, batches)
        self._settlement: Settlement | None = None
        self._queue: AbstractQueue | None = None
        self._tag = ""

    async def _prepare(self, channel: AbstractChannel) -> None:
        await channel.set_qos(prefetch_count=PREFETCH)
        underlay = await channel.get_underlay_channel()
        self._settlement = Settlement(underlay)
        take = functools.partial(self._take, self._settlement)
        exchange = await declare_exchange(channel)
        self._queue = queue = await declare_bound_queues(channel, exchange, self._consumer, self._keys)
        self._former.of(queue)
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
        gather_seconds = self._gather_seconds.get(message.key, 0.0)
        self._lanes.put(message.aggregate, _Delivery(message, tag, settlement), gather_seconds=gather_seconds)
        if message.key in self._former.left:
            await self._former.unbind(message.key)

    async def _work_together(self, together: BatchHandler, deliveries: list[_Delivery]) -> bool:
        if not await handled_together([each.message for each in deliveries], together):
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
                if self._given_up is not None:
                    self._given_up(message)
                return await delivery.settlement.reject(delivery.tag)
            except Exception as outage:
                reason = str(outage)[:300]
                log.warning("event waits for the database", key=message.key, cause=outage, reason=reason)
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


class ProcessQueueReader:
    """Reads the exclusive queue of one process, which is deleted when the connection ends."""

    def __init__(
        self, url: str, name: str, keys: Collection[str], handler: Handler, on_connect: OnConnect | None
    ) -> None:
        self.connection: Final = BrokerConnection(url, name, self._prepare)
        self._keys = set(keys)
        self._handler = handler
        self._on_connect = on_connect
        self._lanes = Lanes[Message](self._work, 1)
        self._queue: AbstractQueue | None = None

    async def _prepare(self, channel: AbstractChannel) -> None:
        exchange = await declare_exchange(channel)
        self._queue = queue = await channel.declare_queue(exclusive=True, auto_delete=True)
        for key in tuple(self._keys):  # `bind` itself tells this queue of a later one
            await queue.bind(exchange, key)
        underlay = await channel.get_underlay_channel()
        await underlay.basic_consume(queue.name, self._take, no_ack=True)
        if self._on_connect is not None:
            await self._on_connect()

    async def bind(self, key: str) -> None:
        """See `Listening.bind`."""
        self._keys.add(key)
        if self._queue is not None:
            await self._told(self._queue.bind(EXCHANGE, key, timeout=BIND_SECONDS))

    async def unbind(self, key: str) -> None:
        """See `Listening.unbind`."""
        self._keys.discard(key)
        if self._queue is not None:
            await self._told(self._queue.unbind(EXCHANGE, key, timeout=BIND_SECONDS))

    async def _told(self, telling: Awaitable[object]) -> None:
        """Wait for the broker. When it is away, the next connection binds what is wanted by then."""
        try:
            await telling
        except (aio_pika.exceptions.AMQPError, OSError, RuntimeError) as error:
            log.info("binding waits for the next connection", reason=type(error).__name__)
        except asyncio.CancelledError:
            if is_cancelled():
                raise

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
