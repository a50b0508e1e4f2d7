"""A pytest plugin with the fixtures of all tests: PostgreSQL, RabbitMQ, a fake identity, running services."""

import gc
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import httpx
import hypothesis
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.clock import Now, utc_now
from chassis.db.engine import async_url
from chassis.settings import ServiceSettings
from cryptography.fernet import Fernet
from fastapi import FastAPI
from local.folders import temporary_folder
from local.postgres import Postgres
from local.rabbitmq import find_broker

from testkit.databases_for_tests import Databases
from testkit.environments import keep_logs
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.latency import SlowBus

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

# What is imported stays: looking through it for garbage again and again took a sixth of the time of tests.
gc.disable()
# The time of one example depends on the load of the machine, not on the code.
hypothesis.settings.register_profile(
    "openhours", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("openhours")
# Tests that start Node use the one of the Python environment.
os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
# A service needs few connections at a time, and opening one takes several milliseconds of each test. Tests of
# concurrent requests give their service a larger pool.
os.environ.setdefault("DATABASE_CONNECTIONS", "7")
# Services that keep secrets do not start without a key; a whole environment makes files of its own.
os.environ.setdefault("SEALING_KEY", Fernet.generate_key().decode())
import_module("gateway")  # else pytest takes the folder gateway/ for the package

S = TypeVar("S", bound=ServiceSettings)
_SERVER = pytest.StashKey[tuple[ExitStack, str]]()
"""Kept by the process that starts the workers: what stops their PostgreSQL server, and its url."""
CreateApp = Callable[[S, Wiring | None], FastAPI]
NewDatabase = Callable[[str], Awaitable[str]]
"""`await new_database("booking")`: the url of a fresh, migrated database with that service's own role."""
OwnerUrl = Callable[[str], str]
"""`owner_url(url)`: the same database with the role that owns its tables, for what no service may do."""


class ServiceApp(Protocol):
    """`client = await service_app(create_app, settings)`: an HTTP client of the started service."""

    async def __call__(
        self, create_app: CreateApp[S], settings: S, *, clock: Now = utc_now
    ) -> httpx.AsyncClient:
        """Start the service until the test ends. `clock` tells it the present time."""
        ...


@pytest.fixture(scope="session")
def own_folder(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder for the servers of this run, removed at its end. Their logs are kept if a test failed."""
    with temporary_folder("tests") as folder:
        yield folder
        if request.session.testsfailed:
            keep_logs(folder)


@contextmanager
def _temporary_server(folder: Path) -> Generator[str]:
    """The url of a PostgreSQL server without durability."""
    server = Postgres(folder / "postgres", durable=False)
    server.start()
    try:
        yield server.url()
    finally:
        server.destroy()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: "WorkerController") -> None:
    """Give all workers of pytest-xdist one PostgreSQL server, so that templates are made once."""
    if "DATABASE_URL" in os.environ:
        return
    if _SERVER not in node.config.stash:
        stack = ExitStack()
        url = stack.enter_context(_temporary_server(stack.enter_context(temporary_folder("tests"))))
        node.config.stash[_SERVER] = (stack, url)
    node.workerinput["postgres"] = node.config.stash[_SERVER][1]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Look for garbage from now on, in what tests make alone."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the server of the workers, which have ended."""
    if _SERVER in config.stash:
        config.stash[_SERVER][0].close()


def _from_controller(config: pytest.Config, name: str) -> str:
    """What the process that started this worker of pytest-xdist tells it; empty if there is none."""
    told: dict[str, Any] = getattr(config, "workerinput", {})
    return str(told.get(name, ""))


@pytest.fixture(scope="session")
def postgres(own_folder: Path, pytestconfig: pytest.Config) -> Iterator[str]:
    """The url of a PostgreSQL server: DATABASE_URL, else one that all workers share, else a temporary one."""
    named = os.environ.get("DATABASE_URL")
    shared = _from_controller(pytestconfig, "postgres")
    if named or shared:
        yield async_url(named) if named else shared
        return
    with _temporary_server(own_folder) as url:
        yield url


@pytest.fixture(autouse=True)
def short_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers look once a second: tests write rows through handles that no worker of a service knows.

    A test of what wakes a worker takes this net away.
    """
    monkeypatch.setattr("chassis.worker.POLL_SECONDS", 1.0)


@pytest.fixture(scope="session")
async def databases(postgres: str, pytestconfig: pytest.Config) -> AsyncIterator[Databases]:
    """Databases that are not taken back after a test. Most tests use `new_database`."""
    if "DATABASE_URL" not in os.environ:  # a temporary server is removed as a whole
        databases = Databases(postgres, run=_from_controller(pytestconfig, "testrunuid"))
        with databases.kept.in_place():
            yield databases
        return
    databases = Databases(postgres)
    yield databases
    await databases.drop()


@pytest.fixture
async def new_database(databases: Databases) -> AsyncIterator[NewDatabase]:
    """Hand out fresh, migrated databases; later tests use them again."""
    made: list[tuple[str, str]] = []

    async def new(service: str) -> str:
        url = await databases.new(service)
        made.append((service, url))
        return url

    yield new
    if "DATABASE_URL" not in os.environ:  # emptying one needs a superuser
        for service, url in made:
            databases.give_back(service, url)


@pytest.fixture
def owner_url(databases: Databases) -> OwnerUrl:
    """The url of a database with the role that owns its tables."""
    return databases.owner_url


@pytest.fixture(scope="session")
def tokens() -> Tokens:
    """A fake identity that signs tokens and serves its keys."""
    return Tokens()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options to pytest's command line."""
    parser.addoption("--late-events", action="store_true", help="delay each event by a random time")


@pytest.fixture
def large_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many database connections as in production, for services that a test sends concurrent requests to.

    Name it in `pytest.mark.usefixtures`, so that it comes before the service.
    """
    monkeypatch.delenv("DATABASE_CONNECTIONS", raising=False)


@pytest.fixture
def bus(pytestconfig: pytest.Config) -> LocalBus:
    """The bus between the services of this test."""
    return SlowBus() if pytestconfig.getoption("late_events") else LocalBus()


@pytest.fixture
async def published(bus: LocalBus) -> EventRecorder:
    """The events that the services of this test publish; `tell` publishes events of others to them."""
    recorder = EventRecorder(bus)
    await recorder.listen()
    return recorder


@pytest.fixture
async def service_app(bus: LocalBus, tokens: Tokens) -> AsyncIterator[ServiceApp]:
    """Start services on the bus of this test with the fake identity, each behind its own client."""
    async with AsyncExitStack() as stack:

        async def start(create_app: CreateApp[S], settings: S, *, clock: Now = utc_now) -> httpx.AsyncClient:
            app = create_app(settings, Wiring(bus=bus, transport=tokens.transport, clock=clock))
            # `new_database` has migrated the database. If the service asked for its revision, and the answer
            # came late on a busy machine, it would miss the test's first events.
            app.state.schema_revision.fits = True
            await stack.enter_async_context(app.router.lifespan_context(app))
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            client = httpx.AsyncClient(transport=transport, base_url="http://service.test")
            return await stack.enter_async_context(client)

        yield start


@pytest.fixture(scope="session")
def rabbitmq(own_folder: Path) -> Iterator[str]:
    """The url of a RabbitMQ broker. Without one, tests that need it are skipped; with CI=true they fail."""
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
