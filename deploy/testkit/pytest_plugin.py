"""Fixtures for every test of the house, as a pytest plugin: PostgreSQL, RabbitMQ, a test identity, apps."""

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from importlib import import_module
from pathlib import Path
from typing import Protocol, TypeVar

import httpx
import hypothesis
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.clock import Now, utc_now
from chassis.db.engine import async_url
from chassis.settings import ServiceSettings
from fastapi import FastAPI
from local.folders import temporary_folder
from local.postgres import Postgres
from local.rabbitmq import find_broker

from testkit.databases_for_tests import Databases
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.latency import SlowBus

# How long an example takes says how busy the machine is, nothing of the code.
hypothesis.settings.register_profile(
    "openhours", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("openhours")
# Tests that start Node take the one of this environment.
os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
import_module("gateway")  # pytest would else take the folder gateway/ for the package

S = TypeVar("S", bound=ServiceSettings)
CreateApp = Callable[[S, Wiring | None], FastAPI]
NewDatabase = Callable[[str], Awaitable[str]]
"""`await new_database("booking")`: the url of a fresh, migrated database for that service."""


class ServiceApp(Protocol):
    """`client = await service_app(create_app, settings)`: the service, started, behind an HTTP client."""

    async def __call__(
        self, create_app: CreateApp[S], settings: S, *, clock: Now = utc_now
    ) -> httpx.AsyncClient:
        """Start it; it stops when the test ends. `clock` is the present instant as the service sees it."""
        ...


@pytest.fixture(scope="session")
def own_folder() -> Iterator[Path]:
    """A folder for this run's servers, gone when it ends."""
    with temporary_folder("tests") as folder:
        yield folder


@pytest.fixture(scope="session")
def postgres(own_folder: Path) -> Iterator[str]:
    """The url of a PostgreSQL server: the one of DATABASE_URL, else one of our own, quick and forgetful."""
    named = os.environ.get("DATABASE_URL")
    if named:
        yield async_url(named)
        return
    server = Postgres(own_folder / "postgres", durable=False)
    server.start()
    try:
        yield server.url()
    finally:
        server.destroy()


@pytest.fixture(scope="session")
async def databases(postgres: str) -> AsyncIterator[Databases]:
    """Databases that outlive a test. Ask for `new_database` where it need not."""
    databases = Databases(postgres)
    yield databases
    if "DATABASE_URL" in os.environ:  # our own server is thrown away as a whole
        await databases.drop()


@pytest.fixture
async def new_database(databases: Databases) -> AsyncIterator[NewDatabase]:
    """Make fresh, migrated databases; they are the next test's when this one has ended."""
    made: list[tuple[str, str]] = []

    async def new(service: str) -> str:
        url = await databases.new(service)
        made.append((service, url))
        return url

    yield new
    if "DATABASE_URL" not in os.environ:  # to empty one takes a superuser
        for service, url in made:
            databases.hand_on(service, url)


@pytest.fixture(scope="session")
def tokens() -> Tokens:
    """A test identity that signs tokens and serves its keys."""
    return Tokens()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Our own words on pytest's command line."""
    parser.addoption("--late-events", action="store_true", help="let each event take a random while")


@pytest.fixture
def bus(pytestconfig: pytest.Config) -> LocalBus:
    """The bus of this test's services."""
    return SlowBus() if pytestconfig.getoption("late_events") else LocalBus()


@pytest.fixture
async def published(bus: LocalBus) -> EventRecorder:
    """What the test's services announce, and `tell`, which lets them hear of others."""
    heard = EventRecorder(bus)
    await heard.listen()
    return heard


@pytest.fixture
async def service_app(bus: LocalBus, tokens: Tokens) -> AsyncIterator[ServiceApp]:
    """Start services on this test's bus with the test identity, each behind a client of its own."""
    async with AsyncExitStack() as stack:

        async def start(create_app: CreateApp[S], settings: S, *, clock: Now = utc_now) -> httpx.AsyncClient:
            app = create_app(settings, Wiring(bus=bus, transport=tokens.transport, clock=clock))
            await stack.enter_async_context(app.router.lifespan_context(app))
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            client = httpx.AsyncClient(transport=transport, base_url="http://service.test")
            return await stack.enter_async_context(client)

        yield start


@pytest.fixture(scope="session")
def rabbitmq(own_folder: Path) -> Iterator[str]:
    """The url of a RabbitMQ broker, however one is to be had here; else tests that ask for it are skipped."""
    broker = find_broker(own_folder / "rabbitmq")
    if broker is None:
        without = (
            "NO RABBITMQ: set RABBITMQ_URL, or install rabbitmq-server or Docker. Broker tests did not run."
        )
        if os.environ.get("CI") == "true":
            pytest.fail(without)
        pytest.skip(without)
    broker.start()
    try:
        yield broker.url
    finally:
        broker.destroy()
