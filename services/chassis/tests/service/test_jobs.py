"""Jobs: one runner at a time; a failure does not stop the others; stopping is prompt."""

import asyncio
import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from chassis import metrics
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.local import LocalBus
from chassis.db import Database, Transaction
from chassis.housekeeping import forget_old_answers, forget_old_events
from chassis.jobs import Job, job, run_once
from chassis.settings import ServiceSettings
from sqlalchemy import text
from testkit.fake_identity import Tokens

pytestmark = pytest.mark.service
NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def test_of_many_runners_one_runs_and_the_others_pass(database: Database) -> None:
    at_it, most = 0, 0

    @job(every=timedelta(seconds=1))
    async def slow(tx: Transaction, now: datetime) -> None:
        nonlocal at_it, most
        assert now == NOW
        at_it += 1
        most = max(most, at_it)
        await tx.session.execute(text("SELECT pg_sleep(0.2)"))
        at_it -= 1

    ran = await asyncio.gather(*(run_once(slow, database, NOW) for _ in range(5)))
    assert sorted(ran) == [False, False, False, False, True]
    assert most == 1
    assert await run_once(slow, database, NOW), "afterwards it is free again"


async def test_different_jobs_do_not_wait_for_each_other(database: Database) -> None:
    async def sleep(tx: Transaction, now: datetime) -> None:
        del now
        await tx.session.execute(text("SELECT pg_sleep(0.2)"))

    async def doze(tx: Transaction, now: datetime) -> None:
        await sleep(tx, now)

    jobs = [Job(sleep, timedelta(seconds=1)), Job(doze, timedelta(seconds=1))]
    assert await asyncio.gather(*(run_once(due, database, NOW) for due in jobs)) == [True, True]


async def test_a_job_runs_at_once_and_again_and_a_failure_undoes_only_its_own_run(
    bus: LocalBus, tokens: Tokens, database: Database
) -> None:
    runs: list[datetime] = []
    third = asyncio.Event()

    @job(every=timedelta(milliseconds=20))
    async def count(tx: Transaction, now: datetime) -> None:
        runs.append(now)
        await tx.session.execute(text("INSERT INTO entry (account_id, revision) VALUES ('a', 1)"))
        if len(runs) == 3:
            third.set()
        if len(runs) == 1:
            raise LookupError

    @job(every=timedelta(days=1))
    async def seldom(tx: Transaction, now: datetime) -> None:
        await tx.session.execute(text("SELECT 1"))

    settings = ServiceSettings(database_url=database.url)
    wiring = Wiring(bus=bus, transport=tokens.transport, clock=lambda: NOW)
    app = create_service(ServiceDefinition("journal", settings, routers=[], jobs=[count, seldom]), wiring)
    async with app.router.lifespan_context(app):
        await asyncio.wait_for(third.wait(), 5)
        counted = metrics.of(app).exposition().decode()
        stopping = time.monotonic()
    assert time.monotonic() - stopping < 2, "a stop does not wait for the next run"
    assert set(runs) == {NOW}
    found = re.findall(r'job_runs_total\{job="[\w.]+\.(\w+)",outcome="(\w+)"', counted)
    assert {("count", "failed"), ("count", "done"), ("seldom", "done")} <= set(found)
    async with database.reading() as tx:
        assert await tx.session.scalar(text("SELECT count(*) FROM entry")) == len(runs) - 1


async def test_what_is_remembered_for_a_while_is_forgotten_afterwards(database: Database) -> None:
    now = datetime.now(UTC)
    async with database.writing() as tx:
        for days in (6, 8):
            await tx.session.execute(
                text("INSERT INTO inbox VALUES ('x', gen_random_uuid(), :received)"),
                {"received": now - timedelta(days=days)},
            )
        for hours in (23, 25):
            await tx.session.execute(
                text("INSERT INTO idempotency_key VALUES ('', '', :key, '', 200, '', '', :made)"),
                {"key": str(hours), "made": now - timedelta(hours=hours)},
            )
        await forget_old_events(tx, now)
        await forget_old_answers(tx, now)
        assert await tx.session.scalar(text("SELECT count(*) FROM inbox")) == 1
        assert await tx.session.scalar(text("SELECT key FROM idempotency_key")) == "23"
