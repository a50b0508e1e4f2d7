"""The rows of the demo: services know of each other what a replay would have told them, and no more."""

from contextlib import AsyncExitStack
from datetime import UTC, datetime
from types import ModuleType
from typing import TypeVar

import asyncpg
import booking.handlers
import booking.replays
import feed.handlers
import feed.replays
import identity.handlers
import identity.replays
import profiles.handlers
import profiles.replays
import pytest
from booking.orders.guest_links import GuestLinks, use_guest_links
from chassis.db import Database
from chassis.events import Consumer
from chassis.replay import Replay
from demo.people import providers
from demo.seed import add_demo
from local.databases import SERVICES, asyncpg_url, connected
from notifications.handlers import consumers
from testkit.databases_for_tests import Databases
from testkit.pytest_plugin import NewDatabase

T = TypeVar("T")
Rows = dict[str, list[str]]
NOW = datetime(2026, 11, 24, 8, 7, 5, tzinfo=UTC)
REPLAYS: dict[str, ModuleType] = {
    "identity": identity.replays,
    "profiles": profiles.replays,
    "booking": booking.replays,
    "feed": feed.replays,
}
HANDLERS: dict[str, ModuleType] = {
    "identity": identity.handlers,
    "profiles": profiles.handlers,
    "booking": booking.handlers,
    "feed": feed.handlers,
}
OF_THE_CHASSIS = {"outbox", "inbox", "dead_letter", "idempotency_key", "alembic_version"}


@pytest.fixture(scope="module")
async def urls(databases: Databases) -> dict[str, str]:
    """The databases of all services with the demo, added at `NOW`. No test here changes a row of them."""
    use_guest_links(GuestLinks("http://demo", b"k" * 32))
    made = {service: await databases.new(service) for service in SERVICES}
    assert await add_demo(made, NOW) == NOW
    return made


@pytest.mark.long
async def test_a_replay_of_everything_changes_nothing(urls: dict[str, str]) -> None:
    before = {service: await _rows(urls[service]) for service in SERVICES}
    await _replay_everything(urls)
    for service in SERVICES:
        assert await _rows(urls[service]) == before[service]


async def test_a_second_start_adds_nothing(urls: dict[str, str]) -> None:
    before = {service: await _rows(urls[service]) for service in SERVICES}
    assert await add_demo(urls, datetime(2026, 12, 24, tzinfo=UTC)) == NOW
    assert {service: await _rows(urls[service]) for service in SERVICES} == before


@pytest.mark.long
async def test_the_same_moment_makes_the_same_rows(urls: dict[str, str], new_database: NewDatabase) -> None:
    others = {service: await new_database(service) for service in SERVICES}
    await add_demo(others, NOW)
    for service in SERVICES:
        assert await _rows(others[service], anew=True) == await _rows(urls[service], anew=True)


@pytest.mark.long
async def test_an_interrupted_start_is_completed(urls: dict[str, str], new_database: NewDatabase) -> None:
    before = {service: await _rows(urls[service]) for service in SERVICES}
    lost = {"booking": await new_database("booking"), "notifications": await new_database("notifications")}
    await add_demo({**urls, **lost}, datetime(2026, 12, 1, tzinfo=UTC))
    for service, url in lost.items():
        assert await _rows(url) == before[service]
    assert await _rows(urls["feed"]) == before["feed"]


async def test_nothing_is_added_among_other_people_with_these_addresses(new_database: NewDatabase) -> None:
    made = {service: await new_database(service) for service in SERVICES}
    connection = await asyncpg.connect(asyncpg_url(made["identity"]))
    await connection.execute(
        "INSERT INTO account (id, name, email, password_hash, created_at) VALUES ('a', 'A', $1, '', now())",
        providers()[0].email,
    )
    await connection.close()
    assert await add_demo(made, NOW) is None
    assert len((await _rows(made["identity"]))["account"]) == 1


async def test_nothing_waits_to_be_published(urls: dict[str, str]) -> None:
    for url in urls.values():
        connection = await asyncpg.connect(asyncpg_url(url))
        assert await connection.fetchval("SELECT count(*) FROM outbox") == 0
        await connection.close()


async def test_reports_have_their_evidence(urls: dict[str, str]) -> None:
    connection = await asyncpg.connect(asyncpg_url(urls["profiles"]))
    found = await connection.fetch("SELECT status, evidence::text AS evidence FROM report")
    await connection.close()
    assert {row["status"] for row in found} == {"open", "closed"}
    assert all(len(row["evidence"]) > 100 for row in found)


async def _replay_everything(urls: dict[str, str]) -> None:
    """Let every service hear all replays of all others, in one transaction each."""
    async with AsyncExitStack() as stack:
        opened = {}
        for service in SERVICES:
            database = Database(urls[service], pool_size=1)
            stack.push_async_callback(database.close)
            opened[service] = await stack.enter_async_context(database.writing())
        hear = {service: _found(HANDLERS[service], Consumer) for service in HANDLERS}
        hear["notifications"] = consumers("")
        for owner, module in REPLAYS.items():
            for replay in _found(module, Replay):
                async for event in replay(opened[owner]):
                    told = event.model_copy(update={"replayed": True})
                    for service, handlers in hear.items():
                        for handler in handlers:
                            if service != owner and isinstance(told, handler.event_types):
                                await handler(told, opened[service])


def _found(module: ModuleType, kind: type[T]) -> list[T]:
    return [each for each in vars(module).values() if isinstance(each, kind)]


def _left_out(table: str, anew: bool) -> str:
    return "changed_at" if anew and table == "search_listing" else "password_hash"


async def _rows(url: str, *, anew: bool = False) -> Rows:
    """Every row of a service's own tables, without what is different at each start.

    `anew`: to be compared with rows that were written at another time; a listing remembers when that was.
    """
    async with connected(url) as connection:
        tables = await connection.fetch(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        return {
            name: sorted(
                row[0]
                for row in await connection.fetch(
                    f"SELECT (to_jsonb(each) - '{_left_out(name, anew)}'::text)::text FROM {name} AS each"  # noqa: S608
                )
            )
            for (name,) in tables
            if name not in OF_THE_CHASSIS
        }
