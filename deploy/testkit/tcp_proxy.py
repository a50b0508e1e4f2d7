"""A TCP proxy on the loopback for tests of bad networks: it delays, slows down, hangs, cuts and refuses.

It stands between a client and a server that both know nothing of it. What a test sets holds for the
connections that are open as well.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Final, Self

CHUNK_BYTES: Final = 65536

Rewrite = Callable[[bytes], tuple[bytes, bool]]
"""Takes what the server says; returns what the client hears, and whether the connection goes on."""


async def until_one_ends(*directions: Coroutine[None, None, None]) -> None:
    """Run both directions of a connection until one of them ends, then end the other."""
    tasks = [asyncio.create_task(each) for each in directions]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class TcpProxy:
    """Passes everything on at once, until a test says otherwise."""

    def __init__(self, host: str, port: int, rewrite: Callable[[], Rewrite] | None = None) -> None:
        """Stands before `host` and `port`. `rewrite` makes what changes the answers of one connection."""
        self.delay_seconds = 0.0
        """How much later each piece arrives, in either direction."""
        self.bytes_per_second = 0.0
        """The most of each direction of each connection; 0: as much as there is."""
        self.connections = 0
        """How many have been opened so far."""
        self._to = (host, port)
        self._rewrite = rewrite
        self._port = 0
        self._passing = asyncio.Event()
        self._passing.set()
        self._listening: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    @classmethod
    @asynccontextmanager
    async def before(
        cls, host: str, port: int, rewrite: Callable[[], Rewrite] | None = None
    ) -> AsyncGenerator[Self]:
        """A proxy that accepts connections while the context is open."""
        proxy = cls(host, port, rewrite)
        await proxy.accept()
        try:
            yield proxy
        finally:
            await proxy.refuse()

    @property
    def port(self) -> int:
        """Where it listens on 127.0.0.1, the same for all its life."""
        return self._port

    async def accept(self) -> None:
        """Accept connections, from the start or after `refuse`."""
        if self._listening is None:
            self._listening = await asyncio.start_server(self._connected, "127.0.0.1", self._port)
            self._port = self._listening.sockets[0].getsockname()[1]

    async def refuse(self) -> None:
        """Cut all connections and refuse new ones, as a host whose server has ended."""
        listening, self._listening = self._listening, None
        if listening is not None:
            listening.close()
        await self.cut()

    async def cut(self) -> None:
        """Cut all connections. New ones are accepted."""
        cut = list(self._open)
        for connection in cut:
            connection.cancel()
        await asyncio.gather(*cut, return_exceptions=True)

    def hang(self) -> None:
        """Pass on nothing: connections stay open and new ones are accepted, and nobody hears anything."""
        self._passing.clear()

    def go_on(self) -> None:
        """Pass on what has waited, and what comes."""
        self._passing.set()

    async def _connected(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.connections += 1
        self._open.add(task)
        writers = [to_client]
        try:
            await self._passing.wait()
            server, to_server = await asyncio.open_connection(*self._to)
            writers.append(to_server)
            await until_one_ends(
                self._pass(client, to_server, None),
                self._pass(server, to_client, self._rewrite and self._rewrite()),
            )
        except (OSError, asyncio.CancelledError):
            pass  # the server is away, or a test has cut the connection: both ends see it closed
        finally:
            self._open.discard(task)
            for writer in writers:
                writer.close()
            with suppress(OSError, asyncio.CancelledError):
                await asyncio.gather(*(writer.wait_closed() for writer in writers))

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, rewrite: Rewrite | None
    ) -> None:
        """Pass on one direction until it ends."""
        on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(maxsize=64)
        delivering = asyncio.create_task(self._deliver(on_the_way, writer))
        now = asyncio.get_running_loop().time
        goes_on = True
        try:
            with suppress(ConnectionError):
                while goes_on and (data := await reader.read(CHUNK_BYTES)):
                    if rewrite is not None:
                        data, goes_on = rewrite(data)
                    await on_the_way.put((now() + self.delay_seconds, data))
            await on_the_way.put((now() + self.delay_seconds, b""))
            await delivering
        finally:
            delivering.cancel()

    async def _deliver(
        self, on_the_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter
    ) -> None:
        """Write each piece when it is due; an empty one is the end."""
        now = asyncio.get_running_loop().time
        with suppress(ConnectionError):
            while True:
                due, data = await on_the_way.get()
                await asyncio.sleep(due - now())
                await self._passing.wait()
                if not data:
                    return
                if self.bytes_per_second:
                    await asyncio.sleep(len(data) / self.bytes_per_second)
                writer.write(data)
                await writer.drain()
