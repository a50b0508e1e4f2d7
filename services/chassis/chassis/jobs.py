"""Work that is due again and again: one runner at a time among all processes of a service."""

import asyncio
import functools
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Final

import structlog
from fastapi import FastAPI
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from chassis import metrics, tracing
from chassis.clock import Now
from chassis.database import Database
from chassis.metrics import Metrics
from chassis.tracing import Tracing

Work = Callable[[AsyncSession, datetime], Awaitable[None]]
log = structlog.get_logger()


class Job:
    """A function that is due every so often. Made by `@job`."""

    def __init__(self, work: Work, every: timedelta) -> None:
        self.every: Final = every
        self.name: Final = f"{work.__module__}.{getattr(work, '__name__', 'job')}"
        self._work = work
        functools.update_wrapper(self, work)

    async def __call__(self, session: AsyncSession, now: datetime) -> None:
        """Do the work once, in the transaction of `session`."""
        await self._work(session, now)


def job(*, every: timedelta) -> Callable[[Work], Job]:
    """Make a function due at the start of each process and then `every` so often after its last run.

    It has a transaction of its own and must bear being run twice in a row: processes take turns, they do
    not share a timetable. What it raises is logged and counted, and it is due again as if it had not.
    """

    def decorate(work: Work) -> Job:
        return Job(work, every)

    return decorate


async def run_once(due: Job, database: Database, now: datetime) -> bool:
    """Run `due` unless another process is at it; whether it ran."""
    async with database.writing() as session:
        mine = await session.scalar(select(func.pg_try_advisory_xact_lock(_lock_of(due.name))))
        if mine:
            await due(session, now)
        return bool(mine)


def _lock_of(name: str) -> int:
    """The advisory lock of a job: 63 bits of its name's hash."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 1


class _Runner:
    def __init__(self, due: Job, database: Database, clock: Now, counted: Metrics, traced: Tracing) -> None:
        self._job = due
        self._database = database
        self._clock = clock
        self._metrics = counted
        self._tracing = traced
        self._stopping = asyncio.Event()
        self.task: Final = asyncio.create_task(self._run(), name=f"job {due.name}")

    async def _run(self) -> None:
        while not self._stopping.is_set():
            await self._once()
            try:
                async with asyncio.timeout(self._job.every.total_seconds()):
                    await self._stopping.wait()
            except TimeoutError:
                continue

    async def _once(self) -> None:
        try:
            with self._tracing.unseen():
                ran = await run_once(self._job, self._database, self._clock())
        except Exception:
            self._metrics.ran(self._job.name, "failed")
            log.exception("job failed", job=self._job.name)
        else:
            self._metrics.ran(self._job.name, "done" if ran else "elsewhere")

    def stop(self) -> None:
        self._stopping.set()


@asynccontextmanager
async def running(app: FastAPI, database: Database, jobs: Sequence[Job], clock: Now) -> AsyncGenerator[None]:
    """The jobs run while this is entered; leaving it lets a run in hand end within `drain_seconds`."""
    runners = [_Runner(due, database, clock, metrics.of(app), tracing.of(app)) for due in jobs]
    try:
        yield
    finally:
        for runner in runners:
            runner.stop()
        tasks = [runner.task for runner in runners]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=app.state.settings.drain_seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
