"""A database that a test has used is like new for the next test, or is not used again."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
from local.databases import asyncpg_url, connected
from testkit.databases_for_tests import MOST_BYTES, Databases
from testkit.pytest_plugin import OwnerUrl

REQUEST = """
INSERT INTO user_request (request_id, account_id, name, email, language, topic, question, filed_at)
SELECT 'r' || each, '', 'Ada', 'ada@example.org', 'english', 'other', repeat(md5(each::text), 10), now()
FROM generate_series(1, $1::int) AS each
"""
STAFF_ACT = """
INSERT INTO staff_act (act_id, staff_id, act, account_id, thing_id, report_id, note, done_at)
VALUES ('a', 's', 'warn', 'o', '', '', '', now())
"""


@pytest.fixture
async def left(databases: Databases, owner_url: OwnerUrl) -> AsyncIterator[asyncpg.Connection]:
    """A connection that a test leaves open."""
    url = await databases.new("profiles")
    connection = await asyncpg.connect(asyncpg_url(owner_url(url)))
    databases.give_back("profiles", url)
    yield connection
    await connection.close()


async def _next(databases: Databases) -> tuple[str, int]:
    """The name of the database of the next test, and the number of rows in it."""
    async with connected(await databases.new("profiles")) as connection:
        row = await connection.fetchrow("SELECT current_database(), (SELECT count(*) FROM user_request)")
        assert row is not None
        return row[0], row[1]


async def test_it_is_emptied_and_nobody_else_is_in_it(left: asyncpg.Connection, databases: Databases) -> None:
    await left.execute(REQUEST, 3)
    name = await left.fetchval("SELECT current_database()")
    assert await _next(databases) == (name, 0)
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
        await left.execute("SELECT 1")


@pytest.mark.parametrize(
    "statement",
    [
        STAFF_ACT,
        REQUEST.replace("$1", str(MOST_BYTES // 300)),
        REQUEST.replace("$1", "3") + "; ANALYZE user_request",
    ],
    ids=["what is written for good", "large tables", "statistics"],
)
async def test_what_cannot_be_as_new_again_is_left(
    left: asyncpg.Connection, databases: Databases, statement: str
) -> None:
    await left.execute(statement)
    name = await left.fetchval("SELECT current_database()")
    found, requests = await _next(databases)
    assert (found != name, requests) == (True, 0)


async def test_processes_of_one_run_share_templates_and_nothing_else(postgres: str) -> None:
    one, other = Databases(postgres, run="shared"), Databases(postgres, run="shared")
    urls = await asyncio.gather(*(each.new("profiles") for each in (one, other, one)))
    async with connected(postgres) as connection:
        made = await connection.fetch("SELECT datname FROM pg_database WHERE datname LIKE 'test_shared%'")
    assert [row["datname"] for row in made] == ["test_shared_profiles_template"]
    assert len(set(urls)) == len(urls)
