"""Databases for tests: copies of a migrated template, emptied and used again by later tests."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

from local.databases import (
    connected,
    create_database,
    drop_database,
    has_database,
    migrate,
    prepare_database,
    role_urls,
    with_database,
)

from testkit.kept_connections import KeptConnections

MOST_BYTES: Final = 2_000_000
"""Larger tables stay slow to read even when they are empty; one that was analysed has other plans."""

_CLEAR_ROOM = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid <> ALL($1)
"""
_AS_NEW = """
SELECT coalesce(max(reltuples), -1) < 0 AND coalesce(sum(pg_table_size(oid)), 0) < $1
FROM pg_class WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, to_regnamespace('archive'))
"""
_TABLES = """
SELECT oid::regclass::text,
       EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgenabled = 'A') AS guarded
FROM pg_class
WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, to_regnamespace('archive'))
    AND relname <> 'alembic_version'
"""


class Databases:
    """Hands out fresh databases on one server. Emptying a used one is much faster than copying.

    Processes that name the same `run` share its templates, so that each service is migrated once.
    """

    def __init__(self, server: str, run: str = "") -> None:
        self._server = server
        self.kept = KeptConnections()
        self._run = run[:8] or secrets.token_hex(4)  # PostgreSQL cuts off names of more than 63 bytes
        self._process = secrets.token_hex(4)
        self._made: list[str] = []
        self._ended: dict[str, list[str]] = defaultdict(list)
        self._copying = asyncio.Lock()

    async def new(self, service: str) -> str:
        """The url of a migrated database without a row in it, with the role of a running service."""
        async with self._copying:
            while self._ended[service]:
                url = self._ended[service].pop()
                if await _emptied(self.superuser_url(url), self.kept):
                    return url
                self.kept.forget(url)
            template = f"test_{self._run}_{service}_template"
            name = f"test_{self._process}_{service}_{len(self._made)}"
            async with self._turn():  # PostgreSQL copies a template only once at a time
                if not await has_database(self._server, template):
                    await self._make_template(service, template)
                await create_database(self._server, name, template)
            self._made.append(name)
            return (await prepare_database(self._server, service, name)).runtime

    def owner_url(self, url: str) -> str:
        """The same database with the role that owns its tables."""
        service = (urlsplit(url).username or "").removeprefix("openhours_")
        return role_urls(self._server, service, _name_of(url)).owner

    def superuser_url(self, url: str) -> str:
        """The same database with the role that may switch off its triggers."""
        return with_database(self._server, _name_of(url))

    def give_back(self, service: str, url: str) -> None:
        """Offer a used database to later tests. `new` empties it, when the test that used it has stopped."""
        self.kept.serve(url)
        self._ended[service].append(url)

    async def drop(self) -> None:
        """Drop all databases."""
        for name in self._made:
            await drop_database(self._server, name)

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None]:
        """Wait until no other process of this run uses its templates."""
        async with connected(self._server) as connection:
            await connection.execute("SELECT pg_advisory_lock(hashtext($1))", self._run)
            yield

    async def _make_template(self, service: str, name: str) -> None:
        """Migrate a draft and rename it, so that whatever has the template's name is whole."""
        draft = f"{name}_{self._process}"
        self._made.append(name)
        urls = await prepare_database(self._server, service, draft)
        await migrate(service, urls.owner, urls.runtime)
        async with connected(self._server) as connection:
            await connection.execute(f'ALTER DATABASE "{draft}" RENAME TO "{name}"')


def _name_of(url: str) -> str:
    """The name of the database in a url."""
    return urlsplit(url).path.removeprefix("/")


async def _emptied(url: str, kept: KeptConnections) -> bool:
    """Empty a database; False if it is not like new. With larger tables or statistics, plans would differ.

    Nothing of the test that used it goes on: all connections are ended but those that it gave back.
    """
    async with connected(url) as connection:
        await connection.execute(_CLEAR_ROOM, kept.idle(url))
        if not await connection.fetchval(_AS_NEW, MOST_BYTES):
            return False
        tables = await connection.fetch(_TABLES)
        deletes = ["SET session_replication_role = replica"]  # switches foreign keys off
        for table, guarded in tables:
            if not guarded:
                deletes.append(f"DELETE FROM {table}")  # noqa: S608 - a table name from pg_catalog
            elif await connection.fetchval(f"SELECT EXISTS (SELECT FROM {table})"):  # noqa: S608
                return False  # a trigger forbids to delete its rows
        await connection.execute(";".join(deletes))
        return True
