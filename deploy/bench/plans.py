"""Records the statements that reach a database, and finds sequential scans in their plans."""

import re
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from chassis.db import Connection, Database
from sqlalchemy import event

_PLACEHOLDER: Final = re.compile(r"\$(\d+)")


@dataclass
class RecordedStatements:
    """Statements as they reach the driver, each with one set of its values, and the count of all runs.

    Values are None for a statement that runs on the driver: its generic plan is examined.
    """

    statements: dict[str, Any] = field(default_factory=dict[str, Any])
    count: int = 0


_RECORDING: Final[ContextVar[RecordedStatements | None]] = ContextVar("noting", default=None)


@contextmanager
def record_statements(database: Database, *, containing: str = "") -> Generator[RecordedStatements]:
    """Record the statements of this task, not of jobs beside it, that contain `containing`."""
    noted = RecordedStatements()
    token = _RECORDING.set(noted)

    def note(_connection: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        if containing in statement and _RECORDING.get() is noted:
            noted.statements[statement] = values
            noted.count += 1

    def note_driver(statement: str) -> AbstractContextManager[None]:
        note(None, None, statement, None)
        return nullcontext()

    event.listen(database.engine.sync_engine, "before_cursor_execute", note)
    database.span = note_driver
    try:
        yield noted
    finally:
        _RECORDING.reset(token)
        database.span = None
        event.remove(database.engine.sync_engine, "before_cursor_execute", note)


async def sequential_scans(database: Database, noted: RecordedStatements) -> list[str]:
    """The sequential scans in the plans of the recorded statements."""
    found: list[str] = []
    async with database.reading() as tx:
        connection = await tx.session.connection()
        for statement, values in noted.statements.items():
            if values is None:
                lines = await generic_plan(tx, statement)
            else:
                plan = await connection.exec_driver_sql(f"EXPLAIN {statement}", values)
                lines = [str(row[0]) for row in plan]
            found += [line.strip() for line in lines if "Seq Scan on" in line and "pg_" not in line]
    return found


async def generic_plan(tx: Connection, statement: str) -> list[str]:
    """The generic plan of a statement with placeholders.

    `EXPLAIN (GENERIC_PLAN)` would treat the values that a driver must send as constants, and nothing equals
    null. So the statement is prepared first.
    """
    driver = await tx.driver()
    places = max((int(place) for place in _PLACEHOLDER.findall(statement)), default=0)
    nothing = f"({', '.join(['NULL'] * places)})" if places else ""
    async with driver.transaction():
        await driver.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        await driver.execute(f"PREPARE kept AS {statement}")
        rows = await driver.fetch(f"EXPLAIN EXECUTE kept{nothing}")
        await driver.execute("DEALLOCATE kept")
    return [str(row[0]) for row in rows]
