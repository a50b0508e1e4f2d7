"""Emptying the broker, removing its queues and killing it, while events are on their way.

An event that was committed takes effect, whatever happens to the broker.
"""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import aio_pika
import pytest
from chassis.bus.queues import dead_queue_of, former_queue_of, queue_of
from chassis.bus.rabbitmq import RabbitBus
from chassis.db import Database, Transaction
from chassis.db.notifier import Notifier
from chassis.events import Consumer, subscribe
from chassis.inbox import Inbox
from chassis.metrics import Metrics
from chassis.outbox import emit
from chassis.relay import Relay
from chassis.tracing import SILENT
from chassis.worker import Task, working
from contracts.event import Event
from contracts.events.identity import PreferencesChanged
from local.rabbitmq import Broker, LocalBroker, find_broker
from sqlalchemy import text
from testkit.pytest_plugin import NewDatabase

pytestmark = pytest.mark.broker
SUBSCRIPTIONS = {"booking": [PreferencesChanged.key]}


def changed(account: str, revision: int) -> Event:
    """An event of the aggregate `account`."""
    return PreferencesChanged(account_id=account, channels={}, revision=revision)


async def until(true: Callable[[], bool], seconds: float = 90) -> None:
    """Wait until this is true. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.05)


class Publisher:
    """A service that commits events, and its relay."""

    def __init__(self, database: Database, bus: RabbitBus) -> None:
        self.database, self.bus = database, bus
        self.metrics = Metrics("identity")
        self.relay = Relay(database, bus, self.metrics, SILENT)
        self.emitted: list[str] = []

    async def emit(self, *events: Event) -> None:
        """Commit these events."""
        async with self.database.writing() as tx:
            await emit(tx, *events)
        self.emitted += [event.event_id for event in events]

    async def waiting(self) -> int:
        """How many events are in the outbox."""
        async with self.database.reading() as tx:
            return await tx.session.scalar(text("SELECT count(*) FROM outbox")) or 0

    def measured(self, name: str) -> float:
        """The value of one series."""
        lines = self.metrics.exposition().decode().splitlines()
        return next((float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name)), 0.0)


class Reader:
    """A service that takes events, and fails at those of the account `bad`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.taken: list[tuple[str, int]] = []

        @subscribe(PreferencesChanged)
        async def take(event: PreferencesChanged, tx: Transaction) -> None:
            del tx
            if event.account_id == "bad":
                raise LookupError("nothing there")
            self.taken.append((event.account_id, event.revision))

        consumers: list[Consumer] = [take]
        self.inbox = Inbox("booking", database, consumers, Metrics("booking"), SILENT)

    async def received(self) -> set[str]:
        """The ids of the events that took effect."""
        async with self.database.reading() as tx:
            rows = await tx.session.execute(text("SELECT event_id::text FROM inbox"))
            return set(rows.scalars())


@pytest.fixture(scope="module")
def broker(own_folder: Path) -> Iterator[Broker]:
    """A broker that may be emptied."""
    broker = find_broker(own_folder / "emptied-rabbitmq")
    if broker is None or not broker.stoppable:
        pytest.skip("no broker of our own to empty")
    broker.start()
    yield broker
    broker.destroy()


@pytest.fixture
async def databases_of_two(new_database: NewDatabase) -> AsyncIterator[tuple[Database, Database]]:
    """The databases of a publisher and of a reader."""
    one, other = Database(await new_database("identity")), Database(await new_database("booking"))
    yield one, other
    await one.close()
    await other.close()


@pytest.fixture
async def publisher(broker: Broker, databases_of_two: tuple[Database, Database]) -> AsyncIterator[Publisher]:
    """A publisher whose relay runs only when a test calls it."""
    async with RabbitBus(broker.url, "identity", SUBSCRIPTIONS) as bus:
        await bus.ready()
        yield Publisher(databases_of_two[0], bus)


@pytest.fixture
async def reader(databases_of_two: tuple[Database, Database]) -> Reader:
    """A reader that is not connected yet."""
    return Reader(databases_of_two[1])


async def read(stack: AsyncExitStack, broker: Broker, reader: Reader) -> RabbitBus:
    """Let the reader take events until the stack is closed."""
    bus = await stack.enter_async_context(RabbitBus(broker.url, "booking", SUBSCRIPTIONS))
    consuming = await bus.consume("booking", reader.inbox.keys, reader.inbox.take, reader.inbox.dead_letter)
    stack.push_async_callback(consuming.stop, 5)
    await until(lambda: bus.connected)
    return bus


async def test_a_broker_that_is_emptied_under_load_loses_nothing(
    broker: Broker, publisher: Publisher, reader: Reader
) -> None:
    stopping = asyncio.Event()

    async def keep_emitting() -> None:
        revision = 0
        while not stopping.is_set():
            revision += 1
            await publisher.emit(*(changed(f"account {number}", revision) for number in range(5)))
            await asyncio.sleep(0.02)

    async with AsyncExitStack() as stack:
        task = Task("relay", publisher.relay.carry, ready=publisher.bus.ready)
        await stack.enter_async_context(working([(task, Notifier())] * 2, 5))
        emitting = asyncio.create_task(keep_emitting())
        async with AsyncExitStack() as short:
            await read(short, broker, reader)
            await until(lambda: len(reader.taken) > 100)
        await asyncio.sleep(1)  # what is published now is in the broker alone
        await asyncio.to_thread(broker.destroy)
        await asyncio.to_thread(broker.start)
        await read(stack, broker, reader)
        before = len(publisher.emitted)
        await until(lambda: len(publisher.emitted) > before + 100)
        stopping.set()
        await emitting
        deadline = time.monotonic() + 90
        while lost := set(publisher.emitted) - await reader.received():
            assert time.monotonic() < deadline, f"{len(lost)} of {len(publisher.emitted)} events are lost"
            await asyncio.sleep(0.1)
    assert publisher.measured("openhours_events_published_again_total") > 0
    assert len(reader.taken) == len(set(reader.taken)), "no event takes effect twice"
    for number in range(5):
        revisions = [revision for account, revision in reader.taken if account == f"account {number}"]
        assert revisions == sorted(revisions), "they take effect in order"


async def test_an_event_waits_for_a_reader_that_was_never_there(
    broker: Broker, publisher: Publisher, reader: Reader
) -> None:
    await publisher.emit(changed("early", 1))
    await publisher.relay.carry()
    assert await publisher.waiting() == 0
    async with AsyncExitStack() as stack:
        await read(stack, broker, reader)
        await until(lambda: ("early", 1) in reader.taken)


async def test_an_event_that_no_queue_takes_stays_and_is_counted(
    broker: Broker, publisher: Publisher, reader: Reader
) -> None:
    async with await aio_pika.connect(broker.url) as connection:
        await (await connection.channel()).queue_delete(queue_of("booking"))
    await publisher.emit(changed("lonely", 1))
    await publisher.relay.carry()
    assert await publisher.waiting() == 1
    assert publisher.measured("openhours_events_unroutable_total") == 1
    async with AsyncExitStack() as stack:
        await read(stack, broker, reader)
        while await publisher.waiting():
            await publisher.relay.carry()
        await until(lambda: ("lonely", 1) in reader.taken)


async def dead_letters(bus: RabbitBus) -> int:
    """How many dead letters the broker has; 0 while it is away."""
    with suppress(ConnectionError, aio_pika.exceptions.AMQPError):
        return await bus.dead_letters()
    return 0


async def test_a_dead_letter_waits_for_its_queue_and_is_counted(
    broker: Broker, publisher: Publisher, reader: Reader
) -> None:
    async with AsyncExitStack() as stack:
        bus = await read(stack, broker, reader)
        async with await aio_pika.connect(broker.url) as connection:
            await (await connection.channel()).queue_delete(dead_queue_of("booking"))
        await publisher.emit(changed("bad", 1), changed("good", 1))
        await publisher.relay.carry()
        await until(lambda: ("good", 1) in reader.taken)
        await asyncio.sleep(3)  # it has been given up by now, and nowhere to go
        relay = Relay(reader.database, bus, metrics := Metrics("booking"), SILENT)
        async with asyncio.timeout(60):
            while await dead_letters(bus) != 1:  # asking declares the queue
                await asyncio.sleep(0.1)
        await relay.measure()
        assert 'openhours_dead_letters{service="booking"} 1.0' in metrics.exposition().decode()


@pytest.mark.long
async def test_a_dead_letter_survives_a_killed_broker(broker: Broker, publisher: Publisher) -> None:
    if not isinstance(broker, LocalBroker):
        pytest.skip("the broker is no process of ours")
    async with RabbitBus(broker.url, "booking", SUBSCRIPTIONS) as bus:
        await bus.ready()
        assert await dead_letters(bus) == 1, "the one of the test before"
        assert broker._process is not None
        os.kill(broker._process.pid, signal.SIGKILL)
        await until(lambda: broker.ended() is not None)
        await asyncio.to_thread(broker.start_again)
        async with asyncio.timeout(60):
            while await dead_letters(bus) != 1:
                await asyncio.sleep(0.1)
    del publisher


async def test_what_the_former_queue_holds_is_taken(
    broker: Broker, publisher: Publisher, reader: Reader
) -> None:
    async with await aio_pika.connect(broker.url) as connection:
        channel = await connection.channel()
        former = await channel.declare_queue(
            former_queue_of("booking"),
            durable=True,
            arguments={
                "x-queue-type": "quorum",
                "x-single-active-consumer": True,
                "x-delivery-limit": 5,
                "x-dead-letter-exchange": "",
                "x-dead-letter-routing-key": dead_queue_of("booking"),
            },
        )
        await former.bind("openhours", PreferencesChanged.key)
        await publisher.emit(changed("of old", 1))
        await publisher.relay.carry()
        async with AsyncExitStack() as stack:
            await read(stack, broker, reader)
            await until(lambda: ("of old", 1) in reader.taken)
            await publisher.emit(changed("of old", 2))
            await publisher.relay.carry()
            await until(lambda: ("of old", 2) in reader.taken)
        left = await channel.declare_queue(former_queue_of("booking"), passive=True)
        assert left.declaration_result.message_count == 0
        await channel.queue_delete(former_queue_of("booking"))
    assert len(reader.taken) == 2


async def test_a_target_without_a_queue_stays_in_the_outbox(publisher: Publisher) -> None:
    async with publisher.database.writing() as tx:
        await emit(tx, changed("a", 1), target="nobody")
    await publisher.relay.carry()
    assert await publisher.waiting() == 1
