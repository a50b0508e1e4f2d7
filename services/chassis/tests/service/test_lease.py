"""What a transaction leaves behind on its connection."""

import asyncpg
import pytest
from chassis.database import Database
from sqlalchemy import text

pytestmark = pytest.mark.service


async def test_a_commit_that_fails_says_why(database: Database) -> None:
    async def write_twice() -> None:
        async with database.writing() as session:
            await session.execute(
                text("CREATE TEMP TABLE once (a int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP")
            )
            await session.execute(text("INSERT INTO once VALUES (1), (1)"))

    with pytest.raises(asyncpg.UniqueViolationError):
        await write_twice()
    async with database.writing() as session:
        assert await session.scalar(text("SELECT 1")) == 1


async def test_a_connection_interrupted_in_its_transaction_is_not_used_again(database: Database) -> None:
    async with database._lease() as lease:
        before = lease.driver.get_server_pid()
        await lease.driver.execute("BEGIN")
    for _ in range(30):
        async with database.writing() as session:
            assert await session.scalar(text("SELECT pg_backend_pid()")) != before
