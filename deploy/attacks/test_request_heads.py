"""Request heads without an end, with too much in them or sent byte by byte, and connections that say nothing.

They meet uvicorn itself: no proxy stands before it that has limits of its own.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from itertools import repeat
from pathlib import Path
from typing import Any, Final

import pytest
from chassis import request_heads
from chassis.operations import listening
from gateway.settings import GatewaySettings
from gateway.uvicorn_options import uvicorn_options
from local.serving import bind_socket, serve
from starlette.responses import PlainTextResponse

LINE: Final = b"GET / HTTP/1.1\r\nhost: x\r\n"
CHUNKED: Final = LINE.replace(b"GET", b"POST") + b"transfer-encoding: chunked\r\n\r\n"
KIBIBYTE: Final = b"x" * 1024
PAUSE: Final = 0.05
PATIENCE: Final = 0.4
"""How long a head may take here, in seconds."""


def gateway_options(folder: Path) -> dict[str, Any]:
    return uvicorn_options(GatewaySettings(web_dist=folder))


def service_options(folder: Path) -> dict[str, Any]:
    return {"http": "httptools", "access_log": False, "log_config": None}


@pytest.fixture(params=[gateway_options, service_options])
async def port(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[int]:
    """Where a server listens that waits a short time for a head."""
    monkeypatch.setattr(request_heads, "SECONDS", PATIENCE)
    options: Callable[[Path], dict[str, Any]] = request.param
    bound = bind_socket("127.0.0.1", 0)
    async with serve(PlainTextResponse("here"), bound, options(tmp_path)):
        yield bound.getsockname()[1]


async def answer_to(port: int, pieces: Iterator[bytes], pause: float = 0) -> tuple[bytes, int]:
    """What is answered until the connection closes, and the bytes that the server took."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = asyncio.create_task(reader.read())
    taken = 0
    with suppress(ConnectionError):
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            taken += len(piece)
            await asyncio.sleep(pause)
            if answer.done():
                break
    async with asyncio.timeout(10):
        try:
            return await answer, taken
        except ConnectionError:
            return b"", taken
        finally:
            writer.close()


@pytest.mark.parametrize(
    ("start", "more"),
    [
        (LINE, b"a: 1\r\n" * 150),
        (LINE + b"a: ", KIBIBYTE),
        (LINE, KIBIBYTE),
        (b"GET /", KIBIBYTE),
        (CHUNKED + b"0\r\n", b"a: 1\r\n" * 150),
        (CHUNKED + b"0\r\na: ", KIBIBYTE),
        (CHUNKED + b"1;a=", KIBIBYTE),
        (b"\r\n", b"\r\n" * 500),
    ],
    ids=["lines", "value", "name", "target", "trailers", "trailer", "chunk-extension", "empty-lines"],
)
async def test_a_head_without_an_end_is_cut(port: int, start: bytes, more: bytes) -> None:
    _, taken = await answer_to(port, iter([start, *repeat(more, 16_000)]))
    assert taken < 8 * 1024 * 1024, "what the buffers of two sockets hold"


@pytest.mark.parametrize(
    "head",
    [LINE + b"a: 1\r\n" * 101, LINE + b"a: " + KIBIBYTE * 80 + b"\r\n", b"GET /" + KIBIBYTE * 80 + LINE[5:]],
)
async def test_a_whole_head_that_is_too_large_is_refused(port: int, head: bytes) -> None:
    answer, _ = await answer_to(port, iter([head + b"\r\n"]))
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b"connection: close" in answer


async def test_a_head_that_comes_byte_by_byte_is_refused(port: int) -> None:
    answer, taken = await answer_to(port, iter([LINE, *repeat(b"a", 1000)]), PAUSE)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert taken < len(LINE) + 2 * PATIENCE / PAUSE


async def test_empty_lines_keep_no_connection_open(port: int) -> None:
    _, taken = await answer_to(port, repeat(b"\r\n", 1000), PAUSE)
    assert taken < 4 * PATIENCE / PAUSE


async def test_a_body_that_goes_on_after_the_answer_keeps_no_connection_open(port: int) -> None:
    start = LINE.replace(b"GET", b"POST") + b"content-length: 100000\r\n\r\n"
    answer, taken = await answer_to(port, iter([start, *repeat(b"a", 1000)]), PAUSE)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert taken < len(start) + 3 * PATIENCE / PAUSE


async def test_connections_that_say_nothing_are_closed(port: int) -> None:
    answers = await asyncio.gather(*(answer_to(port, iter([])) for _ in range(50)))
    assert {answer for answer, _ in answers} == {b""}


async def test_the_port_for_operators_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_heads, "SECONDS", PATIENCE)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    async with listening(PlainTextResponse("here"), "127.0.0.1", port):
        assert await answer_to(port, iter([])) == (b"", 0)


async def test_a_connection_between_two_requests_stays(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    async with asyncio.timeout(10):
        for _ in range(2):
            writer.write(LINE + b"\r\n")
            assert b"200 OK" in await reader.readuntil(b"here")
            await asyncio.sleep(2 * PATIENCE)
    writer.close()
