"""A statement that takes too long, a lock that is not let go, a stopped server: 503, in bounded time."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.db import Database, TextStatement, Transaction
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.jobs import LONGEST_SECONDS, job, run_once
from chassis.settings import ServiceSettings
from fastapi import APIRouter, FastAPI
from sqlalchemy import make_url
from testkit.operators import read
from testkit.pytest_plugin import ServiceApp

pytestmark = pytest.mark.service
router = APIRouter(prefix="/api", route_class=Route)
SLEEP = TextStatement("SELECT pg_sleep(30)")
WRITE = TextStatement("INSERT INTO entry (account_id, revision) VALUES ('a', 1) RETURNING id")
ENTRIES = TextStatement("SELECT count(*) FROM entry")
SHORT = {"statement_timeout": "1s", "lock_timeout": "300ms"}
PATIENCE_SECONDS = 12
APPS: list[FastAPI] = []
"""The applications of these tests; the last one runs."""


@router.post("/sleep")
async def sleep(tx: Writing) -> Answer[bool]:
    """Take longer than a statement may."""
    await SLEEP.one(tx)
    return done(data=True)


@router.post("/write")
async def write(tx: Writing) -> Answer[bool]:
    """Write an entry."""
    await WRITE.one(tx)
    return done(data=True)


@router.get("/count")
async def count(tx: Reading) -> Answer[bool]:
    """Read."""
    await ENTRIES.one(tx)
    return done(data=True)


def application(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service whose statements have little time."""
    definition = ServiceDefinition("journal", settings, routers=[router], database_settings=SHORT)
    app = create_service(definition, wiring or Wiring())
    APPS.append(app)
    return app


async def _timeouts() -> list[str]:
    metrics = await read(APPS[-1].state.operations)
    return [
        line for line in metrics.text.splitlines() if line.startswith("openhours_database_timeouts_total")
    ]


async def test_a_statement_that_takes_too_long_is_503_and_counted(
    service_app: ServiceApp, database_url: str
) -> None:
    client = await service_app(application, ServiceSettings(database_url=database_url))
    answer = await client.post("/api/sleep")
    assert answer.status_code == 503
    assert answer.json()["status"] is False
    assert any('kind="statement"' in line and line.endswith(" 1.0") for line in await _timeouts())


async def test_a_lock_that_is_not_let_go_is_503_and_counted(
    service_app: ServiceApp, database: Database
) -> None:
    client = await service_app(application, ServiceSettings(database_url=database.url))
    holder = await asyncpg.connect(database.driver_url)
    async with holder.transaction():
        await holder.execute("LOCK TABLE entry")
        assert (await client.post("/api/write")).status_code == 503
    await holder.close()
    assert (await client.post("/api/write")).status_code == 200
    assert any('kind="lock"' in line and line.endswith(" 1.0") for line in await _timeouts())


async def test_a_job_may_take_longer_than_a_request(database_url: str) -> None:
    database = Database(database_url, pool_size=1, settings={"statement_timeout": "1s"})
    told: list[str] = []

    @job(every=timedelta(hours=1))
    async def look(tx: Transaction, _: datetime) -> None:
        driver = await tx.driver()
        told.append(str(await driver.fetchval("SHOW statement_timeout")))

    assert await run_once(look, database, datetime.now(UTC))
    async with database.reading() as connection:
        told.append(str(await (await connection.driver()).fetchval("SHOW statement_timeout")))
    await database.close()
    assert told == [f"{LONGEST_SECONDS // 60}min", "1s"]


class Silent:
    """A proxy to a database server that can stop to pass anything on, and takes connections meanwhile."""

    def __init__(self, url: str) -> None:
        self._server = make_url(url)
        self._passing = asyncio.Event()
        self._passing.set()
        self.url = ""

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Listen meanwhile."""
        async with await asyncio.start_server(self._pass_on, "127.0.0.1", 0) as proxy:
            port = proxy.sockets[0].getsockname()[1]
            self.url = self._server.set(port=port).render_as_string(hide_password=False)
            yield
            self._passing.set()

    def stop(self) -> None:
        """Say nothing any more."""
        self._passing.clear()

    def go_on(self) -> None:
        """Pass on again."""
        self._passing.set()

    async def _pass_on(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection(self._server.host, self._server.port)
        await asyncio.gather(self._copy(client, to_server), self._copy(server, to_client))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self._passing.wait()
                writer.write(data)
        except OSError:
            pass
        finally:
            writer.close()


@pytest.fixture
async def silent(database_url: str) -> AsyncIterator[Silent]:
    """The way to the database, which can be stopped."""
    proxy = Silent(database_url)
    async with proxy.running():
        yield proxy


async def test_a_server_that_is_stopped_is_noticed_and_found_again(
    service_app: ServiceApp, silent: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chassis.db.access.ANSWER_SECONDS", 1.0)
    monkeypatch.setattr("chassis.postgres.CONNECT_SECONDS", 1.0)
    client = await service_app(application, ServiceSettings(database_url=silent.url))
    assert (await client.post("/api/write")).status_code == 200
    silent.stop()
    began = time.monotonic()
    answers = await asyncio.gather(client.post("/api/write"), client.get("/api/count"))
    assert [answer.status_code for answer in answers] == [503, 503]
    assert time.monotonic() - began < PATIENCE_SECONDS
    assert any('kind="answer"' in line for line in await _timeouts())
    silent.go_on()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (await client.post("/api/write")).is_success:
            pass
