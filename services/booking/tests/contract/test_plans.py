"""What holds a time is found by its key, also with a plan that was made on empty tables and is kept."""

from typing import Any

import asyncpg
import pytest
from booking.orders.hot_sql import BOOKING_CONTEXT, PLACE_FIRST_ORDER, PLACE_FIRST_ORDER_ONCE
from booking.orders.store import FIND_HELD_SESSIONS
from booking.slots.hot_sql import BUSY_TIME, COUNTED_OF_MANY, OPEN_TIME, OPEN_TIME_FOR_SERVICES
from chassis.db import Statement, TextStatement
from local.databases import asyncpg_url
from testkit.pytest_plugin import NewDatabase
from testkit.statements import statements_of

pytestmark = pytest.mark.service


@pytest.mark.parametrize(
    "statement", [BOOKING_CONTEXT, OPEN_TIME, OPEN_TIME_FOR_SERVICES, BUSY_TIME, FIND_HELD_SESSIONS]
)
async def test_what_a_provider_holds_is_found_by_the_provider(
    statement: TextStatement[Any] | Statement[Any], new_database: NewDatabase
) -> None:
    connection = await asyncpg.connect(asyncpg_url(await new_database("booking")))
    try:
        assert "ix_session_provider_held" in await _plan(connection, statement)
    finally:
        await connection.close()


@pytest.mark.parametrize("statement", [OPEN_TIME_FOR_SERVICES, COUNTED_OF_MANY])
async def test_the_sessions_that_count_for_a_limit_are_found_by_their_time(
    statement: TextStatement[Any], new_database: NewDatabase
) -> None:
    connection = await asyncpg.connect(asyncpg_url(await new_database("booking")))
    try:
        plan = await _plan(connection, statement)
    finally:
        await connection.close()
    assert {"ix_session_completed", "ix_session_provider_held"} <= set(plan.split())


@pytest.mark.parametrize("statement", [PLACE_FIRST_ORDER, PLACE_FIRST_ORDER_ONCE])
async def test_the_account_of_a_first_request_is_found_by_its_key(
    statement: TextStatement[Any], new_database: NewDatabase
) -> None:
    connection = await asyncpg.connect(asyncpg_url(await new_database("booking")))
    try:
        plan = await _plan(connection, statement)
    finally:
        await connection.close()
    assert "Index Scan using pk_account" in plan
    assert "Seq Scan on account" not in plan


async def test_no_statement_reads_the_whole_index_of_the_exclusion_constraint(
    new_database: NewDatabase,
) -> None:
    """That index has no key that a statement names: the planner would take it for its condition alone."""
    connection = await asyncpg.connect(asyncpg_url(await new_database("booking")))
    try:
        plans = {name: await _plan(connection, each) for name, each in statements_of("booking").items()}
    finally:
        await connection.close()
    assert [name for name, plan in plans.items() if "ex_session_no_overlap" in plan] == []


async def _plan(connection: asyncpg.Connection, statement: TextStatement[Any] | Statement[Any]) -> str:
    await connection.execute(f"PREPARE kept AS {statement.text}")
    await connection.execute("SET plan_cache_mode = force_generic_plan")
    values = ", ".join(["NULL"] * len(statement.places))
    rows = await connection.fetch(f"EXPLAIN EXECUTE kept{f'({values})' if values else ''}")
    await connection.execute("DEALLOCATE kept")
    return "\n".join(row[0] for row in rows)
