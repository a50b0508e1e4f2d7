"""Creates, migrates, copies and drops the databases of the services."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg
from alembic import command
from alembic.util.exc import CommandError
from chassis import migrations
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


async def create_database(server: str, name: str, template: str | None = None) -> str:
    """Create a database on this server, as a copy of `template` if given; returns its url."""
    copied = f' TEMPLATE "{template}"' if template else ""
    await _execute(server, f'CREATE DATABASE "{name}"{copied}')
    return async_url(with_database(server, name))


async def has_database(server: str, name: str) -> bool:
    """Whether this server has a database of that name."""
    connection = await asyncpg.connect(asyncpg_url(server))
    try:
        return bool(await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name))
    finally:
        await connection.close()


async def ensure_database(server: str, name: str) -> str:
    """Create the database unless it exists; returns its url."""
    if await has_database(server, name):
        return async_url(with_database(server, name))
    return await create_database(server, name)


async def drop_database(server: str, name: str) -> None:
    """Drop a database and end its connections."""
    await _execute(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


async def check_revisions(server: str) -> None:
    """Raises NewerDatabase when a newer version has migrated a service's database on this server."""
    for service in SERVICES:
        name = f"openhours_{service}"
        if await has_database(server, name):
            url = async_url(with_database(server, name))
            await migrations.check_revision(CHECKOUT / "services" / service, url)


async def migrate(service: str, url: str) -> None:
    """Migrate one service's database to the newest version. Alembic's context is global: one at a time."""
    async with _migrating:
        await migrations.upgrade(CHECKOUT / "services" / service, url)


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
    connection = await asyncpg.connect(asyncpg_url(server))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
