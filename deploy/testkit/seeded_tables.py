"""Fills every table of a service with rows that refer to each other, for tests of what statements read.

Row `i` of a table is made in SQL, of `i` and of `m`, a quarter of the number of rows: what rows belong to has
four of them in each table. An id is `key(number)`, whatever it is of, so that the rows of all tables meet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import asyncpg

ROWS_OF_ONE: Final = 4
"""Rows that one account, order or post has in each table."""
_KEY: Final = "('k' || lpad(CAST({} AS text), 8, '0'))"
_OF_TYPE: Final = {
    "bigint": "1",
    "boolean": "false",
    "bytea": "convert_to(" + _KEY.format("i") + ", 'UTF8')",
    "date": "current_date - CAST(i % 100 AS integer)",
    "double precision": "1",
    "integer": "1",
    "jsonb": "'{}'",
    "numeric(4,2)": "1",
    "numeric": "1",
    "smallint": "1",
    "text": _KEY.format("i"),
    "text[]": "'{}'",
    "integer[]": "'{}'",
    "timestamp with time zone": "now() - i * interval '1 minute'",
    "tsvector": "''",
    "uuid": "CAST(md5(CAST(i AS text)) AS uuid)",
}
"""What a column holds, by its type, unless it is an id or the service says so."""
_COLUMNS: Final = """
    SELECT attrelid::regclass::text AS table, attname AS name, format_type(atttypid, atttypmod) AS type,
        NOT attnotnull AS nullable,
        (SELECT indnatts = 1 AND indkey[0] = attnum FROM pg_index WHERE indrelid = attrelid AND indisprimary)
            AS is_key
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        AND relnamespace IN ('public'::regnamespace, to_regnamespace('archive'))
        AND relname <> 'alembic_version'
    ORDER BY attrelid, attnum
"""
_CHECKS: Final = """
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) FROM pg_constraint
    WHERE contype = 'c' AND conrelid::regclass::text = ANY($1::text[])
"""


@dataclass(frozen=True)
class Column:
    """A column of a table, as the database knows it. `is_key`: it alone is the primary key."""

    table: str
    name: str
    type: str
    nullable: bool
    is_key: bool

    @property
    def is_id(self) -> bool:
        """Whether it names an account, an order, or something else that has a key."""
        return self.type == "text" and self.name.endswith("id")


def key(number: int) -> str:
    """The id number `number`; ids grow with their numbers."""
    return f"k{number:08}"


async def fill_tables(
    connection: asyncpg.Connection,
    rows: int,
    expressions: Mapping[str, str],
    larger: Mapping[str, int] = MappingProxyType({}),
) -> None:
    """Give each table `rows` rows and no others, and analyse them. It takes a superuser, since neither
    triggers nor checks look at the rows; those that a unique index refuses are left out.

    `expressions` says what a column holds, as SQL of `i` and `m`, by 'table.column' or by 'column' alone.
    `larger` names tables that get more rows, if that is more than `rows`.
    """
    tables = await _tables(connection)
    await connection.execute("SET session_replication_role = replica; SET synchronous_commit = off")
    for table in tables:  # some have triggers that replica does not switch off
        await connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    await connection.execute(f"TRUNCATE {', '.join(tables)} CASCADE")
    for (statement,) in await connection.fetch(_CHECKS, list(tables)):
        await connection.execute(statement)
    for table, columns in tables.items():
        own_rows = max(rows, larger.get(table, 0))
        await connection.execute(_insert(table, columns, own_rows, expressions))
    await connection.execute("ANALYZE")


async def _tables(connection: asyncpg.Connection) -> dict[str, list[Column]]:
    tables: dict[str, list[Column]] = {}
    for row in await connection.fetch(_COLUMNS):
        column = Column(**row)
        tables.setdefault(column.table, []).append(column)
    return tables


def _insert(table: str, columns: list[Column], rows: int, expressions: Mapping[str, str]) -> str:
    ids = [each for each in columns if each.is_id and not each.is_key]
    chosen = [
        expressions.get(f"{table}.{each.name}")
        or expressions.get(each.name)
        or _usual(each, first=each in ids[:1])
        for each in columns
    ]
    values = [f"CAST({value} AS {each.type})" for value, each in zip(chosen, columns, strict=True)]
    names = ", ".join(f'"{each.name}"' for each in columns)
    return (
        f"INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE SELECT {', '.join(values)} "  # noqa: S608
        f"FROM generate_series(0, {rows - 1}) AS i, (SELECT {rows // ROWS_OF_ONE} AS m) AS size "
        "ON CONFLICT DO NOTHING"
    )


def _usual(column: Column, *, first: bool) -> str:
    """`first`: whether it is the first column of its table that names what the row belongs to."""
    if column.is_id and not column.is_key:
        usual = _KEY.format("i % m" if first else "(i * 7 + i / m) % m")
    elif column.is_key and column.type in ("bigint", "integer", "smallint"):
        usual = "i"
    else:
        usual = "i / m" if column.name == "position" else _OF_TYPE[column.type]
    # Half of the rows of each: by `i % 2` one would have all of its rows without, and another one none.
    return f"CASE WHEN i / m % 2 = 0 THEN {usual} END" if column.nullable else usual
