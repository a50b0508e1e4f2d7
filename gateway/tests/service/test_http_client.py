"""The client against servers that answer byte by byte what a test says: what it takes for an answer."""

import asyncio
import gzip
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field

import httpx
import pytest
from client.api_client import eventually
from gateway.http_client import pool as pool_module
from gateway.http_client.connection import Connection
from gateway.http_client.exchange import Exchange
from gateway.http_client.in_process import TransportClient
from gateway.http_client.messages import (
    AnswerTooLarge,
    AnswerTooLate,
    Disconnected,
    NotConnected,
    NotHttp,
    Response,
    UnsafeRequest,
)
from gateway.http_client.pool import ConnectionPool, PoolUse
from gateway.upstreams import Upstream, UpstreamFailed

LARGE = 300_000
STOLEN = b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nstolen"
OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
CLOSE = b"CLOSE"
"""In place of an answer: the connection ends."""


@dataclass
class Script:
    """A server that gives these answers one after another, whatever it is asked."""

    answers: list[bytes]
    requests: list[bytes] = field(default_factory=list[bytes])
    connections: int = 0
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while self.answers:
                self.requests.append(await reader.readuntil(b"\r\n\r\n"))
                answer = self.answers.pop(0)
                writer.write(answer.removesuffix(CLOSE))
                await writer.drain()
                if answer.endswith(CLOSE):
                    break
            else:
                await reader.read()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def playing(*answers: bytes, connections: int = 10) -> AsyncGenerator[tuple[Script, ConnectionPool]]:
    script = Script(list(answers))
    async with await asyncio.start_server(script.serve, "127.0.0.1", 0) as server:
        script.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        pool = ConnectionPool(script.url, connections=connections, keepalive=60)
        try:
            yield script, pool
        finally:
            await pool.close()


async def get(pool: ConnectionPool, method: str = "GET", within: float = 5.0) -> Response:
    return await pool.ask(method, "/a", [], b"", within=within)


@pytest.mark.parametrize(
    ("answer", "status", "body"),
    [
        (OK, 200, b"ok"),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 404, b""),
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204, b""),
        (b"HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\netag: x\r\n\r\n", 304, b""),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + OK, 200, b"ok"),
        (b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n" + OK, 200, b"ok"),
    ],
)
async def test_answers_that_leave_the_connection_open(answer: bytes, status: int, body: bytes) -> None:
    async with playing(answer, OK) as (script, pool):
        found = await get(pool)
        assert (found.status, await found.read(100)) == (status, body)
        assert (b"link", b"</a>") not in found.headers
        assert (await get(pool)).body == b"ok"
        assert script.connections == 1


async def test_an_answer_in_chunks_without_its_trailers() -> None:
    chunked = (
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nx-late: 1\r\n\r\n"
    )
    async with playing(chunked, OK) as (script, pool):
        found = await get(pool)
        assert await found.read(100) == b"abcde"
        assert found.headers == [(b"transfer-encoding", b"chunked")]
        assert (await get(pool)).body == b"ok"
        assert script.connections == 1


async def test_the_answer_to_head_has_a_length_and_no_body() -> None:
    async with playing(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n", OK) as (script, pool):
        found = await get(pool, "HEAD")
        assert (found.body, found.headers) == (b"", [(b"content-length", b"500")])
        assert (await get(pool)).body == b"ok"
        assert script.connections == 1


async def test_an_answer_may_end_with_its_connection() -> None:
    async with playing(b"HTTP/1.1 200 OK\r\n\r\nall of it" + CLOSE) as (_, pool):
        assert await (await get(pool)).read(100) == b"all of it"


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nx: " + b"a" * 80_000,
        b"HTTP/1.1 100 Continue\r\n\r\n" * 4000,
    ],
    ids=range(8),
)
async def test_what_is_no_answer(answer: bytes) -> None:
    async with playing(answer) as (_, pool):
        with pytest.raises(NotHttp):
            await get(pool)


@pytest.mark.parametrize("more", [STOLEN, b"garbage", b"\r\n\0"])
async def test_what_follows_an_answer_is_nobodys(more: bytes) -> None:
    async with playing(OK + more, OK) as (script, pool):
        assert (await get(pool)).body == b"ok"
        assert (await get(pool)).body == b"ok"
        assert script.connections == 2


async def test_what_comes_while_nobody_asks_is_nobodys() -> None:
    async def push(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(OK)
        pushed.append(writer)

    pushed: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(push, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        pool = ConnectionPool(url, connections=1, keepalive=60)
        assert (await get(pool)).body == b"ok"
        pushed[0].write(STOLEN)
        await eventually(lambda: not pool._open)
        assert (await get(pool)).body == b"ok"
        await pool.close()
        for writer in pushed:
            writer.close()


@pytest.mark.parametrize(
    ("target", "headers"),
    [
        ("/a\r\nx: y", []),
        ("/a b", []),
        ("/a", [(b"x", b"1\r\nx-evil: 1")]),
        ("/a", [(b"x", b"1\nx-evil: 1")]),
        ("/a", [(b"x", b"1\r\n\r\nGET /b HTTP/1.1\r\n")]),
        ("/a", [(b"x\r\ny", b"1")]),
        ("/a", [(b"x", b"1\0")]),
    ],
)
async def test_no_request_is_smuggled_in(target: str, headers: list[tuple[bytes, bytes]]) -> None:
    async with playing(OK) as (script, pool):
        with pytest.raises(UnsafeRequest):
            await pool.ask("GET", target, headers, b"", within=5)
        assert not script.connections


async def test_half_a_small_answer_is_none() -> None:
    async with playing(b"HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nhalf" + CLOSE) as (_, pool):
        with pytest.raises(Disconnected):
            await get(pool)


@pytest.mark.parametrize("framing", [b"content-length: %d" % LARGE, b"transfer-encoding: chunked"])
async def test_half_a_large_answer_begins_and_breaks_off(framing: bytes) -> None:
    async with playing(b"HTTP/1.1 200 OK\r\n" + framing + b"\r\n\r\n4\r\nhalf" + CLOSE) as (_, pool):
        found = await get(pool)
        assert found.body is None
        with pytest.raises(Disconnected):
            await found.read(LARGE)


async def test_a_large_answer_comes_by_pieces_as_its_reader_takes_them() -> None:
    size = 20_000_000
    large = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % size + b"x" * size
    async with playing(large, OK) as (script, pool):
        found = await get(pool)
        exchange = found._source
        assert isinstance(exchange, Exchange)
        taken = most = 0
        async for piece in found.pieces():
            taken += len(piece)
            most = max(most, exchange._waiting)
            await asyncio.sleep(0)
        assert taken == size
        assert most < 2_000_000, "the service waits for the reader"
        assert (await get(pool)).body == b"ok"
        assert script.connections == 1


async def test_an_answer_that_is_not_read_to_its_end_ends_its_connection() -> None:
    large = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % LARGE + b"x" * 1000
    async with playing(large, OK, connections=1) as (script, pool):
        (await get(pool)).close()
        assert (await get(pool)).body == b"ok"
        assert script.connections == 2
    async with playing(large + b"x" * (LARGE - 1000)) as (_, pool):
        with pytest.raises(AnswerTooLarge):
            await (await get(pool)).read(1000)


async def test_an_answer_that_does_not_come_and_one_that_stops() -> None:
    async with playing(b"", b"HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nhalf") as (_, pool):
        for _ in range(2):
            with pytest.raises(AnswerTooLate):
                await get(pool, within=0.05)
    async with playing(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\nhalf" % LARGE) as (_, pool):
        found = await get(pool, within=0.2)
        with pytest.raises(AnswerTooLate):
            await found.read(LARGE)


@pytest.mark.parametrize(
    ("method", "repeatable", "sent"), [("GET", False, 3), ("POST", True, 3), ("POST", False, 2)]
)
async def test_only_what_may_be_repeated_is_sent_again_on_a_broken_connection(
    method: str, repeatable: bool, sent: int
) -> None:
    """The service gives up a kept-alive connection without a word, as a restart does."""
    async with playing(OK, CLOSE, OK) as (script, pool):
        upstream = Upstream("feed", pool)
        await upstream.send("GET", "/a", [], within=5)
        asked = upstream.send(method, "/b", [(b"content-length", b"0")], within=5, repeatable=repeatable)
        if sent == 3:
            assert (await asked).body == b"ok"
            assert not upstream.breaker._failures
        else:
            with pytest.raises(UpstreamFailed) as failed:
                await asked
            assert failed.value.status == 502
        assert len(script.requests) == sent


async def test_connections_are_limited_and_given_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slowly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal together, most
        with closing(writer), suppress(asyncio.IncompleteReadError, ConnectionError):
            while await reader.readuntil(b"\r\n\r\n"):
                together += 1
                most = max(most, together)
                await go.wait()
                together -= 1
                writer.write(OK)

    go = asyncio.Event()
    together = most = 0
    monkeypatch.setattr(pool_module, "POOL_SECONDS", 0.1)
    async with await asyncio.start_server(slowly, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        pool = ConnectionPool(url, connections=2, keepalive=60)
        busy = [asyncio.create_task(get(pool)) for _ in range(2)]
        await eventually(lambda: together == 2)
        with pytest.raises(NotConnected):
            await get(pool)
        monkeypatch.setattr(pool_module, "POOL_SECONDS", 30)
        given_up = asyncio.create_task(get(pool, within=30))
        waiting = [asyncio.create_task(get(pool, within=30)) for _ in range(5)]
        await asyncio.sleep(0)
        given_up.cancel()
        go.set()
        answers = await asyncio.gather(*busy, *waiting)
        assert [answer.body for answer in answers] == [b"ok"] * 7
        assert most == 2
        assert not pool._waiting
        await pool.close()


async def test_a_burst_of_requests_shares_connections() -> None:
    async with playing(*[OK] * 60, connections=100) as (script, pool):
        found = await asyncio.gather(*(get(pool) for _ in range(60)))
        assert {answer.body for answer in found} == {b"ok"}
        assert script.connections < 60


async def test_a_connection_is_used_for_its_lifetime_and_ends_after_the_answer_that_comes_then() -> None:
    go = asyncio.Event()
    ends = 0

    async def slowly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal ends
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while await reader.readuntil(b"\r\n\r\n"):
                await go.wait()
                writer.write(OK)
        ends += 1
        writer.close()

    async with await asyncio.start_server(slowly, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        pool = ConnectionPool(url, connections=1, keepalive=60, lifetime=0.05)
        asked = asyncio.create_task(get(pool))
        await eventually(lambda: any(each._on_free is Connection.close for each in pool._open))
        go.set()
        assert (await asked).body == b"ok"
        await eventually(lambda: ends == 1)
        assert (await get(pool)).body == b"ok"
        await eventually(lambda: ends == 2)  # this one rests when its time is over
        assert pool.use == PoolUse(in_use=0, idle=0, allowed=1, waiting=0)
        await pool.close()


async def test_in_one_process_too_an_answer_stays_in_its_coding() -> None:
    body, headers = gzip.compress(b"text"), {"content-encoding": "gzip"}
    transport = httpx.MockTransport(
        lambda _: httpx.Response(200, stream=httpx.ByteStream(body), headers=headers)
    )
    found = await TransportClient("http://identity", transport).ask("GET", "/a", [], b"", within=5.0)
    assert (found.body, found.headers) == (body, [(b"content-encoding", b"gzip")])


async def test_who_gives_up_ends_the_connection() -> None:
    async with playing(b"", OK, connections=1) as (script, pool):
        asked = asyncio.create_task(get(pool))
        await eventually(lambda: bool(script.requests))
        asked.cancel()
        assert (await get(pool)).body == b"ok"
        assert script.connections == 2


async def test_a_busy_process_does_not_take_its_own_delay_for_a_missing_service(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool_module, "CONNECT_SECONDS", 0.1)
    async with playing(OK) as (_, pool):
        asked = asyncio.create_task(get(pool))
        await asyncio.sleep(0)
        time.sleep(0.3)  # noqa: ASYNC251  the process does something else, as under a heavy load
        assert (await asked).body == b"ok"


async def test_nobody_is_there() -> None:
    pool = ConnectionPool("http://127.0.0.1:9", connections=1, keepalive=60)
    for _ in range(2):
        with pytest.raises(NotConnected):
            await get(pool)


async def pieces_of(*pieces: bytes) -> AsyncIterator[bytes]:
    for piece in pieces:
        await asyncio.sleep(0)
        yield piece


async def broken_body() -> AsyncIterator[bytes]:
    yield b"half"
    raise ZeroDivisionError


async def test_a_body_is_sent_as_it_comes() -> None:
    async with playing(OK, OK) as (script, pool):
        await pool.ask("POST", "/a", [(b"content-length", b"4")], pieces_of(b"ab", b"", b"cd"), within=5)
        await asyncio.sleep(0)
        await pool.ask("POST", "/b", [], pieces_of(b"ab", b"", b"cd"), within=5)
        assert b"transfer-encoding" not in script.requests[0]
        assert b"transfer-encoding: chunked" in script.requests[1]


async def test_a_body_that_fails_fails_the_request() -> None:
    async with playing(OK, OK) as (script, pool):
        with pytest.raises(ZeroDivisionError):
            await pool.ask("POST", "/a", [], broken_body(), within=5)
        assert (await get(pool)).body == b"ok"
        assert script.connections == 2
