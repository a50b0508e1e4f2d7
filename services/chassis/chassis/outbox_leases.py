"""The rows of the outbox that are leased to this process, until they are settled or given back.

What was published is settled (it leaves the outbox) by one statement for several runs of the relay. A crash
between a publication and its settlement publishes again, when the lease is over, what was published in the
SETTLE_SECONDS before it; readers ignore what they had.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from chassis.bus import Bus
from chassis.db import Database, Transaction
from chassis.db.handover import NO_LEASE
from chassis.hot_sql import GIVE_BACK, POSTPONE, filled_up, settle_events
from chassis.outbox import QUEUE
from chassis.tracing import Tracing

LEASE: Final = timedelta(seconds=8)
"""How long an event that is handed over is this process's own: no other publishes it meanwhile. After a crash
it goes again then. The bus may take 5 s to confirm it, and SETTLE_SECONDS come after that."""
MOST_IN_HAND: Final = 256
"""While this many leased rows are unsettled, new rows get no lease: they wait in the outbox for a claim."""
SETTLE_SECONDS: Final = 0.25
"""What was published waits this long for what the next runs publish, to be settled with it."""
SETTLED_AT: Final = 32
"""So many published events wait no longer."""
FIRST_BACKOFF_SECONDS: Final = 0.2
LONGEST_BACKOFF_SECONDS: Final = 10.0


@dataclass(slots=True)
class Result:
    """What became of the rows of one aggregate, by their ids."""

    published: list[int]
    kept: list[int]
    """Published, and the bus holds them now."""
    failed: tuple[int, str] | None
    """The one that failed, and why."""

    @property
    def ended(self) -> list[int]:
        """The rows of which the statements that settle it take care."""
        return [*self.published, *self.kept, *(self.failed[:1] if self.failed else ())]


class OutboxLeases:
    """The rows that one relay holds, and which of them it has published."""

    def __init__(self, database: Database, bus: Bus, traced: Tracing) -> None:
        self._database = database
        self._notifier = database.notifier(QUEUE)
        self._bus = bus
        self._tracing = traced
        self._in_hand: set[int] = set()
        self._published: list[Result] = []
        """What waits to be settled."""
        self._published_in = 0
        """The connection of the bus in which the first of it was confirmed."""
        self._timer: asyncio.TimerHandle | None = None
        self.settles_now = False
        """Whether what was published waits no longer."""

    def __bool__(self) -> bool:
        return bool(self._in_hand)

    @property
    def unsettled(self) -> bool:
        """Whether something that was published waits to be settled."""
        return bool(self._published)

    def lease(self) -> timedelta:
        """How long a row that is inserted now may be leased; NO_LEASE while there is no room."""
        return LEASE if len(self._in_hand) < MOST_IN_HAND else NO_LEASE

    def add(self, ids: Collection[int]) -> None:
        """Hold these rows."""
        self._in_hand.update(ids)

    def leave(self, ids: Collection[int]) -> None:
        """Hold these rows no longer, as in a database outage: a relay claims them when their lease ends."""
        self._in_hand.difference_update(ids)
        self._notifier.notify_in(LEASE.total_seconds())

    def settle_later(self, results: Sequence[Result], connection: int) -> None:
        """Settle these results, of this connection of the bus, together with those of the next runs."""
        if not self._published:
            self._published_in = connection
            self._timer = asyncio.get_running_loop().call_later(SETTLE_SECONDS, self._wait_no_longer)
        self._published += results
        if sum(len(each.ended) for each in self._published) >= SETTLED_AT:
            self.settles_now = True

    def _wait_no_longer(self) -> None:
        self.settles_now = True
        self._notifier.wake()

    async def settle(self) -> None:
        """Take what was published out of the outbox, and postpone what failed.

        If the bus's connection has ended since, all of it is due again: the bus may have lost it. What the
        database does not take now is settled by the next run: if it waited for the end of its lease, what
        follows it would wait too.
        """
        results, self._published, self.settles_now = self._published, [], False
        connection = self._published_in
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        ids = [row_id for each in results for row_id in each.ended]
        if not self._bus.connected or self._bus.connections != connection:
            await self.give_back(ids)
        elif ids:
            try:
                with self._tracing.untraced():
                    one_statement = not any(each.failed for each in results)
                    async with self._database.writing(one_statement=one_statement) as tx:
                        await settle(tx, results, asks=False)
            except Exception:  # for example a connection that was cut
                self._published, self._published_in = [*results, *self._published], connection
                self.settles_now = True
                raise
            self._in_hand.difference_update(ids)

    async def give_back(self, ids: Collection[int] | None = None) -> None:
        """Leave these rows to whoever claims them; None: all that are in hand, when the service stops."""
        if given := list(self._in_hand if ids is None else ids):
            try:
                with self._tracing.untraced():
                    async with self._database.writing(one_statement=True) as tx:
                        await GIVE_BACK.run(tx, ids=given)
                        tx.wake_after_commit(QUEUE)
            except Exception:
                self.leave(given)
                raise
            self._in_hand.difference_update(given)


async def settle(tx: Transaction, results: Sequence[Result], *, asks: bool = True) -> bool:
    """Take what was published out of the outbox, postpone what failed; returns whether other rows are due,
    if it `asks`."""
    kept = [row_id for result in results for row_id in result.kept]
    done = filled_up(kept + [row_id for result in results for row_id in result.published])
    more = False
    if done:
        ids = {f"done_{place}": row_id for place, row_id in enumerate(done)}
        ids |= {f"kept_{place}": kept[min(place, len(kept) - 1)] for place in range(len(done)) if kept}
        more = bool(await settle_events(len(done), keeps=bool(kept), asks=asks).value(tx, **ids))
    failed = [result.failed for result in results if result.failed is not None]
    for row_id, error in failed:
        backoff = {"first": FIRST_BACKOFF_SECONDS, "longest": LONGEST_BACKOFF_SECONDS}
        wait: float = await POSTPONE.value(tx, id=row_id, error=error, **backoff)
        tx.wake_after_commit(QUEUE, after=wait)
    return more or bool(failed)  # they may have filled the batch
