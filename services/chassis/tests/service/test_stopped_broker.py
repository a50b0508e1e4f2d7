"""The bus between processes while its broker is stopped and started: nothing is lost."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import aio_pika
import httpx
import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.queues import dead_queue_of, queue_of
from chassis.bus.rabbitmq import RabbitBus
from chassis.db import Transaction
from chassis.events import subscribe
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.ids import new_id
from chassis.outbox import emit
from chassis.settings import ServiceSettings
from client.api_client import eventually
from contracts.events.identity import PreferencesChanged
from fastapi import APIRouter, FastAPI
from local.rabbitmq import Broker, find_broker
from testkit import operators
from testkit.fake_identity import Tokens

from services.chassis.tests.read_messages import KEY, RARE_KEY, Reader, connected, message

pytestmark = [pytest.mark.broker, pytest.mark.long]
router = APIRouter(route_class=Route)


@router.post("/api/tell")
async def tell(tx: Writing) -> Answer[None]:
    await emit(tx, PreferencesChanged(account_id="ada", channels={}, revision=1))
    return done(None)


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
        await eventually(lambda: len(reader.taken) > 100)
        await asyncio.to_thread(own_broker.stop)
        await eventually(lambda: not bus.connected)
        before = len(reader.taken)
        await asyncio.to_thread(own_broker.start)
        await connected(bus)
        await eventually(lambda: len(reader.taken) > before + 100)
        stopping.set()
        sent = await asyncio.gather(*telling)
        await eventually(lambda: [len(reader.numbers()[str(i)]) for i in range(4)] == sent)
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
        await eventually(lambda: not bus.connected)
        await listening.bind(RARE_KEY)
        await listening.unbind("test.dropped")
        await asyncio.to_thread(own_broker.start)
        await connected(bus)
        await bus.publish(message("dropped", 1, key="test.dropped"))
        await bus.publish(message("rare", 2, key=RARE_KEY))
        await bus.publish(message("all", 3))
        await eventually(lambda: listener.numbers()["all"] == [3])
        assert (listener.numbers()["rare"], listener.numbers()["dropped"]) == ([2], [])
        await listening.stop(1)


async def degraded(app: FastAPI) -> list[str]:
    """What operators read of a service that must be ready."""
    told = await operators.read(app.state.operations, "/health/ready")
    assert told.status_code == 200, told.text
    return told.json()["degraded"]


async def test_a_service_that_starts_without_the_broker_serves_and_tells_later(
    own_broker: Broker, database_url: str, tokens: Tokens
) -> None:
    heard: list[str] = []
    name = f"hears-{new_id()[-8:]}"

    @subscribe(PreferencesChanged)
    async def hear(event: PreferencesChanged, tx: Transaction) -> None:
        del tx
        heard.append(event.account_id)

    settings = ServiceSettings(database_url=database_url, rabbitmq_url=own_broker.url)
    app = create_service(
        ServiceDefinition(name, settings, routers=[router], consumers=[hear]),
        Wiring(transport=tokens.transport),
    )
    await asyncio.to_thread(own_broker.stop)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://service.test") as client:
            assert (await client.get("/health/ready")).json() == {"ready": True}
            assert await degraded(app) == ["bus"]
            metrics = (await operators.read(app.state.operations)).text
            assert f'openhours_dependency_up{{dependency="bus",service="{name}"}} 0.0' in metrics
            signed_in = tokens.bearer(tokens.account("ada"))
            assert (await client.post("/api/tell", headers=signed_in)).status_code == 200
            await asyncio.to_thread(own_broker.start)
            await eventually(lambda: heard == ["ada"])
            assert await degraded(app) == []
            assert f'bus",service="{name}"}} 1.0' in (await operators.read(app.state.operations)).text
    async with await aio_pika.connect(own_broker.url) as connection:
        channel = await connection.channel()
        for queue in (queue_of(name), dead_queue_of(name)):
            await channel.queue_delete(queue)
