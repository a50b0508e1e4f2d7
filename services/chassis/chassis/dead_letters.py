"""Lists the events that a service could not handle, and delivers them to the service again on request.

RabbitMQ stores dead letters in the queue `openhours.<service>.dead`, the local bus in the service's own table
`dead_letter`. Where both exist, both are read.
"""

import sys
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from aio_pika.abc import AbstractIncomingMessage
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


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """One dead-lettered event, without its payload, which may contain private data."""

    event_id: str
    key: str
    aggregate: str
    since: datetime | None
    reason: str


async def run(service: str, settings: ServiceSettings, *, again: bool) -> list[DeadLetter]:
    """Print and return the dead letters of `service`; with `again`, also deliver them once more.

    A dead letter that is delivered again is removed from the dead letters. The event's id does not change, so
    that the inbox recognises it if it was handled after all.
    """
    found = await _in_table(service, settings.database_url, again=again)
    if settings.rabbitmq_url is not None:
        found += await _in_queue(service, settings.rabbitmq_url, again=again)
    for letter in found:
        since = letter.since.isoformat() if letter.since else "-"
        sys.stdout.write(f"{letter.event_id}  {letter.key}  {letter.aggregate}  {since}  {letter.reason}\n")
    sys.stdout.write(f"{len(found)} dead letters{', handed over again' if again and found else ''}\n")
    return found


async def _in_table(service: str, database_url: str, *, again: bool) -> list[DeadLetter]:
    database = Database(database_url, pool_size=1)
    try:
        async with database.writing() as tx:
            rows = (
                await tx.session.execute(select(dead_letter).order_by(dead_letter.c.id).with_for_update())
            ).all()
            if again and rows:
                await tx.session.execute(insert(outbox), [_outbox_row(row, service) for row in rows])
                await wake_other_processes(tx)
                await tx.session.execute(
                    delete(dead_letter).where(dead_letter.c.id.in_([row.id for row in rows]))
                )
    finally:
        await database.close()
    return [DeadLetter(row.event_id, row.key, row.aggregate, row.created_at, row.reason) for row in rows]


def _outbox_row(row: Row[Any], service: str) -> dict[str, Any]:
    copied = {name: getattr(row, name) for name in ("event_id", "aggregate", "key", "payload", "trace")}
    return {**copied, "target": service}


async def _in_queue(service: str, rabbitmq_url: str, *, again: bool) -> list[DeadLetter]:
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
            found.append(_dead_letter(incoming))
            if again:
                await channel.default_exchange.publish(to_amqp(from_amqp(incoming)), queue_of(service))
                await incoming.ack()
    return found


def _dead_letter(incoming: AbstractIncomingMessage) -> DeadLetter:
    message = from_amqp(incoming)
    deaths: Any = incoming.headers.get("x-death") or [{}]
    return DeadLetter(
        event_id=message.event_id,
        key=message.key,
        aggregate=message.aggregate,
        since=deaths[0].get("time"),
        reason=str(deaths[0].get("reason", "")),
    )
