"""The state that a transaction leaves on its connection."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import asyncpg
import pytest
from chassis.db import Database
from local.databases import asyncpg_url
from sqlalchemy import text

pytestmark = pytest.mark.service


async def test_a_commit_that_fails_says_why(database: Database) -> None:
    async def write_twice() -> None:
        async with database.writing() as tx:
            await tx.session.execute(
                text("CREATE TEMP TABLE once (a int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP")
            )
            await tx.session.execute(text("INSERT INTO once VALUES (1), (1)"))

    with pytest.raises(asyncpg.UniqueViolationError):
        await write_twice()
    async with database.writing() as tx:
        assert await tx.session.scalar(text("SELECT 1")) == 1


async def test_a_connection_interrupted_in_its_transaction_is_not_used_again(database: Database) -> None:
    async with database.reading() as connection:
        driver = await connection.driver()
        before = driver.get_server_pid()
        await driver.execute("BEGIN")
    for _ in range(30):
        async with database.writing() as tx:
            assert await tx.session.scalar(text("SELECT pg_backend_pid()")) != before


def _set(event: asyncio.Event, _: object) -> None:
    event.set()


async def test_idle_connections_that_were_cut_are_replaced(database: Database) -> None:
    async with database.reading() as one, database.reading() as other:
        idle = [await one.driver(), await other.driver()]
    cut = [asyncio.Event() for _ in idle]
    for driver, event in zip(idle, cut, strict=True):
        driver.add_termination_listener(partial(_set, event))
    outside = await asyncpg.connect(asyncpg_url(database.url))
    await outside.execute(
        "SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid",
        [driver.get_server_pid() for driver in idle],
    )
    await outside.close()
    async with asyncio.timeout(5):
        await asyncio.gather(*(event.wait() for event in cut))
    async with database.writing() as first, database.writing() as second:
        assert await first.session.scalar(text("SELECT 1")) == 1
        assert await second.session.scalar(text("SELECT 1")) == 1


@pytest.fixture
async def small(database_url: str) -> AsyncIterator[Database]:
    """The database through two connections."""
    database = Database(database_url, pool_size=2)
    yield database
    await database.close()


async def _process_id(database: Database) -> int:
    async with database.reading() as connection:
        return (await connection.driver()).get_server_pid()


async def test_a_connection_that_comes_back_goes_to_who_waits_for_one(small: Database) -> None:
    async with small.reading() as one:
        held = (await one.driver()).get_server_pid()
        async with small.reading() as other:
            await other.driver()
            waiting = [asyncio.create_task(_process_id(small)) for _ in range(3)]
            await asyncio.sleep(0.1)
            assert not any(each.done() for each in waiting), "the pool has two connections"
        async with asyncio.timeout(5):
            assert held not in await asyncio.gather(*waiting)
    assert await _process_id(small) == held, "the one that came back last is at hand"


async def test_a_connection_that_nobody_needs_is_given_back_to_the_server(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chassis.db.pool.IDLE_SECONDS", 0.2)
    database = Database(database_url, pool_size=3)
    counted = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    try:
        async with database.reading() as one, database.reading() as two, database.reading() as three:
            for each in (one, two, three):
                await each.driver()
        async with asyncio.timeout(10):
            while True:
                async with database.reading() as connection:
                    if await (await connection.driver()).fetchval(counted) == 1:
                        break
                await asyncio.sleep(0.05)
    finally:
        await database.close()


async def test_connections_at_hand_are_closed_with_the_database(database_url: str) -> None:
    database = Database(database_url)
    async with database.reading() as connection:
        driver = await connection.driver()
    assert not driver.is_closed()
    await database.close()
    assert driver.is_closed()


async def test_who_waits_for_the_end_hears_how_it_was_and_after_the_commit(database: Database) -> None:
    heard: list[tuple[str, bool]] = []

    async def end(name: str, statement: str) -> None:
        async with database.writing() as tx:
            tx.when_ended(lambda committed: heard.append((name, committed)))
            driver = await tx.driver()
            await driver.execute(statement)
            await driver.execute(
                "CREATE TEMP TABLE once (a int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP"
            )
            if name == "fails at its commit":
                await driver.execute("INSERT INTO once VALUES (1), (1)")
            assert not heard

    await end("committed", "SELECT 1")
    assert heard.pop() == ("committed", True)
    for name, statement in (("fails at its commit", "SELECT 1"), ("rolled back", "SELECT 1 / 0")):
        with pytest.raises(asyncpg.PostgresError):
            await end(name, statement)
        assert heard.pop() == (name, False)
