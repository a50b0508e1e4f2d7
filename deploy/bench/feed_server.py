"""The yardstick of the feed: a server that only reads a page of cards by key through asyncpg.

python -m bench.feed_server URL PORT
"""

import sys
from typing import Final
from urllib.parse import parse_qs

import asyncpg
from chassis.cli import serve
from chassis.clock import utc_now
from chassis.db import TextStatement
from chassis.settings import ServiceSettings
from feed.timeline.visibility_sql import CARD, PEOPLE, POSTS
from local.databases import asyncpg_url
from starlette.types import Receive, Scope, Send

POOL: Final = 10
PAGE: Final = TextStatement(
    f"""
    SELECT string_agg(card, ',')
    FROM (
        SELECT {CARD} AS card FROM {POSTS} {PEOPLE}
        WHERE p.id = ANY(CAST(:ids AS text[])) ORDER BY p.publish_at DESC, p.id DESC
    ) AS page
    """  # noqa: S608 - constants
)


class BareFeed:
    """GET /?ids=…&viewer=…: the cards of these posts, newest first."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool: asyncpg.Pool | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run one query for each request."""
        del receive
        if scope["type"] != "http":
            raise RuntimeError("there is nothing to begin or to end")
        query = parse_qs(scope["query_string"].decode())
        if self._pool is None:
            self._pool = await asyncpg.create_pool(
                asyncpg_url(self._url), min_size=POOL, max_size=POOL, server_settings={"jit": "off"}
            )
        values = {"ids": query["ids"][0].split(","), "viewer": query["viewer"][0], "now": utc_now()}
        text: str = await self._pool.fetchval(PAGE.text, *[values[name] for name in PAGE.places])
        body = b'{"status":true,"message":{"main_msg":"","iv_msg":{}},"data":[%b]}' % text.encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def main() -> None:
    """Serve it with the server and settings of the services."""
    url, port = sys.argv[1], int(sys.argv[2])
    serve(BareFeed(url), ServiceSettings.model_validate({"port": port, "log_level": "WARNING"}))


if __name__ == "__main__":
    main()
