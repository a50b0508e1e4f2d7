"""A database with the chassis's tables and one of a service's own, fresh for each test."""

import secrets
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
from chassis import metrics, tables
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.db import Database
from chassis.settings import ServiceSettings
from chassis.tracing import SILENT
from contracts.events.identity import PreferencesChanged
from fastapi import FastAPI
from local.databases import create_database, drop_database
from sqlalchemy import Connection, text
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

from services.chassis.tests.outbox_reader import Reader

OWN_TABLE = """
    CREATE TABLE entry (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id text NOT NULL,
        revision integer NOT NULL
    )
"""


class _Operations:
    """What a migration's `alembic.op` does, on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sqltext: str, /) -> None:
        self._connection.execute(text(sqltext))

    def get_bind(self) -> Connection:
        return self._connection


@pytest.fixture(scope="session")
async def chassis_template(postgres: str) -> AsyncIterator[str]:
    """The name of a database that others are copied from."""
    name = f"test_chassis_{secrets.token_hex(4)}"
    database = Database(await create_database(postgres, name))
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda sync: tables.create(_Operations(sync)))
        await connection.execute(text(OWN_TABLE))
    async with database.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.run_sync(lambda sync: tables.follow_deletions(_Operations(sync)))
    await database.close()
    yield name
    await drop_database(postgres, name)


async def _copy(postgres: str, template: str) -> AsyncIterator[str]:
    name = f"{template}_{secrets.token_hex(4)}"
    yield await create_database(postgres, name, template)
    await drop_database(postgres, name)


@pytest.fixture
async def database_url(postgres: str, chassis_template: str) -> AsyncIterator[str]:
    """The url of a fresh database."""
    async for url in _copy(postgres, chassis_template):
        yield url


@pytest.fixture
async def service_app(database_url: str, service_app: ServiceApp) -> ServiceApp:
    """Starts services that stop before the database goes."""
    assert database_url
    return service_app


@pytest.fixture
async def other_database_url(postgres: str, chassis_template: str) -> AsyncIterator[str]:
    """The url of another fresh database, for a second service."""
    async for url in _copy(postgres, chassis_template):
        yield url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The fresh database, for a look from outside."""
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
async def client(
    service_app: ServiceApp, app: FastAPI, database: Database, tokens: Tokens
) -> httpx.AsyncClient:
    """The service that is a test's `app`, as the account `ada`."""

    def started(_: ServiceSettings, __: Wiring | None) -> FastAPI:
        return app

    client = await service_app(started, ServiceSettings(database_url=database.url))
    client.headers["Authorization"] = f"Bearer {tokens.account('ada', login_id='ada-1')}"
    return client


@pytest.fixture
async def reader(bus: LocalBus) -> Reader:
    """The one consumer of these tests' events."""
    reader = Reader()
    await bus.consume("reader", [PreferencesChanged.key], reader.take, reader.dead_letter)
    return reader


@pytest.fixture
def app(database: Database) -> FastAPI:
    """What `running` asks of a service."""
    app = FastAPI()
    app.state.settings = ServiceSettings(database_url=database.url)
    app.state.tracing = SILENT
    metrics.install(app, "test")
    return app


@pytest.fixture
def never_polled(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody tells the relay of is not found, as nobody's lease ends."""

    async def listen(*_: object) -> None:
        """To nobody: who begins to listen wakes the relay."""

    monkeypatch.setattr("chassis.relay.keep_listening", listen)
    monkeypatch.setattr("chassis.outbox_leases.LEASE", timedelta(seconds=600))
    monkeypatch.setattr("chassis.worker.POLL_SECONDS", 600.0)
    monkeypatch.setattr("chassis.relay.LOOK_SECONDS", 600.0)
