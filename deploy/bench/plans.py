"""Which statements were asked of a database, and whether their plans read a whole table."""

import re
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from chassis.db import Connection, Database
from sqlalchemy import event

_PLACE: Final = re.compile(r"\$(\d+)")


@dataclass
class RecordedStatements:
    """Statements as they go to the driver, each with one set of its values (None: a statement of the driver's
    own, asked for its generic plan); `count`: how often any went."""

    statements: dict[str, Any] = field(default_factory=dict[str, Any])
    count: int = 0


_RECORDING: Final[ContextVar[RecordedStatements | None]] = ContextVar("noting", default=None)


@contextmanager
def record_statements(database: Database, *, about: str = "") -> Generator[RecordedStatements]:
    """Note the statements of this task (not those of jobs beside it) in which `about` stands."""
    noted = RecordedStatements()
    token = _RECORDING.set(noted)

    def note(_connection: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        if about in statement and _RECORDING.get() is noted:
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
    """The sequential scans in the plans of what was noted."""
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
    """The plan that a connection keeps for a statement with `$1` and so on, whatever its values are.

    The statement is prepared and asked about as it would be run: `EXPLAIN (GENERIC_PLAN)` takes the values
    that a driver must send along for constants, and finds that nothing equals null.
    """
    driver = await tx.driver()
    places = max((int(place) for place in _PLACE.findall(statement)), default=0)
    nothing = f"({', '.join(['NULL'] * places)})" if places else ""
    async with driver.transaction():
        await driver.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        await driver.execute(f"PREPARE kept AS {statement}")
        rows = await driver.fetch(f"EXPLAIN EXECUTE kept{nothing}")
        await driver.execute("DEALLOCATE kept")
    return [str(row[0]) for row in rows]
