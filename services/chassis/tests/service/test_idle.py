"""An idle service leaves its database alone: its work is woken, and nothing runs each second."""

import asyncio

import asyncpg
import pytest
from chassis import worker
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.db import Database
from chassis.settings import ServiceSettings
from fastapi import FastAPI
from testkit.pytest_plugin import ServiceApp

pytestmark = pytest.mark.service
TRANSACTIONS = (
    "SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot(),"
    " (SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database WHERE datname = $1)"
)
QUIET_SECONDS = 4.0
PATIENCE_SECONDS = 60.0


async def transactions_of(server: asyncpg.Connection, name: str) -> int:
    """How many transactions the database has seen; a statement outside a transaction is one."""
    await asyncio.sleep(1)  # sessions report once a second
    row = await server.fetchrow(TRANSACTIONS, name)
    assert row is not None
    return int(row[2])


def application(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service with what each has: relay, consumers, jobs and exports."""
    return create_service(ServiceDefinition("journal", settings, routers=[]), wiring or Wiring())


async def test_an_idle_service_makes_no_statement(
    service_app: ServiceApp, database: Database, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the net is as long as in production
    assert worker.POLL_SECONDS > 2 * QUIET_SECONDS
    await service_app(application, ServiceSettings(database_url=database.url))
    name = database.driver_url.rpartition("/")[2].partition("?")[0]
    server = await asyncpg.connect(Database(postgres).driver_url)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            before = await transactions_of(server, name)
            while True:  # the jobs of the start come first, and sessions report late
                await asyncio.sleep(QUIET_SECONDS)
                after = await transactions_of(server, name)
                if after == before:
                    return
                before = after
    finally:
        await server.close()
