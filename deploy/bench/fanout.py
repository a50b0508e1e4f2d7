"""A new post to two thousand sockets: the time until all have it, and who takes nothing is cut off."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from statistics import median
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import httpx
from client.api_client import eventually, succeeded
from client.mailbox_client import MailboxClient
from client.personas import Provider
from client.pictures import new_picture
from client.workplaces import new_shop
from local.cluster import Cluster

SOCKETS, SLOW = 2_000, 50
POSTS: Final = 5
GOAL_SECONDS: Final = 2.0
AT_ONCE: Final = 50
"""Connections that are opened at the same time."""
OPEN, PING, PONG = "0", "2", "3"
CONNECT, CONNECTED, EVENT = "40", "40", "42"
"""Packets of Engine.IO and Socket.IO."""
DROPPED_WITHIN: Final = 60.0
"""Seconds after which a silent socket is dropped: a ping every 25 s, and 20 s for its answer."""


class Watcher:
    """A minimal socket that records when each post arrives."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.arrivals: list[float] = []

    async def enter(self) -> None:
        """Do the handshakes of Engine.IO and Socket.IO."""
        assert (await self._socket.receive_str()).startswith(OPEN)
        await self._socket.send_str(CONNECT)
        assert (await self._socket.receive_str()).startswith(CONNECTED)

    async def watch(self) -> None:
        """Answer pings and record posts until the socket ends."""
        async for message in self._socket:
            if message.data == PING:
                await self._socket.send_str(PONG)
            elif message.data.startswith(EVENT) and "new_post" in message.data:
                self.arrivals.append(time.monotonic())


async def fanout(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """Publish posts to all sockets; returns the lines to print."""
    provider, _ = await new_shop(http, MailboxClient(http, cluster.mail.list_url))
    async with watching(cluster.url, SOCKETS) as watchers:
        alone = await _posted(provider, watchers)
        async with _never_reading(cluster.url, SLOW) as writers:
            beside = await _posted(provider, watchers)
            left = await _left(writers)
    return [
        f"fanout, a new post at {SOCKETS:,} sockets: all have it within {max(alone):.2f} s (goal "
        f"{GOAL_SECONDS:.0f} s; median {median(alone):.2f}, {POSTS} posts); beside {SLOW} sockets that take "
        f"nothing: within {max(beside):.2f} s",
        f"fanout, of {SLOW} sockets that take nothing {left} were left after {DROPPED_WITHIN:.0f} s",
    ]


async def _posted(provider: Provider, watchers: Sequence[Watcher]) -> list[float]:
    """Seconds from the request of a post until the last socket has it, for several posts."""
    taken: list[float] = []
    picture = new_picture()
    for number in range(POSTS):
        for watcher in watchers:
            watcher.arrivals.clear()
        began = time.monotonic()
        succeeded("publish", await provider.publish(f"News, part {number}", picture))
        await eventually(lambda: all(watcher.arrivals for watcher in watchers), "the post", 30)
        if any(len(watcher.arrivals) != 1 for watcher in watchers):
            raise RuntimeError("a post came twice")
        taken.append(max(watcher.arrivals[0] for watcher in watchers) - began)
    return taken


def _address(url: str) -> str:
    return f"{url}/socket.io/?EIO=4&transport=websocket"


@asynccontextmanager
async def watching(url: str, count: int) -> AsyncGenerator[list[Watcher]]:
    """Open `count` sockets of visitors for the block."""
    turns = asyncio.Semaphore(AT_ONCE)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session, asyncio.TaskGroup() as tasks:

        async def opened() -> Watcher:
            async with turns:
                watcher = Watcher(await session.ws_connect(_address(url), compress=0))
                await watcher.enter()
                return watcher

        watchers = await asyncio.gather(*(opened() for _ in range(count)))
        watching = [tasks.create_task(watcher.watch()) for watcher in watchers]
        yield watchers
        for task in watching:
            task.cancel()


@asynccontextmanager
async def _never_reading(url: str, count: int) -> AsyncGenerator[list[asyncio.StreamWriter]]:
    """Open `count` sockets that never read, for the block."""
    writers: list[asyncio.StreamWriter] = []
    place = urlsplit(url)
    for _ in range(count):
        reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=256)
        request = _address("").encode()
        writer.write(
            b"GET %b HTTP/1.1\r\nHost: %b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            % (request, place.netloc.encode())
        )
        await reader.readuntil(b"\r\n\r\n")
        mask = b"\0\0\0\0"
        writer.write(b"\x81" + bytes([0x80 | len(CONNECT)]) + mask + CONNECT.encode())
        writers.append(writer)
    try:
        yield writers
    finally:
        for writer in writers:
            writer.transport.abort()


async def _left(writers: Sequence[asyncio.StreamWriter]) -> int:
    """How many of these sockets the gateway still holds after DROPPED_WITHIN seconds."""
    await asyncio.sleep(DROPPED_WITHIN)
    for _ in range(2):
        for writer in writers:
            writer.write(b"\x8a\x80\0\0\0\0")  # a WebSocket pong does not answer Engine.IO's ping
        await asyncio.sleep(0.5)
    return sum(not writer.transport.is_closing() for writer in writers)
