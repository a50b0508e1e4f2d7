"""`python -m gateway serve` serves requests; `... migrate` makes the table of the shared rate limits in the
PostgreSQL database of RATE_LIMIT_STORAGE; `... openapi` prints the OpenAPI of the composed calls.
"""

import argparse
import asyncio
import sys

import orjson
from chassis import database_roles, quiet_server

from gateway.app import create_app
from gateway.composed.openapi import composed_openapi
from gateway.limit_stores import create_table
from gateway.settings import GatewaySettings
from gateway.uvicorn_options import uvicorn_options


def serve(settings: GatewaySettings) -> None:
    """Serve until SIGTERM or SIGINT, then finish open requests within `settings.drain_seconds`."""
    gateway = create_app(settings)
    quiet_server.run(
        gateway,
        told_to_stop=gateway.process.stop,
        notice_seconds=settings.stop_notice_seconds,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        **uvicorn_options(settings),
    )


async def migrate(settings: GatewaySettings) -> None:
    """Make the table of the shared rate limits, and its database and roles where an admin's URL is set."""
    runtime_url = settings.rate_limit_storage
    if not runtime_url.startswith("postgresql://"):
        return  # Redis and the memory of a process have no tables
    owner_url = settings.migration_database_url or runtime_url
    if settings.admin_database_url is not None:
        await database_roles.prepare(settings.admin_database_url, owner_url, runtime_url, alone=True)
    await create_table(owner_url, database_roles.role_of(runtime_url))


def main() -> None:
    """Run the command that the command line names."""
    parser = argparse.ArgumentParser(prog="gateway")
    parser.add_argument("command", choices=("serve", "migrate", "openapi"))
    match parser.parse_args().command:
        case "serve":
            serve(GatewaySettings())
        case "migrate":
            asyncio.run(migrate(GatewaySettings()))
        case _:
            sys.stdout.buffer.write(orjson.dumps(composed_openapi(), option=orjson.OPT_INDENT_2))


if __name__ == "__main__":
    main()
