"""The first migration creates the tables that the code declares."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from chassis import tables
from chassis.db import Database
from sqlalchemy import Connection

pytestmark = pytest.mark.service


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    found: list[object] = list(compare_metadata(context, tables.metadata))
    return [difference for difference in found if "entry" not in str(difference)]


async def test_create_makes_what_metadata_describes(database: Database) -> None:
    async with database.engine.connect() as connection:
        assert await connection.run_sync(_differences) == []
