"""A server that only asks the database through asyncpg: the yardstick of a service's answers."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final
from urllib.parse import parse_qs

import asyncpg
from local.databases import asyncpg_url
from starlette.types import ASGIApp, Receive, Scope, Send

POOL: Final = 10
Answer = Callable[[asyncpg.Pool, Mapping[str, str]], Awaitable[bytes]]
"""Finds the body that answers a query string, the first value of each name."""


def asyncpg_server(url: str, answer: Answer, **settings: str) -> ASGIApp:
    """An application with its own pool, whose connections use these PostgreSQL settings."""
    pool: asyncpg.Pool | None = None

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal pool
        del receive
        if scope["type"] != "http":
            raise RuntimeError("there is nothing to begin or to end")
        if pool is None:
            pool = await asyncpg.create_pool(
                asyncpg_url(url), min_size=POOL, max_size=POOL, server_settings=settings
            )
        query = {name: values[0] for name, values in parse_qs(scope["query_string"].decode()).items()}
        body = await answer(pool, query)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app
