"""Steps of a migration are done once, however often it begins again; a broken index is built anew."""

import pytest
from chassis import schema_steps
from chassis.db import Database
from sqlalchemy import Connection, text

pytestmark = pytest.mark.service

BREAK_INDEX = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_entry_note'::regclass"


class Recorded:
    """`alembic.op` on one connection, with what it executed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.executed: list[str] = []

    def execute(self, sqltext: str, /) -> None:
        self.executed.append(sqltext)
        self._connection.execute(text(sqltext))

    def get_bind(self) -> Connection:
        return self._connection


def _steps(connection: Connection) -> list[str]:
    op = Recorded(connection)
    schema_steps.add_columns(op, "entry", "note text, kind text NOT NULL DEFAULT ''")
    schema_steps.add_check(op, "entry", "kind", "kind IN ('', 'long')")
    schema_steps.validate_check(op, "entry", "kind")
    schema_steps.build_index(op, "ix_entry_note", "entry (note)")
    return [" ".join(each.split()[:3]) for each in op.executed]


async def test_what_is_done_is_not_done_again(database: Database) -> None:
    async with database.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        assert await connection.run_sync(_steps) == [
            *["ALTER TABLE entry"] * 3,
            "DROP INDEX CONCURRENTLY",
            "CREATE INDEX CONCURRENTLY",
        ]
        assert await connection.run_sync(_steps) == []
        await connection.exec_driver_sql("ALTER TABLE entry DROP COLUMN note")
        assert await connection.run_sync(_steps) == [
            "ALTER TABLE entry",
            "DROP INDEX CONCURRENTLY",
            "CREATE INDEX CONCURRENTLY",
        ]


async def test_an_index_that_was_left_invalid_is_built_anew(database: Database) -> None:
    async with database.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.run_sync(_steps)
        await connection.exec_driver_sql(BREAK_INDEX)
        assert await connection.run_sync(_steps) == ["DROP INDEX CONCURRENTLY", "CREATE INDEX CONCURRENTLY"]
