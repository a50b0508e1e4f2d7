"""Steps of migrations that run beside traffic, and bear being run again after a failure.

Each is one statement or a few, for an `autocommit_block`: there each statement is a transaction of its own,
so that the lock of one table is not held while another one is waited for.
"""

from typing import Final, Protocol


class Operations(Protocol):
    """The part of `alembic.op` that steps need."""

    def execute(self, sqltext: str, /) -> None: ...


_VACUUM: Final = (
    "ALTER TABLE {} SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,"
    " autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)"
)
_VACUUM_TOAST: Final = (
    "ALTER TABLE {} SET (toast.autovacuum_vacuum_scale_factor = 0.02,"
    " toast.autovacuum_vacuum_threshold = 5000)"
)


def run_each(op: Operations, *statements: str) -> None:
    """Execute statements in this order."""
    for statement in statements:
        op.execute(statement)


def add_columns(op: Operations, table: str, columns: str) -> None:
    """Add the columns that the table has not got; `columns` are written as in CREATE TABLE, none with a comma
    of its own."""
    added = ", ".join(f"ADD COLUMN IF NOT EXISTS {each}" for each in columns.split(", "))
    op.execute(f"ALTER TABLE {table} {added}")


def add_check(op: Operations, table: str, name: str, rule: str) -> None:
    """Add the constraint `ck_<table>_<name>` for new rows, unless the table has it; `validate_check` is to
    follow."""
    op.execute(
        f"""
        DO $$ BEGIN
            ALTER TABLE {table} ADD CONSTRAINT ck_{table}_{name} CHECK ({rule}) NOT VALID;
        EXCEPTION WHEN duplicate_object THEN NULL;
        END $$
        """
    )


def validate_check(op: Operations, table: str, name: str) -> None:
    """Hold the rows that are there to the constraint `ck_<table>_<name>`; reads and writes go on."""
    op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT ck_{table}_{name}")


def build_index(op: Operations, name: str, target: str) -> None:
    """Build an index on `target`, such as "entry (note)", while the table is written. What a failed attempt
    has left of it is dropped first."""
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
