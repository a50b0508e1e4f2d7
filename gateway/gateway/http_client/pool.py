"""The connections to one service: kept alive, limited in number, the last used first.

None is used for ever: a process that was started behind a balancer gets its share of new connections alone.
"""

import asyncio
import random
import ssl
from collections import deque
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from gateway.http_client.connection import Connection
from gateway.http_client.messages import (
    AnswerTooLate,
    Body,
    Disconnected,
    Headers,
    NotConnected,
    Response,
    request_head,
)

CONNECT_SECONDS: Final = 2.0
LATE_SECONDS: Final = 0.05
"""A timeout that comes later than this says that this process was busy, not that the service is away."""
POOL_SECONDS: Final = 5.0
"""How long a request waits for one of the service's connections to become free."""
CONNECTING_AT_ONCE: Final = 8
"""In a burst of requests most get a connection that another one has opened and already needs no more."""
LIFETIME_SECONDS: Final = 30.0
APART: Final = (0.75, 1.25)
"""Connections that were opened together end at different times: each after its lifetime times one of these,
or what lies between."""
PORTS: Final = {"http": 80, "https": 443}


class PoolUse(NamedTuple):
    """How the connections of a pool are used at one moment."""

    in_use: int
    idle: int
    allowed: int
    """The most that may be open."""
    waiting: int
    """Requests that wait for one."""


class ConnectionPool:
    """A client of one service."""

    def __init__(
        self,
        url: str,
        *,
        connections: int,
        keepalive: float,
        lifetime: float = LIFETIME_SECONDS,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`keepalive`: the seconds for which a connection may rest, `lifetime`: for which it is used, give or
        take a quarter; `tls`: for https.

        Raises ValueError for another scheme.
        """
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname:
            raise ValueError(f"no address of http or https: {url}")
        self._host, self._port = parts.hostname, parts.port or PORTS[parts.scheme]
        self._authority = parts.netloc.rpartition("@")[2].encode("ascii")
        self._prefix = parts.path.rstrip("/")
        self._tls = tls if parts.scheme == "https" else None
        self._most = connections
        self._keepalive = keepalive
        self._lifetime = lifetime
        self._open: set[Connection] = set()
        self._connecting = 0
        self._free: list[Connection] = []
        self._waiting: deque[asyncio.Future[Connection | None]] = deque()

    async def ask(self, method: str, target: str, headers: Headers, body: Body, *, within: float) -> Response:
        """Send a request and return its answer.

        `within` limits the seconds until a small answer is there, or a large one has begun.

        `headers` are complete but for Host; a streamed body without Content-Length is sent in chunks. Nothing
        is sent twice. Raises ClientError, UnsafeRequest, and what `body` raises.
        """
        if not isinstance(body, bytes) and not any(name == b"content-length" for name, _ in headers):
            headers = [*headers, (b"transfer-encoding", b"chunked")]
        head = request_head(method, self._prefix + target, self._authority, headers)
        deadline = asyncio.get_running_loop().time() + within
        connection = self._rested() or await self._taken(deadline)
        return await connection.ask(method, head, body, deadline, within)

    def end_rested(self) -> None:
        """End the connections that rest: one of them was found dead, and the others may be too."""
        while connection := self._rested():
            connection.close()

    @property
    def use(self) -> PoolUse:
        """How its connections are used now."""
        idle = len(self._free)
        return PoolUse(len(self._open) - idle, idle, self._most, len(self._waiting))

    async def close(self) -> None:
        """End all connections."""
        for connection in list(self._open):
            connection.close()
        await asyncio.sleep(0)  # they end in the next turn of the loop

    def _rested(self) -> Connection | None:
        """A connection that rests, the last used first: the others may then end."""
        oldest = asyncio.get_running_loop().time() - self._keepalive
        while self._free:
            connection = self._free.pop()
            if connection.free_since < oldest:
                connection.close()
            elif connection.usable:
                return connection
        return None

    async def _taken(self, deadline: float) -> Connection:
        """A new connection, or one that becomes free. Raises NotConnected, AnswerTooLate."""
        latest = min(deadline, asyncio.get_running_loop().time() + POOL_SECONDS)
        while self._connecting >= CONNECTING_AT_ONCE or len(self._open) + self._connecting >= self._most:
            connection = await self._next_free(latest)
            if connection is not None and connection.usable:
                return connection
        return await self._connected(deadline)

    async def _next_free(self, latest: float) -> Connection | None:
        """The connection that is free next, in turn; None when one may be opened. Raises NotConnected."""
        turn: asyncio.Future[Connection | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            async with asyncio.timeout_at(latest):
                return await asyncio.shield(turn)
        except BaseException as error:
            if turn.done():  # it came as its waiter gave up
                self._pass_on(turn.result())
            else:
                self._waiting.remove(turn)
            if isinstance(error, TimeoutError):
                raise NotConnected("all connections are in use") from error
            raise

    async def _connected(self, deadline: float) -> Connection:
        """A new connection. Raises NotConnected, AnswerTooLate, Disconnected."""
        loop = asyncio.get_running_loop()
        self._connecting += 1
        try:
            connection = await self._made(deadline)
            if not connection.usable:
                raise Disconnected
            self._open.add(connection)
            connection.retire_in(self._lifetime * random.uniform(*APART))  # noqa: S311  no secret
        except (OSError, TimeoutError, Disconnected) as error:
            if isinstance(error, Disconnected):
                raise
            late = isinstance(error, TimeoutError) and loop.time() >= deadline
            raise (AnswerTooLate() if late else NotConnected(str(error))) from error
        finally:
            self._connecting -= 1
            self._pass_on(None)
        return connection

    async def _made(self, deadline: float) -> Connection:
        """Connect, once more whenever this process was too busy to see the connection. Raises OSError."""
        loop = asyncio.get_running_loop()
        while True:
            latest = min(deadline, loop.time() + CONNECT_SECONDS)
            try:
                async with asyncio.timeout_at(latest):
                    _, connection = await loop.create_connection(
                        lambda: Connection(self._pass_on, self._lost), self._host, self._port, ssl=self._tls
                    )
                    return connection
            except TimeoutError:
                if latest == deadline or loop.time() < latest + LATE_SECONDS:
                    raise

    def _pass_on(self, connection: Connection | None) -> None:
        """Give a free connection, or with None the right to open one, to who waits longest."""
        if self._waiting:
            self._waiting.popleft().set_result(connection)
        elif connection is not None:
            self._free.append(connection)

    def _lost(self, connection: Connection) -> None:
        self._open.discard(connection)
        if connection in self._free:
            self._free.remove(connection)
        self._pass_on(None)
