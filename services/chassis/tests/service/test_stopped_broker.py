"""The bus between processes while its broker is stopped and started: nothing is lost."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import aio_pika
import pytest
from chassis.bus.rabbitmq import RabbitBus
from local.rabbitmq import Broker, find_broker

from services.chassis.tests.read_messages import KEY, RARE_KEY, Reader, connected, message, until

pytestmark = pytest.mark.broker


@pytest.fixture(scope="module")
def own_broker(own_folder: Path) -> Iterator[Broker]:
    """A broker that may be stopped."""
    broker = find_broker(own_folder / "own-rabbitmq")
    if broker is None or not broker.stoppable:
        pytest.skip("no broker of our own to stop")
    broker.start()
    yield broker
    broker.destroy()


async def test_a_broker_stopped_and_started_loses_nothing(own_broker: Broker) -> None:
    reader, listener = Reader(), Reader()
    connects = 0

    async def count_connects() -> None:
        nonlocal connects
        connects += 1

    published_to: list[int] = []
    async with RabbitBus(own_broker.url, "tests") as bus:
        bus.when_connected(lambda: published_to.append(bus.connections))
        consuming = await bus.consume("reader", [KEY], reader.take, reader.dead_letter)
        listening = await bus.listen([KEY], listener.take, count_connects)
        await connected(bus)
        stopping = asyncio.Event()

        async def tell(aggregate: str) -> int:
            """Publish as the relay does: in order, each until it is confirmed."""
            number = 0
            while not stopping.is_set():
                try:
                    await bus.ready()
                    await bus.publish(message(aggregate, number))
                    number += 1
                except (aio_pika.exceptions.AMQPError, OSError, RuntimeError):
                    await asyncio.sleep(0.05)
            return number

        telling = [asyncio.create_task(tell(str(number))) for number in range(4)]
        await until(lambda: len(reader.taken) > 100)
        await asyncio.to_thread(own_broker.stop)
        await until(lambda: not bus.connected)
        before = len(reader.taken)
        await asyncio.to_thread(own_broker.start)
        await connected(bus)
        await until(lambda: len(reader.taken) > before + 100)
        stopping.set()
        sent = await asyncio.gather(*telling)
        await until(lambda: [len(reader.numbers()[str(i)]) for i in range(4)] == sent)
        assert reader.numbers() == {str(i): list(range(sent[i])) for i in range(4)}
        assert connects == 2, "whoever listens knows of the gap"
        assert published_to == [1, 2], "and so does whoever publishes"
        assert len(listener.taken) > 100
        await consuming.stop(1)
        await listening.stop(1)


async def test_keys_bound_while_the_broker_is_away_are_bound_when_it_is_back(own_broker: Broker) -> None:
    listener = Reader()
    async with RabbitBus(own_broker.url, "tests") as bus:
        listening = await bus.listen([KEY], listener.take)
        await listening.bind("test.dropped")
        await connected(bus)
        await asyncio.to_thread(own_broker.stop)
        await until(lambda: not bus.connected)
        await listening.bind(RARE_KEY)
        await listening.unbind("test.dropped")
        await asyncio.to_thread(own_broker.start)
        await connected(bus)
        await bus.publish(message("dropped", 1, key="test.dropped"))
        await bus.publish(message("rare", 2, key=RARE_KEY))
        await bus.publish(message("all", 3))
        await until(lambda: listener.numbers()["all"] == [3])
        assert (listener.numbers()["rare"], listener.numbers()["dropped"]) == ([2], [])
        await listening.stop(1)
