"""The embedded set: PostgreSQL beside us, the gateway and five services in this event loop."""

import os
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.db.engine import async_url
from fastapi import FastAPI
from gateway.serving import server_options
from gateway.settings import GatewaySettings
from starlette.types import ASGIApp

from embedded.databases import SERVICES, ensure_database, migrate
from embedded.inprocess import InProcess
from embedded.late import LateAnswers, LateBus
from embedded.layout import PARTS, Layout
from embedded.parts import build
from embedded.postgres import Postgres


@dataclass(frozen=True)
class House:
    """The set, running."""

    gateway: ASGIApp
    server_options: dict[str, Any]
    """How uvicorn is to serve the gateway."""
    apps: dict[str, FastAPI]
    database_urls: dict[str, str]
    transport: InProcess


@contextmanager
def server_of(folder: Path, *, durable: bool) -> Generator[str]:
    """The database server to use: the one of DATABASE_URL, else our own in `folder`."""
    named = os.environ.get("DATABASE_URL")
    if named:
        yield async_url(named)
        return
    with Postgres(folder, durable=durable) as server:
        yield server.url()


async def migrated(server: str) -> dict[str, str]:
    """Every service's database on this server, at its newest version."""
    urls: dict[str, str] = {}
    for service in SERVICES:
        urls[service] = await ensure_database(server, f"openhours_{service}")
        await migrate(service, urls[service])
    return urls


@asynccontextmanager
async def open_house(
    folder: Path, public_url: str, *, durable: bool, log_level: str, late: bool = False
) -> AsyncGenerator[House]:
    """Everything in one process, ready to be served; it is taken down in the opposite order.

    `late`: events and answers take a random while (embedded.late).
    """
    async with AsyncExitStack() as stack:
        server = stack.enter_context(server_of(folder / "postgres", durable=durable))
        urls = await migrated(server)
        layout = Layout(
            folder=folder,
            public_url=public_url,
            database_urls=urls,
            service_urls={name: InProcess.url(name) for name in SERVICES},
            log_level=log_level,
            log_format="console",
        )
        layout.prepare()
        transport = InProcess()
        bus = LateBus if late else LocalBus
        wiring = Wiring(bus=bus(expected=SERVICES), transport=transport)
        apps = {part: build(part, layout.settings(part), wiring) for part in PARTS}
        for part, app in apps.items():
            transport.add(part, app)
            await stack.enter_async_context(app.router.lifespan_context(app))
        yield House(
            gateway=LateAnswers(apps["gateway"]) if late else apps["gateway"],
            server_options=server_options(GatewaySettings.model_validate(layout.settings("gateway"))),
            apps=apps,
            database_urls=urls,
            transport=transport,
        )
