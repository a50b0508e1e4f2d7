"""The server that sleeps while nobody asks: it stops at a signal and at once, dates its answers, and writes
each in one piece."""

import asyncio
import signal
import socket
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime

import httpx
import pytest
import uvicorn
from chassis.quiet_server import AnswersAtOnce, QuietServer
from client.api_client import eventually
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

PROCESS = """
import sys
from chassis.quiet_server import run
from starlette.responses import PlainTextResponse
run(PlainTextResponse("here"), port=int(sys.argv[1]), loop=sys.argv[2], log_config=None, lifespan="off")
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def until_here(url: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:

        async def look() -> httpx.Response | None:
            try:
                return await client.get(url)
            except httpx.TransportError:
                return None

        return await eventually(look, url, 30)


@pytest.mark.parametrize("loop", ["uvloop", "asyncio"])
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_wakes_and_ends_it(loop: str, stop: signal.Signals) -> None:
    port = free_port()
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", PROCESS, str(port), loop)
    assert (await until_here(f"http://127.0.0.1:{port}/")).text == "here"
    process.send_signal(stop)
    async with asyncio.timeout(20):
        assert await process.wait() in {0, -stop}


async def test_what_is_told_to_stop_says_so_and_takes_requests_until_its_notice_is_over() -> None:
    port = free_port()
    told = asyncio.Event()
    config = uvicorn.Config(PlainTextResponse("here"), port=port, log_config=None, lifespan="off")
    server = QuietServer(config, told.set, 0.5)
    serving = asyncio.create_task(server._serve())
    url = f"http://127.0.0.1:{port}/"
    assert "connection" not in (await until_here(url)).headers
    server.should_exit = True
    async with asyncio.timeout(20):
        await told.wait()
        async with httpx.AsyncClient() as client:
            late = await client.get(url)
        assert (late.text, late.headers["connection"]) == ("here", "close")
        assert not serving.done()
        await serving


async def test_what_is_told_to_stop_twice_waits_no_longer() -> None:
    port = free_port()
    told = asyncio.Event()
    config = uvicorn.Config(PlainTextResponse("here"), port=port, log_config=None, lifespan="off")
    server = QuietServer(config, told.set, 600)
    serving = asyncio.create_task(server._serve())
    await until_here(f"http://127.0.0.1:{port}/")
    server.should_exit = True
    async with asyncio.timeout(20):
        await told.wait()
        await asyncio.sleep(0)
        server.should_exit = True
        await serving


async def test_a_process_that_cannot_start_says_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", PROCESS, port, "asyncio")
        async with asyncio.timeout(30):
            assert await process.wait() != 0


async def test_its_owner_stops_it_and_its_answers_have_the_date() -> None:
    port = free_port()
    config = uvicorn.Config(PlainTextResponse("here"), port=port, log_config=None, lifespan="off")
    server = QuietServer(config)
    serving = asyncio.create_task(server._serve())
    url = f"http://127.0.0.1:{port}/"
    dates = [parsedate_to_datetime((await until_here(url)).headers["date"]).timestamp()]
    await asyncio.sleep(1.1)
    dates.append(parsedate_to_datetime((await until_here(url)).headers["date"]).timestamp())
    assert dates[0] < dates[1]
    assert abs(time.time() - dates[1]) < 30
    server.should_exit = True
    async with asyncio.timeout(20):
        await serving


class WatchedTransport(asyncio.Transport):
    """Keeps what is written to it, write for write."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.writes: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.writes.append(bytes(data))

    def writelines(self, list_of_data: object) -> None:
        assert isinstance(list_of_data, tuple)
        self.writes.append(b"".join(list_of_data))

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


async def writes_of(app: ASGIApp, *requests: bytes) -> WatchedTransport:
    """What is written for these requests of one connection, each of which follows the answer of the last."""
    config = uvicorn.Config(app, log_config=None, lifespan="off")
    server = QuietServer(config)
    config.load()
    assert config.http_protocol_class is AnswersAtOnce
    connection = AnswersAtOnce(config, server.server_state, {})
    transport = WatchedTransport()
    connection.connection_made(transport)
    for request in requests:
        connection.data_received(request)
        async with asyncio.timeout(20):
            await asyncio.gather(*server.server_state.tasks)
    connection.connection_lost(ConnectionResetError())
    return transport


GET = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"


async def test_head_and_body_are_one_write_and_so_is_the_next_answer() -> None:
    transport = await writes_of(PlainTextResponse("here"), GET, GET)
    assert len(transport.writes) == 2
    assert all(each.startswith(b"HTTP/1.1 200 OK\r\n") for each in transport.writes)
    assert all(each.endswith(b"\r\n\r\nhere") for each in transport.writes)


async def test_an_answer_without_a_body_goes_out_whole() -> None:
    head = GET.replace(b"GET", b"HEAD")
    transport = await writes_of(PlainTextResponse("here"), head, GET, head)
    assert [each.rpartition(b"\r\n\r\n")[2] for each in transport.writes] == [b"", b"here", b""]
    transport = await writes_of(PlainTextResponse("", status_code=204), GET)
    assert b"".join(transport.writes).startswith(b"HTTP/1.1 204")


async def test_pieces_go_out_as_they_come_the_head_with_the_first() -> None:
    async def pieces(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for piece in (b"HTTP/1.1 one", b"two"):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body"})

    first, second, last = (await writes_of(pieces, GET)).writes
    assert first.startswith(b"HTTP/1.1 200 OK")
    assert first.endswith(b"c\r\nHTTP/1.1 one\r\n")
    assert second == b"3\r\ntwo\r\n"
    assert last == b"0\r\n\r\n"


async def test_an_answer_that_breaks_off_shows_its_head_and_ends_the_connection() -> None:
    async def breaks_off(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})

    transport = await writes_of(breaks_off, GET)
    assert transport.closed
    assert b"content-length: 4" in b"".join(transport.writes)


async def test_a_body_is_asked_for_at_once_and_several_requests_are_answered_in_turn() -> None:
    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse(await Request(scope, receive).body())(scope, receive, send)

    async with serving(echo) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(30):
            writer.write(b"POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 4\r\n\r\n")
            assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
            writer.write(b"here" + GET + GET)
            for body in (b"here", b"", b""):
                head = await reader.readuntil(b"\r\n\r\n")
                assert b"content-length: %d\r\n" % len(body) in head
                assert await reader.readexactly(len(body)) == body
        writer.close()


@asynccontextmanager
async def serving(app: ASGIApp) -> AsyncGenerator[int]:
    """The port where a server of this process answers."""
    port = free_port()
    server = QuietServer(uvicorn.Config(app, port=port, log_config=None, lifespan="off"))
    task = asyncio.create_task(server._serve())
    await until_here(f"http://127.0.0.1:{port}/")
    try:
        yield port
    finally:
        server.should_exit = True
        async with asyncio.timeout(20):
            await task
