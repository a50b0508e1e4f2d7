"""Periodic jobs: only one process of a service runs a job at a time."""

import functools
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Final

import structlog
from fastapi import FastAPI
from sqlalchemy import bindparam, func, select

from chassis import metrics, tracing
from chassis.clock import Now
from chassis.db import Connection, Database, Statement, Transaction
from chassis.db.notifier import Notifier
from chassis.metrics import Metrics
from chassis.tracing import Tracing
from chassis.worker import SOONEST_SECONDS, Task, working

NextDue = Callable[[Connection, datetime], Awaitable[datetime | None]]
"""Finds when the next piece of a job's work is due; None: none waits."""
Work = Callable[[Transaction, datetime], Awaitable[None]]
_TRY_LOCK: Final = Statement(select(func.pg_try_advisory_xact_lock(bindparam("lock"))))
log = structlog.get_logger()


class Job:
    """A function that runs periodically. Made by `@job`."""

    def __init__(
        self, work: Work, every: timedelta, *, queue: str | None = None, next_due: NextDue | None = None
    ) -> None:
        self.every: Final = every
        self.queue: Final = queue
        self.next_due: Final = next_due
        self.name: Final = f"{work.__module__}.{getattr(work, '__name__', 'job')}"
        self._work = work
        functools.update_wrapper(self, work)

    async def __call__(self, tx: Transaction, now: datetime) -> None:
        """Do the work once, in this transaction."""
        await self._work(tx, now)


def job(
    *, every: timedelta, queue: str | None = None, next_due: NextDue | None = None
) -> Callable[[Work], Job]:
    """Make a function run at the start of each process and then at intervals of `every` after its last run.

    It has a transaction of its own and must be idempotent: each process has its own schedule. An error is
    logged and counted, and the next run comes as usual.

    A job for work that has its own time also runs when a commit fills `queue` (with that time, see
    `Transaction.wake_after_commit`), and at `next_due`, which is asked after each run.
    """

    def decorate(work: Work) -> Job:
        return Job(work, every, queue=queue, next_due=next_due)

    return decorate


async def run_once(due: Job, database: Database, now: datetime) -> bool:
    """Run `due` unless another process is running it; returns whether it ran."""
    async with database.writing() as tx:
        mine = await _TRY_LOCK.value(tx, lock=_lock_of(due.name))
        if mine:
            await due(tx, now)
        return bool(mine)


def _lock_of(name: str) -> int:
    """The advisory lock of a job: 63 bits of its name's hash."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 1


def _task(
    due: Job, database: Database, clock: Now, counted: Metrics, traced: Tracing, notifier: Notifier
) -> Task:
    async def run() -> int:
        try:
            with traced.untraced():
                ran = await run_once(due, database, clock())
                await _wake_when_due(due, database, clock, notifier)
        except Exception:
            counted.ran(due.name, "failed")
            log.exception("job failed", job=due.name)
        else:
            counted.ran(due.name, "done" if ran else "elsewhere")
        return 0  # the next run is due after the interval

    return Task(f"job {due.name}", run, poll_seconds=due.every.total_seconds())


async def _wake_when_due(due: Job, database: Database, clock: Now, notifier: Notifier) -> None:
    if due.next_due is None:
        return
    now = clock()
    async with database.reading() as connection:
        at = await due.next_due(connection, now)
    if at is not None:
        notifier.notify_in(max((at - now).total_seconds(), SOONEST_SECONDS))


@asynccontextmanager
async def running(app: FastAPI, database: Database, jobs: Sequence[Job], clock: Now) -> AsyncGenerator[None]:
    """Run the jobs while the context is open; on exit, a current run may finish within `drain_seconds`."""
    counted, traced = metrics.of(app), tracing.of(app)
    workers: list[tuple[Task, Notifier]] = []
    for due in jobs:
        notifier = database.notifier(due.queue) if due.queue else Notifier()
        workers.append((_task(due, database, clock, counted, traced, notifier), notifier))
    async with working(workers, app.state.settings.drain_seconds):
        yield
