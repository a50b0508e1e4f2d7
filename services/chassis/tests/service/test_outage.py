"""What callers and the log are told while a database or the broker is away, whichever statement finds out."""

import asyncio
import json
import struct
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import pytest
from chassis import logs, outages
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.rabbitmq import RabbitBus
from chassis.db import Database
from chassis.db.errors import is_outage
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.outages import Outage
from chassis.settings import ServiceSettings
from client.api_client import eventually
from fastapi import APIRouter, FastAPI
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from testkit.pytest_plugin import ServiceApp
from testkit.tcp_proxy import Rewrite, TcpProxy

pytestmark = pytest.mark.service
FIELDS = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"
GOODBYE = b"E" + struct.pack("!i", len(FIELDS) + 4) + FIELDS
"""What PostgreSQL writes when its first process was killed (protocol 3.0, ErrorResponse)."""
READY = b"Z" + struct.pack("!i", 5)
SECONDS_AWAY = 1.5
TEMPORARY = {
    "status": False,
    "message": {"main_msg": "Temporary server issue", "iv_msg": {}},
    "data": None,
}
"""What callers are told: nothing of what has failed."""
MOST_ANSWERS = 20
"""A first connection and a statement need fewer."""


@asynccontextmanager
async def saying_goodbye(database: Database, after: int) -> AsyncGenerator[str]:
    """The address of a proxy that lets so many answers through, says goodbye behind the next, and closes."""
    url = make_url(database.engine.url)

    def goodbye() -> Rewrite:
        answers = 0

        def rewrite(data: bytes) -> tuple[bytes, bool]:
            nonlocal answers
            answers += data[-6:-1] == READY
            return (data, True) if answers <= after else (data + GOODBYE, False)

        return rewrite

    async with TcpProxy.before(str(url.host), url.port or 5432, goodbye) as proxy:
        yield url.set(host="127.0.0.1", port=proxy.port).render_as_string(hide_password=False)


async def error_of_a_first_statement(url: str) -> Exception | None:
    """What a new engine raises for its first statement; None when it succeeds."""
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT 1"))
    except Exception as error:
        return error
    finally:
        await engine.dispose()
    return None


async def test_a_goodbye_at_any_time_of_a_first_connection_is_an_outage(database: Database) -> None:
    goodbyes = 0
    for after in range(MOST_ANSWERS):
        async with saying_goodbye(database, after) as url:
            error = await error_of_a_first_statement(url)
        if error is None:
            break
        assert is_outage(error), (after, error)
        goodbyes += 1
    assert 5 < goodbyes < MOST_ANSWERS


router = APIRouter(prefix="/api")


@router.get("/read")
async def read(tx: Reading) -> Answer[int]:
    """Ask the database."""
    return done((await tx.session.execute(text("SELECT 1"))).scalar_one())


@router.post("/write")
async def write(tx: Writing) -> Answer[int]:
    """Begin a transaction."""
    return done((await tx.session.execute(text("SELECT 1"))).scalar_one())


def _service(settings: ServiceSettings, wiring: Wiring | None) -> FastAPI:
    assert wiring is not None
    return create_service(ServiceDefinition("outage", settings, [router]), wiring)


async def _both(client: httpx.AsyncClient) -> list[httpx.Response]:
    """What 20 reads and 20 writes at once are answered."""
    return await asyncio.gather(
        *(client.get("/api/read") for _ in range(20)), *(client.post("/api/write") for _ in range(20))
    )


def _told(written: str) -> list[dict[str, object]]:
    """The lines about what is away or back. No other one has a traceback."""
    lines: list[dict[str, object]] = [json.loads(line) for line in written.splitlines()]
    assert [line for line in lines if "exception" in line] == []
    return [line for line in lines if str(line["event"]).split()[0] in {"database", "broker"}]


async def test_while_no_host_takes_writes_callers_may_try_again(
    database: Database, service_app: ServiceApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As between the loss of a primary and the promotion of its replica."""
    monkeypatch.setattr(outages, "DATABASE", Outage("database"))
    async with database.writing() as transaction:
        driver = await transaction.driver()
        name = await driver.fetchval("SELECT quote_ident(current_database())")
        await driver.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    url = f"{database.driver_url}?target_session_attrs=read-write"
    client = await service_app(_service, ServiceSettings(database_url=url))
    for answer in await _both(client):
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert answer.json() == TEMPORARY
    async with database.writing() as transaction:
        await (await transaction.driver()).execute(
            f"ALTER DATABASE {name} RESET default_transaction_read_only"
        )
    refused = 0
    while (await client.get("/api/read")).status_code != 200:
        refused += 1
    assert (await client.post("/api/write")).status_code == 200


async def test_callers_and_the_log_of_a_service_whose_database_is_away(
    database: Database, service_app: ServiceApp, capsys: pytest.CaptureFixture[str]
) -> None:
    url = make_url(database.url)
    async with TcpProxy.before(str(url.host), url.port or 5432) as proxy:
        settings = ServiceSettings(
            database_url=url.set(port=proxy.port).render_as_string(hide_password=False), log_format="json"
        )
        client = await service_app(_service, settings)
        assert {answer.status_code for answer in await _both(client)} == {200}
        capsys.readouterr()
        began, refused = time.monotonic(), 0
        await proxy.refuse()
        while time.monotonic() - began < SECONDS_AWAY:
            for answer in await _both(client):
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
                assert answer.json() == TEMPORARY
                refused += 1
        await proxy.accept()
        while (await client.get("/api/read")).status_code != 200:
            refused += 1
        seconds = time.monotonic() - began
        written = capsys.readouterr().err
    about = _told(written)
    assert len(about) == len(written.splitlines()), "nobody else writes anything"
    assert [line["event"] for line in about[:1] + about[-1:]] == ["database away", "database back"]
    assert "Connect" in str(about[0]["error"])
    assert about[-1]["requests_refused"] == refused >= 40
    assert {line["event"] for line in about[1:-1]} <= {"database still away"}
    assert len(about) <= 2 + seconds


@pytest.mark.broker
async def test_a_broker_that_is_away_is_told_once_for_all_connections(
    rabbitmq: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(outages, "BROKER", Outage("broker"))
    logs.configure("INFO", "json")
    url = make_url(rabbitmq)

    async with TcpProxy.before(str(url.host), url.port or 5672) as proxy:
        address = url.set(host="127.0.0.1", port=proxy.port).render_as_string(hide_password=False)
        async with RabbitBus(address, "outage", {}) as bus:
            await eventually(lambda: bus.connected)
            capsys.readouterr()
            await proxy.refuse()
            await eventually(lambda: not bus.connected)
            attempts = proxy.connections
            await asyncio.sleep(SECONDS_AWAY)  # several attempts of each connection
            await proxy.accept()
            await eventually(lambda: bus.connected)
            assert proxy.connections > attempts
    about = _told(capsys.readouterr().err)
    assert (about[0]["event"], about[-1]["event"]) == ("broker away", "broker back")
    assert about[0]["connection"]
    assert len(about) <= 2 + SECONDS_AWAY + 3
