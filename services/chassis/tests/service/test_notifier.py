"""A notification from another process wakes the relay, also after the connection was lost."""

import asyncio
import time

import asyncpg
import pytest
from chassis.db import Database
from chassis.db.notifier import Notifier, keep_listening
from chassis.outbox import QUEUE, emit, wake_other_processes
from chassis.postgres import connect
from chassis.worker import Task, working
from client.api_client import eventually
from contracts.events.identity import AccountDeleted
from sqlalchemy import text

pytestmark = pytest.mark.service
LISTENERS = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"


async def wakes(notifier: Notifier) -> bool:
    """Whether the notifier wakes a worker well before a poll would look."""
    began = time.monotonic()
    await notifier.wait(5)
    return time.monotonic() - began < 4


async def listening(database: Database) -> None:
    """Wait until the notifier's connection is there."""

    async def is_there() -> bool:
        async with database.reading() as tx:
            return bool(await tx.session.scalar(text(f"SELECT count(*) {LISTENERS}")))

    await eventually(is_there, "the notifier's connection")


async def test_a_notice_wakes_and_wakes_again_after_the_connection_was_cut(database: Database) -> None:
    notifier = Notifier()
    task = asyncio.create_task(keep_listening(lambda _: notifier.notify(), database.driver_url))
    for _ in range(2):
        await listening(database)
        assert await wakes(notifier), "whoever begins to listen looks at once"
        async with database.writing() as tx:
            await wake_other_processes(tx)
        assert await wakes(notifier)
        async with database.writing() as tx:
            await tx.session.execute(text(f"SELECT pg_terminate_backend(pid) {LISTENERS}"))
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_it_listens_again_whatever_has_failed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([asyncpg.InternalClientError("cannot switch to state 12"), LookupError("a new one")])

    async def connect_at_last(url: str) -> asyncpg.Connection:
        for failure in failures:
            raise failure
        return await connect(url)

    monkeypatch.setattr("chassis.db.notifier.connect", connect_at_last)
    monkeypatch.setattr("chassis.db.notifier.RECONNECT_SECONDS", 0.01)
    task = asyncio.create_task(keep_listening(lambda _: None, database.driver_url))
    await listening(database)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_the_process_that_commits_wakes_for_itself(database: Database) -> None:
    async with database.writing() as tx:
        await tx.session.execute(text("SELECT 1"))
    began = time.monotonic()
    await database.notifier(QUEUE).wait(0.1)
    assert time.monotonic() - began > 0.09, "nothing was announced"
    async with database.writing() as tx:
        await emit(tx, AccountDeleted(account_id="a"))
        await database.notifier(QUEUE).wait(0.1)
        assert time.monotonic() - began > 0.18, "nothing is committed yet"
    assert await wakes(database.notifier(QUEUE))


async def test_commits_through_either_pool_wake_the_workers_of_both(database: Database) -> None:
    second = database.with_second_pool(1)
    try:
        for writer, waiter in ((database, second), (second, database)):
            async with writer.writing() as tx:
                await emit(tx, AccountDeleted(account_id="a"))
            assert await wakes(waiter.notifier(QUEUE))
    finally:
        await second.close()


async def test_a_worker_is_woken_by_a_commit_of_another_process(database: Database) -> None:
    taken = asyncio.Event()

    async def take() -> int:
        async with database.reading() as tx:
            if await tx.session.scalar(text("SELECT count(*) FROM entry")):
                taken.set()
        return 0

    there = asyncio.create_task(keep_listening(database.wake, database.driver_url))
    other = Database(database.url)
    try:
        async with working([(Task("entries", take, poll_seconds=600), database.notifier("entries"))], 1):
            await listening(database)
            async with other.writing() as tx:
                await tx.session.execute(text("INSERT INTO entry (account_id, revision) VALUES ('a', 1)"))
                await wake_other_processes(tx, "entries")
            await asyncio.wait_for(taken.wait(), 10)
    finally:
        there.cancel()
        await asyncio.gather(there, return_exceptions=True)
        await other.close()


async def test_a_commit_that_postpones_wakes_at_that_time(database: Database) -> None:
    notifier = database.notifier("later")
    async with database.writing() as tx:
        await tx.session.execute(text("SELECT 1"))
        tx.wake_after_commit("later", after=600)
        tx.wake_after_commit("later", after=0.3)
    began = time.monotonic()
    assert await notifier.wait(10) is False, "it is a time that was waited for"
    assert 0.2 < time.monotonic() - began < 8
