"""What operators read of events, of connections, and of the process itself."""

import asyncio
import uuid
from collections.abc import Sequence

import aio_pika
import httpx
import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus import Message
from chassis.bus.local import LocalBus
from chassis.bus.queues import dead_queue_of, queue_of
from chassis.bus.rabbitmq import RabbitBus
from chassis.clock import utc_now
from chassis.db import Database, Transaction
from chassis.events import subscribe
from chassis.inbox import Inbox
from chassis.metrics import Metrics
from chassis.outbox import emit
from chassis.process_metrics import ProcessMetrics
from chassis.relay import Relay
from chassis.settings import ServiceSettings
from chassis.tracing import SILENT
from client.api_client import eventually
from contracts.events.identity import PreferencesChanged
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text
from testkit import operators
from testkit.fake_identity import Tokens

from services.chassis.tests.outbox_reader import changed

pytestmark = pytest.mark.service
KEY = PreferencesChanged.key


def measured(counted: Metrics) -> dict[str, float]:
    """Every series of a registry, as `name{label="value"}` without the service."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(counted.exposition().decode()):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items() if name != "service")
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


@subscribe(PreferencesChanged)
async def refuse_bad(event: PreferencesChanged, tx: Transaction) -> None:
    """Fails for the account `bad`."""
    del tx
    if event.account_id == "bad":
        raise LookupError


@subscribe(PreferencesChanged, together=True, guarded_by="revision")
async def take_many(events: Sequence[PreferencesChanged], tx: Transaction) -> None:
    """Takes several at once."""
    del events, tx


def message(account: str, **of_event: object) -> Message:
    """An event on its way."""
    event = changed(account, 1).model_copy(update=of_event)
    return Message(event.event_id, event.key, event.aggregate, event.model_dump_json().encode())


async def test_the_time_of_each_handling_and_the_age_of_each_effect_are_measured(database: Database) -> None:
    counted = Metrics("reader")
    alone = Inbox("reader", database, [refuse_bad], counted, SILENT)
    await alone.take(message("a"))
    await alone.take(message("b", replayed=True))
    with pytest.raises(LookupError):
        await alone.take(message("bad"))
    found = measured(counted)
    assert found[f"openhours_event_handling_seconds_count{{key={KEY}}}"] == 3
    assert found["openhours_event_age_seconds_count"] == 1, "neither the replayed one nor the failed one"
    assert found[f"openhours_events_handled_total{{key={KEY},outcome=failed}}"] == 1
    together = Inbox("reader", database, [take_many], counted, SILENT)
    await together.take_together([message("a"), message("b")])
    found = measured(counted)
    assert found[f"openhours_event_handling_seconds_count{{key={KEY}}}"] == 5
    assert found["openhours_event_age_seconds_count"] == 3


async def test_what_is_told_again_is_counted_apart(database: Database, bus: LocalBus) -> None:
    counted = Metrics("test")
    relay = Relay(database, bus, counted, SILENT)
    inbox = Inbox("reader", database, [refuse_bad], Metrics("reader"), SILENT)
    await bus.consume("reader", inbox.keys, inbox.take, inbox.dead_letter)
    async with database.writing() as tx:
        await emit(tx, changed("a", 1))
        await emit(tx, changed("b", 1), target="reader")
    while await relay.carry():
        pass
    found = measured(counted)
    assert found[f"openhours_events_published_total{{key={KEY}}}"] == 1
    assert found[f"openhours_events_retold_total{{key={KEY}}}"] == 1


@pytest.mark.broker
async def test_a_queue_that_nobody_reads_and_a_dead_letter_are_counted(
    database: Database, rabbitmq: str
) -> None:
    name = f"reader-{uuid.uuid4().hex[:8]}"
    counted = Metrics(name)
    inbox = Inbox(name, database, [refuse_bad], counted, SILENT)
    async with RabbitBus(rabbitmq, name, {name: [KEY]}) as bus:
        await bus.ready()
        relay = Relay(database, bus, counted, SILENT)
        for account in ("a", "b", "bad"):
            await bus.publish(message(account))
        await relay.measure()
        assert measured(counted)["openhours_queue_events"] == 3
        consuming = await bus.consume(
            name, inbox.keys, inbox.take, inbox.dead_letter, given_up=inbox.given_up
        )
        dead = f"openhours_events_handled_total{{key={KEY},outcome=dead_lettered}}"
        await eventually(lambda: measured(counted).get(dead) == 1)
        await consuming.stop(5)
        await relay.measure()
        assert measured(counted)["openhours_queue_events"] == 0
    async with await aio_pika.connect(rabbitmq) as connection:
        channel = await connection.channel()
        await channel.queue_delete(queue_of(name))
        await channel.queue_delete(dead_queue_of(name))


async def test_the_use_of_connections_is_measured(database_url: str, bus: LocalBus, tokens: Tokens) -> None:
    settings = ServiceSettings(database_url=database_url, database_connections=4)
    app = create_service(ServiceDefinition("test", settings, []), Wiring(bus=bus, transport=tokens.transport))
    async with app.router.lifespan_context(app):
        database: Database = app.state.database
        held = [database.connection() for _ in range(database.pool_use.allowed)]
        for each in held:
            await each.driver()
        last = database.connection()
        late = asyncio.create_task(last.driver())
        await eventually(lambda: database.pool_use.waiting == 1)
        assert (await operators.read(app.state.operations)).status_code == httpx.codes.OK
        found = measured(app.state.metrics)
        assert found["openhours_database_connections{pool=requests,state=in_use}"] == len(held)
        assert found["openhours_database_connections_allowed{pool=requests}"] == len(held)
        assert found["openhours_database_waiting{pool=requests}"] == 1
        assert found["openhours_database_server_connections"] >= len(held)
        assert found["openhours_database_server_connections_allowed"] > len(held)
        for each in held:
            await each.release()
        await late
        await last.release()
        await eventually(lambda: database.pool_use.waiting == 0)
        await operators.read(app.state.operations)
        assert measured(app.state.metrics)["openhours_database_waiting{pool=requests}"] == 0


async def test_a_reader_does_not_wait_for_a_database_that_does_not_answer(
    database: Database, database_url: str, bus: LocalBus, tokens: Tokens
) -> None:
    settings = ServiceSettings(database_url=database_url, database_connections=4)
    app = create_service(ServiceDefinition("test", settings, []), Wiring(bus=bus, transport=tokens.transport))
    async with app.router.lifespan_context(app), database.writing() as locking:
        await locking.session.execute(text("LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE"))
        requests: Database = app.state.database
        for number in range(3):
            held = requests.connection()
            await held.driver()
            async with asyncio.timeout(4):
                assert (await operators.read(app.state.operations)).status_code == httpx.codes.OK
            used = "openhours_database_connections{pool=requests,state=in_use}"
            assert measured(app.state.metrics)[used] == 1, number
            await held.release()


async def test_a_blocked_event_loop_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chassis.process_metrics.LAG_SECONDS", 0.01)
    registry = CollectorRegistry()
    process = ProcessMetrics("test", registry)

    def late() -> float:
        short = registry.get_sample_value(
            "openhours_event_loop_lag_seconds_bucket", {"service": "test", "le": "0.1"}
        )
        every = registry.get_sample_value("openhours_event_loop_lag_seconds_count", {"service": "test"})
        return (every or 0) - (short or 0)

    async with process.watching_loop(read=True):
        await asyncio.sleep(0)  # it has begun to watch
        began = utc_now()
        while (utc_now() - began).total_seconds() < 0.15:
            pass
        await eventually(lambda: late() >= 1)
    assert (registry.get_sample_value("process_resident_memory_bytes", {"service": "test"}) or 0) > 1e7
