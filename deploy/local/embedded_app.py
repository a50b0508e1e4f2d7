"""The embedded environment: the gateway and five services in one event loop, PostgreSQL as its child."""

import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.operations import Operations
from fastapi import FastAPI
from gateway.app import Gateway
from gateway.settings import GatewaySettings
from gateway.uvicorn_options import uvicorn_options
from starlette.types import ASGIApp

from local.app_registry import build_app
from local.database_server import database_server, migrate_all
from local.databases import SERVICES, role_urls
from local.in_process_transport import InProcessTransport
from local.layout import PARTS, Layout
from local.postgres import Postgres


@dataclass(frozen=True)
class EmbeddedApp:
    """The running gateway and services."""

    gateway: ASGIApp
    uvicorn_options: dict[str, Any]
    """The options with which uvicorn serves the gateway."""
    apps: dict[str, FastAPI]
    operations: dict[str, Operations]
    """What operators read of each part."""
    database_urls: dict[str, str]
    transport: InProcessTransport
    postgres: Postgres | None
    """The database server that this process started; None with DATABASE_URL."""


def _unchanged(app: ASGIApp) -> ASGIApp:
    return app


@dataclass(frozen=True)
class Substitutions:
    """What tests put in place of the bus, and around the gateway."""

    bus: type[LocalBus] = LocalBus
    around_gateway: Callable[[ASGIApp], ASGIApp] = _unchanged


NO_SUBSTITUTIONS = Substitutions()


@asynccontextmanager
async def open_embedded_app(
    folder: Path,
    public_url: str,
    *,
    durable: bool,
    log_level: str,
    operations_port: int = 0,
    database_connections: int | None = None,
    substitutions: Substitutions = NO_SUBSTITUTIONS,
) -> AsyncGenerator[EmbeddedApp]:
    """Start everything in this process for the block; the order of the stop is the opposite one.

    Tests hand in `substitutions`, for example to add latency.
    """
    async with AsyncExitStack() as stack:
        url, postgres = stack.enter_context(database_server(folder / "postgres", durable=durable))
        urls = await migrate_all(url)
        layout = Layout(
            folder=folder,
            public_url=public_url,
            database_urls=urls,
            service_urls={name: InProcessTransport.url(name) for name in SERVICES},
            log_level=log_level,
            log_format="console",
            operations_port=operations_port,
            database_connections=database_connections,
            server_url=url if "DATABASE_URL" not in os.environ else None,
            owner_urls={name: role_urls(url, name, f"openhours_{name}").owner for name in SERVICES},
        )
        layout.prepare()
        transport = InProcessTransport()
        wiring = Wiring(bus=substitutions.bus(expected=SERVICES), transport=transport)
        apps = {part: build_app(part, layout.settings(part), wiring) for part in PARTS}
        for part, app in apps.items():
            transport.add(part, app)
            await stack.enter_async_context(app.router.lifespan_context(app))
        gateway = cast(Gateway, apps["gateway"])
        yield EmbeddedApp(
            gateway=substitutions.around_gateway(gateway),
            uvicorn_options=uvicorn_options(GatewaySettings.model_validate(layout.settings("gateway"))),
            apps=apps,
            operations={
                **{name: apps[name].state.operations for name in SERVICES},
                "gateway": gateway.operations,
            },
            database_urls=urls,
            transport=transport,
            postgres=postgres,
        )
