"""Who waits for a connection gets the place of one that could not be opened."""

import asyncio
import time

import asyncpg
import pytest
from chassis.db import Database
from chassis.db.pool import PATIENCE_SECONDS


async def test_nobody_waits_for_a_connection_that_could_not_be_opened(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(database_url, pool_size=2)
    opening = asyncio.Event()

    async def refused(*_: object, **__: object) -> asyncpg.Connection:
        await opening.wait()
        raise ConnectionRefusedError

    monkeypatch.setattr("chassis.postgres.Server.connect", refused)
    asked = [asyncio.create_task(database.connection().driver()) for _ in range(5)]
    await asyncio.sleep(0.1)
    opening.set()
    began = time.monotonic()
    failed = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(each, OSError) for each in failed), failed
    assert time.monotonic() - began < PATIENCE_SECONDS / 2
    await database.close()
