"""The outbox and its relays, against a real database and the local bus."""

import asyncio

import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.local import LocalBus
from chassis.clock import utc_now
from chassis.db import Database
from chassis.hot_sql import HEADS, ROWS
from chassis.housekeeping import forget_published_events
from chassis.metrics import Metrics
from chassis.outbox import QUEUE, emit
from chassis.relay import PACE_SECONDS, Relay, running
from chassis.settings import ServiceSettings
from chassis.tracing import SILENT
from chassis.worker import Task, working
from contracts.events.identity import MailRequested, PreferencesChanged
from fastapi import FastAPI
from sqlalchemy import text
from testkit.pytest_plugin import ServiceApp

from services.chassis.tests.outbox_reader import Reader, changed, waiting

pytestmark = pytest.mark.service


@pytest.fixture
def relay(database: Database, bus: LocalBus) -> Relay:
    """A relay that publishes only when a test calls it."""
    return Relay(database, bus, Metrics("test"), SILENT)


async def empty(relay: Relay) -> None:
    """Publish until the outbox is empty."""
    while await relay.carry():
        pass


async def test_an_event_leaves_the_outbox_only_once_it_was_taken(
    database: Database, relay: Relay, reader: Reader
) -> None:
    async with database.writing() as tx:
        await emit(tx, changed("a", 1))
        assert await waiting(database) == 0, "nothing is seen before the commit"
    assert await waiting(database) == 1
    assert await relay.carry() == 1
    assert reader.revisions == {"a": [1]}
    assert await waiting(database) == 0


async def test_a_bus_that_holds_nothing_needs_no_copies(
    database: Database, relay: Relay, reader: Reader
) -> None:
    async with database.writing() as tx:
        await emit(tx, changed("a", 1))
    await empty(relay)
    assert reader.revisions == {"a": [1]}
    async with database.reading() as tx:
        assert await tx.session.scalar(text("SELECT count(*) FROM published_event")) == 0


async def test_copies_are_kept_for_three_days_and_secrets_for_an_hour(database: Database) -> None:
    keep = text(
        "INSERT INTO published_event (id, event_id, aggregate, key, payload, published_at)"
        " VALUES (:id, gen_random_uuid(), 'a', :key, '{}', now() - make_interval(hours => :hours))"
    )
    kept = [(1, PreferencesChanged.key, 71), (2, PreferencesChanged.key, 73), (3, MailRequested.key, 2)]
    async with database.writing() as tx:
        for number, key, hours in kept:
            await tx.session.execute(keep, {"id": number, "key": key, "hours": hours})
    async with database.writing() as tx:
        await forget_published_events(tx, utc_now())
    async with database.reading() as tx:
        assert (await tx.session.scalars(text("SELECT id FROM published_event"))).all() == [1]


async def test_what_waits_in_the_outbox_is_measured(database: Database, bus: LocalBus) -> None:
    metrics = Metrics("test")
    relay = Relay(database, bus, metrics, SILENT)
    async with database.writing() as tx:
        await emit(tx, changed("a", 1), changed("a", 2), changed("b", 1))
        await tx.session.execute(text("UPDATE outbox SET created_at = now() - interval '1 hour'"))
    await relay.measure()
    measured = dict(line.rsplit(" ", 1) for line in metrics.exposition().decode().splitlines())
    assert float(measured['openhours_outbox_rows{service="test"}']) == 3
    assert float(measured['openhours_outbox_oldest_seconds{service="test"}']) >= 3600


async def test_an_event_of_a_transaction_that_fails_was_never_told(
    database: Database, relay: Relay, reader: Reader
) -> None:
    async def fail() -> None:
        async with database.writing() as tx:
            await emit(tx, changed("a", 1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await relay.carry() == 0
    assert reader.taken == []


async def test_several_relays_keep_the_order_of_each_aggregate(
    database: Database, bus: LocalBus, reader: Reader
) -> None:
    accounts = [f"account {number}" for number in range(20)]
    relays = [Relay(database, bus, Metrics("test"), SILENT) for _ in range(4)]
    written = asyncio.Event()

    async def keep_carrying(relay: Relay) -> None:
        done = False
        while not done:
            done = written.is_set()
            await empty(relay)

    carrying = [asyncio.create_task(keep_carrying(relay)) for relay in relays]
    for revision in range(30):
        async with database.writing() as tx:
            await emit(tx, *(changed(account, revision) for account in accounts))
    written.set()
    await asyncio.gather(*carrying)
    await empty(relays[0])
    assert reader.revisions == {account: list(range(30)) for account in accounts}


async def test_more_rows_than_a_batch_holds_all_arrive_in_order(
    database: Database, relay: Relay, reader: Reader
) -> None:
    async with database.writing() as tx:
        await emit(tx, *(changed("busy", revision) for revision in range(ROWS + 50)))
        await emit(tx, *(changed(f"quiet {number}", 0) for number in range(HEADS + 20)))
    await empty(relay)
    assert reader.revisions["busy"] == list(range(ROWS + 50))
    assert len(reader.revisions) == HEADS + 21


async def test_a_crash_between_publishing_and_deleting_leads_to_a_second_delivery(
    database: Database, relay: Relay, reader: Reader
) -> None:
    async with database.writing() as tx:
        await emit(tx, changed("a", 1), changed("a", 2))
    reader.gate.clear()
    dying = asyncio.create_task(relay.carry())
    await asyncio.sleep(0.1)
    reader.gate.set()
    await reader.seen.wait()
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    assert await waiting(database) == 2, "what was not deleted is still there"
    await empty(relay)
    assert reader.revisions["a"][-2:] == [1, 2]
    assert len({message.event_id for message in reader.taken}) == 2, "the second delivery has the first's id"


async def test_a_failure_holds_back_its_own_aggregate_only(
    database: Database, relay: Relay, reader: Reader
) -> None:
    reader.away_for.add("account:a")
    async with database.writing() as tx:
        await emit(tx, changed("a", 1))
    await relay.carry()
    async with database.writing() as tx:
        await emit(tx, changed("a", 2), changed("b", 1))
    await empty(relay)
    assert reader.revisions == {"b": [1]}
    async with database.reading() as tx:
        head = (await tx.session.execute(text("SELECT * FROM outbox ORDER BY id LIMIT 1"))).one()
    assert head.attempts >= 1
    assert "its database is away" in head.last_error
    reader.away_for.clear()
    while await waiting(database):
        await relay.carry()
        await asyncio.sleep(0.05)
    assert reader.revisions["a"] == [1, 2]


async def test_a_claimed_aggregate_is_nobody_elses(database: Database, bus: LocalBus, reader: Reader) -> None:
    async with database.writing() as tx:
        await emit(tx, changed("a", 1), changed("a", 2))
    reader.gate.clear()
    first = asyncio.create_task(Relay(database, bus, Metrics("one"), SILENT).carry())
    await asyncio.sleep(0.1)
    async with database.writing() as tx:
        await emit(tx, changed("a", 3))
    second = Relay(database, bus, Metrics("two"), SILENT)
    assert await asyncio.wait_for(second.carry(), 5) == 0
    reader.gate.set()
    assert await first == 2


async def test_a_target_gets_its_replay_alone(
    database: Database, relay: Relay, bus: LocalBus, reader: Reader
) -> None:
    other = Reader()
    await bus.consume("other", [PreferencesChanged.key], other.take, other.dead_letter)
    async with database.writing() as tx:
        await emit(tx, changed("a", 1), target="other")
        await emit(tx, changed("b", 1))
    await empty(relay)
    assert other.revisions == {"a": [1], "b": [1]}
    assert reader.revisions == {"b": [1]}


async def test_a_relay_that_took_all_there_was_does_not_look_again(
    database: Database, relay: Relay, reader: Reader
) -> None:
    async with database.writing() as tx:
        await emit(tx, changed("a", 1), changed("b", 1))
    assert await relay.work() == 0
    assert reader.revisions == {"a": [1], "b": [1]}


async def test_what_is_committed_behind_a_claimed_row_is_published_without_a_poll(
    database: Database, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two relays of two processes: only the one that cannot take the new row is woken for it."""
    monkeypatch.setattr("chassis.worker.POLL_SECONDS", 600.0)
    other = Database(database.url)
    relays = [(each, Relay(each, bus, Metrics("test"), SILENT)) for each in (database, other)]
    workers = [(Task("relay", relay.work), each.notifier(QUEUE)) for each, relay in relays]
    try:
        async with working(workers, 5):
            for revision in range(0, 60, 2):
                async with database.writing() as tx:
                    await emit(tx, changed("a", revision))
                async with other.writing() as tx:
                    await emit(tx, changed("a", revision + 1))
            async with asyncio.timeout(20):
                while len(reader.taken) < 60:
                    reader.seen.clear()
                    await reader.seen.wait()
    finally:
        await other.close()
    assert reader.revisions == {"a": list(range(60))}


async def test_a_relay_looks_again_for_what_waits_behind_a_claimed_row(
    database: Database, relay: Relay, reader: Reader
) -> None:
    """It was woken for two events, and could take one: the other's turn may come unseen."""
    async with database.writing() as tx:
        await emit(tx, changed("a", 1))
    reader.gated = {"account:a"}
    reader.gate.clear()
    first = asyncio.create_task(relay.work())
    await asyncio.wait_for(reader.waiting.wait(), 10)
    async with database.writing() as tx:
        await emit(tx, changed("a", 2), changed("b", 1))
    notifier = database.notifier(QUEUE)
    assert await notifier.wait(10) is True, "the commits have woken it"
    assert await relay.work() == 0
    assert reader.revisions == {"b": [1]}
    assert await notifier.wait(10) is True, "more is due"
    await relay.work()
    assert await notifier.wait(10) is False, "it looks again after a while"
    reader.gate.set()
    await first
    await empty(relay)
    assert reader.revisions == {"b": [1], "a": [1, 2]}


async def test_a_lost_notification_is_made_good_by_the_slow_poll(
    database: Database, relay: Relay, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chassis.worker.POLL_SECONDS", 0.05)
    other = Database(database.url)
    async with working([(Task("relay", relay.work, next_due=relay.next_due), database.notifier(QUEUE))], 5):
        async with other.writing() as tx:
            await emit(tx, changed("a", 1))
        await asyncio.wait_for(reader.seen.wait(), 10)
    await other.close()


async def test_what_failed_is_published_when_its_time_has_come_without_a_poll(
    database: Database, relay: Relay, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chassis.worker.POLL_SECONDS", 600.0)
    reader.away_for.add("account:a")
    async with database.writing() as tx:
        await emit(tx, changed("a", 1), changed("a", 2))
    await relay.carry()
    async with working([(Task("relay", relay.work), database.notifier(QUEUE))], 5):
        reader.away_for.clear()
        async with asyncio.timeout(10):
            while len(reader.taken) < 2:
                reader.seen.clear()
                await reader.seen.wait()
    assert reader.revisions == {"a": [1, 2]}


async def test_events_that_follow_each_other_are_published_together(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The runs of a process keep their pace, however fast events come; none has to wait for the poll."""
    began: list[float] = []
    claim = Relay.work

    async def work(relay: Relay) -> int:
        began.append(asyncio.get_running_loop().time())
        return await claim(relay)

    monkeypatch.setattr("chassis.worker.POLL_SECONDS", 600.0)
    monkeypatch.setattr(Relay, "work", work)
    async with running(app, database, bus):
        for revision in range(50):
            async with database.writing() as tx:
                await emit(tx, changed("a", revision))
        async with asyncio.timeout(20):
            while len(reader.taken) < 50:
                reader.seen.clear()
                await reader.seen.wait()
    assert reader.revisions == {"a": list(range(50))}
    # The first run is that of the start; a worker that was busy when it was woken begins late.
    assert began[-1] - began[1] > (len(began) - 4) * PACE_SECONDS


async def test_a_service_has_its_own_pace(service_app: ServiceApp, database: Database) -> None:
    made: list[FastAPI] = []

    def application(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
        service = ServiceDefinition("journal", settings, routers=[], relay_pace_seconds=0.5)
        made.append(create_service(service, wiring or Wiring()))
        return made[0]

    await service_app(application, ServiceSettings(database_url=database.url))
    opened: Database = made[0].state.database
    assert opened.notifier(QUEUE).pace_seconds == 0.5


async def test_what_gathers_when_the_service_stops_is_still_published(
    database: Database, app: FastAPI, bus: LocalBus, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def listen(*_: object) -> None:
        """To nobody: who begins to listen wakes the relay."""

    monkeypatch.setattr("chassis.relay.keep_listening", listen)
    async with running(app, database, bus, pace_seconds=600.0):
        async with database.writing() as tx:
            await emit(tx, changed("a", 1))
        await reader.has_taken(1)
        async with database.writing() as tx:  # it gathers, unless a worker has not begun yet
            await emit(tx, changed("a", 2))
    assert reader.revisions == {"a": [1, 2]}
    assert await waiting(database) == 0
