"""Every table is bounded: by a rule by which a job deletes its old rows, or by what the product keeps."""

import json
from typing import Any

import asyncpg
import pytest
from chassis.retention import Retention
from ci.openapi import SERVICES, app_of
from local.databases import connected
from testkit.pytest_plugin import NewDatabase, OwnerUrl
from testkit.table_growth import kept_tables, rules_of

pytestmark = pytest.mark.service

TABLES = """
SELECT relname, coalesce(array_to_string(reloptions, ' '), '') FROM pg_class
WHERE relkind IN ('r', 'p') AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema')
    AND relnamespace <> 'pg_toast'::regnamespace
"""


def _scans(plan: dict[str, Any]) -> list[dict[str, Any]]:
    inner = [each for part in plan.get("Plans", []) for each in _scans(part)]
    return [plan, *inner] if "Scan" in plan["Node Type"] else inner


async def _finds_its_rows(connection: asyncpg.Connection, rule: Retention) -> bool:
    """Whether a step reads old rows in the order of an index, and deletes them by their place."""
    await connection.execute("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off")
    await connection.execute("SET enable_sort = off; SET enable_bitmapscan = off")
    statement = await connection.prepare(rule.statement.text)
    types = ", ".join(each.name for each in statement.get_parameters())
    await connection.execute(f"PREPARE step ({types}) AS {rule.statement.text}")
    plan = str(await connection.fetchval("EXPLAIN (FORMAT JSON, COSTS OFF) EXECUTE step (NULL)"))
    await connection.execute("DEALLOCATE step")
    kinds = {scan["Node Type"]: scan for scan in _scans(json.loads(plan)[0]["Plan"])}
    conditions = kinds.get("Index Scan", {}).get("Index Cond", "")
    return f"({rule.age} < " in conditions and "Tid Scan" in kinds


@pytest.mark.parametrize("service", SERVICES)
async def test_a_table_is_pruned_by_its_age_or_is_named_with_what_bounds_it(
    service: str, new_database: NewDatabase, owner_url: OwnerUrl
) -> None:
    rules = rules_of(app_of(service))
    async with connected(owner_url(await new_database(service))) as connection:
        options = dict(await connection.fetch(TABLES))
        pruned = {rule.table for rule in rules}
        assert pruned | kept_tables(service).keys() == options.keys()
        assert not pruned & kept_tables(service).keys(), "a table has one of the two"
        unsettled = [table for table in pruned if "autovacuum_vacuum_scale_factor=0.02" not in options[table]]
        assert unsettled == [], "autovacuum follows the deletions"
        slow = [f"{rule.table}.{rule.age}" for rule in rules if not await _finds_its_rows(connection, rule)]
        assert slow == [], "the age leads an index"
