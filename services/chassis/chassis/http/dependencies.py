"""FastAPI dependencies for the database: a route's connection for reading, or its transaction."""

from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import Depends, Request

from chassis.db import Connection, Database, Transaction
from chassis.http.idempotency import attempt_of


def database_of(request: Request) -> Database:
    """The database of the service that serves `request`."""
    return request.app.state.database


# Dependencies are coroutines: FastAPI sends a plain function into a thread, at more than a query's cost.
async def _database(request: Request) -> Database:
    return database_of(request)


async def reading(request: Request) -> AsyncGenerator[Connection]:
    """The request's connection for reading, as a dependency; `chassis.http.route` knows it."""
    async with database_of(request).reading() as connection:
        yield connection


async def _writing(request: Request) -> AsyncGenerator[Transaction]:
    transaction = database_of(request).writing()
    attempt = attempt_of(request)
    async with attempt.writing(request, transaction) if attempt else transaction as tx:
        yield tx


# scope="function": the transaction ends before the answer starts, so that no 200 precedes a failed commit.
Reading = Annotated[Connection, Depends(reading, scope="function")]
Writing = Annotated[Transaction, Depends(_writing, scope="function")]
RequestDatabase = Annotated[Database, Depends(_database)]
"""For the rare route that needs a transaction of its own besides the request's (counting failed tries)."""
