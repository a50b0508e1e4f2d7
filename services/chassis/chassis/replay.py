"""Replay: publishes the present state again, so that another service can rebuild its projection.

    @replays
    async def all_profiles(tx: Transaction) -> AsyncIterator[Event]:
        async for profile in EVERY_PROFILE.stream(tx):
            yield ProfileUpdated(profile=facts_of(profile))

`python -m profiles replay --to booking` writes those events into the outbox, for booking alone. They
carry revisions like any other event, so they cannot overwrite newer data. They are marked `replayed`, so that
they cause no alerts or mails about the past.
"""

import functools
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

from contracts.event import Event

from chassis.db import Database, Transaction
from chassis.ids import new_id
from chassis.outbox import emit, wake_other_processes

BATCH: Final = 500
ReplaySource = Callable[[Transaction], AsyncIterator[Event]]


class Replay:
    """A function that yields a service's present state as events. Made by `@replays`."""

    def __init__(self, source: ReplaySource) -> None:
        self._source = source
        functools.update_wrapper(self, source)

    def __call__(self, tx: Transaction) -> AsyncIterator[Event]:
        """The events that build the present state from an empty projection."""
        return self._source(tx)


def replays(source: ReplaySource) -> Replay:
    """Make a function a part of the service's replay."""
    return Replay(source)


async def run(database_url: str, replays: Sequence[Replay], target: str) -> int:
    """Write the present state into the outbox as events for `target` alone; returns how many.

    They are written in batches, each in a transaction of its own. They have new ids, so that the inbox of
    `target` does not ignore them as handled, and are marked as replayed.
    """
    database = Database(database_url, pool_size=2)
    try:
        return sum([await _publish_replay(database, replay, target) for replay in replays])
    finally:
        await database.close()


async def _publish_replay(database: Database, replay: Replay, target: str) -> int:
    count = 0
    batch: list[Event] = []
    # Rows are read through a cursor, which needs a transaction.
    async with database.writing() as tx:
        async for event in replay(tx):
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
