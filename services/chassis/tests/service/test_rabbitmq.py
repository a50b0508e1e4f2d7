"""The bus between processes, on a real RabbitMQ."""

import asyncio
import socket
import threading
import uuid
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import suppress

import aio_pika
import pytest
import uvloop
from aio_pika.abc import AbstractChannel
from aio_pika.exceptions import AMQPConnectionError, PublishError
from chassis import dead_letters
from chassis.bus import Message, Unroutable
from chassis.bus.connection import BrokerConnection, connect
from chassis.bus.queues import DELIVERY_LIMIT, EXCHANGE, dead_queue_of, queue_of
from chassis.bus.rabbitmq import RabbitBus
from chassis.ids import new_id
from chassis.settings import ServiceSettings
from client.api_client import eventually

from services.chassis.tests.read_messages import KEY, RARE_KEY, Reader, connected, message

pytestmark = pytest.mark.broker


@pytest.fixture
async def rabbit(rabbitmq: str) -> AsyncIterator[RabbitBus]:
    """The bus of this process."""
    async with RabbitBus(rabbitmq, "tests") as bus:
        await bus.ready()
        yield bus


@pytest.fixture
async def service(rabbitmq: str) -> AsyncIterator[str]:
    """The name of a service whose queues go away with the test."""
    name = f"reader-{uuid.uuid4().hex[:8]}"
    yield name
    async with await aio_pika.connect(rabbitmq) as connection:
        channel = await connection.channel()
        await channel.queue_delete(queue_of(name))
        await channel.queue_delete(dead_queue_of(name))


async def test_what_is_told_while_a_service_is_away_waits_for_it(rabbit: RabbitBus, service: str) -> None:
    reader = Reader()
    before = await rabbit.consume(service, [KEY], reader.take, reader.dead_letter)
    await connected(rabbit)
    await before.stop(1)
    await rabbit.publish(message("a", 0))
    consuming = await rabbit.consume(service, [KEY], reader.take, reader.dead_letter)
    await connected(rabbit)
    await rabbit.publish(message("a", 1))
    await eventually(lambda: len(reader.taken) == 2)
    await consuming.stop(1)


async def test_order_holds_for_each_aggregate_while_they_run_side_by_side(
    rabbit: RabbitBus, service: str
) -> None:
    reader = Reader()
    reader.pause = 0.005
    consuming = await rabbit.consume(service, [KEY], reader.take, reader.dead_letter)
    await connected(rabbit)

    async def tell(aggregate: str) -> None:
        for number in range(40):
            await rabbit.publish(message(aggregate, number))

    aggregates = [f"thing {number}" for number in range(8)]
    began = asyncio.get_running_loop().time()
    await asyncio.gather(*(tell(aggregate) for aggregate in aggregates))
    await eventually(lambda: len(reader.taken) == 320)
    assert reader.numbers() == {aggregate: list(range(40)) for aggregate in aggregates}
    assert asyncio.get_running_loop().time() - began < 320 * 0.005 * 4
    await consuming.stop(1)


async def test_what_keeps_failing_goes_to_the_dead_letters_and_holds_nobody_up(
    rabbit: RabbitBus, rabbitmq: str, service: str
) -> None:
    reader = Reader()
    consuming = await rabbit.consume(service, [KEY], reader.take, reader.dead_letter)
    await connected(rabbit)
    bad = message("bad", 1)
    await rabbit.publish(bad)
    await rabbit.publish(message("good", 1))
    await eventually(lambda: len(reader.taken) == 1, seconds=1)
    async with await aio_pika.connect(rabbitmq) as connection:
        dead = await (await connection.channel()).get_queue(dead_queue_of(service))
        incoming = None
        while incoming is None:
            incoming = await dead.get(fail=False)
            await asyncio.sleep(0.05)
        assert incoming.message_id == bad.event_id
        await incoming.ack()
    assert reader.attempts == 5
    await consuming.stop(1)


async def test_a_dead_letter_may_be_looked_at_as_often_as_one_likes(
    rabbit: RabbitBus, rabbitmq: str, service: str, database_url: str
) -> None:
    """RabbitMQ 4 drops a message that was returned to its queue more than 20 times."""
    reader = Reader()
    consuming = await rabbit.consume(service, [KEY], reader.take, reader.dead_letter)
    await connected(rabbit)
    bad = message("bad", 1)
    await rabbit.publish(bad)
    await eventually(lambda: reader.attempts == DELIVERY_LIMIT)
    await consuming.stop(1)
    settings = ServiceSettings(database_url=database_url, rabbitmq_url=rabbitmq)
    seen: list[dead_letters.DeadLetter] = []
    async with asyncio.timeout(30):
        while len(seen) <= 2 * dead_letters.RETURNS:
            letters = await dead_letters.find(service, settings, again=dead_letters.none_of_them)
            assert [each.event_id for each in letters] == [bad.event_id] * bool(letters or seen)
            seen += letters
    assert len({(each.since, each.reason) for each in seen}) == 1
    async with await aio_pika.connect(rabbitmq) as connection:
        dead = await (await connection.channel()).get_queue(dead_queue_of(service))
        incoming = await dead.get()
        assert int(str(incoming.headers.get("x-delivery-count", 0))) <= dead_letters.RETURNS
        await incoming.ack()


async def test_batches_keep_the_order_and_settle_each_message_once(
    rabbit: RabbitBus, rabbitmq: str, service: str
) -> None:
    """A bad one is dead-lettered though younger ones are acknowledged together, and nothing comes again."""
    reader, batches = Reader(), list[int]()

    async def together(messages: Sequence[Message]) -> None:
        if any(each.aggregate == "bad" for each in messages):
            raise LookupError("nothing there")
        batches.append(len(messages))
        await asyncio.sleep(0.01)
        reader.taken.extend(messages)

    consuming = await rabbit.consume(service, [KEY], reader.take, reader.dead_letter, together=together)
    await connected(rabbit)
    bad = message("bad", 1)

    async def tell(aggregate: str) -> None:
        for number in range(20):
            await rabbit.publish(message(aggregate, number))

    aggregates = [f"thing {number}" for number in range(20)]
    await asyncio.gather(rabbit.publish(bad), *(tell(aggregate) for aggregate in aggregates))
    await eventually(lambda: len(reader.taken) == 400)
    assert reader.numbers() == {aggregate: list(range(20)) for aggregate in aggregates}
    assert max(batches) > 1
    async with await aio_pika.connect(rabbitmq) as connection:
        channel = await connection.channel()
        dead = await channel.get_queue(dead_queue_of(service))
        incoming = None
        while incoming is None:
            incoming = await dead.get(fail=False)
            await asyncio.sleep(0.05)
        assert incoming.message_id == bad.event_id
        await incoming.ack()
    await consuming.stop(5)
    after = Reader()
    consuming = await rabbit.consume(service, [KEY], after.take, after.dead_letter)
    await connected(rabbit)
    await rabbit.publish(message("last", 1))
    await eventually(lambda: bool(after.taken))
    assert [each.aggregate for each in after.taken] == ["last"], "all others were acknowledged"
    assert len(reader.taken) == 400
    await consuming.stop(1)


async def test_what_may_gather_waits_until_a_message_comes_that_must_not(
    rabbit: RabbitBus, service: str
) -> None:
    reader, batches = Reader(), list[list[str]]()

    async def together(messages: Sequence[Message]) -> None:
        batches.append([each.key for each in messages])

    consuming = await rabbit.consume(
        service,
        [KEY, RARE_KEY],
        reader.take,
        reader.dead_letter,
        together=together,
        gather_seconds={KEY: 60.0},
    )
    await connected(rabbit)
    for number in range(3):
        await rabbit.publish(message(f"thing {number}", number))
    await rabbit.publish(message("thing 3", 3, key=RARE_KEY))
    await eventually(lambda: bool(batches))
    assert batches == [[KEY, KEY, KEY, RARE_KEY]]
    assert not reader.taken
    await consuming.stop(1)


async def test_an_outage_of_the_database_makes_no_dead_letters(rabbit: RabbitBus, service: str) -> None:
    reader = Reader()
    reader.outage = True
    consuming = await rabbit.consume(service, [KEY], reader.take, reader.dead_letter)
    await connected(rabbit)
    await rabbit.publish(message("a", 1))
    await asyncio.sleep(2.5)
    reader.outage = False
    await eventually(lambda: len(reader.taken) == 1)
    await consuming.stop(1)


async def test_a_message_that_kills_its_process_is_given_up(
    rabbit: RabbitBus, rabbitmq: str, service: str
) -> None:
    reader = Reader()
    before = await rabbit.consume(service, [KEY], reader.take, reader.dead_letter)
    await connected(rabbit)
    await before.stop(1)
    await rabbit.publish(message("a", 1))
    for _ in range(DELIVERY_LIMIT + 1):
        connection = await aio_pika.connect(rabbitmq)
        queue = await (await connection.channel()).get_queue(queue_of(service))
        in_hand = asyncio.Event()

        async def take(_: aio_pika.abc.AbstractIncomingMessage, taken: asyncio.Event = in_hand) -> None:
            taken.set()

        await queue.consume(take)
        await asyncio.wait_for(in_hand.wait(), 5)
        await connection.close()
    async with await aio_pika.connect(rabbitmq) as connection:
        dead = await (await connection.channel()).get_queue(dead_queue_of(service))
        given_up = None
        while given_up is None:
            given_up = await dead.get(fail=False)
            await asyncio.sleep(0.05)
        await given_up.ack()


async def test_a_target_gets_its_message_alone_and_under_its_own_key(rabbit: RabbitBus, service: str) -> None:
    reader, listener = Reader(), Reader()
    consuming = await rabbit.consume(service, ["test.other"], reader.take, reader.dead_letter)
    listening = await rabbit.listen([KEY], listener.take)
    await connected(rabbit)
    await rabbit.publish(message("a", 1, target=service))
    await eventually(lambda: len(reader.taken) == 1)
    assert reader.taken[0].key == KEY
    with pytest.raises(Unroutable):
        await rabbit.publish(message("a", 1, target="no-such-service"))
    await rabbit.publish(message("a", 2))
    await eventually(lambda: len(listener.taken) == 1)
    assert listener.numbers() == {"a": [2]}
    await consuming.stop(1)
    await listening.stop(1)


async def test_a_listener_takes_a_key_from_its_binding_to_its_unbinding(rabbit: RabbitBus) -> None:
    listener = Reader()
    listening = await rabbit.listen([KEY], listener.take)
    await connected(rabbit)
    for number, change in enumerate((listening.bind, listening.bind, listening.unbind, listening.bind)):
        await rabbit.publish(message("rare", 2 * number, key=RARE_KEY))
        await change(RARE_KEY)
        await rabbit.publish(message("rare", 2 * number + 1, key=RARE_KEY))
        await rabbit.publish(message("all", number))
    await eventually(lambda: listener.numbers()["all"] == [0, 1, 2, 3])
    assert listener.numbers()["rare"] == [1, 2, 3, 4, 7]
    await listening.stop(1)


async def _is_routed(exchange: aio_pika.abc.AbstractExchange, key: str) -> bool:
    """Publish an event with this key; False when no queue takes it."""
    try:
        await exchange.publish(aio_pika.Message(b"2", message_id=new_id()), key)
    except PublishError:
        return False
    return True


async def test_a_queue_gets_no_more_of_what_only_the_version_before_read(rabbitmq: str, service: str) -> None:
    """It keeps the binding until the first event comes by it: until then that version may be reading."""
    former, reader = f"test.former.{service}", Reader()
    async with RabbitBus(rabbitmq, "tests", {service: [KEY, former]}) as before:
        await before.ready()
    async with RabbitBus(rabbitmq, "tests", {service: [KEY]}, {service: [former]}) as bus:
        consuming = await bus.consume(service, [KEY], reader.take, reader.dead_letter)
        await connected(bus)
        await bus.publish(Message(new_id(), KEY, "a", b"1"))
        await eventually(lambda: len(reader.taken) == 1)
        async with await aio_pika.connect(rabbitmq) as connection:
            exchange = await (await connection.channel(on_return_raises=True)).get_exchange(EXCHANGE)
            sent = 0
            while await _is_routed(exchange, former):
                sent += 1
                await asyncio.sleep(0.02)
        assert sent >= 1
        await bus.publish(Message(new_id(), KEY, "a", b"3"))
        await eventually(lambda: len(reader.taken) == sent + 2)
        assert {each.key for each in reader.taken[1:-1]} <= {KEY, former}
        await consuming.stop(1)


def test_a_broker_that_closes_new_connections_at_once_is_a_broken_connection() -> None:
    """As a balancer does whose broker has just gone. The event loop is the one of the services."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_close_all, args=[server], daemon=True).start()
        url = f"amqp://guest:guest@127.0.0.1:{server.getsockname()[1]}/"

        async def attempts() -> list[BaseException | None]:
            return [await _failure(connect(url)) for _ in range(100)]

        failures = uvloop.run(attempts())
        server.shutdown(socket.SHUT_RDWR)  # ends the thread
    assert {type(each) for each in failures} <= {AMQPConnectionError, ConnectionResetError}


def _close_all(server: socket.socket) -> None:
    with suppress(OSError):
        while True:
            server.accept()[0].close()


async def _failure(attempt: Awaitable[object]) -> BaseException | None:
    """What it raises."""
    try:
        await attempt
    except BaseException as error:
        return error
    return None


async def test_it_connects_again_whatever_has_failed(rabbitmq: str) -> None:
    prepared = 0

    async def prepare(_: AbstractChannel) -> None:
        nonlocal prepared
        prepared += 1
        if prepared == 1:
            raise LookupError("what nobody has thought of")

    connection = BrokerConnection(rabbitmq, "tests", prepare)
    connection.open()
    await eventually(lambda: connection.connected)
    await connection.close()
    assert prepared == 2


async def test_a_stop_finishes_what_is_in_hand(rabbit: RabbitBus, service: str) -> None:
    reader = Reader()
    reader.pause = 0.3
    consuming = await rabbit.consume(service, [KEY], reader.take, reader.dead_letter)
    await connected(rabbit)
    await asyncio.gather(*(rabbit.publish(message(str(number), number)) for number in range(5)))
    await asyncio.sleep(0.1)
    await consuming.stop(5)
    assert len(reader.taken) == 5
