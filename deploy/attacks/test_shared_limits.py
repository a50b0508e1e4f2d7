"""Getting more turns than a limit has: by another gateway, and by killing the store that counts for all."""

import asyncio
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import asyncpg
import httpx
import pytest
from gateway.limit_stores import MINUTE, PostgresStore, StoreAway, create_table
from local.databases import asyncpg_url
from local.postgres import ROLE, Postgres, free_port

SIGN_INS = 10
"""So many for one mail address in a minute."""


@pytest.fixture(scope="module")
def store(own_folder: Path) -> Iterator[Postgres]:
    """A server of its own for the limits, which a test may kill."""
    server = Postgres(own_folder / "limits", durable=False)
    server.start()
    yield server
    server.destroy()


@pytest.fixture(scope="module")
async def gateways(store: Postgres, own_folder: Path) -> AsyncIterator[list[str]]:
    """The addresses of two gateway processes that share their limits. Nothing is behind them."""
    url = asyncpg_url(store.url())
    environment = {**os.environ, "RATE_LIMIT_STORAGE": url, "RABBITMQ_URL": "amqp://127.0.0.1:9/"}
    migrated = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-m", "gateway", "migrate"], env=environment, check=True
    )
    assert migrated.returncode == 0
    urls: list[str] = []
    with ExitStack() as stack:
        for number in range(2):
            port = free_port()
            log = stack.enter_context((own_folder / f"gateway-{number}.log").open("wb"))
            process = subprocess.Popen(  # noqa: ASYNC220  it returns at once
                [sys.executable, "-m", "gateway", "serve"],
                env={**environment, "PORT": str(port)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
            stack.callback(process.wait, 30)
            stack.callback(process.terminate)
            urls.append(f"http://127.0.0.1:{port}")
        for url in urls:
            await _until_alive(url)
        yield urls


async def _until_alive(url: str) -> None:
    async with asyncio.timeout(60), httpx.AsyncClient() as http:
        while True:
            try:
                if (await http.get(f"{url}/health/live")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)


async def _sign_ins(http: httpx.AsyncClient, url: str, email: str, count: int) -> Counter[bool]:
    """How many of so many attempts were refused by the limit, and how many were not."""
    body = {"iv_email": email, "iv_password": "guessed"}
    calls = [http.post(f"{url}/api/sign_in", json=body) for _ in range(count)]
    return Counter(answer.status_code == 429 for answer in await asyncio.gather(*calls))


async def _begin_of_a_minute() -> None:
    """Let no minute turn within a test: a weighted window grants another turn then."""
    if (left := MINUTE - time.time() % MINUTE) < 20:
        await asyncio.sleep(left)


async def test_another_gateway_gives_no_further_turns(gateways: list[str]) -> None:
    await _begin_of_a_minute()
    async with httpx.AsyncClient(timeout=30) as http:
        one, other = await asyncio.gather(
            *(_sign_ins(http, url, "shared@example.org", 15) for url in gateways)
        )
        assert one[False] + other[False] == SIGN_INS
        assert one[True] + other[True] == 20


async def test_the_store_holds_no_address(gateways: list[str], store: Postgres) -> None:
    async with httpx.AsyncClient(timeout=30) as http:
        await _sign_ins(http, gateways[0], "hidden@example.org", 1)
    connection = await asyncpg.connect(asyncpg_url(store.url()))
    try:
        rows = await connection.fetch("SELECT * FROM rate_limit")
    finally:
        await connection.close()
    assert rows
    assert not [row for row in rows if b"hidden" in row["caller"] or len(row["caller"]) != 32]


async def test_windows_turn_and_are_forgotten(store: Postgres) -> None:
    url = asyncpg_url(store.url())
    await create_table(url, ROLE)
    limits = PostgresStore(url)
    connection = await asyncpg.connect(url)

    async def a_minute_passes(minutes: int) -> None:
        await connection.execute("UPDATE rate_limit SET minute = minute - $1", minutes)

    try:
        await _begin_of_a_minute()
        assert [await limits.hit(3, ("turn",), 1) for _ in range(3)] == [0, 0, 0]
        assert 1 <= await limits.hit(3, ("turn",), 1) <= MINUTE
        assert await limits.hit(3, ("more at once than there are",), 4) > 0
        await a_minute_passes(1)
        granted = [await limits.hit(100, ("turn",), 1) for _ in range(100)].count(0)
        assert 96 < granted < 100, "three turns of the minute before still count in part"
        await a_minute_passes(2)
        assert await limits.hit(3, ("turn",), 3) == 0
        await a_minute_passes(2)
        await limits.forget()
        assert await connection.fetchval("SELECT count(*) FROM rate_limit") == 0
    finally:
        await limits.close()
        await connection.close()


async def test_the_limits_hold_when_their_store_is_killed(gateways: list[str], store: Postgres) -> None:
    store.stop()
    with pytest.raises(StoreAway):
        await PostgresStore(asyncpg_url(store.url())).hit(1, ("a",), 1)
    async with httpx.AsyncClient(timeout=30) as http:
        began = time.monotonic()
        for url in gateways:
            seen = await _sign_ins(http, url, "alone@example.org", 15)
            assert (seen[False], seen[True]) == (SIGN_INS, 5), "each process counts for itself"
        assert time.monotonic() - began < 15
        assert (await http.get(f"{gateways[0]}/health/live")).status_code == 200
        store.start()  # at another port: the gateways go on alone
        assert (await _sign_ins(http, gateways[0], "alone@example.org", 1))[True] == 1
