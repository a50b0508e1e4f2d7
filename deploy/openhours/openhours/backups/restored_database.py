"""Brings the dump of one service's database into an empty one."""

import asyncio
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

import asyncpg
from chassis import database_roles, migrations
from chassis.revisions import revisions_in
from chassis.settings import ServiceSettings
from sqlalchemy import make_url

from openhours.backups.archive import Archive
from openhours.backups.manifest import DumpedDatabase
from openhours.backups.moment import connected
from openhours.backups.postgres_tools import PostgresTools
from openhours.backups.problems import BackupProblem

_TABLES: Final = """
SELECT oid::regclass::text FROM pg_class
WHERE relkind IN ('r', 'p') AND relname <> 'alembic_version' AND relnamespace IN (
    SELECT oid FROM pg_namespace WHERE nspname <> 'information_schema' AND NOT starts_with(nspname, 'pg_')
)
ORDER BY 1
"""
_SERVED: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND usename = $1 AND pid <> pg_backend_pid()
"""
_OWN_OBJECTS: Final = """
SELECT format('DROP SCHEMA %I CASCADE', nspname) FROM pg_namespace
WHERE nspname <> 'public' AND nspowner = current_user::regrole AND NOT starts_with(nspname, 'pg_')
UNION ALL
SELECT format('DROP TABLE IF EXISTS %s CASCADE', oid::regclass) FROM pg_class
WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relowner = current_user::regrole
UNION ALL
SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND proowner = current_user::regrole AND NOT EXISTS (
    SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e'
)
"""
"""What migrations made: a dump brings its own. Extensions stay, they may be somebody else's."""


def owner_url(settings: ServiceSettings) -> str:
    """The database with the role that owns its tables."""
    return settings.migration_database_url or settings.database_url


def folder_of(service: str) -> Path:
    """The folder of a service, with its migrations."""
    package = import_module(service)
    return Path(str(package.__file__)).resolve().parent.parent


def check_revision_known(service: str, revision: str) -> None:
    """Raises BackupProblem for a backup of a schema from which the migrations of this code do not go on."""
    ours = revisions_in(folder_of(service) / "migrations")
    if revision in ours.known:
        return
    if ours.outdated(revision):
        raise BackupProblem(
            f"the backup is of Openhours before {migrations.OLDEST_RELEASE}, or of a development version:"
            f" {service} was at revision {revision}, and this version goes on from"
            f" {', '.join(sorted(ours.known))}. Restore it with that version."
        )
    raise BackupProblem(
        f"the backup is of a newer version of Openhours: {service} was at revision {revision}, and"
        f" {ours.newest} is the newest known here. Restore it with that version."
    )


async def prepare_empty(service: str, settings: ServiceSettings) -> int:
    """Make the database and its roles, if ADMIN_DATABASE_URL lets us, and look whether it is empty and
    unused.

    Returns the server's major version. Raises BackupProblem.
    """
    url = owner_url(settings)
    if settings.admin_database_url is not None:
        await database_roles.prepare(settings.admin_database_url, url, settings.database_url, alone=True)
    connection = await connected(url, service)
    try:
        runtime = database_roles.role_of(settings.database_url)
        if runtime != database_roles.role_of(url) and await connection.fetchval(_SERVED, runtime):
            raise BackupProblem(f"{service} is running on this database: stop all services first")
        for (table,) in await connection.fetch(_TABLES):
            if await connection.fetchval(f"SELECT EXISTS (SELECT FROM {table})"):  # noqa: S608 - from pg_catalog
                raise BackupProblem(
                    f"{service}'s database {make_url(url).database} is not empty: {table} has rows. A backup"
                    " is only restored into an empty set. Nothing was changed."
                )
        return connection.get_server_version().major
    finally:
        await connection.close()


async def restore_database(
    archive: Archive, tools: PostgresTools, service: str, settings: ServiceSettings, dumped: DumpedDatabase
) -> None:
    """Bring back one database, in one transaction, and migrate it to this version. Raises BackupProblem."""
    url = owner_url(settings)
    connection = await connected(url, service)
    try:
        for (statement,) in await connection.fetch(_OWN_OBJECTS):
            await connection.execute(statement)
        await asyncio.to_thread(tools.restore, url, lambda into: archive.copy_plain(dumped.dump.stored, into))
        await _close_functions(connection, dumped.closed_functions)
    finally:
        await connection.close()
    await migrations.upgrade(folder_of(service), url, database_roles.role_of(settings.database_url))


async def _close_functions(connection: asyncpg.Connection, functions: Sequence[str]) -> None:
    for each in functions:
        name = await connection.fetchval("SELECT $1::regprocedure::text", each)
        await connection.execute(f"REVOKE ALL ON FUNCTION {name} FROM PUBLIC")
