"""The servers that the measure of slots compares, each as its own process.

python -m bench.slot_servers booking | uncached | bare URL PORT

`booking` is the service at a fixed time, `uncached` the same without its response cache, and
`bare` only reads the sessions of the provider through asyncpg and answers as many bytes as the request says.
"""

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

import asyncpg
from booking.app import create_app
from booking.availability import response_cache
from booking.settings import BookingSettings
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.cli import serve
from cryptography.fernet import Fernet
from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send
from testkit.fake_identity import Tokens

from bench.asyncpg_server import asyncpg_server

NOW: Final = datetime(2026, 12, 31, tzinfo=UTC)
FIRST, LAST = datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 2, 1, tzinfo=UTC)
SESSIONS = """
    SELECT starts_at, ends_at FROM session
    WHERE provider_id = $1 AND status IN ('pending', 'accepted', 'ongoing') AND ends_at > $2
        AND starts_at < $3
    ORDER BY starts_at
"""


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


async def sessions(pool: asyncpg.Pool, query: Mapping[str, str]) -> bytes:
    """GET /?provider_id=…&bytes=…: reads the sessions, answers that many bytes."""
    await pool.fetch(SESSIONS, query["provider_id"], FIRST, LAST)
    return b" " * int(query["bytes"])


def uncached(app: ASGIApp) -> ASGIApp:
    """The application without its response cache."""

    async def without_cache(scope: Scope, receive: Receive, send: Send) -> None:
        response_cache.forget()
        await app(scope, receive, send)

    return without_cache


def main() -> None:
    """Serve one of them, each with the same server and settings."""
    which, url, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
    app, settings = booking(url, port)
    apps: dict[str, ASGIApp] = {
        "booking": app,
        "uncached": uncached(app),
        "bare": asyncpg_server(url, sessions),
    }
    serve(apps[which], settings)


if __name__ == "__main__":
    main()
