"""The servers that the measures of slots and of the feed compare, each as its own process.

python -m bench.compared_servers booking | uncached | sessions | cards URL PORT

`booking` is the service at a fixed time, `uncached` the same without its response cache. The yardsticks only
ask the database through asyncpg: `sessions` reads those of a provider and answers as many bytes as asked
for, `cards` reads a page of the feed by key.
"""

import sys
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Final
from urllib.parse import parse_qs

import asyncpg
from booking.app import create_app
from booking.availability import response_cache
from booking.settings import BookingSettings
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.cli import serve
from chassis.clock import utc_now
from chassis.db import TextStatement
from cryptography.fernet import Fernet
from fastapi import FastAPI
from feed.timeline.visibility_sql import CARD, PEOPLE, POSTS
from local.databases import asyncpg_url
from starlette.types import ASGIApp, Receive, Scope, Send
from testkit.fake_identity import Tokens

POOL: Final = 10
NOW: Final = datetime(2026, 12, 31, tzinfo=UTC)
FIRST, LAST = datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 2, 1, tzinfo=UTC)
SESSIONS: Final = """
    SELECT starts_at, ends_at FROM session
    WHERE provider_id = $1 AND status IN ('pending', 'accepted', 'ongoing') AND ends_at > $2
        AND starts_at < $3
    ORDER BY starts_at
"""
PAGE: Final = TextStatement(
    f"""
    SELECT string_agg(card, ',')
    FROM (
        SELECT {CARD} AS card FROM {POSTS} {PEOPLE}
        WHERE p.id = ANY(CAST(:ids AS text[])) ORDER BY p.publish_at DESC, p.id DESC
    ) AS page
    """  # noqa: S608 - constants
)
Answer = Callable[[asyncpg.Pool, Mapping[str, str]], Awaitable[bytes]]
"""Finds the body that answers a query string, the first value of each name."""


def booking(url: str, port: int) -> tuple[FastAPI, BookingSettings]:
    """The service alone, with its own bus."""
    settings = BookingSettings.model_validate(
        {
            "database_url": url,
            "port": port,
            "guest_link_key": "a key of the bench",
            "sealing_key": Fernet.generate_key().decode(),
            "log_level": "WARNING",
        }
    )
    wiring = Wiring(bus=LocalBus(), transport=Tokens().transport, clock=lambda: NOW)
    return create_app(settings, wiring), settings


def uncached(app: ASGIApp) -> ASGIApp:
    """The application without its response cache."""

    async def without_cache(scope: Scope, receive: Receive, send: Send) -> None:
        response_cache.forget()
        await app(scope, receive, send)

    return without_cache


async def sessions(pool: asyncpg.Pool, query: Mapping[str, str]) -> bytes:
    """GET /?provider_id=…&bytes=…: reads the sessions, answers that many bytes."""
    await pool.fetch(SESSIONS, query["provider_id"], FIRST, LAST)
    return b" " * int(query["bytes"])


async def cards(pool: asyncpg.Pool, query: Mapping[str, str]) -> bytes:
    """GET /?ids=…&viewer=…: the cards of these posts, newest first."""
    values = {"ids": query["ids"].split(","), "viewer": query["viewer"], "now": utc_now()}
    text: str = await pool.fetchval(PAGE.text, *[values[name] for name in PAGE.places])
    return b'{"status":true,"message":{"main_msg":"","iv_msg":{}},"data":[%b]}' % text.encode()


def yardstick(url: str, answer: Answer, **settings: str) -> ASGIApp:
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


def main() -> None:
    """Serve one of them, each with the same server and settings."""
    which, url, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
    app, settings = booking(url, port)
    apps: dict[str, ASGIApp] = {
        "booking": app,
        "uncached": uncached(app),
        "sessions": yardstick(url, sessions),
        "cards": yardstick(url, cards, jit="off"),
    }
    serve(apps[which], settings)


if __name__ == "__main__":
    main()
