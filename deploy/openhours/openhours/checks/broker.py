"""Checks RabbitMQ, and the queues of the services in it."""

from typing import Final

from aio_pika.abc import AbstractConnection
from aio_pika.exceptions import AMQPError, ChannelClosed, ChannelNotFoundEntity
from chassis.bus.queues import dead_queue_of, declare_queues, queue_of

from openhours.checks.finding import Finding, degraded, ok, wrong
from openhours.connecting import broker
from openhours.failures import OUTSIDE
from openhours.output import reason_of
from openhours.parts import SERVICES

DEEP: Final = 1000
"""Events in a queue: a consumer that keeps up leaves a few."""


async def check_broker(url: str | None) -> list[Finding]:
    """What is to be said of the broker at `url` and of each service's queues."""
    if url is None:
        return [ok("broker", "none is set: all parts are one process (`make run`), which carries the events")]
    try:
        async with broker(url) as connection:
            found = [ok("broker", f"RabbitMQ answers {'with' if url.startswith('amqps') else 'without'} TLS")]
            for service in SERVICES:
                found += await _check_queues(connection, service)
            return found
    except (AMQPError, *OUTSIDE) as error:
        advice = (
            "Bookings go on and their events wait; alerts and mails do not. Start it, or mend RABBITMQ_URL."
        )
        return [wrong("broker", reason_of(error), advice)]


async def _check_queues(connection: AbstractConnection, service: str) -> list[Finding]:
    what = f"{service}: queue"
    try:
        messages, consumers = await count(connection, queue_of(service))
        dead, _ = await count(connection, dead_queue_of(service))
    except ChannelNotFoundEntity:
        return [wrong(what, "it is not there", f"{service} makes it when it starts: is it running?")]
    found = [await _kind(connection, service), _readers(what, service, messages, consumers)]
    if dead:
        advice = "`openhours dead-letters list` names them; replay them when the fault is mended."
        found.append(degraded(f"{service}: dead letters", f"{dead} in the dead letter queue", advice))
    return found


async def count(connection: AbstractConnection, name: str) -> tuple[int, int]:
    """How many messages wait in a queue, and how many consumers it has. Raises ChannelNotFoundEntity."""
    channel = await connection.channel()  # an error of the broker closes the channel
    try:
        queue = await channel.declare_queue(name, passive=True)
        result = queue.declaration_result
        return result.message_count or 0, result.consumer_count or 0
    finally:
        await channel.close()


async def _kind(connection: AbstractConnection, service: str) -> Finding:
    """Whether the queue is a quorum queue with the service's limits: the broker compares a declaration."""
    what = f"{service}: kind of queue"
    channel = await connection.channel()
    try:
        await declare_queues(channel, service)
    except ChannelClosed as error:
        advice = "Let it run empty, delete it, and start the service again, which makes it as it should be."
        return wrong(what, reason_of(error), advice)
    else:
        return ok(what, "a quorum queue with one active consumer and a dead letter queue")
    finally:
        await channel.close()


def _readers(what: str, service: str, messages: int, consumers: int) -> Finding:
    said = f"{messages} events wait, and {consumers} consumers are connected"
    if not consumers:
        return wrong(what, said, f"No process of {service} is connected: start it, or read its log.")
    if messages > DEEP:
        advice = "It does not keep up: `openhours scale-report` says what is busy."
        return degraded(what, said, advice)
    return ok(what, said)
