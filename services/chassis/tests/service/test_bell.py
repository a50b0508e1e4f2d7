"""A notice from another process wakes the relay, also after the connection was lost."""

import asyncio
import time

import pytest
from chassis.bell import Bell, keep_listening
from chassis.database import Database
from chassis.outbox import QUEUE, emit, wake_other_processes
from contracts.events.identity import AccountDeleted
from sqlalchemy import text

pytestmark = pytest.mark.service
LISTENERS = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"


async def rings(bell: Bell) -> bool:
    """Whether the bell is heard well before a poll would look."""
    began = time.monotonic()
    await bell.heard(5)
    return time.monotonic() - began < 4


async def listening(database: Database) -> None:
    """Wait until the bell's connection is there."""
    for _ in range(250):
        async with database.reading() as session:
            if await session.scalar(text(f"SELECT count(*) {LISTENERS}")):
                return
        await asyncio.sleep(0.02)
    raise TimeoutError


async def test_a_notice_rings_and_rings_again_after_the_connection_was_cut(database: Database) -> None:
    bell = Bell()
    task = asyncio.create_task(keep_listening(bell, database.driver_url))
    for _ in range(2):
        await listening(database)
        assert await rings(bell), "whoever begins to listen looks at once"
        async with database.writing() as session:
            await wake_other_processes(session)
        assert await rings(bell)
        async with database.writing() as session:
            await session.execute(text(f"SELECT pg_terminate_backend(pid) {LISTENERS}"))
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_the_process_that_commits_rings_for_itself(database: Database) -> None:
    async with database.writing() as session:
        await session.execute(text("SELECT 1"))
    began = time.monotonic()
    await database.bell(QUEUE).heard(0.1)
    assert time.monotonic() - began > 0.09, "nothing was announced"
    async with database.writing() as session:
        await emit(session, AccountDeleted(account_id="a"))
        await database.bell(QUEUE).heard(0.1)
        assert time.monotonic() - began > 0.18, "nothing is committed yet"
    assert await rings(database.bell(QUEUE))
