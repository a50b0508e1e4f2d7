"""Runs alembic: from a service's env.py, and from code (the embedded environment, tests, the migrate job)."""

import asyncio
import re
from collections.abc import Collection
from pathlib import Path

import structlog
from alembic import command, context
from alembic.config import Config
from sqlalchemy import Connection, MetaData, event, pool
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from chassis import database_roles, tables
from chassis.addresses import database_address
from chassis.db.errors import timeout_of
from chassis.postgres import Server, connect
from chassis.revisions import Revisions, revisions_in

LOCK_TIMEOUT = "2s"
"""Who waits for a lock makes all wait who come after: a migration gives up soon, and tries again later."""
PATIENT_LOCK_TIMEOUT = "10min"
"""The same for CONCURRENTLY, which waits for the transactions that have begun before and holds nobody up."""
ATTEMPTS = 6
"""How often it tries to get its locks. What was committed before is not done again."""
PAUSE_SECONDS = 3.0
"""How long it rests after the first attempt; after each further one as much longer."""

OLDEST_RELEASE = "1.0.0"
"""The release whose databases the oldest migrations make."""

log = structlog.get_logger()


class DatabaseRefused(RuntimeError):
    """A database that this version does not migrate; the message says what was found, and what to do."""


class NewerDatabase(DatabaseRefused):
    """A newer version has migrated the database, in a way that this version does not know."""


class OutdatedDatabase(DatabaseRefused):
    """The database is older than the oldest release from which migrations go on, or of a development version
    between two releases."""


def config_for(service_folder: Path, database_url: str, runtime_role: str = "") -> Config:
    """Alembic's configuration for the service in `service_folder` on the database at `database_url`."""
    config = Config(service_folder / "alembic.ini")
    config.set_main_option("script_location", str(service_folder / "migrations"))
    config.attributes["database_url"] = database_url
    config.attributes["runtime_role"] = runtime_role
    return config


async def check_revision(service_folder: Path, database_url: str) -> None:
    """Raises DatabaseRefused for a database from which the migrations in `service_folder` do not go on."""
    connection = await connect(database_url)
    try:
        migrated = await connection.fetchval("SELECT to_regclass('alembic_version') IS NOT NULL")
        found = await connection.fetchval("SELECT version_num FROM alembic_version") if migrated else None
    finally:
        await connection.close()
    revisions = revisions_in(service_folder / "migrations")
    if found is not None and found not in revisions.known:
        raise _refusal(database_address(database_url).path[1:], found, revisions)


def _refusal(database: str, found: str, revisions: Revisions) -> DatabaseRefused:
    if not revisions.outdated(found):
        return NewerDatabase(
            f"The database {database} was written by a newer version of Openhours: its revision is {found},"
            f" and the newest known here is {revisions.newest}. Nothing was changed. Start that version, or"
            " bring back a copy from before."
        )
    if found < revisions.oldest:
        return OutdatedDatabase(
            f"The database {database} is older than Openhours {OLDEST_RELEASE}: its revision is {found}, and"
            f" this version goes on from {revisions.oldest}. Nothing was changed. Start release"
            f" {OLDEST_RELEASE} on it first, or begin with an empty database."
        )
    return OutdatedDatabase(
        f"The database {database} was written by a development version of Openhours: its revision is {found},"
        f" which no release has, and this version goes on from {', '.join(sorted(revisions.known))}. Nothing"
        f" was changed. Begin with an empty database, or with one of release {OLDEST_RELEASE}."
    )


async def upgrade(service_folder: Path, database_url: str, runtime_role: str = "") -> None:
    """Bring the database at `database_url` to the newest revision of the service in `service_folder`.

    `runtime_role` may then read and write its rows, unless it is the role of `database_url` itself. Tries
    again when somebody holds a lock for longer than LOCK_TIMEOUT, in the end raises DBAPIError. Raises
    DatabaseRefused, and then changes nothing.
    """
    await check_revision(service_folder, database_url)
    config = config_for(service_folder, database_url, runtime_role)
    for attempt in range(1, ATTEMPTS):
        try:
            await asyncio.to_thread(command.upgrade, config, "head")
        except DBAPIError as error:
            if timeout_of(error) != "lock":
                raise
            log.warning("a migration waits for a lock", attempt=attempt, of=ATTEMPTS)
            await asyncio.sleep(PAUSE_SECONDS * attempt)
        else:
            return
    await asyncio.to_thread(command.upgrade, config, "head")


def run_env(metadata: MetaData, *, retired: Collection[str] = ()) -> None:
    """Run the migrations of `metadata` and the chassis' tables; called by a service's migrations/env.py.

    `retired` names tables that only the previous version uses: they remain until the next migration.
    """
    told = context.config.attributes
    asyncio.run(_run(told["database_url"], told["runtime_role"], [metadata, tables.metadata], retired))


async def _run(url: str, runtime_role: str, metadata: list[MetaData], retired: Collection[str]) -> None:
    # The URL is not SQLAlchemy's to read: it would hand each of our words on as an argument.
    engine = create_async_engine(
        "postgresql+asyncpg://", poolclass=pool.NullPool, async_creator=Server(url).connect
    )
    try:
        async with engine.connect() as connection:
            await connection.run_sync(_migrate, metadata, retired)
            if runtime_role and runtime_role != database_roles.role_of(url):
                await connection.run_sync(database_roles.grant_rights, runtime_role, metadata)
            await connection.commit()
    finally:
        await engine.dispose()


def _migrate(connection: Connection, metadata: list[MetaData], retired: Collection[str]) -> None:
    connection.exec_driver_sql(f"SET lock_timeout = '{LOCK_TIMEOUT}'")
    # The role may have less time while it serves.
    connection.exec_driver_sql("SET statement_timeout = 0")
    connection.exec_driver_sql("SET idle_in_transaction_session_timeout = 0")
    connection.commit()
    _wait_longer_for_concurrent_statements(connection)
    schemas = {table.schema for each in metadata for table in each.sorted_tables} | {None}

    def include_name(name: str | None, kind: str, _: object) -> bool:
        return name in schemas if kind == "schema" else kind != "table" or name not in retired

    context.configure(
        connection=connection,
        target_metadata=metadata,
        compare_type=True,
        compare_server_default=False,
        include_schemas=True,
        include_name=include_name,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def _wait_longer_for_concurrent_statements(connection: Connection) -> None:
    """Give CONCURRENTLY another limit for locks; what it has done by then would be thrown away."""

    def limit(timeout: str, cursor: DBAPICursor, statement: str) -> None:
        if re.match(r"\s*(CREATE|DROP|REINDEX)\b[^(]*\bCONCURRENTLY\b", statement, re.IGNORECASE):
            cursor.execute(f"SET lock_timeout = '{timeout}'")

    def before(_: Connection, cursor: DBAPICursor, statement: str, *rest: object) -> None:
        limit(PATIENT_LOCK_TIMEOUT, cursor, statement)

    def after(_: Connection, cursor: DBAPICursor, statement: str, *rest: object) -> None:
        limit(LOCK_TIMEOUT, cursor, statement)

    event.listen(connection, "before_cursor_execute", before)
    event.listen(connection, "after_cursor_execute", after)
