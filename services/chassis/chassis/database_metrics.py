"""How the connections to the database are used, by this process and of all that the server allows."""

from collections.abc import Mapping
from typing import Final

from prometheus_client import Gauge
from sqlalchemy import BigInteger, ColumnElement, Integer, cast, column, func, select, table

from chassis.db import Database, Statement
from chassis.metrics import Metrics
from chassis.tracing import Tracing

_SERVER: Final = table("pg_stat_database", column("numbackends", BigInteger))


def _setting(name: str) -> ColumnElement[int]:
    return cast(func.current_setting(name), Integer)


_CONNECTIONS: Final = Statement(
    select(
        func.sum(_SERVER.c.numbackends).label("open"),
        (_setting("max_connections") - _setting("superuser_reserved_connections")).label("allowed"),
    )
)


class DatabaseMetrics:
    """The metrics of the connections of one service."""

    def __init__(self, counted: Metrics) -> None:
        def gauge(name: str, text: str, *labels: str) -> Gauge:
            return Gauge(name, text, ("service", *labels), registry=counted.registry)

        self._service = counted.service
        self._connections = gauge(
            "openhours_database_connections", "Connections of the process, by pool and use.", "pool", "state"
        )
        self._allowed = gauge(
            "openhours_database_connections_allowed", "The most connections of a pool.", "pool"
        )
        self._waiting = gauge(
            "openhours_database_waiting", "Who waits for a connection of a pool to become free.", "pool"
        )
        self._server = gauge(
            "openhours_database_server_connections", "Connections to the server, whoever has them."
        )
        self._server_allowed = gauge(
            "openhours_database_server_connections_allowed", "The most that the server allows."
        )

    def note_pools(self, pools: Mapping[str, Database]) -> None:
        """Set how the connections of these pools are used now."""
        for name, database in pools.items():
            use = database.pool_use
            self._connections.labels(self._service, name, "in_use").set(use.in_use)
            self._connections.labels(self._service, name, "idle").set(use.idle)
            self._allowed.labels(self._service, name).set(use.allowed)
            self._waiting.labels(self._service, name).set(use.waiting)

    async def note_server(self, database: Database, traced: Tracing) -> None:
        """Set how many connections the server has, and how many it allows. One statement."""
        with traced.untraced():
            async with database.reading() as connection:
                found = await _CONNECTIONS.one(connection)
        if found is not None:
            self._server.labels(self._service).set(found.open)
            self._server_allowed.labels(self._service).set(found.allowed)
