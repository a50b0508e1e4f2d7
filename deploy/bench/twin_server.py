"""The bare twins of the measured reads: Starlette and asyncpg alone, which ask for no tokens.

python -m bench.twin_server FILE PORT

FILE is a list of `Original` as JSON. For each, a second process of the service answers the call once, and its
statements are recorded. The twin then sends them with the same values for each request, makes a dict of each
row, and encodes what the service answered: the same statements, and the same bytes by the same encoder.

Where the answer holds a new token, no service can answer with bytes that it has: the twin signs one for each
request too, with the same key and claims, by the plain call of the library that the service signs with (which
encodes the token's header again each time, as the service does not).
"""

import asyncio
import sys
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx
import orjson
from booking.availability import response_cache
from chassis.app import ServiceDefinition, Wiring
from chassis.cli import serve
from chassis.db import Database
from chassis.http.callers import ALGORITHM
from chassis.settings import ServiceSettings
from identity.tokens.signing import TokenSigner
from jose import jwk, jwt
from local.app_registry import build_app
from local.databases import asyncpg_url
from pydantic import TypeAdapter
from sqlalchemy import Pool, event
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

TRANSACTIONAL: Final = ("BEGIN;", "COMMIT;")
Query = tuple[str, tuple[Any, ...]]
"""A statement and its values."""


@dataclass(frozen=True)
class Original:
    """A call whose twin is wanted."""

    service: str
    path: str
    token: str
    settings: dict[str, Any]
    """The settings of the running service."""
    renews_token: bool = False
    """Whether the answer holds a new token."""


@dataclass(frozen=True)
class Twin:
    """What is needed to answer as the original did."""

    path: str
    database_url: str
    database_settings: dict[str, str]
    queries: list[Query]
    answer: Any
    private_pem: str = ""
    """The key that signs the answer's token; '' where it holds none."""


ORIGINALS: Final = TypeAdapter(list[Original])
_RECORDING: Final[ContextVar[list[Query] | None]] = ContextVar("recording", default=None)


async def twins_of(originals: Sequence[Original], wiring: Wiring) -> list[Twin]:
    """Let a second application of each service answer, and record what it sends to its database.

    Raises RuntimeError for a call without a statement on the driver, or with one of SQLAlchemy's session,
    whose values are not recorded.
    """
    found: list[Twin] = []
    for service, calls in groupby(originals, lambda each: each.service):
        ours = list(calls)
        app = build_app(service, {**ours[0].settings, "log_level": "ERROR"}, wiring)
        # Jobs of the service open connections while it starts, which the calls then use.
        async with _watching(), app.router.lifespan_context(app):
            database: Database = app.state.database
            definition: ServiceDefinition = app.state.service
            signer: TokenSigner | None = getattr(app.state, "token_signer", None)
            event.listen(database.engine.sync_engine, "before_cursor_execute", _refuse)
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://service") as http:
                for call in ours:
                    queries, answer = await _record(http, call)
                    settings = dict(definition.database_settings)
                    pem = signer.ring.private_pem if signer and call.renews_token else ""
                    found.append(Twin(call.path, database.url, settings, queries, answer, pem))
    return found


async def _record(http: httpx.AsyncClient, call: Original) -> tuple[list[Query], Any]:
    headers = {"Authorization": f"Bearer {call.token}"}
    (await http.get(call.path, headers=headers)).raise_for_status()  # fetches keys, which is done once
    response_cache.forget()
    queries: list[Query] = []
    token = _RECORDING.set(queries)
    answer = (await http.get(call.path, headers=headers)).raise_for_status()
    _RECORDING.reset(token)
    await asyncio.sleep(0.1)  # asyncpg calls the logger in the next turn of the loop
    if not queries:
        raise RuntimeError(f"{call.path} runs no statement on the driver")
    return queries, orjson.loads(answer.content)


@asynccontextmanager
async def _watching() -> AsyncGenerator[None]:
    """Note the statements of every connection that is opened in this context."""
    event.listen(Pool, "connect", _watch)
    try:
        yield
    finally:
        event.remove(Pool, "connect", _watch)


def _watch(connection: Any, _record: object) -> None:
    connection.driver_connection.add_query_logger(_note)


def _note(record: Any) -> None:
    queries = _RECORDING.get()
    if queries is not None:  # jobs of the service use the same connections
        queries.append((record.query, record.args or ()))


def _refuse(*_: object) -> None:
    if _RECORDING.get() is not None:
        raise RuntimeError("a statement of SQLAlchemy's session")


class BarePool:
    """Connections of one database. Unlike asyncpg's pool it sends nothing when one is returned."""

    def __init__(self, url: str, settings: Mapping[str, str]) -> None:
        self._url, self._settings = url, {"timezone": "UTC", "jit": "off", **settings}
        self._idle: list[asyncpg.Connection] = []

    async def acquire(self) -> asyncpg.Connection:
        """The connection that was returned last, else a new one."""
        if self._idle:
            return self._idle.pop()
        connection = await asyncpg.connect(asyncpg_url(self._url), server_settings=self._settings)
        for kind in ("json", "jsonb"):
            await connection.set_type_codec(
                kind, schema="pg_catalog", encoder=_json_text, decoder=orjson.loads, format="text"
            )
        return connection

    def release(self, connection: asyncpg.Connection) -> None:
        """Keep the connection for the next request."""
        self._idle.append(connection)

    async def close(self) -> None:
        """Close what was returned."""
        for connection in self._idle:
            await connection.close()


def _json_text(value: object) -> str:
    return orjson.dumps(value).decode()


class NewTokens:
    """Puts a new token into the answer of check_active_login, as its two members hold it."""

    def __init__(self, twin: Twin) -> None:
        self._data = twin.answer["data"]
        token: str = self._data["refreshed_access_token"]["access_token"]
        self._claims, self._headers = jwt.get_unverified_claims(token), jwt.get_unverified_header(token)
        self._key = jwk.construct(twin.private_pem, ALGORITHM)

    def sign(self) -> None:
        """Sign a token of this second."""
        claims = {**self._claims, "iat": int(time.time())}
        token = jwt.encode(claims, self._key, ALGORITHM, self._headers)
        self._data["refreshed_access_token"]["access_token"] = token
        self._data["session_data"]["accessToken"] = token


async def send(connection: asyncpg.Connection, queries: Sequence[Query]) -> None:
    """Send these statements, and make a dict of each row."""
    for text, values in queries:
        if text in TRANSACTIONAL:
            await connection.execute(text)
        else:
            [dict(row) for row in await connection.fetch(text, *values)]


def twin_route(twin: Twin) -> Route:
    """The route that answers as the original did."""
    pool = BarePool(twin.database_url, twin.database_settings)
    tokens = NewTokens(twin) if twin.private_pem else None

    async def read(_: Request) -> Response:
        connection = await pool.acquire()
        await send(connection, twin.queries)
        pool.release(connection)
        if tokens:
            tokens.sign()
        return Response(orjson.dumps(twin.answer), media_type="application/json")

    return Route(twin.path.partition("?")[0], read)


def main() -> None:
    """Record, then serve all twins with the server and settings of the services."""
    originals = ORIGINALS.validate_json(Path(sys.argv[1]).read_bytes())
    twins = asyncio.run(twins_of(originals, Wiring()))
    settings = {"port": int(sys.argv[2]), "log_level": "WARNING"}
    serve(Starlette(routes=[*map(twin_route, twins)]), ServiceSettings.model_validate(settings))


if __name__ == "__main__":
    main()
