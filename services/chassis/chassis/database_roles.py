"""The two roles of a service's database: its owner migrates it, the run-time role only reads and writes rows.

What gets into a serving process then creates, changes and empties no table, and reaches no other service's
database (OWASP ASVS 5.0, 13.2.2: least privilege of the accounts of backend components).
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

import asyncpg
from sqlalchemy import Connection, MetaData

from chassis.addresses import database_address
from chassis.postgres import connect

INSERT_ONLY: Final = "insert_only"
"""The key in `Table.info` of a table to which the run-time role only adds rows; it may read them too."""

ADD_ONLY: Final = "add_only"
"""The key in `Table.info` of a table, in a schema of its own, to which the run-time role adds rows and reads
none. It may call the functions of that schema: they do what it may not, with the owner's rights."""

_TURN: Final = "SELECT pg_advisory_lock(hashtext('openhours database roles'))"
"""Services prepare their databases at the same time; roles belong to the whole server."""

_OWNED_BY_OTHERS: Final = """
WITH own AS (
    SELECT oid FROM pg_namespace WHERE nspname <> 'information_schema' AND NOT starts_with(nspname, 'pg_')
)
SELECT format('ALTER %s %s OWNER TO %I', kind.type, kind.identity, $1::text)
FROM (
    SELECT 'pg_namespace'::regclass AS catalog, oid FROM pg_namespace
    WHERE nspname <> 'public' AND oid IN (SELECT oid FROM own) AND nspowner <> $1::regrole
    UNION ALL
    SELECT 'pg_class'::regclass, oid FROM pg_class
    WHERE relnamespace IN (SELECT oid FROM own) AND relowner <> $1::regrole
        AND (relkind IN ('r', 'p', 'v', 'm') OR relkind = 'S' AND NOT EXISTS (
            SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
                AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')
        ))
    UNION ALL
    SELECT 'pg_proc'::regclass, oid FROM pg_proc
    WHERE pronamespace IN (SELECT oid FROM own) AND proowner <> $1::regrole
    UNION ALL
    SELECT 'pg_type'::regclass, oid FROM pg_type
    WHERE typnamespace IN (SELECT oid FROM own) AND typowner <> $1::regrole AND typtype IN ('d', 'e')
) AS foreign_owned, LATERAL pg_identify_object(catalog, oid, 0) AS kind
WHERE NOT EXISTS (
    SELECT FROM pg_depend WHERE classid = catalog AND objid = foreign_owned.oid AND deptype = 'e'
)
"""
"""What the owner does not own: all of it, when the database was made before it had an owner of its own. What
belongs to an extension stays with it; a sequence or a row's type follows its table."""

_RIGHTS: Final = """
SELECT format('GRANT %s ON %s %s TO %I', rights, kind, oid::regclass, $1::text)
FROM pg_class, LATERAL (VALUES
    ('SELECT, INSERT, UPDATE, DELETE', 'TABLE', ARRAY['r', 'p', 'v']), ('USAGE', 'SEQUENCE', ARRAY['S'])
) AS granted (rights, kind, kinds)
WHERE relnamespace = 'public'::regnamespace AND relkind = ANY (kinds) AND relowner = current_user::regrole
UNION ALL
SELECT format('REVOKE %s ON TABLE %s FROM %I', rights, oid::regclass, $1::text)
FROM pg_class, LATERAL (VALUES
    ('UPDATE, DELETE', $2::text[]), ('INSERT, UPDATE, DELETE', ARRAY['alembic_version'])
) AS kept (rights, tables)
WHERE relnamespace = 'public'::regnamespace AND relname = ANY (tables)
"""
_RIGHTS_TO_ADD: Final = """
SELECT format(granted, relnamespace::regnamespace, oid::regclass, $1::text)
FROM pg_class, unnest(ARRAY[
    'GRANT USAGE ON SCHEMA %1$s TO %3$I',
    'GRANT INSERT ON TABLE %2$s TO %3$I',
    'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA %1$s TO %3$I'
]) AS granted
WHERE oid::regclass::text = ANY ($2::text[]) AND relowner = current_user::regrole
"""
_RIGHTS_ON_LATER_TABLES: Final = """
SELECT format('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT %s TO %I', rights, $1::text)
FROM (VALUES ('SELECT, INSERT, UPDATE, DELETE ON TABLES'), ('USAGE ON SEQUENCES')) AS later (rights)
"""

_COMMON_DATABASES: Final = """
SELECT datname FROM pg_database WHERE datname IN ('postgres', 'template1', current_database())
"""


class SameRole(ValueError):
    """The run-time role would own the tables."""


def role_of(url: str) -> str:
    """The role that a URL names; '' if it names none."""
    return database_address(url).user


async def prepare(admin_url: str, owner_url: str, runtime_url: str, *, alone: bool) -> None:
    """Create the database of `runtime_url` with its two roles, or hand an existing one over to them.

    `admin_url` names a role that may create roles and databases (and that owns a database which is to be
    handed over, or is a superuser). Roles get the passwords of their URLs. On a server that Openhours has
    `alone`, only the admin still gets into the databases that every server has. Raises SameRole.
    """
    owner, runtime = role_of(owner_url), role_of(runtime_url)
    if not owner or not runtime or owner == runtime:
        raise SameRole("the migrating and the serving role must be named, and be two")
    name = database_address(runtime_url).path[1:]
    server = await connect(admin_url)
    try:
        await server.execute(_TURN)
        for url in (owner_url, runtime_url):
            await _ensure_role(server, role_of(url), database_address(url).password)
        await _run(server, "GRANT %I TO CURRENT_USER", owner)  # else only a superuser hands things to it
        if not await server.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name):
            await _run(server, "CREATE DATABASE %I OWNER %I", name, owner)
        await _run(server, "ALTER DATABASE %I OWNER TO %I", name, owner)
        common = [each["datname"] for each in await server.fetch(_COMMON_DATABASES)] if alone else []
        for each in (name, *common):
            await _run(server, "REVOKE ALL ON DATABASE %I FROM PUBLIC", each)
        await _run(server, "GRANT CONNECT ON DATABASE %I TO %I", name, runtime)
        await _hand_over(replace(database_address(admin_url), path=f"/{name}").url(), owner)
    finally:
        await server.close()  # which releases the turn


async def set_defaults(runtime_url: str, settings: Mapping[str, str]) -> None:
    """Let every connection of the run-time role to its database begin with these settings.

    They come with the role, because a pooler passes none on. A role may set its own; `runtime_url` leads to
    the server itself.
    """
    database = database_address(runtime_url).path[1:]
    server = await connect(runtime_url)
    try:
        for name, value in settings.items():
            command = f"ALTER ROLE CURRENT_USER IN DATABASE %I SET {name} TO %L"
            await _run(server, command, database, value)
    finally:
        await server.close()


async def _ensure_role(server: asyncpg.Connection, role: str, password: str | None) -> None:
    if not await server.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", role):
        await _run(server, "CREATE ROLE %I LOGIN", role)
    await _run(server, "ALTER ROLE %I LOGIN PASSWORD %L", role, password)


async def _hand_over(admin_url: str, owner: str) -> None:
    database = await connect(admin_url)
    try:
        async with database.transaction():
            await database.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
            await _run(database, "GRANT ALL ON SCHEMA public TO %I", owner)
            for row in await database.fetch(_OWNED_BY_OTHERS, owner):
                await database.execute(row[0])
    finally:
        await database.close()


async def _run(connection: asyncpg.Connection, statement: str, *values: str | None) -> None:
    """Run a statement that takes no parameters: the server itself quotes the names and texts in it."""
    places = ", ".join(f"${place}::text" for place in range(2, len(values) + 2))
    quoted = await connection.fetchval(f"SELECT format($1, {places})", statement, *values)
    await connection.execute(str(quoted))


def _marked(metadata: Collection[MetaData], mark: str) -> list[str]:
    return [table.fullname for each in metadata for table in each.sorted_tables if table.info.get(mark)]


def grant_rights(connection: Connection, runtime: str, metadata: Collection[MetaData]) -> None:
    """Let the run-time role read and write the rows of what the connected owner has, and of later tables.

    Tables of `metadata` may be marked as `INSERT_ONLY` or `ADD_ONLY`.
    """
    rights = connection.exec_driver_sql(_RIGHTS, (runtime, _marked(metadata, INSERT_ONLY)))
    to_add = connection.exec_driver_sql(_RIGHTS_TO_ADD, (runtime, _marked(metadata, ADD_ONLY)))
    later = connection.exec_driver_sql(_RIGHTS_ON_LATER_TABLES, (runtime,))
    for statement in (*rights.scalars().all(), *to_add.scalars().all(), *later.scalars().all()):
        connection.exec_driver_sql(statement)
