"""Creates, migrates, copies and drops the databases of the services."""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg
from alembic import command
from alembic.util.exc import CommandError
from chassis import database_roles, migrations
from chassis.db.engine import async_url

CHECKOUT = Path(__file__).resolve().parents[2]
_migrating = asyncio.Lock()
SERVICES = ("identity", "profiles", "feed", "booking", "notifications")


def with_database(url: str, name: str) -> str:
    """The url of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def asyncpg_url(url: str) -> str:
    """The url in the form that asyncpg itself takes."""
    return url.replace("+asyncpg", "", 1)


@asynccontextmanager
async def connected(url: str) -> AsyncGenerator[asyncpg.Connection]:
    """A connection to the database at `url`, for the block. Raises what the driver does."""
    connection = await asyncpg.connect(asyncpg_url(url))
    try:
        yield connection
    finally:
        await connection.close()


async def rows_of(url: str, query: str, *values: object) -> list[asyncpg.Record]:
    """What a query of the database at `url` answers."""
    async with connected(url) as connection:
        return await connection.fetch(query, *values)


async def create_database(server: str, name: str, template: str | None = None) -> str:
    """Create a database on this server, as a copy of `template` if given; returns its url."""
    copied = f' TEMPLATE "{template}"' if template else ""
    await _execute(server, f'CREATE DATABASE "{name}"{copied}')
    return async_url(with_database(server, name))


async def has_database(server: str, name: str) -> bool:
    """Whether this server has a database of that name."""
    return bool(await rows_of(server, "SELECT 1 FROM pg_database WHERE datname = $1", name))


@dataclass(frozen=True)
class RoleUrls:
    """One database with the role that owns it and with the one that serves."""

    owner: str
    runtime: str


def role_urls(server: str, service: str, name: str) -> RoleUrls:
    """The urls of the database `name` of a service, with the passwords that follow from the server's."""
    return RoleUrls(
        owner=_with_role(server, f"openhours_{service}_owner", name),
        runtime=_with_role(server, f"openhours_{service}", name),
    )


async def prepare_database(server: str, service: str, name: str, *, alone: bool = False) -> RoleUrls:
    """Create the database of a service with its roles, or hand it over to them; returns its urls.

    `alone`: nobody but Openhours uses the server.
    """
    urls = role_urls(server, service, name)
    await database_roles.prepare(server, urls.owner, urls.runtime, alone=alone)
    return urls


def _with_role(server: str, role: str, name: str) -> str:
    """Processes that share a server need the same passwords: they come of the password that all know."""
    parts = urlsplit(server)
    password = hmac.new((parts.password or "").encode(), role.encode(), hashlib.sha256).hexdigest()
    _, _, host = parts.netloc.rpartition("@")
    return async_url(with_database(parts._replace(netloc=f"{role}:{password}@{host}").geturl(), name))


async def drop_database(server: str, name: str) -> None:
    """Drop a database and end its connections."""
    await _execute(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


async def check_revisions(server: str) -> None:
    """Raises DatabaseRefused when this version does not migrate a service's database on this server."""
    for service in SERVICES:
        name = f"openhours_{service}"
        if await has_database(server, name):
            url = async_url(with_database(server, name))
            await migrations.check_revision(CHECKOUT / "services" / service, url)


async def migrate(service: str, url: str, runtime_url: str = "") -> None:
    """Migrate one service's database to the newest version. Alembic's context is global: one at a time.

    The role of `runtime_url` may then read and write its rows.
    """
    async with _migrating:
        runtime = database_roles.role_of(runtime_url) if runtime_url else ""
        await migrations.upgrade(CHECKOUT / "services" / service, url, runtime)


async def schema_difference(service: str, url: str) -> str | None:
    """How a migrated database differs from the service's models; None when they agree."""
    config = migrations.config_for(CHECKOUT / "services" / service, url)
    async with _migrating:
        try:
            await asyncio.to_thread(command.check, config)
        except CommandError as error:
            return str(error)
    return None


async def _execute(server: str, statement: str) -> None:
    async with connected(server) as connection:
        await connection.execute(statement)
