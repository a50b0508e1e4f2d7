"""Published events leave the outbox by one statement for several runs, at once if something waits for it."""

import asyncio
import itertools
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from chassis import outbox_leases
from chassis.bus.local import LocalBus
from chassis.db import Database, Transaction
from chassis.db.notifier import keep_listening
from chassis.metrics import Metrics
from chassis.outbox import QUEUE
from chassis.outbox_leases import Result
from chassis.relay import Relay, running
from chassis.tracing import SILENT
from client.api_client import eventually
from contracts.events.identity import PreferencesChanged
from fastapi import FastAPI

from services.chassis.tests.handed_events import (
    ReconnectingBus,
    commit,
    handing_over,
    leased,
    says,
    settled,
)
from services.chassis.tests.outbox_reader import Reader, changed, waiting

pytestmark = [pytest.mark.service, pytest.mark.usefixtures("never_polled")]


@pytest.fixture
def settling(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many events each statement has settled."""
    numbers: list[int] = []
    really = outbox_leases.settle

    async def settle(tx: Transaction, results: Sequence[Result], *, asks: bool = True) -> bool:
        numbers.append(sum(len(each.ended) for each in results))
        return await really(tx, results, asks=asks)

    monkeypatch.setattr("chassis.outbox_leases.settle", settle)
    return numbers


@asynccontextmanager
async def never_settling(
    app: FastAPI,
    database: Database,
    bus: LocalBus,
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
    relays: int = 1,
) -> AsyncGenerator[None]:
    """A running relay that settles only if there is a reason beside the time."""
    monkeypatch.setattr("chassis.relay.RELAYS", relays)
    async with handing_over(app, database, bus, reader):
        async with asyncio.timeout(20):
            for _ in itertools.takewhile(lambda _: database.notifier(QUEUE).asked, itertools.count()):
                await asyncio.sleep(0.01)  # it looks once more, after its start
        if (later := database.notifier(QUEUE)._timer) is not None:  # and perhaps half a second later
            later.cancel()
            database.notifier(QUEUE)._timer = None
        monkeypatch.setattr("chassis.outbox_leases.SETTLE_SECONDS", 600.0)
        yield


async def publish(database: Database, reader: Reader, *revisions: int) -> None:
    """Each in a transaction and a run of its own, and of an aggregate of its own."""
    for revision in revisions:
        before = len(reader.taken)
        await commit(database, changed(f"own {revision}", revision))
        await reader.has_taken(before + 1)


async def test_what_several_runs_have_published_is_settled_by_one_statement(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, settling: list[int]
) -> None:
    async with handing_over(app, database, bus, reader):
        relay = database.handover.publisher
        assert isinstance(relay, Relay)
        settling.clear()
        await publish(database, reader, 1, 2)
        await settled(database)
        assert sum(settling) == 2
        assert len(settling) == 1
        assert relay.leased._timer is None, "nothing is left to wait for"


async def test_many_published_events_wait_for_no_others(
    database: Database,
    app: FastAPI,
    bus: LocalBus,
    reader: Reader,
    settling: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with never_settling(app, database, bus, reader, monkeypatch):
        monkeypatch.setattr("chassis.outbox_leases.SETTLED_AT", 3)
        settling.clear()
        await publish(database, reader, 1, 2)
        assert await leased(database) == [1, 2]
        await publish(database, reader, 3)
        await settled(database)
        assert settling == [3]


async def test_what_follows_a_published_event_does_not_wait_for_the_time(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with never_settling(app, database, bus, reader, monkeypatch, relays=2):
        await commit(database, changed("a", 1))
        await reader.has_taken(1)
        await commit(database, changed("a", 2))
        await reader.has_taken(2)
        await settled(database)  # by its claim
        await commit(database, changed("a", 3))
        await reader.has_taken(3)
        reader.gated = {"account:b"}
        reader.gate.clear()
        reader.waiting.clear()
        await commit(database, changed("b", 1))
        await asyncio.wait_for(reader.waiting.wait(), 10)
        await commit(database, changed("a", 4))
        await reader.has_taken(4)
        reader.gate.set()
        await reader.has_taken(5)
    assert reader.revisions == {"a": [1, 2, 3, 4], "b": [1]}


async def test_what_follows_it_in_another_process_does_not_wait_for_the_time(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chassis.relay.keep_listening", keep_listening)
    other = Database(database.url)
    try:
        async with (
            handing_over(app, other, bus, reader),
            never_settling(app, database, bus, reader, monkeypatch),
        ):
            for revision in range(0, 10, 2):
                await commit(database, changed("a", revision))
                await reader.has_taken(revision + 1)
                await commit(other, changed("a", revision + 1))
                await reader.has_taken(revision + 2)
    finally:
        await other.close()
    assert reader.revisions == {"a": list(range(10))}


async def test_a_failure_settles_what_was_published_before(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with never_settling(app, database, bus, reader, monkeypatch):
        await publish(database, reader, 1, 2)
        reader.away_for.add("account:a")
        await commit(database, changed("a", 1))
        await eventually(lambda: says(database, "SELECT count(*) = 1 AND sum(attempts) > 0 FROM outbox"))
        reader.away_for.clear()
        await reader.has_taken(3)
        await settled(database)
    assert reader.revisions == {"own 1": [1], "own 2": [2], "a": [1]}


async def test_what_waits_to_be_settled_is_published_again_in_another_connection(
    database: Database, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bus that has confirmed it may have lost it, and no copy was kept."""
    bus, reader = ReconnectingBus(), Reader()
    bus.unsteady = 0
    await bus.consume("reader", [PreferencesChanged.key], reader.take, reader.dead_letter)
    async with never_settling(app, database, bus, reader, monkeypatch):
        await commit(database, changed("a", 1))
        await reader.has_taken(1)
        assert await leased(database) == [1]
        bus.made += 1
        database.notifier(QUEUE).notify()  # as a bus does
        await reader.has_taken(2)
        await settled(database)
    assert reader.revisions == {"a": [1, 1]}
    assert len({message.event_id for message in reader.taken}) == 1


async def test_what_was_published_is_settled_when_the_service_stops(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with never_settling(app, database, bus, reader, monkeypatch):
        await publish(database, reader, 1, 2)
        assert await leased(database) == [1, 2]
    assert await waiting(database) == 0


async def test_what_the_database_does_not_take_is_settled_by_the_next_run(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it waited for the end of its lease, what follows it would wait too."""
    cut = 1
    really = outbox_leases.settle

    async def settle(tx: Transaction, results: Sequence[Result], *, asks: bool = True) -> bool:
        nonlocal cut
        if cut:
            cut -= 1
            raise ConnectionError("cut")
        return await really(tx, results, asks=asks)

    monkeypatch.setattr("chassis.outbox_leases.LEASE", timedelta(hours=1))
    async with handing_over(app, database, bus, reader):
        monkeypatch.setattr("chassis.outbox_leases.settle", settle)
        await commit(database, changed("a", 1))
        await reader.has_taken(1)
        await commit(database, changed("a", 2))
        await reader.has_taken(2)
        await settled(database)
        assert not cut
    assert reader.revisions == {"a": [1, 2]}


async def test_what_a_dead_process_has_not_settled_is_published_once_more(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chassis.outbox_leases.SETTLE_SECONDS", 600.0)
    monkeypatch.setattr("chassis.outbox_leases.LEASE", timedelta(seconds=1))
    dead = Database(database.url)
    relay = Relay(dead, bus, Metrics("test"), SILENT)
    await relay.work()  # it knows the bus then
    dead.handover.publisher = relay
    await commit(dead, changed("a", 1))
    await relay.work()
    await dead.close()
    assert reader.revisions == {"a": [1]}
    assert await waiting(database) == 1
    monkeypatch.setattr("chassis.outbox_leases.SETTLE_SECONDS", 0.1)
    async with running(app, database, bus):
        await commit(database, changed("a", 2))
        await reader.has_taken(3)
        await commit(database, changed("a", 3))
        await reader.has_taken(4)
        await settled(database)
    assert reader.revisions == {"a": [1, 1, 2, 3]}
