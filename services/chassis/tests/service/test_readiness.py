"""When a service says that it can serve: its database, its migrations and the keys that verify tokens."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import httpx
import pytest
from chassis import schema_revision
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.local import LocalBus
from chassis.db import Database, Transaction
from chassis.events import subscribe
from chassis.http import published_keys
from chassis.settings import ServiceSettings
from client.api_client import eventually
from contracts.events.identity import PreferencesChanged
from fastapi import FastAPI
from local.databases import create_database, drop_database
from sqlalchemy import text
from testkit import operators
from testkit.fake_identity import Tokens

pytestmark = pytest.mark.service
OURS = ("0001", "0002")


@subscribe(PreferencesChanged)
async def ignore(event: PreferencesChanged, tx: Transaction) -> None:
    del event, tx


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_revision, "LOOK_SECONDS", 0.05)


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """The folder with the migrations of a service."""
    (tmp_path / "versions").mkdir()
    for before, revision in zip((None, *OURS), OURS, strict=False):
        down = f'"{before}"' if before else "None"
        lines = f'revision = "{revision}"\ndown_revision = {down}\n'
        (tmp_path / "versions" / f"{revision}_some_tables.py").write_text(lines)
    return tmp_path


async def migrate_to(database: Database, revision: str) -> None:
    async with database.engine.begin() as connection:
        await connection.execute(text("CREATE TABLE IF NOT EXISTS alembic_version (version_num text)"))
        await connection.execute(text("DELETE FROM alembic_version"))
        await connection.execute(text("INSERT INTO alembic_version VALUES (:v)"), {"v": revision})


@asynccontextmanager
async def started(
    url: str, bus: LocalBus, transport: httpx.AsyncBaseTransport, migrations: Path | None = None
) -> AsyncGenerator[tuple[FastAPI, httpx.AsyncClient]]:
    """A service that has consumers, and its client."""
    definition = ServiceDefinition(
        "waits", ServiceSettings(database_url=url), routers=[], consumers=[ignore], migrations=migrations
    )
    app = create_service(definition, Wiring(bus=bus, transport=transport))
    async with app.router.lifespan_context(app):
        own = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=own, base_url="http://service.test") as client:
            yield app, client


async def told(app: FastAPI) -> dict[str, object]:
    """What operators read."""
    return (await operators.read(app.state.operations, "/health/ready")).json()


async def needs(app: FastAPI) -> dict[str, bool]:
    return cast(dict[str, bool], (await told(app))["needs"])


async def test_a_service_waits_for_its_migration_and_needs_no_restart(
    database: Database, migrations: Path, tokens: Tokens
) -> None:
    bus = LocalBus(expected=["waits"])
    async with started(database.url, bus, tokens.transport, migrations) as (app, client):
        assert (await client.get("/health/live")).status_code == 200
        assert (await client.get("/health/ready")).status_code == 503
        assert await needs(app) == {"database": True, "schema": False, "keys": True}
        assert (await told(app))["details"] == {"schema": "no tables, needed is 0002"}
        await migrate_to(database, "0001")
        assert (await told(app))["details"] == {"schema": "0001, needed is 0002"}
        assert not bus.connected, "an event must not meet tables that are not there yet"
        await migrate_to(database, "0002")
        assert (await client.get("/health/ready")).json() == {"ready": True}
        await eventually(lambda: bus.connected)
        await migrate_to(database, "0001")
        assert (await client.get("/health/ready")).status_code == 200, "what held is not asked again"
    assert app.state.schema_revision.details == ""


async def test_a_database_that_is_newer_than_the_code_serves_it(
    database: Database, migrations: Path, tokens: Tokens
) -> None:
    await migrate_to(database, "0003")
    bus = LocalBus(expected=["waits"])
    async with started(database.url, bus, tokens.transport, migrations) as (_, client):
        assert bus.connected
        assert (await client.get("/health/ready")).status_code == 200


async def test_a_service_that_starts_without_its_database_becomes_ready(
    postgres: str, chassis_template: str, database: Database, migrations: Path, tokens: Tokens
) -> None:
    name = f"{database.url.rsplit('/', 1)[1]}_later"
    bus = LocalBus(expected=["waits"])
    url = f"{database.url.rsplit('/', 1)[0]}/{name}"
    async with started(url, bus, tokens.transport, migrations) as (app, client):
        assert (await client.get("/health/live")).status_code == 200
        assert (await client.get("/health/ready")).status_code == 503
        assert await needs(app) == {"database": False, "schema": False, "keys": True}
        await create_database(postgres, name, chassis_template)
        here = Database(url)
        await migrate_to(here, "0002")
        await here.close()
        assert (await client.get("/health/ready")).status_code == 200
        await eventually(lambda: bus.connected)
    await drop_database(postgres, name)


async def test_a_service_needs_the_keys_once_and_serves_on_without_identity(
    database_url: str, tokens: Tokens
) -> None:
    away = True

    async def answer(request: httpx.Request) -> httpx.Response:
        if away:
            raise httpx.ConnectError("away", request=request)
        return await tokens.transport.handle_async_request(request)

    async with started(database_url, LocalBus(), httpx.MockTransport(answer)) as (app, client):
        assert (await client.get("/health/ready")).status_code == 503
        assert await needs(app) == {"database": True, "schema": True, "keys": False}
        away = False
        assert (await client.get("/health/ready")).status_code == 200
        await eventually(lambda: app.state.ended_logins.current)
        assert (await told(app))["degraded"] == []
        away = True
        keys: published_keys.PublishedKeys = app.state.published_keys
        await keys.fetch()
        assert (await client.get("/health/ready")).status_code == 200
        assert (await told(app))["degraded"] == ["identity"]


async def test_a_service_that_is_to_stop_is_not_ready_at_once(database_url: str, tokens: Tokens) -> None:
    async with started(database_url, LocalBus(), tokens.transport) as (app, client):
        assert (await client.get("/health/ready")).status_code == 200
        app.state.process.stop()
        assert (await client.get("/health/ready")).json() == {"ready": False}
        assert (await told(app))["stopping"] is True
