"""The yardstick of the feed: a server that only reads a page of cards by key through asyncpg.

python -m bench.feed_server URL PORT
"""

import sys
from collections.abc import Mapping
from typing import Final

import asyncpg
from chassis.cli import serve
from chassis.clock import utc_now
from chassis.db import TextStatement
from chassis.settings import ServiceSettings
from feed.timeline.visibility_sql import CARD, PEOPLE, POSTS

from bench.asyncpg_server import asyncpg_server

PAGE: Final = TextStatement(
    f"""
    SELECT string_agg(card, ',')
    FROM (
        SELECT {CARD} AS card FROM {POSTS} {PEOPLE}
        WHERE p.id = ANY(CAST(:ids AS text[])) ORDER BY p.publish_at DESC, p.id DESC
    ) AS page
    """  # noqa: S608 - constants
)


async def page(pool: asyncpg.Pool, query: Mapping[str, str]) -> bytes:
    """GET /?ids=…&viewer=…: the cards of these posts, newest first."""
    values = {"ids": query["ids"].split(","), "viewer": query["viewer"], "now": utc_now()}
    text: str = await pool.fetchval(PAGE.text, *[values[name] for name in PAGE.places])
    return b'{"status":true,"message":{"main_msg":"","iv_msg":{}},"data":[%b]}' % text.encode()


def main() -> None:
    """Serve it with the server and settings of the services."""
    url, port = sys.argv[1], int(sys.argv[2])
    settings = ServiceSettings.model_validate({"port": port, "log_level": "WARNING"})
    serve(asyncpg_server(url, page, jit="off"), settings)


if __name__ == "__main__":
    main()
