"""The sizes of a service's tables, as PostgreSQL's statistics know them: no table is read.

They are measured when somebody reads the metrics, and tell of a table that grows and that nothing prunes.
"""

from collections.abc import Collection
from typing import Final

from sqlalchemy import column, func, select, table

from chassis.db import Database, Statement
from chassis.metrics import Metrics
from chassis.tracing import Tracing

_statistics: Final = table(
    "pg_stat_user_tables", column("relid"), column("relname"), column("n_live_tup"), column("n_dead_tup")
)
FIND: Final = Statement(
    select(
        _statistics.c.relname.label("name"),
        _statistics.c.n_live_tup.label("rows"),
        _statistics.c.n_dead_tup.label("dead"),
        func.pg_total_relation_size(_statistics.c.relid).label("bytes"),
    )
)


async def measure(database: Database, pruned: Collection[str], counted: Metrics, traced: Tracing) -> None:
    """Set the gauges of every table. `pruned` are those of which a job deletes old rows."""
    with traced.untraced():
        async with database.reading() as connection:
            sizes = await FIND.all(connection)
    for size in sizes:
        counted.table(size.name, rows=size.rows, dead=size.dead, size=size.bytes, pruned=size.name in pruned)
