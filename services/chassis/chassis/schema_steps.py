"""Steps of migrations that run beside traffic, and bear being run again after a failure.

Each is one statement or a few, for an `autocommit_block`: there each statement is a transaction of its own,
so that the lock of one table is not held while another one is waited for. What is there already is not done
again, and takes no lock: attempts that end at a lock come further each time.
"""

from typing import Final, Protocol

from sqlalchemy import Connection


class Operations(Protocol):
    """The part of `alembic.op` that steps need."""

    def execute(self, sqltext: str, /) -> None: ...

    def get_bind(self) -> object:
        """The connection; something else where SQL is only written down."""
        ...


_COLUMNS: Final = """
SELECT count(*) FROM pg_attribute
WHERE attrelid = $1::text::regclass AND attname = ANY ($2) AND NOT attisdropped
"""
_CHECK: Final = "SELECT convalidated FROM pg_constraint WHERE conrelid = $1::text::regclass AND conname = $2"
_INDEX: Final = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)"
_VACUUM: Final = (
    "ALTER TABLE {} SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,"
    " autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)"
)
_VACUUM_TOAST: Final = (
    "ALTER TABLE {} SET (toast.autovacuum_vacuum_scale_factor = 0.02,"
    " toast.autovacuum_vacuum_threshold = 5000)"
)


def _found(op: Operations, query: str, *values: str | list[str]) -> object:
    """What the database has of something; None if nothing, or if nobody can look."""
    bind = op.get_bind()
    return bind.exec_driver_sql(query, values).scalar() if isinstance(bind, Connection) else None


def run_each(op: Operations, *statements: str) -> None:
    """Execute statements in this order."""
    for statement in statements:
        op.execute(statement)


def add_columns(op: Operations, table: str, columns: str) -> None:
    """Add the columns that the table has not got; `columns` are written as in CREATE TABLE, none with a comma
    of its own."""
    each = columns.split(", ")
    if _found(op, _COLUMNS, table, [column.split()[0] for column in each]) != len(each):
        added = ", ".join(f"ADD COLUMN IF NOT EXISTS {column}" for column in each)
        op.execute(f"ALTER TABLE {table} {added}")


def add_check(op: Operations, table: str, name: str, rule: str) -> None:
    """Add the constraint `ck_<table>_<name>` for new rows, unless the table has it; `validate_check` is to
    follow."""
    if _found(op, _CHECK, table, f"ck_{table}_{name}") is None:
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT ck_{table}_{name} CHECK ({rule}) NOT VALID")


def validate_check(op: Operations, table: str, name: str) -> None:
    """Validate `ck_<table>_<name>` against the existing rows; reads and writes continue meanwhile."""
    if not _found(op, _CHECK, table, f"ck_{table}_{name}"):
        op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT ck_{table}_{name}")


def build_index(op: Operations, name: str, target: str) -> None:
    """Build an index on `target`, such as "entry (note)", while the table is written. What a failed attempt
    has left of it is dropped first; one that is valid stays, so another definition takes another name."""
    if not _found(op, _INDEX, name):
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {target}")


def vacuum_pruned(op: Operations, *tables: str, toasted: tuple[str, ...] = ()) -> None:
    """Have autovacuum follow the deletions in these tables; reads and writes go on.

    By default it waits until a fifth of a table is dead: of an inbox of 100 million rows, 20 million.
    `toasted` are those with values that lie outside of rows. It never changes: other settings get a function
    of their own.
    """
    for table in tables:
        op.execute(_VACUUM.format(table))
    for table in toasted:
        op.execute(_VACUUM_TOAST.format(table))
