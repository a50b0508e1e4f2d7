"""How the commands open connections to the stores: to all of them from here."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import asyncpg
from aio_pika.abc import AbstractConnection
from chassis import postgres
from chassis.bus.connection import connect as connect_broker

SECONDS: Final = 5
"""A store that takes longer to answer is away."""


@asynccontextmanager
async def database(url: str) -> AsyncGenerator[asyncpg.Connection]:
    """A connection to the database at `url`, for the block. Raises what the driver does."""
    connection = await postgres.connect(url, timeout=SECONDS, command_timeout=SECONDS)
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def broker(url: str) -> AsyncGenerator[AbstractConnection]:
    """A connection to the broker at `url`, for the block. Raises what the driver does."""
    async with await connect_broker(url, SECONDS) as connection:
        yield connection
