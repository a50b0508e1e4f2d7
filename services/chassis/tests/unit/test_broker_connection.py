"""A connection to a broker that is out of reach."""

import asyncio
import gc

import pytest
from aio_pika.abc import AbstractChannel
from chassis.bus import connection
from chassis.bus.connection import BrokerConnection
from local.postgres import free_port


async def never_prepared(_: AbstractChannel) -> None:
    raise AssertionError


async def test_failed_attempts_leave_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_RETRY_SECONDS", 0.01)
    attempts: asyncio.Queue[None] = asyncio.Queue()

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Act like a broker that is about to stop."""
        writer.close()
        attempts.put_nowait(None)

    broker = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    port = broker.sockets[0].getsockname()[1]
    link = BrokerConnection(f"amqp://guest:guest@127.0.0.1:{port}/", "test", never_prepared)
    link.open()
    for _ in range(3):
        await attempts.get()
    await link.close()
    broker.close()
    # What was left open warns when it is collected, here in a thread without an event loop, and then pytest
    # fails the test.
    await asyncio.to_thread(gc.collect)


@pytest.mark.parametrize("turns", range(24))
async def test_it_closes_at_whatever_point_of_an_attempt(turns: int) -> None:
    """Who is told to stop while the broker is away must end. `turns` are turns of the event loop."""
    link = BrokerConnection(f"amqp://guest:guest@127.0.0.1:{free_port()}/", "test", never_prepared)
    link.open()
    for _ in range(turns):
        await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await link.close()
