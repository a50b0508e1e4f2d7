"""Events that are handed from their transaction to the relay of its process, without being claimed."""

import asyncio
from collections.abc import Collection, Sequence
from datetime import timedelta

import pytest
from chassis import metrics
from chassis.bus.local import LocalBus
from chassis.db import Database
from chassis.db.handover import OutboxRow
from chassis.outbox import emit
from chassis.outbox_leases import OutboxLeases
from chassis.relay import Relay, running
from chassis.settings import ServiceSettings
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


async def test_what_is_emitted_here_is_published_without_a_claim(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with handing_over(app, database, bus, reader):
        monkeypatch.delattr(Relay, "_carry")
        await commit(database, changed("a", 1), changed("a", 2), changed("b", 1))
        await commit(database, changed("c", 1))
        await reader.has_taken(4)
        await settled(database)
    assert reader.revisions == {"a": [1, 2], "b": [1], "c": [1]}
    counted = f'openhours_events_published_total{{key="{PreferencesChanged.key}",service="test"}} 5.0'
    assert counted in metrics.of(app).exposition().decode()


async def test_a_worker_that_is_woken_for_what_another_has_taken_looks_for_nothing(
    database: Database, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    relay = Relay(database, bus, metrics.Metrics("test"), SILENT)
    await relay.work()  # it knows the bus then
    database.handover.publisher = relay
    monkeypatch.delattr(Relay, "_carry")
    await commit(database, changed("a", 1))
    assert await asyncio.gather(relay.work(), relay.work()) == [0, 0]
    assert reader.revisions == {"a": [1]}


async def test_what_is_not_committed_is_not_published(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader
) -> None:
    async def fail(*, in_savepoint: bool) -> None:
        async with database.writing() as tx:
            if not in_savepoint:
                await emit(tx, changed("a", 1))
                raise ZeroDivisionError
            async with tx.savepoint():
                await emit(tx, changed("b", 1))
                raise ZeroDivisionError

    async with handing_over(app, database, bus, reader):
        for in_savepoint in (False, True):
            with pytest.raises(ZeroDivisionError):
                await fail(in_savepoint=in_savepoint)
        async with database.writing() as tx:
            try:
                async with tx.savepoint():
                    await emit(tx, changed("c", 1))
                    raise ZeroDivisionError
            except ZeroDivisionError:
                await emit(tx, changed("c", 2))
            await asyncio.sleep(0.1)
            assert reader.taken == [], "nothing is told before the commit"
        await reader.has_taken(1)
    assert reader.revisions == {"c": [2]}


async def test_what_follows_an_event_in_hand_waits_for_it_and_is_published_at_once_then(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader
) -> None:
    """Of this process, and of one whose own relay nobody has told."""
    other = Database(database.url)
    reader.gated = {"account:a"}
    reader.gate.clear()
    async with handing_over(app, database, bus, reader):
        await commit(database, changed("a", 1))
        await asyncio.wait_for(reader.waiting.wait(), 10)
        await commit(other, changed("a", 2))
        await commit(database, changed("a", 3), changed("b", 7))
        await reader.has_taken(1)
        assert not {2, 3}.intersection(await leased(database)), "who waits for another is not leased"
        reader.gate.set()
        await reader.has_taken(4)
        await settled(database)
    await other.close()
    assert reader.revisions == {"b": [7], "a": [1, 2, 3]}


async def test_two_processes_keep_the_order_of_an_aggregate(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader
) -> None:
    other = Database(database.url)
    try:
        async with handing_over(app, database, bus, reader), handing_over(app, other, bus, reader):
            reader.gated = {"account:b"}
            reader.gate.clear()
            await commit(database, changed("b", 0))
            await asyncio.wait_for(reader.waiting.wait(), 10)
            await commit(other, changed("b", 1))
            await asyncio.sleep(0.2)  # the other one looks meanwhile, and finds it behind what is in hand
            reader.gate.set()
            await reader.has_taken(2)
            for revision in range(0, 40, 2):
                await commit(database, changed("a", revision))
                await commit(other, changed("a", revision + 1))
            await reader.has_taken(42)
            await settled(database)
    finally:
        await other.close()
    assert reader.revisions == {"a": list(range(40)), "b": [0, 1]}


async def test_what_cannot_be_published_is_postponed_and_its_followers_wait(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader
) -> None:
    async with handing_over(app, database, bus, reader):
        reader.away_for.add("account:a")
        await commit(database, changed("a", 1), changed("a", 2), changed("b", 1))
        await reader.has_taken(1)
        await eventually(lambda: says(database, "SELECT sum(attempts) > 0 FROM outbox"))
        reader.away_for.clear()
        await reader.has_taken(3)
        await settled(database)
    assert reader.revisions == {"b": [1], "a": [1, 2]}


class Dying:
    """A relay whose process dies with what it was handed."""

    connection = 1

    def lease(self) -> timedelta:
        return timedelta(seconds=1)

    def take_over(self, rows: Sequence[OutboxRow], *, others: bool) -> None:
        """Do nothing."""


async def test_what_a_dead_process_had_in_hand_goes_again_when_its_lease_ends(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader
) -> None:
    dead = Database(database.url)
    dead.handover.publisher = Dying()
    await commit(dead, changed("a", 1))
    await dead.close()
    async with running(app, database, bus):
        await reader.has_taken(1)
        await settled(database)
    assert reader.revisions == {"a": [1]}


async def test_what_is_in_hand_at_a_stop_is_given_back(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader
) -> None:
    app.state.settings = ServiceSettings(database_url=database.url, drain_seconds=0)
    reader.gated = {"account:a"}
    reader.gate.clear()
    async with handing_over(app, database, bus, reader):
        await commit(database, changed("a", 1))
        await asyncio.wait_for(reader.waiting.wait(), 10)
        assert await leased(database) == [1]
    assert await leased(database) == []
    assert await waiting(database) == 1


async def test_what_another_connection_confirmed_goes_again(database: Database, app: FastAPI) -> None:
    bus, reader = ReconnectingBus(), Reader()
    await bus.consume("reader", [PreferencesChanged.key], reader.take, reader.dead_letter)
    async with handing_over(app, database, bus, reader):
        await commit(database, changed("a", 1))
        await reader.has_taken(2)
        await settled(database)
    assert reader.revisions == {"a": [1, 1]}
    assert len({message.event_id for message in reader.taken}) == 1


async def test_what_was_leased_in_another_connection_is_given_back(
    database: Database, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the bus has lost is in the outbox again, and may have to go first."""
    given_back: list[int] = []

    async def give_back(leased: OutboxLeases, ids: Collection[int] | None = None) -> None:
        given_back.extend(ids or ())
        await really(leased, ids)

    bus, reader = ReconnectingBus(), Reader()
    bus.unsteady, really = 0, OutboxLeases.give_back
    monkeypatch.setattr(OutboxLeases, "give_back", give_back)
    await bus.consume("reader", [PreferencesChanged.key], reader.take, reader.dead_letter)
    async with handing_over(app, database, bus, reader):
        relay = database.handover.publisher
        assert isinstance(relay, Relay)
        async with database.writing() as tx:
            await emit(tx, changed("a", 1))
            bus.made += 1
            await relay.carry()
            assert relay.connection == bus.made, "it knows the new connection"
        await reader.has_taken(1)
        await settled(database)
    assert (reader.revisions, len(given_back)) == ({"a": [1]}, 1)


async def test_a_replay_for_one_consumer_is_left_to_a_claim(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader
) -> None:
    async with handing_over(app, database, bus, reader):
        other = Reader()
        await bus.consume("other", [PreferencesChanged.key], other.take, other.dead_letter)
        async with database.writing() as tx:
            await emit(tx, changed("a", 1), target="other")
        await other.has_taken(1)
        await settled(database)
    assert (other.revisions, reader.revisions) == ({"a": [1]}, {})
