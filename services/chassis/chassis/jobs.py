"""Periodic jobs: only one process of a service runs a job at a time."""

import functools
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Final, Literal

import structlog
from fastapi import FastAPI
from sqlalchemy import bindparam, func, select

from chassis import metrics, tracing
from chassis.clock import Now
from chassis.db import Connection, Database, Statement, Transaction
from chassis.db.notifier import Notifier
from chassis.metrics import Metrics
from chassis.postgres import ANSWER_SECONDS, patience
from chassis.retention import Retention
from chassis.tracing import Tracing
from chassis.worker import SOONEST_SECONDS, Task, working

NextDue = Callable[[Connection, datetime], Awaitable[datetime | None]]
"""Finds when the next piece of a job's work is due; None: none waits."""
Work = Callable[[Transaction, datetime], Awaitable[bool | None]]
"""One piece of a job's work, in one transaction; true: more waits, and the next piece follows at once."""
LONGEST_SECONDS: Final = 300
"""The most for one statement of a job, which looks through more rows than any request."""
REST_SECONDS: Final = 1.0
"""How long after its start a process runs its jobs first: until then it does what somebody waits for."""
_TRY_LOCK: Final = Statement(
    select(
        func.pg_try_advisory_xact_lock(bindparam("lock")),
        func.set_config("statement_timeout", f"{LONGEST_SECONDS}s", True),
    )
)
log = structlog.get_logger()


class Job:
    """A function that runs periodically. Made by `@job`."""

    def __init__(
        self,
        work: Work,
        every: timedelta,
        *,
        queue: str | None = None,
        next_due: NextDue | None = None,
        prunes: Sequence[Retention] = (),
    ) -> None:
        self.every: Final = every
        self.queue: Final = queue
        self.next_due: Final = next_due
        self.prunes: Final = tuple(prunes)
        self.name: Final = f"{work.__module__}.{getattr(work, '__name__', 'job')}"
        self._work = work
        functools.update_wrapper(self, work)

    async def __call__(self, tx: Transaction, now: datetime) -> bool:
        """Do one piece of the work, in this transaction; returns whether more of it waits."""
        return bool(await self._work(tx, now))


def job(
    *,
    every: timedelta,
    queue: str | None = None,
    next_due: NextDue | None = None,
    prunes: Sequence[Retention] = (),
) -> Callable[[Work], Job]:
    """Make a function run soon after a process has started, and then `every` so often after its last run.

    It has a transaction of its own and must be idempotent: each process has its own schedule. An error is
    logged and counted, and the next run comes as usual.

    A job for work that has its own time also runs when a commit fills `queue` (with that time, see
    `Transaction.wake_after_commit`), and at `next_due`, which is asked after each run.

    `prunes` names the rules by which it deletes rows: a test finds tables that nothing prunes by it.
    """

    def decorate(work: Work) -> Job:
        return Job(work, every, queue=queue, next_due=next_due, prunes=prunes)

    return decorate


Outcome = Literal["elsewhere", "more", "done"]
"""Another process runs the job; a piece of its work is done and more waits; all of it is done."""


async def run_piece(due: Job, database: Database, now: datetime) -> Outcome:
    """Do one piece of a job's work, unless another process is at it."""
    async with database.writing() as tx:
        if not await _TRY_LOCK.value(tx, lock=_lock_of(due.name)):
            return "elsewhere"
        with patience(await tx.driver(), LONGEST_SECONDS + ANSWER_SECONDS):
            return "more" if await due(tx, now) else "done"


async def run_once(due: Job, database: Database, now: datetime) -> bool:
    """Run `due` to its end unless another process is running it; returns whether it ran."""
    while (outcome := await run_piece(due, database, now)) == "more":
        continue
    return outcome == "done"


def _lock_of(name: str) -> int:
    """The advisory lock of a job: 63 bits of its name's hash."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 1


def _task(
    due: Job, database: Database, clock: Now, counted: Metrics, traced: Tracing, notifier: Notifier
) -> Task:
    async def run() -> int:
        try:
            with traced.untraced():
                outcome = await run_piece(due, database, clock())
                await _wake_when_due(due, database, clock, notifier)
        except Exception:
            counted.ran(due.name, "failed")
            log.exception("job failed", job=due.name)
            return 0
        counted.ran(due.name, "done" if outcome == "more" else outcome)
        return outcome == "more"  # else the next run is due after the interval

    return Task(f"job {due.name}", run, poll_seconds=due.every.total_seconds(), rest_seconds=REST_SECONDS)


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
