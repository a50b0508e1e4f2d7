"""The plan of a statement, whatever its values."""

import re
from typing import Final

from chassis.db import Connection

_PLACEHOLDER: Final = re.compile(r"\$(\d+)")


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
