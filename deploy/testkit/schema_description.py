"""Describes all that migrations can make in a database, so that two databases can be compared line by line.

Each line is one thing of PostgreSQL's catalogue, by name and never by number: two databases to which one came
by other steps have the same lines. Columns are told in their order, without the gaps of those that were
dropped; rows are told too, since migrations may add some.
"""

from typing import Final

import asyncpg

_WITH: Final = """
WITH schema AS (
    SELECT oid, nspname, nspacl FROM pg_namespace
    WHERE nspname <> 'information_schema' AND NOT starts_with(nspname, 'pg_')
), relation AS (
    SELECT * FROM pg_class WHERE relnamespace IN (SELECT oid FROM schema) AND relname <> 'alembic_version'
    AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
    )
)
"""
_OF: Final = {
    "schema": "SELECT nspname, nspacl FROM schema",
    "extension": "SELECT extname FROM pg_extension",
    "relation": """
        SELECT c.oid::regclass, c.relkind, c.relpersistence, c.reloptions, toast.reloptions, c.relacl,
            c.relrowsecurity, c.relreplident, obj_description(c.oid, 'pg_class')
        FROM relation c LEFT JOIN pg_class toast ON toast.oid = c.reltoastrelid
        WHERE c.relkind NOT IN ('i', 'I', 't')
    """,
    "column": """
        SELECT c.oid::regclass, row_number() OVER (PARTITION BY c.oid ORDER BY attnum), attname,
            format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity,
            attgenerated, attstorage, attcompression, nullif(attstattarget, -1), attoptions,
            attcollation::regcollation, attacl, col_description(c.oid, attnum)
        FROM relation c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_attrdef ON adrelid = c.oid AND adnum = attnum
        WHERE c.relkind IN ('r', 'p', 'v', 'm')
    """,
    "constraint": """
        SELECT c.oid::regclass, conname, convalidated, condeferrable, condeferred, pg_get_constraintdef(k.oid)
        FROM relation c JOIN pg_constraint k ON conrelid = c.oid AND contype <> 'n'
    """,
    "index": """
        SELECT indexrelid::regclass, indisvalid, indisready, indisclustered, indisreplident,
            pg_get_indexdef(indexrelid)
        FROM relation c JOIN pg_index ON indrelid = c.oid
    """,
    "trigger": """
        SELECT c.oid::regclass, tgname, tgenabled, pg_get_triggerdef(t.oid)
        FROM relation c JOIN pg_trigger t ON tgrelid = c.oid AND NOT tgisinternal
    """,
    "function": """
        SELECT oid::regprocedure, proacl, pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace IN (SELECT oid FROM schema) AND NOT EXISTS (
            SELECT FROM pg_depend
            WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e'
        )
    """,
    "type": """
        SELECT oid::regtype, typtype FROM pg_type
        WHERE typnamespace IN (SELECT oid FROM schema) AND typtype IN ('d', 'e', 'r')
    """,
    "sequence": """
        SELECT schemaname, sequencename, data_type, start_value, min_value, max_value, increment_by, cycle,
            cache_size, last_value
        FROM pg_sequences
    """,
    "statistics": "SELECT stxname, pg_get_statisticsobjdef(oid) FROM pg_statistic_ext",
    "rule": "SELECT schemaname, tablename, rulename FROM pg_rules WHERE schemaname <> 'pg_catalog'",
    "right on later things": """
        SELECT defaclnamespace::regnamespace, defaclobjtype, defaclacl FROM pg_default_acl
    """,
}
_TABLES: Final = "SELECT oid::regclass FROM relation WHERE relkind = 'r'"


async def described(connection: asyncpg.Connection) -> list[str]:
    """The lines of the connected database, sorted. It is asked with the role that owns its tables."""
    lines: list[str] = []
    for kind, query in _OF.items():
        lines += [f"{kind}: {each}" for each in await _rows(connection, query)]
    for table in await _rows(connection, _TABLES):
        lines += [f"row of {table}: {each}" for each in await _rows(connection, f"TABLE {table.strip('()')}")]
    return sorted(lines)


async def _rows(connection: asyncpg.Connection, query: str) -> list[str]:
    rows = await connection.fetch(f"{_WITH} SELECT each::text FROM ({query}) AS each")  # noqa: S608 - our own text
    return [str(row[0]) for row in rows]
