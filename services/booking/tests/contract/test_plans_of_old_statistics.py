"""Placing an order reads what concerns it alone, whatever the planner's statistics know of open orders."""

from datetime import timedelta

import asyncpg
import pytest
from bench.fixtures.calendars import BEGAN, NOW, client_id, complete_one_each, open_shops, provider_id
from bench.orders import LINKS, request_for
from booking.orders.guest_links import use_guest_links
from booking.orders.place_order import Client, place_order
from chassis.db import Database, Transaction
from local.databases import asyncpg_url
from testkit.pytest_plugin import NewDatabase, OwnerUrl

pytestmark = pytest.mark.service

OPEN_ORDERS, FEW = 4_000, 20
OTHERS_ORDERS = """
    WITH placed AS (
        INSERT INTO booking_order (order_id, provider_id, client_id, guest_id, client_name, client_email,
            status, brief, delivery_mode, delivery_location, services, total_minor, total_minutes, currency,
            provider_timezone, client_timezone, starts_at, ends_at, created_at, answer_by, revision)
        SELECT 'order-' || n, 'other-provider-' || n % 100, CASE WHEN n % 2 = 0 THEN 'other-' || n END,
            CASE WHEN n % 2 = 1 THEN 'guest-' || n END, '', 'guest-' || n, 'pending', '', 'remote', '', '[]',
            0, 30, 'EUR-DE', 'UTC', 'UTC', begins, begins + interval '30 minutes', begins, begins, 1
        FROM generate_series(1, $1::integer) AS n, LATERAL (
            SELECT CAST($2 AS timestamptz) + n / 100 * interval '30 minutes' AS begins) AS at
        RETURNING order_id, provider_id, status, starts_at, ends_at)
    INSERT INTO session (order_id, position, slot_id, provider_id, starts_at, ends_at, status)
    SELECT order_id, 1, '', provider_id, starts_at, ends_at, status FROM placed
"""
FEW_CLIENTS = """
    UPDATE booking_order
    SET client_id = CASE right(client_id, 2) WHEN '00' THEN $1 ELSE 'other-' || right(client_id, 2) END
    WHERE client_id LIKE 'other-%'
"""
READ = """
    SELECT relation::text, pg_stat_get_xact_tuples_returned(oid) AS rows
    FROM (
        SELECT indexrelid AS oid, indexrelid::regclass AS relation FROM pg_index
        WHERE indrelid IN ('booking_order'::regclass, 'session'::regclass)
        UNION ALL SELECT 'booking_order'::regclass, 'booking_order'::regclass
        UNION ALL SELECT 'session'::regclass, 'session'::regclass
    ) AS each
    WHERE pg_stat_get_xact_tuples_returned(oid) > $1
"""
"""Indexes and tables of which the present transaction has read more than so many rows, its triggers'
included.
"""


@pytest.fixture
async def database_url(new_database: NewDatabase, owner_url: OwnerUrl) -> str:
    """Two providers and three clients, of whom one had an appointment once; then others' open orders, of
    which the statistics know nothing.
    """
    use_guest_links(LINKS)
    url = await new_database("booking")
    await open_shops(url, providers=2, clients=3)
    await complete_one_each(url, [client_id(0)])
    connection = await asyncpg.connect(asyncpg_url(owner_url(url)))
    try:
        for table in ("booking_order", "session"):
            await connection.execute(f"ANALYZE {table}")
            await connection.execute(f"ALTER TABLE {table} SET (autovacuum_enabled = false)")
        await connection.execute(OTHERS_ORDERS, OPEN_ORDERS, BEGAN)
    finally:
        await connection.close()
    return url


@pytest.fixture
async def of_few_clients(database_url: str, owner_url: OwnerUrl) -> str:
    """The same, but half of the open orders are of fifty clients, one of whom books now; statistics know."""
    connection = await asyncpg.connect(asyncpg_url(owner_url(database_url)))
    try:
        await connection.execute(FEW_CLIENTS, client_id(0))
        await connection.execute("ANALYZE")
    finally:
        await connection.close()
    return database_url


async def _read_rows(tx: Transaction) -> dict[str, int]:
    rows = await (await tx.driver()).fetch(READ, FEW)
    return {row["relation"]: row["rows"] for row in rows}


async def _place_some(client: Client, plans: str, database_url: str) -> None:
    """Place three orders, each of which reads a handful of rows."""
    database = Database(database_url, pool_size=1, settings={"plan_cache_mode": plans})
    try:
        for number in range(3):
            async with database.writing() as tx:
                await tx.driver()
                start = BEGAN + number * timedelta(minutes=30)
                await place_order(tx, client, request_for(provider_id(0), start), NOW)
                assert await _read_rows(tx) == {}
    finally:
        await database.close()


PLANS = pytest.mark.parametrize("plans", ["force_custom_plan", "force_generic_plan"])
CLIENTS = pytest.mark.parametrize(
    "client",
    [
        pytest.param(Client(client_id(0), "", "", ""), id="account"),
        pytest.param(Client(client_id(1), "", "", ""), id="newcomer"),
        pytest.param(Client("", "guest-of-now", "Gus Guest", "gus@example.com"), id="guest"),
        pytest.param(Client(provider_id(1), "", "", ""), id="provider"),
    ],
)


@PLANS
@CLIENTS
async def test_placing_an_order_reads_a_handful_of_rows(
    client: Client, plans: str, database_url: str
) -> None:
    await _place_some(client, plans, database_url)


@PLANS
@CLIENTS
async def test_it_does_so_where_few_clients_have_all_orders(
    client: Client, plans: str, of_few_clients: str
) -> None:
    await _place_some(client, plans, of_few_clients)
