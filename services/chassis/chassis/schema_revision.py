"""Whether a database has the tables that this version of a service works with.

Migrations are run by a job, before or after the new processes start. A process that starts before its
migration waits for it, neither ready nor at work in the background, and needs no restart. A database at a
revision that this version does not know was migrated by a newer version, which leaves the present one what it
uses (CONTRIBUTING.md, "Changing a table"). One that is older and has no migration from there waits for an
operator.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

import asyncpg
import structlog
from sqlalchemy import column, select, table

from chassis.db import Database, Statement
from chassis.revisions import Revisions, revisions_in
from chassis.tracing import Tracing

LOOK_SECONDS: Final = 1.0
"""How often a process that waits looks whether the migration has run."""
ANSWER_SECONDS: Final = 2.0
"""A database that has not answered by then is away."""
_FOUND: Final = Statement(select(column("version_num")).select_from(table("alembic_version")))
log = structlog.get_logger()


class SchemaRevision:
    """The check of one process. Once it has held it is not made again."""

    def __init__(self, migrations: Path | None, traced: Tracing) -> None:
        """`migrations` is the folder with the service's migrations; None for a service without tables."""
        self._migrations = migrations
        self._tracing = traced
        self._ours: Revisions | None = None
        self.fits = migrations is None
        """Whether the database was found to have what this version works with."""
        self.details = ""
        """What was found instead, in words for operators."""

    async def look(self, database: Database) -> bool:
        """Whether it fits by now; asks the database unless it did. Raises what a database raises that is
        away."""
        if self.fits or self._migrations is None:
            return True
        if self._ours is None:
            self._ours = await asyncio.to_thread(revisions_in, self._migrations)
        with self._tracing.untraced():
            found = await _revisions_of(database)
        self.fits = bool(found) and self._ours.fit(found)
        needed = ", ".join(sorted(self._ours.heads))
        self.details = "" if self.fits else f"{', '.join(sorted(found)) or 'no tables'}, needed is {needed}"
        if not self.fits:
            log.warning("waits for its migration", found=sorted(found), needed=needed)
        return self.fits


async def _revisions_of(database: Database) -> frozenset[str]:
    try:
        async with asyncio.timeout(ANSWER_SECONDS), database.reading() as connection:
            return frozenset(str(each) for each in await _FOUND.column(connection))
    except (asyncpg.UndefinedTableError, asyncpg.InsufficientPrivilegeError):
        return frozenset()  # the rights come with the tables


@asynccontextmanager
async def at_work_once_it_fits(
    revision: SchemaRevision, database: Database, work: Callable[[], AbstractAsyncContextManager[None]]
) -> AsyncGenerator[None]:
    """Run `work` while this context is open, from the moment when the schema fits: an event that met old
    tables would become a dead letter."""
    if await _looked(revision, database):
        async with work():
            yield
        return
    stopping = asyncio.Event()
    waiting = asyncio.create_task(_begin_later(revision, database, work, stopping), name="waits for schema")
    try:
        yield
    finally:
        stopping.set()
        await waiting


async def _begin_later(
    revision: SchemaRevision,
    database: Database,
    work: Callable[[], AbstractAsyncContextManager[None]],
    stopping: asyncio.Event,
) -> None:
    while not stopping.is_set():
        if await _looked(revision, database):
            async with work():
                await stopping.wait()
            return
        try:
            await asyncio.wait_for(stopping.wait(), LOOK_SECONDS)
        except TimeoutError:
            continue


async def _looked(revision: SchemaRevision, database: Database) -> bool:
    try:
        return await revision.look(database)
    except Exception as error:  # whatever the database raises: it is asked again
        log.warning("no database yet", reason=f"{type(error).__name__}: {error}"[:300])
        return False
