"""One moment of five databases: snapshots between which no event has travelled.

The only way from one service's database into another's is the outbox. While the outboxes of all services are
locked against writers, no event can be committed; a snapshot of each database taken then holds every event
that any other of them has handled. The locks last for the milliseconds that five snapshots take, and the
dumps read the snapshots for as long as they need.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import asyncpg
from chassis import postgres

from openhours.backups.problems import BackupProblem

CONNECT_SECONDS: Final = 15
LOCK_TIMEOUT: Final = "500ms"
"""How long a writer waits behind us at most while we wait for another one."""
TRIES: Final = 40
PAUSE_SECONDS: Final = 0.25
_LOCK: Final = f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'; LOCK TABLE outbox IN SHARE MODE"
_PATIENT: Final = "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0"
"""A dump may read its snapshot for hours."""
CLOSED_FUNCTIONS: Final = """
SELECT oid::regprocedure::text FROM pg_proc
WHERE proowner = current_user::regrole AND proacl IS NOT NULL
    AND NOT EXISTS (SELECT FROM aclexplode(proacl) WHERE grantee = 0)
ORDER BY 1
"""
"""Functions that not everybody may call. Rights are no part of a dump: roles may have other names
elsewhere.
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One database at the moment, open until the block ends."""

    url: str
    name: str
    """By which another session of the same server reads it."""
    revision: str
    server_version: int
    """The major version."""
    closed_functions: tuple[str, ...]
    connection: asyncpg.Connection
    """The session that holds the snapshot; what it reads is of the moment."""


@dataclass(frozen=True, slots=True)
class Moment:
    """All databases at one moment."""

    at: datetime
    """By this machine's clock, after all locks were held: what was answered before is in the snapshots."""
    snapshots: Mapping[str, Snapshot]


async def connected(url: str, service: str) -> asyncpg.Connection:
    """A connection to the database at `url`. Raises BackupProblem."""
    try:
        return await postgres.connect(url, timeout=CONNECT_SECONDS)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
        raise BackupProblem(
            f"{service}: its database cannot be reached: {type(error).__name__} {error}".rstrip()
        ) from error


@asynccontextmanager
async def one_moment(urls: Mapping[str, str]) -> AsyncGenerator[Moment]:
    """Snapshots of these databases (by service, with the roles that own their tables). Raises
    BackupProblem.
    """
    async with AsyncExitStack() as stack:
        readers = {service: await _open(stack, url, service) for service, url in urls.items()}
        for reader in readers.values():
            await reader.execute(_PATIENT)
        at, names = await _taken(stack, urls, readers)
        yield Moment(
            at, {each: await _described(reader, urls[each], names[each]) for each, reader in readers.items()}
        )


async def _open(stack: AsyncExitStack, url: str, service: str) -> asyncpg.Connection:
    connection = await connected(url, service)
    stack.push_async_callback(connection.close)
    return connection


async def _taken(
    stack: AsyncExitStack, urls: Mapping[str, str], readers: Mapping[str, asyncpg.Connection]
) -> tuple[datetime, dict[str, str]]:
    """When the locks were held, and the names of the snapshots taken meanwhile."""
    lockers = {service: await _open(stack, url, service) for service, url in urls.items()}
    for _ in range(TRIES):
        try:
            async with AsyncExitStack() as locks:
                for locker in lockers.values():
                    await locks.enter_async_context(locker.transaction())
                    await locker.execute(_LOCK)
                at = datetime.now(UTC)
                return at, {service: await _exported(reader) for service, reader in readers.items()}
        except asyncpg.LockNotAvailableError:  # a long transaction writes: let the others pass
            await asyncio.sleep(PAUSE_SECONDS)
        except asyncpg.UndefinedTableError as error:
            raise BackupProblem("a database has no tables: `openhours migrate` was not run") from error
        except asyncpg.InsufficientPrivilegeError as error:
            raise BackupProblem(f"a role may not read all of its database: {error}") from error
    raise BackupProblem(
        f"there was no moment in which all outboxes could be locked, in {TRIES} tries: a transaction is open"
        " for long. Nothing was written."
    )


async def _exported(reader: asyncpg.Connection) -> str:
    await reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    return str(await reader.fetchval("SELECT pg_export_snapshot()"))


async def _described(reader: asyncpg.Connection, url: str, name: str) -> Snapshot:
    closed: list[Any] = await reader.fetch(CLOSED_FUNCTIONS)
    return Snapshot(
        url=url,
        name=name,
        revision=str(await reader.fetchval("SELECT version_num FROM alembic_version")),
        server_version=reader.get_server_version().major,
        closed_functions=tuple(str(each[0]) for each in closed),
        connection=reader,
    )
