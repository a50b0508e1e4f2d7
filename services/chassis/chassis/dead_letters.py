"""Lists the events that a service could not handle, and delivers them to the service again on request.

RabbitMQ stores dead letters in the queue `openhours.<service>.dead`, the local bus in the service's own table
`dead_letter`. Where both exist, both are read.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from aio_pika.abc import AbstractChannel, AbstractIncomingMessage
from aio_pika.exceptions import QueueEmpty
from sqlalchemy import Row, delete, insert, select

from chassis.bus.amqp_messages import from_amqp, to_amqp
from chassis.bus.connection import connect
from chassis.bus.queues import dead_queue_of, declare_queues, queue_of
from chassis.db import Database
from chassis.outbox import wake_other_processes
from chassis.settings import ServiceSettings
from chassis.tables import dead_letter, outbox

CONNECT_SECONDS: Final = 10
RETURNS: Final = 10
"""How often a dead letter is returned to its queue before it is stored as a new one: RabbitMQ 4 drops what
was returned 20 times.
"""


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """One dead-lettered event. Its payload may contain private data, and is printed nowhere as it is."""

    event_id: str
    key: str
    aggregate: str
    since: datetime | None
    reason: str
    again: bool
    """Whether it was handed over again just now."""
    payload: bytes = field(repr=False)


Choice = Callable[[str], bool]
"""Whether the dead letter with this event id is meant."""


def none_of_them(event_id: str) -> bool:
    """The choice of no dead letter."""
    del event_id
    return False


def all_of_them(event_id: str) -> bool:
    """The choice of every dead letter."""
    del event_id
    return True


async def run(service: str, settings: ServiceSettings, *, again: bool) -> list[DeadLetter]:
    """Print and return the dead letters of `service`; with `again`, also deliver them once more."""
    found = await find(service, settings, again=all_of_them if again else none_of_them)
    for letter in found:
        since = letter.since.isoformat() if letter.since else "-"
        sys.stdout.write(f"{letter.event_id}  {letter.key}  {letter.aggregate}  {since}  {letter.reason}\n")
    sys.stdout.write(f"{len(found)} dead letters{', handed over again' if again and found else ''}\n")
    return found


async def find(service: str, settings: ServiceSettings, *, again: Choice) -> list[DeadLetter]:
    """The dead letters of `service`; those that `again` chooses are delivered to it once more.

    A dead letter that is delivered again is removed from the dead letters. The event's id does not change, so
    that the inbox recognises it if it was handled after all.
    """
    found = await _in_table(service, settings.command_database_url, again)
    if settings.rabbitmq_url is not None:
        found += await _in_queue(service, settings.rabbitmq_url, again)
    return found


async def _in_table(service: str, database_url: str, again: Choice) -> list[DeadLetter]:
    database = Database(database_url, pool_size=1)
    try:
        async with database.writing() as tx:
            rows = (
                await tx.session.execute(select(dead_letter).order_by(dead_letter.c.id).with_for_update())
            ).all()
            chosen = [row for row in rows if again(str(row.event_id))]
            if chosen:
                await tx.session.execute(insert(outbox), [_outbox_row(row, service) for row in chosen])
                await wake_other_processes(tx)
                await tx.session.execute(
                    delete(dead_letter).where(dead_letter.c.id.in_([row.id for row in chosen]))
                )
    finally:
        await database.close()
    return [
        DeadLetter(
            event_id=str(row.event_id),
            key=row.key,
            aggregate=row.aggregate,
            since=row.created_at,
            reason=row.reason,
            again=row in chosen,
            payload=row.payload.encode(),
        )
        for row in rows
    ]


def _outbox_row(row: Row[Any], service: str) -> dict[str, Any]:
    copied = {name: getattr(row, name) for name in ("event_id", "aggregate", "key", "payload", "trace")}
    return {**copied, "target": service}


async def _in_queue(service: str, rabbitmq_url: str, again: Choice) -> list[DeadLetter]:
    found: list[DeadLetter] = []
    async with await connect(rabbitmq_url, CONNECT_SECONDS) as connection:
        channel = await connection.channel(on_return_raises=True)
        await declare_queues(channel, service)
        dead = await channel.get_queue(dead_queue_of(service))
        # Closing the connection returns every unacknowledged message to the queue.
        for _ in range(dead.declaration_result.message_count or 0):
            try:
                incoming = await dead.get()
            except QueueEmpty:
                break
            chosen = again(from_amqp(incoming).event_id)
            found.append(_dead_letter(incoming, again=chosen))
            if chosen:
                await channel.default_exchange.publish(to_amqp(from_amqp(incoming)), queue_of(service))
                await incoming.ack()
            elif _returns_of(incoming) >= RETURNS:
                await _store_anew(channel, incoming, dead.name)
    return found


def _returns_of(incoming: AbstractIncomingMessage) -> int:
    counted = incoming.headers.get("x-delivery-count")
    return counted if isinstance(counted, int) else 0


async def _store_anew(channel: AbstractChannel, incoming: AbstractIncomingMessage, queue: str) -> None:
    """Put a dead letter behind the others as a message that was never returned; it may be there twice when
    this process ends in between."""
    copy = to_amqp(from_amqp(incoming))
    if deaths := incoming.headers.get("x-death"):
        copy.headers["x-death"] = deaths
    await channel.default_exchange.publish(copy, queue)
    await incoming.ack()


def _dead_letter(incoming: AbstractIncomingMessage, *, again: bool) -> DeadLetter:
    message = from_amqp(incoming)
    deaths: Any = incoming.headers.get("x-death") or [{}]
    return DeadLetter(
        event_id=message.event_id,
        key=message.key,
        aggregate=message.aggregate,
        since=deaths[0].get("time"),
        reason=str(deaths[0].get("reason", "")),
        again=again,
        payload=message.payload,
    )
