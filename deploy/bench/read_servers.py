"""The servers that the measure of reads compares, each as its own process.

python -m bench.read_servers service NAME URL PATH PORT
python -m bench.read_servers bare NAME URL PATH PORT

`service` is the service itself. `bare` is an application of Starlette and asyncpg alone, without tokens: it
sends the statements that the service sends for PATH, with the same values, and answers their rows as JSON.
"""

import asyncio
import sys
from contextvars import ContextVar
from typing import Any, Final

import asyncpg
import httpx
import orjson
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.cli import serve
from chassis.db import Database
from chassis.settings import ServiceSettings
from cryptography.fernet import Fernet
from fastapi import FastAPI
from local.app_registry import build_app
from local.databases import asyncpg_url
from sqlalchemy import event
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from testkit.fake_identity import Tokens

READER: Final = "reader"
"""The account that reads."""
TOKEN_PATH: Final = "/bench/token"  # noqa: S105  a path
POOL: Final = 10
Query = tuple[str, tuple[Any, ...]]
"""A statement and its values."""

_RECORDING: Final[ContextVar[bool]] = ContextVar("recording", default=False)


def service(name: str, url: str, tokens: Tokens) -> FastAPI:
    """The service with its own bus, and with these tokens."""
    settings: dict[str, object] = {"database_url": url, "log_level": "WARNING"}
    if name == "notifications":
        settings["sealing_key"] = Fernet.generate_key().decode()
    return build_app(name, settings, Wiring(bus=LocalBus(), transport=tokens.transport))


def with_token(app: ASGIApp, tokens: Tokens) -> ASGIApp:
    """The application, which also returns a token of the reader."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == TOKEN_PATH:
            await Response(tokens.account(READER))(scope, receive, send)
        else:
            await app(scope, receive, send)

    return answer


async def queries_of(name: str, url: str, path: str) -> list[Query]:
    """What the service sends to its database for one request of this path.

    Raises RuntimeError when it sends nothing: statements of SQLAlchemy's session are not seen here.
    """
    tokens, found = Tokens(), list[Query]()
    app = service(name, url, tokens)

    def record(query: Any) -> None:
        if _RECORDING.get():  # jobs of the service use the same connections
            found.append((query.query, query.args))

    def watch(connection: Any, _record: object, _proxy: object) -> None:
        connection.driver_connection.add_query_logger(record)

    async with app.router.lifespan_context(app):
        database: Database = app.state.database
        event.listen(database.engine.sync_engine, "checkout", watch)
        transport = httpx.ASGITransport(app)
        headers = tokens.bearer(tokens.account(READER))
        async with httpx.AsyncClient(transport=transport, base_url="http://service", headers=headers) as http:
            (await http.get(path)).raise_for_status()  # fetches keys, which is done once
            _RECORDING.set(True)
            (await http.get(path)).raise_for_status()
            _RECORDING.set(False)
        await asyncio.sleep(0.1)  # asyncpg calls the logger in the next turn of the loop
    if not found:
        raise RuntimeError(f"{path} runs no statement on the driver")
    return found


def bare(url: str, path: str, queries: list[Query]) -> Starlette:
    """An application that sends these queries and answers their rows."""
    pools: list[asyncpg.Pool] = []

    async def read(_: Request) -> Response:
        if not pools:
            pools.append(await asyncpg.create_pool(asyncpg_url(url), min_size=POOL, max_size=POOL))
        async with pools[0].acquire() as connection:
            found = [await connection.fetch(text, *values) for text, values in queries]
        rows = [[dict(row) for row in each] for each in found]
        envelope = {"status": True, "message": {"main_msg": "", "iv_msg": {}}, "data": rows}
        return Response(orjson.dumps(envelope, default=str), media_type="application/json")

    return Starlette(routes=[Route(path.partition("?")[0], read)])


def main() -> None:
    """Serve one of them, each with the same server and settings."""
    which, name, url, path, port = sys.argv[1:]
    if which == "bare":
        app: ASGIApp = bare(url, path, asyncio.run(queries_of(name, url, path)))
    else:
        tokens = Tokens()
        app = with_token(service(name, url, tokens), tokens)
    serve(app, ServiceSettings.model_validate({"port": int(port), "log_level": "WARNING"}))


if __name__ == "__main__":
    main()
