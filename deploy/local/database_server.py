"""The database server of an environment on this machine, and the databases of all services on it.

It imports no part of the system: who only looks after processes needs no memory for what they run.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from chassis.db.engine import async_url

from local.databases import SERVICES, check_revisions, migrate, prepare_database
from local.postgres import Postgres


@contextmanager
def database_server(folder: Path, *, durable: bool) -> Generator[tuple[str, Postgres | None]]:
    """The url of the server in DATABASE_URL, else of one started in `folder` for the block, and that one."""
    named = os.environ.get("DATABASE_URL")
    if named:
        yield async_url(named), None
        return
    with Postgres(folder, durable=durable) as server:
        yield server.url(), server


async def migrate_all(server: str) -> dict[str, str]:
    """Create and migrate every service's database on this server; returns their urls by service.

    The urls name each service's own role, which cannot change tables. A database of a former version, which
    the server's own role owns, is handed over. Raises DatabaseRefused before it changes any.
    """
    await check_revisions(server)
    ours = "DATABASE_URL" not in os.environ
    urls: dict[str, str] = {}
    for service in SERVICES:
        roles = await prepare_database(server, service, f"openhours_{service}", alone=ours)
        await migrate(service, roles.owner, roles.runtime)
        urls[service] = roles.runtime
    return urls
