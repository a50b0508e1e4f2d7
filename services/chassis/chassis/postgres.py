"""Opens connections to PostgreSQL: to which host, in what time, and so that a vanished server is noticed."""

import socket
import uuid
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, Final, cast

import asyncpg

from chassis.addresses import WORDS, database_address

CONNECT_SECONDS: Final = 5.0
"""For each host: one that takes no connection must not keep the next from being tried."""
IDLE_SECONDS: Final = 60
PROBE_SECONDS: Final = 10
PROBES: Final = 3
LOST_AFTER_SECONDS: Final = 30
"""What was sent and is not even received by the other machine within this time is lost (tcp_user_timeout)."""
SERVER_KEEPALIVES: Final = {
    "tcp_keepalives_idle": str(IDLE_SECONDS),
    "tcp_keepalives_interval": str(PROBE_SECONDS),
    "tcp_keepalives_count": str(PROBES),
}
"""The same for the server: proxies must not drop idle connections, and dead ones must be noticed."""
ANSWER_SECONDS: Final = 15.0
"""The net below the server's own timeouts: an answer that takes longer will not come (command_timeout of
asyncpg). The server may be stopped, on a system that still acknowledges what it receives."""
_SOCKET_OPTIONS: Final = (
    ("TCP_KEEPIDLE", IDLE_SECONDS),
    ("TCP_KEEPINTVL", PROBE_SECONDS),
    ("TCP_KEEPCNT", PROBES),
    ("TCP_USER_TIMEOUT", 1000 * LOST_AFTER_SECONDS),
)
_NEXT_HOST: Final = (OSError, asyncpg.CannotConnectNowError, asyncpg.TargetServerAttributeNotMatched)


class Server:
    """The hosts of one database. They are tried in turn, beginning with the one that answered last."""

    def __init__(self, url: str, *, settings: Mapping[str, str] | None = None, **options: Any) -> None:
        """`settings` are sent with each start of a connection, `options` are those of `asyncpg.connect`.

        Raises `addresses.WrongAddress`.
        """
        address = database_address(url)
        tls = address.tls()
        self._options: dict[str, Any] = {"timeout": CONNECT_SECONDS, "server_settings": settings, **options}
        if tls is not None:
            address = address.without(*WORDS)
            self._options["ssl"] = tls
        each = [(host,) for host in address.hosts] or [()]
        self._urls = [address.url(hosts=hosts) for hosts in each]
        self._first = 0

    async def connect(self) -> asyncpg.Connection:
        """A new connection. Raises what the last host that was tried raised."""
        failed: BaseException | None = None
        count = len(self._urls)
        for place in (*range(self._first, count), *range(self._first)):
            try:
                connection = await asyncpg.connect(self._urls[place], **self._options)
            except _NEXT_HOST as error:
                failed = error
                continue
            self._first = place
            _notice_loss(connection)
            return connection
        assert failed is not None
        raise failed


async def connect(
    url: str, *, settings: Mapping[str, str] | None = None, **options: Any
) -> asyncpg.Connection:
    """A connection to the database at `url` for once.

    Raises `addresses.WrongAddress`, and asyncpg's errors.
    """
    return await Server(url, settings=settings, **options).connect()


def _notice_loss(connection: asyncpg.Connection) -> None:
    """Let the system notice a machine that is gone: asyncpg sets no option of the socket."""
    opened = cast(Any, connection)._transport.get_extra_info("socket")
    if opened is None or opened.family not in {socket.AF_INET, socket.AF_INET6}:
        return
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _SOCKET_OPTIONS:
        if hasattr(socket, name):  # not on every system
            opened.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


@contextmanager
def patience(connection: asyncpg.Connection, seconds: float) -> Generator[None]:
    """Wait so long for each answer meanwhile, where a connection was opened with a `command_timeout`."""
    driver = cast(Any, connection)
    usual = driver._config
    driver._config = usual._replace(command_timeout=seconds)
    try:
        yield
    finally:
        driver._config = usual


class Unprepared(asyncpg.Connection):
    """For a pooler in transaction mode that does not carry prepared statements (PgBouncer before 1.21).

    A statement outside a transaction is parsed and run by two requests, which such a pooler may send to two
    servers: so each is a transaction. Names of what a cursor prepares are unique among all processes.
    """

    async def fetch(self, *args: Any, **named: Any) -> Any:
        """As asyncpg's, in a transaction."""
        async with self.transaction():
            return await super().fetch(*args, **named)

    async def fetchrow(self, *args: Any, **named: Any) -> Any:
        """As asyncpg's, in a transaction."""
        async with self.transaction():
            return await super().fetchrow(*args, **named)

    async def fetchval(self, *args: Any, **named: Any) -> Any:
        """As asyncpg's, in a transaction."""
        async with self.transaction():
            return await super().fetchval(*args, **named)

    async def fetchmany(self, *args: Any, **named: Any) -> Any:
        """As asyncpg's, in a transaction."""
        async with self.transaction():
            return await super().fetchmany(*args, **named)

    def _get_unique_id(self, prefix: str) -> str:
        return f"__asyncpg_{prefix}_{uuid.uuid4().hex}__"
