"""One trace goes through HTTP, SQL and the broker to a collector; without a collector nothing is traced."""

import asyncio
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator

import aio_pika
import httpx
import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.queues import dead_queue_of, queue_of
from chassis.db import Transaction
from chassis.events import subscribe
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.outbox import emit
from chassis.settings import ServiceSettings
from contracts.events.identity import PreferencesChanged
from fastapi import APIRouter
from sqlalchemy import text
from testkit.fake_identity import Tokens
from testkit.trace_collector import Collector, collecting

WRITE = text("INSERT INTO entry (account_id, revision) VALUES ('a', :revision)")
router = APIRouter(prefix="/api")


@router.post("/write")
async def write(tx: Writing) -> Answer[int]:
    """Write an entry and publish it."""
    await tx.session.execute(WRITE, {"revision": 1})
    await emit(tx, PreferencesChanged(account_id="a", channels={}, revision=1))
    return done(1)


@pytest.fixture
async def collector() -> AsyncIterator[tuple[str, Collector]]:
    """A collector and its address."""
    async with collecting() as (address, collected):
        yield address, collected


@pytest.mark.service
@pytest.mark.broker
async def test_request_statement_message_and_effect_are_one_trace(
    collector: tuple[str, Collector],
    rabbitmq: str,
    database_url: str,
    other_database_url: str,
    tokens: Tokens,
) -> None:
    endpoint, collected = collector
    reader = f"reader-{uuid.uuid4().hex[:8]}"
    arrived = asyncio.Event()

    @subscribe(PreferencesChanged)
    async def note(event: PreferencesChanged, tx: Transaction) -> None:
        assert event.trace is not None
        await tx.session.execute(WRITE, {"revision": 2})
        arrived.set()

    def settings(url: str) -> ServiceSettings:
        return ServiceSettings(database_url=url, rabbitmq_url=rabbitmq, otlp_endpoint=endpoint)

    wiring = Wiring(transport=tokens.transport)
    writing = create_service(ServiceDefinition("writer", settings(database_url), routers=[router]), wiring)
    reading = create_service(
        ServiceDefinition(reader, settings(other_database_url), routers=[], consumers=[note]), wiring
    )
    async with writing.router.lifespan_context(writing), reading.router.lifespan_context(reading):
        transport = httpx.ASGITransport(writing)
        async with httpx.AsyncClient(transport=transport, base_url="http://service.test") as client:
            for _ in range(100):
                ready = reading.state.bus.connected and writing.state.bus.connected
                if ready:
                    break
                await asyncio.sleep(0.05)
            await client.get("/health/live")
            assert (await client.post("/api/write")).status_code == 200
            await asyncio.wait_for(arrived.wait(), 10)

    trace = collected.in_trace_of("publish identity.preferences.changed")
    assert ("openhours-writer", "POST /api/write") in trace
    assert ("openhours-writer", "publish identity.preferences.changed") in trace
    assert (f"openhours-{reader}", "process identity.preferences.changed") in trace
    assert {service for service, name in trace if name.startswith("INSERT")} == {
        "openhours-writer",
        f"openhours-{reader}",
    }
    roots = {span.name for _, span in collected.spans if not span.parent_span_id}
    assert roots == {"POST /api/write"}, "probes, polls and jobs leave no traces"
    async with await aio_pika.connect(rabbitmq) as connection:
        channel = await connection.channel()
        for name in ("writer", reader):
            await channel.queue_delete(queue_of(name))
            await channel.queue_delete(dead_queue_of(name))


def test_without_a_collector_nothing_of_it_is_loaded() -> None:
    program = (
        "import sys; from chassis.app import *; from chassis.settings import ServiceSettings;"
        "create_service(ServiceDefinition('x', ServiceSettings(), routers=[]), Wiring());"
        "sys.exit(any(name in sys.modules for name in ('chassis.tracing.otel', 'opentelemetry.sdk')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603
