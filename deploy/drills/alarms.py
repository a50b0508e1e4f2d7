"""Real faults in the running set, and a real Prometheus that must raise the alert of each.

A part is killed, the broker stopped, an event spoilt, a queue removed, the mail server stopped, a table
locked, a process starved.
"""

import asyncio
import os
import shutil
import signal
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import aio_pika
import httpx
from bench.processes import started
from chassis.bus.queues import EXCHANGE, queue_of
from client.api_client import ApiClient
from client.personas import Persona, new_email
from contracts.events.identity import AccountRenamed
from local.cluster import Cluster
from local.databases import connected
from local.layout import PARTS
from testkit.environments import settings_of_parts

from drills.prometheus import watching
from drills.running import Drill, NotTried

LOCKED_SECONDS: Final = 20
"""How long a table is locked: longer than a request waits for a connection, or the alert for requests."""
Fault = Callable[[Cluster, httpx.AsyncClient], AbstractAsyncContextManager[None]]


async def _sign_up(http: httpx.AsyncClient, people: int = 1) -> None:
    for _ in range(people):
        await Persona(http, "Ada Drill", new_email("drill")).sign_up()


@asynccontextmanager
async def dead_part(cluster: Cluster, http: httpx.AsyncClient) -> AsyncGenerator[None]:
    """Feed dies while people read."""
    await asyncio.to_thread(cluster.kill, "feed")
    for _ in range(40):
        await http.get("/api/get_feed_posts")
        await asyncio.sleep(0.2)
    yield
    await asyncio.to_thread(cluster.restart, "feed")


@asynccontextmanager
async def no_broker(cluster: Cluster, http: httpx.AsyncClient) -> AsyncGenerator[None]:
    """The broker stops, and somebody signs up."""
    await asyncio.to_thread(cluster.broker.stop)
    await _sign_up(http)
    yield
    await asyncio.to_thread(cluster.broker.start)


@asynccontextmanager
async def spoilt_events(cluster: Cluster, http: httpx.AsyncClient) -> AsyncGenerator[None]:
    """Somebody publishes what is no event."""
    del http
    async with await aio_pika.connect(cluster.broker.url) as connection:
        exchange = await (await connection.channel()).get_exchange(EXCHANGE)
        for number in range(2):
            bad = aio_pika.Message(
                b'{"account": 7}', message_id=f"00000000-0000-4000-8000-00000000000{number}"
            )
            await exchange.publish(bad, AccountRenamed.key)
    yield


@asynccontextmanager
async def removed_queue(cluster: Cluster, http: httpx.AsyncClient) -> AsyncGenerator[None]:
    """Somebody deletes the queue of notifications, which declares it when it starts; somebody signs up."""
    async with await aio_pika.connect(cluster.broker.url) as connection:
        await (await connection.channel()).queue_delete(queue_of("notifications"))
    await _sign_up(http)
    yield
    await asyncio.to_thread(cluster.restart, "notifications")


@asynccontextmanager
async def no_mail_server(cluster: Cluster, http: httpx.AsyncClient) -> AsyncGenerator[None]:
    """The mail server stops, and ten people sign up."""
    await asyncio.to_thread(cluster.mail.stop)
    await _sign_up(http, 10)
    yield


@asynccontextmanager
async def starved_process(cluster: Cluster, http: httpx.AsyncClient) -> AsyncGenerator[None]:
    """Profiles gets the processor only half of the time."""
    del http
    for _ in range(20):
        os.kill(cluster.process_id("profiles"), signal.SIGSTOP)
        await asyncio.sleep(0.7)
        os.kill(cluster.process_id("profiles"), signal.SIGCONT)
        await asyncio.sleep(0.7)
    yield


@asynccontextmanager
async def locked_table(cluster: Cluster, http: httpx.AsyncClient) -> AsyncGenerator[None]:
    """Somebody holds a lock that every request of booking waits for, longer than the alert needs."""
    caller = Persona(http, "Ada Drill", new_email("drill"))
    await caller.sign_up()
    asked: list[asyncio.Task[None]] = []
    async with connected(cluster.owner_url("booking")) as connection, connection.transaction():
        await connection.execute("LOCK TABLE booking_order IN ACCESS EXCLUSIVE MODE")
        for _ in range(LOCKED_SECONDS):
            asked += [asyncio.create_task(_ask(caller)) for _ in range(6)]
            await asyncio.sleep(1)
    await asyncio.gather(*asked)
    yield


async def _ask(caller: ApiClient) -> None:
    try:
        await caller.get("get_booking_info")
    except httpx.HTTPError:
        return


FAULTS: Final[tuple[tuple[Fault, frozenset[str]], ...]] = (
    (dead_part, frozenset({"PartIsDown", "UpstreamIsCutOff", "AnswersFail"})),
    (locked_table, frozenset({"PoolExhausted"})),
    (starved_process, frozenset({"LoopLags"})),
    (no_broker, frozenset({"OutboxStands"})),
    (removed_queue, frozenset({"EventsAreUnroutable"})),
    (spoilt_events, frozenset({"HandlerFails", "DeadLettersWait"})),
    (no_mail_server, frozenset({"MailsFail"})),
)
"""Each fault, and the alerts that it must raise before it is mended."""


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """The alerts that were not raised; empty when all were."""
    del words
    if shutil.which("prometheus") is None:
        raise NotTried("no prometheus here; Debian has it in the package of that name")
    silent: list[str] = []
    extra = settings_of_parts(booking={"database_connections": 4})
    async with AsyncExitStack() as stack:
        cluster = await stack.enter_async_context(started(Cluster(folder / "set", extra=extra)))
        plain = await stack.enter_async_context(httpx.AsyncClient())
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=cluster.url, timeout=30))
        prometheus = await stack.enter_async_context(watching(cluster, plain, folder / "prometheus"))
        for fault, expected in FAULTS:
            for part in PARTS:
                await asyncio.to_thread(cluster.wait_complete, part)
            looking = asyncio.create_task(prometheus.silent(expected))
            async with fault(cluster, http):
                missing = await looking
            told = f"NOT RAISED: {', '.join(missing)}" if missing else "raised"
            print(f"  {fault.__doc__}".ljust(80), told, flush=True)
            silent += [f"{each} was not raised" for each in missing]
    return silent


DRILL: Final = Drill(
    "Real faults, each of which must raise its alerts in a Prometheus.",
    drill,
    "each fault has raised its alerts.",
)
