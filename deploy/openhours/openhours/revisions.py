"""The revision of a service's database, and the one that its code expects."""

from importlib import import_module
from pathlib import Path

import asyncpg
from alembic.script import ScriptDirectory
from chassis import migrations

from openhours.connecting import database


def folder_of(service: str) -> Path:
    """The folder with the migrations of a service."""
    return Path(str(import_module(service).__file__)).resolve().parent.parent


def head_of(service: str) -> str:
    """The newest revision that the code of `service` has."""
    scripts = ScriptDirectory.from_config(migrations.config_for(folder_of(service), ""))
    return str(scripts.get_current_head())


async def revision_at(url: str) -> str | None:
    """The revision of the database at `url`; None when it was never migrated. Raises what the driver does."""
    async with database(url) as connection:
        return await revision_of(connection)


async def revision_of(connection: asyncpg.Connection) -> str | None:
    """The revision of the connected database; None when it was never migrated."""
    if not await connection.fetchval("SELECT to_regclass('alembic_version') IS NOT NULL"):
        return None
    found = await connection.fetchval("SELECT version_num FROM alembic_version")
    return None if found is None else str(found)
