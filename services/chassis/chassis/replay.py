"""Telling the present state again, so that another service can rebuild its projection.

    @replays
    async def all_profiles(session: Transaction) -> AsyncIterator[Event]:
        async for profile in await session.stream_scalars(select(Profile)):
            yield ProfileUpdated(profile=facts_of(profile))

`python -m profiles replay --to booking` writes those events into the outbox, for booking alone. They
carry revisions like any other, so they cannot undo what is newer, and the mark `replayed`, so that nobody is
alerted or mailed of what happened long ago.
"""

import functools
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

from contracts.event import Event

from chassis.db import Database, Transaction
from chassis.ids import new_id
from chassis.outbox import emit, wake_other_processes

BATCH: Final = 500
Retelling = Callable[[Transaction], AsyncIterator[Event]]


class Replay:
    """A function that tells a service's present state. Made by `@replays`."""

    def __init__(self, tell: Retelling) -> None:
        self._tell = tell
        functools.update_wrapper(self, tell)

    def __call__(self, tx: Transaction) -> AsyncIterator[Event]:
        """The events that lead a reader from nothing to the present state."""
        return self._tell(tx)


def replays(tell: Retelling) -> Replay:
    """Make a function part of what `replay` tells again."""
    return Replay(tell)


async def run(database_url: str, retellings: Sequence[Replay], target: str) -> int:
    """Write the present state into the outbox as events for `target` alone; how many.

    They are written in batches, each its own transaction. They have fresh ids, so that the inbox of `target`
    does not take them for what it has handled already, and are marked as replayed.
    """
    database = Database(database_url, pool_size=2)
    try:
        return sum([await _retell(database, retelling, target) for retelling in retellings])
    finally:
        await database.close()


async def _retell(database: Database, retelling: Replay, target: str) -> int:
    count = 0
    batch: list[Event] = []
    # A transaction, because rows are read through a cursor, which needs one.
    async with database.writing() as tx:
        async for event in retelling(tx):
            batch.append(event.model_copy(update={"event_id": new_id(), "replayed": True}))
            if len(batch) == BATCH:
                count += await _write(database, batch, target)
                batch = []
    return count + await _write(database, batch, target)


async def _write(database: Database, batch: Sequence[Event], target: str) -> int:
    async with database.writing() as tx:
        await emit(tx, *batch, target=target)
        await wake_other_processes(tx)
    return len(batch)
