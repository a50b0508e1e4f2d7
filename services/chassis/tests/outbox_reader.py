"""What tests of the outbox share: events of aggregates, and a durable consumer that records them."""

import asyncio
from collections import defaultdict

from chassis.bus import Message
from chassis.db import Database
from contracts.event import Event
from contracts.events.identity import PreferencesChanged
from sqlalchemy import text


def changed(account: str, revision: int) -> Event:
    """An event of the aggregate `account`."""
    return PreferencesChanged(account_id=account, channels={}, revision=revision)


class Reader:
    """A durable consumer that records events. It fails for the aggregates in `away_for`."""

    def __init__(self) -> None:
        self.taken: list[Message] = []
        self.dead_letters: list[Message] = []
        self.away_for: set[str] = set()
        self.seen = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()
        self.gated: set[str] | None = None
        """The aggregates that wait at the gate; None: all."""
        self.waiting = asyncio.Event()

    async def take(self, message: Message) -> None:
        if self.gated is None or message.aggregate in self.gated:
            self.waiting.set()
            await self.gate.wait()
        if message.aggregate in self.away_for:
            raise ConnectionError("its database is away")
        await asyncio.sleep(0)
        self.taken.append(message)
        self.seen.set()

    async def dead_letter(self, message: Message, reason: str) -> None:
        del reason
        self.dead_letters.append(message)

    async def has_taken(self, number: int) -> None:
        """Wait until so many events have arrived."""
        async with asyncio.timeout(20):
            while len(self.taken) < number:
                self.seen.clear()
                await self.seen.wait()

    @property
    def revisions(self) -> dict[str, list[int]]:
        """The revisions that arrived, by account, in the order of arrival."""
        found: dict[str, list[int]] = defaultdict(list)
        for message in self.taken:
            event = PreferencesChanged.model_validate_json(message.payload)
            found[event.account_id].append(event.revision)
        return found


async def waiting(database: Database) -> int:
    """How many rows the outbox holds."""
    async with database.reading() as tx:
        return await tx.session.scalar(text("SELECT count(*) FROM outbox")) or 0
