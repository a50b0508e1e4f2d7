"""The proxy by which tests make a network bad."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import pytest
from testkit.tcp_proxy import TcpProxy

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Ends]]


@pytest.fixture
async def proxy() -> AsyncIterator[TcpProxy]:
    """A proxy before a server that answers with what it hears."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    async with TcpProxy.before("127.0.0.1", server.sockets[0].getsockname()[1]) as proxy:
        yield proxy
    server.close()


@pytest.fixture
async def connect(proxy: TcpProxy) -> AsyncIterator[Connect]:
    """Connects to the proxy; each connection is closed at the end."""
    writers: list[asyncio.StreamWriter] = []

    async def connected() -> Ends:
        ends = await asyncio.open_connection("127.0.0.1", proxy.port)
        writers.append(ends[1])
        return ends

    yield connected
    for writer in writers:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def _seconds_for(ends: Ends, data: bytes) -> float:
    """How long it takes until all of it comes back."""
    began = asyncio.get_running_loop().time()
    ends[1].write(data)
    assert await ends[0].readexactly(len(data)) == data
    return asyncio.get_running_loop().time() - began


async def test_it_passes_on_delays_and_slows_down(proxy: TcpProxy, connect: Connect) -> None:
    ends = await connect()
    await _seconds_for(ends, b"x" * 1_000_000)
    proxy.delay_seconds = 0.1
    assert await _seconds_for(ends, b"x") >= 0.2, "there and back"
    proxy.delay_seconds, proxy.bytes_per_second = 0, 10_000
    assert await _seconds_for(ends, b"x" * 1000) >= 0.2


async def test_what_hangs_arrives_when_it_goes_on(proxy: TcpProxy, connect: Connect) -> None:
    ends = await connect()
    await _seconds_for(ends, b"x")
    proxy.hang()
    waiting = [asyncio.create_task(_seconds_for(each, b"abc")) for each in (ends, await connect())]
    done, _ = await asyncio.wait(waiting, timeout=0.2)
    assert not done
    proxy.go_on()
    await asyncio.gather(*waiting)


async def test_it_cuts_refuses_and_accepts_again_at_the_same_port(proxy: TcpProxy, connect: Connect) -> None:
    first = await connect()
    await _seconds_for(first, b"x")
    await proxy.cut()
    assert await first[0].read() == b""
    second = await connect()
    await _seconds_for(second, b"x")
    await proxy.refuse()
    assert await second[0].read() == b""
    with pytest.raises(ConnectionRefusedError):
        await connect()
    await proxy.accept()
    await _seconds_for(await connect(), b"x")
    assert proxy.connections == 3
