"""Getting more turns than a limit has: by another gateway, and by killing the store that counts for all."""

import asyncio
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import asyncpg
import httpx
import pytest
from client.personas import new_email
from gateway.limit_stores import MINUTE, PostgresStore, create_table
from gateway.settings import SERVICES
from local.postgres import ROLE, free_port
from redis.asyncio import Redis
from testkit.stoppable_stores import StoppablePostgres, StoppableRedis, Store, redis_program

from gateway import limit_stores

SIGN_INS = 10
"""So many for one mail address in a minute."""
NOBODY = "127.0.0.1:9"
"""Where nothing listens. At the services' usual ports another test may run some."""
PASSED_ON = 503
"""The status of what the limit lets pass: nothing is behind the gateway."""
REFUSED = 429
MOST_WAITED = 5.0
"""Seconds for 15 attempts at once on a busy machine. The store may take one of them."""
TURNS_SECONDS = 20
"""Most that the turns of a test take whose minutes turn only when it says so."""
ALONE = "rate limits are counted by each process alone"
TOGETHER = "rate limits are counted together again"


@dataclass(frozen=True)
class GatewayProcess:
    """A gateway in a process of its own. Nothing is behind it."""

    url: str
    operations: str
    log: Path

    def said(self, event: str) -> int:
        """How many lines of its log are of this event."""
        return self.log.read_text().count(f'"{event}"')

    async def degraded(self, http: httpx.AsyncClient) -> bool:
        """Whether it says that it counts alone."""
        metrics = (await http.get(f"{self.operations}/metrics")).text
        return '\nopenhours_rate_limits_degraded{service="gateway"} 1.0\n' in metrics

    async def until(self, http: httpx.AsyncClient, *, degraded: bool) -> None:
        """Wait until it says so. Raises TimeoutError."""
        async with asyncio.timeout(20):
            while await self.degraded(http) is not degraded:
                await asyncio.sleep(0.05)


@pytest.fixture(scope="module", params=["postgresql", "redis"])
def store(request: pytest.FixtureRequest, own_folder: Path) -> Iterator[Store]:
    """A server of its own for the limits, which a test may stop."""
    if request.param == "redis" and redis_program() is None:
        pytest.skip("no redis-server: apt-get install redis-server")
    kind = StoppableRedis if request.param == "redis" else StoppablePostgres
    server = kind(own_folder / f"limits-{request.param}")
    yield server
    server.destroy()


@pytest.fixture(scope="module")
async def gateways(store: Store, own_folder: Path) -> AsyncIterator[list[GatewayProcess]]:
    """Two gateways that share their limits."""
    environment = {
        **os.environ,
        **{f"{service.upper()}_URL": f"http://{NOBODY}" for service in SERVICES},
        "RATE_LIMIT_STORAGE": store.url,
        "RABBITMQ_URL": f"amqp://{NOBODY}/",
    }
    if isinstance(store, StoppablePostgres):
        await create_table(store.url, ROLE)
    with ExitStack() as stack:
        started = [_start(stack, own_folder, environment) for _ in range(2)]
        for each in started:
            await _until_alive(each.url)
        async with httpx.AsyncClient(timeout=30) as http:
            for each in started:  # a process that has answered once connects no more within a test
                await _sign_ins(http, each.url, "first@example.org", 15)
                await each.until(http, degraded=False)
        yield started


def _start(stack: ExitStack, folder: Path, environment: dict[str, str]) -> GatewayProcess:
    port, operations = free_port(), free_port()
    path = folder / f"gateway-{port}.log"
    log = stack.enter_context(path.open("wb"))
    process = subprocess.Popen(
        [sys.executable, "-m", "gateway", "serve"],
        env={**environment, "PORT": str(port), "OPERATIONS_PORT": str(operations), "LOG_FORMAT": "json"},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
    )
    stack.callback(process.wait, 30)
    stack.callback(process.terminate)
    return GatewayProcess(f"http://127.0.0.1:{port}", f"http://127.0.0.1:{operations}", path)


async def _until_alive(url: str) -> None:
    async with asyncio.timeout(60), httpx.AsyncClient() as http:
        while True:
            try:
                if (await http.get(f"{url}/health/live")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)


async def _sign_ins(http: httpx.AsyncClient, url: str, email: str, count: int) -> Counter[int]:
    """How often each status answered so many attempts at once."""
    body = {"iv_email": email, "iv_password": "guessed"}
    calls = [http.post(f"{url}/api/sign_in", json=body) for _ in range(count)]
    return Counter(answer.status_code for answer in await asyncio.gather(*calls))


async def _in_one_minute(burst: Callable[[str], Awaitable[Counter[int]]]) -> Counter[int]:
    """How often each status answered a burst for a new mail address.

    Another burst follows if a minute turned within it: a weighted window grants another turn then.
    """
    while True:
        minute = time.time() // MINUTE
        seen = await burst(new_email("shared"))
        if time.time() // MINUTE == minute:
            return seen


async def _together(http: httpx.AsyncClient, gateways: list[GatewayProcess], email: str) -> Counter[int]:
    """The sum of what both gateways answer to 15 attempts each."""
    counts = await asyncio.gather(*(_sign_ins(http, each.url, email, 15) for each in gateways))
    return counts[0] + counts[1]


async def test_another_gateway_gives_no_further_turns(gateways: list[GatewayProcess]) -> None:
    async with httpx.AsyncClient(timeout=30) as http:
        seen = await _in_one_minute(partial(_together, http, gateways))
        assert seen == {PASSED_ON: SIGN_INS, REFUSED: 20}


async def test_the_store_holds_no_address(gateways: list[GatewayProcess], store: Store) -> None:
    async with httpx.AsyncClient(timeout=30) as http:
        await _sign_ins(http, gateways[0].url, "hidden@example.org", 1)
    held = await _keys_of(store.url)
    assert held
    assert not [key for key in held if b"hidden" in key or b"127.0.0.1" in key]


async def _keys_of(url: str) -> list[bytes]:
    """Whom the store holds counts of."""
    if url.startswith("redis:"):
        async with Redis.from_url(url) as redis:
            return [key async for key in redis.scan_iter()]
    connection = await asyncpg.connect(url)
    try:
        return [row["caller"] for row in await connection.fetch("SELECT caller FROM rate_limit")]
    finally:
        await connection.close()


@pytest.fixture
def postgres(own_folder: Path) -> Iterator[StoppablePostgres]:
    """A database for the limits alone."""
    server = StoppablePostgres(own_folder / "limits-of-one")
    yield server
    server.destroy()


@pytest.mark.long
async def test_windows_turn_and_are_forgotten(
    postgres: StoppablePostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.url
    await create_table(url, ROLE)
    limits = PostgresStore(url)
    connection = await asyncpg.connect(url)

    async def a_minute_passes(minutes: int) -> None:
        await connection.execute("UPDATE rate_limit SET minute = minute - $1", minutes)

    try:
        if (left := MINUTE - time.time() % MINUTE) < TURNS_SECONDS:
            await asyncio.sleep(left)
        assert [await limits.hit(3, ("turn",), 1) for _ in range(3)] == [0, 0, 0]
        assert 1 <= await limits.hit(3, ("turn",), 1) <= MINUTE
        assert await limits.hit(3, ("more at once than there are",), 4) > 0
        await a_minute_passes(1)
        granted = [await limits.hit(100, ("turn",), 1) for _ in range(100)].count(0)
        assert 96 < granted < 100, "three turns of the minute before still count in part"
        await a_minute_passes(2)
        assert await limits.hit(3, ("turn",), 3) == 0
        for caller in range(4):
            await limits.hit(3, (f"{caller}",), 1)
        await a_minute_passes(2)
        assert await limits.hit(3, ("turn",), 3) == 0
        monkeypatch.setattr(limit_stores, "FORGOTTEN_AT_ONCE", 2)
        await limits.forget()
        assert await connection.fetchval("SELECT count(*) FROM rate_limit") == 1, "who called stays"
        await a_minute_passes(2)
        await limits.forget()
        assert await connection.fetchval("SELECT count(*) FROM rate_limit") == 0
    finally:
        await limits.close()
        await connection.close()


async def _each_counts_alone(http: httpx.AsyncClient, gateways: list[GatewayProcess]) -> None:
    """Show that no request fails or waits for the store, and that each process keeps the limits."""
    longest = 0.0

    async def burst(each: GatewayProcess, email: str) -> Counter[int]:
        nonlocal longest
        began = time.monotonic()
        seen = await _sign_ins(http, each.url, email, 15)
        longest = max(longest, time.monotonic() - began)
        return seen

    for each in gateways:
        assert await _in_one_minute(partial(burst, each)) == {PASSED_ON: SIGN_INS, REFUSED: 5}
        assert longest < MOST_WAITED
        assert await each.degraded(http)


@pytest.mark.parametrize(
    "hangs", [True, pytest.param(False, marks=pytest.mark.long)], ids=["hangs", "refuses"]
)
async def test_the_limits_hold_while_their_store_is_away(
    gateways: list[GatewayProcess], store: Store, *, hangs: bool
) -> None:
    told = [(each.said(ALONE), each.said(TOGETHER)) for each in gateways]
    async with httpx.AsyncClient(timeout=30) as http:
        (store.hang if hangs else store.stop)()
        await _each_counts_alone(http, gateways)
        (store.go_on if hangs else store.start_again)()
        for each in gateways:
            await each.until(http, degraded=False)
        seen = await _in_one_minute(partial(_together, http, gateways))
        assert seen == {PASSED_ON: SIGN_INS, REFUSED: 20}, "they count together again"
    assert [(each.said(ALONE), each.said(TOGETHER)) for each in gateways] == [
        (alone + 1, together + 1) for alone, together in told
    ], "each change is one line of the log"
