"""A server that says goodbye between two statements is an outage, whichever statement finds out."""

import asyncio
import struct
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from chassis.db import Database
from chassis.db.errors import is_outage
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

pytestmark = pytest.mark.service
FIELDS = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"
GOODBYE = b"E" + struct.pack("!i", len(FIELDS) + 4) + FIELDS
"""What PostgreSQL writes when its first process was killed (protocol 3.0, ErrorResponse)."""
READY = b"Z" + struct.pack("!i", 5)
MOST_ANSWERS = 20
"""A first connection and a statement need fewer."""


@asynccontextmanager
async def saying_goodbye(database: Database, after: int) -> AsyncGenerator[str]:
    """The address of a proxy that lets so many answers through, says goodbye behind the next, and closes."""
    url = make_url(database.engine.url)

    async def pass_on(client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection(url.host, url.port)
        asking = asyncio.create_task(forward(client, to_server))
        answers = 0
        while data := await server.read(65536):
            answers += data[-6:-1] == READY
            to_client.write(data + GOODBYE if answers > after else data)
            if answers > after:
                break
        to_client.close()
        to_server.close()
        await asyncio.gather(asking, return_exceptions=True)

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    async with await asyncio.start_server(pass_on, "127.0.0.1", 0) as proxy:
        port = proxy.sockets[0].getsockname()[1]
        yield url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)


async def error_of_a_first_statement(url: str) -> Exception | None:
    """What a new engine raises for its first statement; None when it succeeds."""
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT 1"))
    except Exception as error:
        return error
    finally:
        await engine.dispose()
    return None


async def test_a_goodbye_at_any_time_of_a_first_connection_is_an_outage(database: Database) -> None:
    goodbyes = 0
    for after in range(MOST_ANSWERS):
        async with saying_goodbye(database, after) as url:
            error = await error_of_a_first_statement(url)
        if error is None:
            break
        assert is_outage(error), (after, error)
        goodbyes += 1
    assert 5 < goodbyes < MOST_ANSWERS
