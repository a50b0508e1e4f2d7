"""Connections to the databases of tests that outlive a test: opening one costs more than what it then does.

PostgreSQL starts a process for each and fills its catalogue caches anew. What a test closes is reset instead
and handed to the next one that connects to the same database with the same role and settings. Whoever closed
a connection holds a closed one: the next gets an object of its own.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, cast
from urllib.parse import urlsplit

import asyncpg
import pytest

_OWN_KIND: Final = frozenset({"connection_class", "ssl"})
"""Options of connections that are never kept."""


class KeptConnection(asyncpg.Connection):
    """A connection that is kept when it is closed, unless it is in the middle of something."""

    keep: Callable[["KeptConnection"], None] | None = None
    settled: frozenset[tuple[str, str]] = frozenset()
    """The types whose codecs were set by an earlier holder, as this one sets them."""
    stale = False
    """Whether it still has to be reset."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._codecs: set[tuple[str, str]] = set()

    async def set_type_codec(self, typename: str, *, schema: str = "public", **codec: Any) -> None:
        """As asyncpg's, which forgets all prepared statements; once for each type."""
        if (typename, schema) not in self.settled:
            await super().set_type_codec(typename, schema=schema, **codec)
            self._codecs.add((typename, schema))

    async def reset_whole(self) -> None:
        """Reset it as asyncpg does; one that was not reset is cut, as nobody holds it then."""
        try:
            await self.reset()
        except BaseException:
            super().terminate()
            raise
        self.stale = False

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109 - as asyncpg's
        """Keep it, reset; really close it where a time is set, as for one that may not answer."""
        if self.keep is None or timeout is not None or self.is_closed() or self.is_in_transaction():
            await super().close(timeout=timeout)
            return
        with suppress(Exception):  # whatever keeps it from being reset: it is closed then
            await self.reset_whole()
            self.keep(self._renewed())
            return
        await super().close()

    def terminate(self) -> None:
        """As asyncpg's, but for one that only listens, whose holder has no other way to end it."""
        listens = bool(cast(Any, self)._listeners) and not self.is_closed() and not self.is_in_transaction()
        if self.keep is None or not listens:
            super().terminate()
            return
        renewed = self._renewed()
        renewed.stale = True
        self.keep(renewed)

    def _renewed(self) -> "KeptConnection":
        """The same session, with its prepared statements, as an object that only its next holder knows."""
        old: Any = self
        new: Any = KeptConnection(
            old._protocol, old._transport, old._loop, old._addr, old._config, old._params
        )
        new._protocol.set_connection(new)
        for name in ("_stmt_cache", "_stmts_to_close"):
            mine, yours = getattr(old, name), getattr(new, name)
            setattr(old, name, yours)
            setattr(new, name, mine)
        mine, yours = old._stmt_cache, new._stmt_cache
        mine._on_remove, yours._on_remove = yours._on_remove, mine._on_remove
        new.keep, new.settled = self.keep, self.settled | self._codecs
        old._protocol, old._aborted = None, True
        old._cleanup()
        return new


class KeptConnections:
    """The connections of one event loop that wait for their next holder."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._idle: dict[str, dict[str, list[KeptConnection]]] = {}
        """By the place of a database, and by what a connection to it is opened with."""
        self._connect = asyncpg.connect

    def serve(self, url: str) -> None:
        """Keep the connections to this database from now on."""
        self._idle.setdefault(_place(url), defaultdict(list))

    def idle(self, url: str) -> list[int]:
        """The processes at the server of those to this database that nobody holds: they do nothing."""
        lists = self._idle.get(_place(url), {}).values()
        return [each.get_server_pid() for kept in lists for each in kept if not each.is_closed()]

    def forget(self, url: str) -> None:
        """Close the connections to this database, and keep none to it."""
        self._close(_place(url))

    def _close(self, place: str) -> None:
        for kept in self._idle.pop(place, {}).values():
            for connection in kept:
                connection.keep = None
                connection.terminate()

    @contextmanager
    def in_place(self) -> Generator[None]:
        """Stand in for asyncpg's `connect`."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncpg, "connect", self.connect)
            yield
        for place in list(self._idle):
            self._close(place)

    async def connect(self, dsn: str | None = None, **options: Any) -> asyncpg.Connection:
        """One that was kept, or a new one. Raises what asyncpg does."""
        place = _place(dsn or "")
        if place not in self._idle or _OWN_KIND & options.keys() or self._is_elsewhere():
            return await self._connect(dsn, **options)
        opened_with = f"{dsn} {options}"
        waiting = self._idle[place][opened_with]
        while waiting:
            connection = waiting.pop()
            with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):  # it was lost meanwhile
                if connection.stale:
                    await connection.reset_whole()
            if not connection.is_closed():
                return connection
        connection = await self._connect(dsn, **options, connection_class=KeptConnection)
        assert isinstance(connection, KeptConnection)
        connection.keep = partial(self._keep, place, opened_with)
        return connection

    def _is_elsewhere(self) -> bool:
        return asyncio.get_running_loop() is not self._loop

    def _keep(self, place: str, opened_with: str, connection: KeptConnection) -> None:
        if place in self._idle:
            self._idle[place][opened_with].append(connection)
        else:
            connection.keep = None
            connection.terminate()


def _place(url: str) -> str:
    """The server and the database of a url, whoever connects to it."""
    parts = urlsplit(url)
    return f"{parts.netloc.rpartition('@')[2]}{parts.path}"
