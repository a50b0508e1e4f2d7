"""FastAPI dependencies for the database: a route's connection for reading, or its transaction."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager
from typing import Annotated

from fastapi import Depends, Request

from chassis.db import Connection, Database, Transaction
from chassis.http.idempotency import attempt_of


def database_of(request: Request) -> Database:
    """The database of the service that serves `request`."""
    return request.app.state.database


# Dependencies are coroutines: FastAPI runs a plain function in a thread, which costs more than a query.
async def _second_database(request: Request) -> Database:
    return request.app.state.second_database


async def reading(request: Request) -> AsyncGenerator[Connection]:
    """The request's connection for reading, as a dependency. A read's plan handles it specially."""
    async with database_of(request).reading() as connection:
        yield connection


async def writing(request: Request) -> AsyncGenerator[Transaction]:
    """The request's transaction, as a dependency. A read's plan handles it specially."""
    async with transaction_of(request) as tx:
        yield tx


def transaction_of(request: Request) -> AbstractAsyncContextManager[Transaction]:
    """The transaction of a route without dependencies (`chassis.http.raw_route`); as `Writing`."""
    transaction = database_of(request).writing()
    attempt = attempt_of(request)
    return attempt.writing(request, transaction) if attempt else transaction


def writing_at_once(request: Request) -> AbstractAsyncContextManager[Transaction]:
    """The transaction of a route that writes with one statement. If the request has an Idempotency-Key,
    (`idempotency.attempt_of`), the statement must store its answer (`idempotency.Attempt.writing_at_once`).
    """
    transaction = database_of(request).writing()
    attempt = attempt_of(request)
    return attempt.writing_at_once(request, transaction) if attempt else transaction


# scope="function": the transaction ends before the response starts, so that no 200 precedes a failed commit.
Reading = Annotated[Connection, Depends(reading, scope="function")]
Writing = Annotated[Transaction, Depends(writing, scope="function")]
SecondDatabase = Annotated[Database, Depends(_second_database)]
"""For a route that needs connections besides its transaction (counting failed tries, waiting for an event).

They come from another pool: requests that hold their transaction's connection cannot exhaust it.
"""
