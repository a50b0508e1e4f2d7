"""A balancer of TCP connections, as a Kubernetes Service is one: in turn to the processes that say they are
ready.

    async with Balancer(port) as balancer:
        balancer.put(cluster.url_of("booking-2"))
        ... balancer.url

It looks at `/health/ready` of each process, on the port for callers, every `LOOK_SECONDS`. What is not
ready or does not answer `FAILURES` times in a row, as Kubernetes counts, gets no new connection; those that
it has stay until one of their ends closes them.
"""

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

from client.api_client import eventually
from testkit.tcp_proxy import until_one_ends

LOOK_SECONDS: Final = 0.25
ANSWER_SECONDS: Final = 3.0
FAILURES: Final = 3
PIECE: Final = 65536
_QUESTION: Final = b"GET /health/ready HTTP/1.1\r\nhost: balancer\r\nconnection: close\r\n\r\n"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Backend:
    """One process behind a balancer."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.url: Final = url
        self._host, self._port = parts.hostname or "", parts.port or 80
        self.ready = False
        self.taken_out = False
        """Whether it gets no new connection, whatever it says."""
        self._failures = 0
        self.connections = 0
        """How many it was given so far."""

    async def connect(self) -> Streams:
        """A connection to it. Raises OSError."""
        return await asyncio.open_connection(self._host, self._port)

    async def look(self) -> None:
        """Ask it whether it is ready."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                is_ready = await self._says_ready()
        except OSError:
            is_ready = False
        self._failures = 0 if is_ready else self._failures + 1
        self.ready = not self.taken_out and (is_ready or (self.ready and self._failures < FAILURES))

    async def _says_ready(self) -> bool:
        reader, writer = await self.connect()
        try:
            writer.write(_QUESTION)
            return b" 200 " in await reader.readline()
        finally:
            writer.close()


class Balancer:
    """Passes each connection to the next process that is ready; it works inside its `async with`.

    While none is ready, it takes no connection: its port refuses them.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self.url: Final = f"http://127.0.0.1:{port}"
        self.backends: list[Backend] = []
        self._turn = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    def put(self, url: str) -> None:
        """Send connections to the process at this url, new or taken out before, once it is ready."""
        if url not in {each.url for each in self.backends}:
            self.backends.append(Backend(url))
        self._at(url).taken_out = False

    def take_out(self, url: str) -> None:
        """Send no new connection to the process at this url, as before a pod is stopped."""
        backend = self._at(url)
        backend.taken_out, backend.ready = True, False

    def _at(self, url: str) -> Backend:
        (backend,) = (each for each in self.backends if each.url == url)
        return backend

    async def until_ready(self, url: str) -> None:
        """Return when the process at this url gets connections. Raises UnexpectedRefusal."""
        backend = self._at(url)
        await eventually(lambda: backend.ready and self._server is not None, f"{url} in its balancer", 60)

    async def __aenter__(self) -> Self:
        self._spawn(asyncio.create_task(self._look_for_ever()))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._server is not None:
            self._server.close()

    def _spawn(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.gather(*(backend.look() for backend in self.backends))
            await self._open_or_close()
            await asyncio.sleep(LOOK_SECONDS)

    async def _open_or_close(self) -> None:
        some = any(backend.ready for backend in self.backends)
        if some and self._server is None:
            self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)
        elif not some and self._server is not None:
            self._server.close()
            self._server = None

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._spawn(task)
        server = await self._next()
        if server is not None:
            await _joined((reader, writer), server)
        writer.close()

    async def _next(self) -> Streams | None:
        """A connection to the next process that is ready; None when there is none."""
        for _ in range(len(self.backends)):
            backend = self.backends[self._turn % len(self.backends)]
            self._turn += 1
            if not backend.ready:
                continue
            try:
                streams = await backend.connect()
            except OSError:
                backend.ready = False
                continue
            backend.connections += 1
            return streams
        return None


async def _joined(client: Streams, server: Streams) -> None:
    """Pass on what both sides say, until one of them has closed its connection."""
    try:
        await until_one_ends(_pass_on(client[0], server[1]), _pass_on(server[0], client[1]))
    finally:
        server[1].close()
        client[1].close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
