"""What tests of events that are handed over to a relay share."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from chassis.bus import Message
from chassis.bus.local import LocalBus
from chassis.db import Database
from chassis.outbox import emit
from chassis.relay import running
from client.api_client import eventually
from contracts.event import Event
from fastapi import FastAPI
from sqlalchemy import text

from services.chassis.tests.outbox_reader import Reader, changed


@asynccontextmanager
async def handing_over(
    app: FastAPI, database: Database, bus: LocalBus, reader: Reader
) -> AsyncGenerator[None]:
    """A running relay that takes events over, as it does once it has looked for the first time."""
    async with running(app, database, bus):
        await commit(database, changed("first", 0))
        await reader.has_taken(1)
        await settled(database)
        reader.taken.clear()
        yield


async def commit(database: Database, *events: Event) -> None:
    """One transaction with these events."""
    async with database.writing() as tx:
        await emit(tx, *events)


async def settled(database: Database) -> None:
    """Wait until the outbox is empty."""
    await eventually(lambda: says(database, "SELECT count(*) = 0 FROM outbox"), "an empty outbox", 20)


async def says(database: Database, query: str) -> bool:
    """Whether the database answers yes."""
    async with database.reading() as tx:
        return bool(await tx.session.scalar(text(query)))


async def leased(database: Database) -> list[int]:
    """The revisions of the rows that nobody else may claim, in their order."""
    query = (
        "SELECT payload::json->>'revision' FROM outbox WHERE next_attempt_at > clock_timestamp() ORDER BY id"
    )
    async with database.reading() as tx:
        return [int(each) for each in await tx.session.scalars(text(query))]


class ReconnectingBus(LocalBus):
    """A bus that is connected anew after each confirmation of the first revision, as long as `unsteady`."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 1
        self.unsteady = 1

    @property
    def connections(self) -> int:
        return self.made

    async def publish(self, message: Message) -> None:
        await super().publish(message)
        if self.unsteady and message.aggregate == "account:a":
            self.unsteady -= 1
            self.made += 1
