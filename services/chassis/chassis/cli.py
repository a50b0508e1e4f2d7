"""A service's command line: `python -m <service> serve | migrate | replay | dead-letters | openapi`.

A service may add commands of its own.
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Generic, TypeVar

import orjson
from fastapi import FastAPI
from starlette.types import ASGIApp

from chassis import dead_letters, quiet_server, replay
from chassis.db.access import SERVING_SETTINGS
from chassis.db.engine import SETTINGS
from chassis.settings import ServiceSettings

NO_SETTINGS: Final[Mapping[str, str]] = MappingProxyType({})
S = TypeVar("S", bound=ServiceSettings)
S_contra = TypeVar("S_contra", bound=ServiceSettings, contravariant=True)


@dataclass(frozen=True, slots=True)
class Command(Generic[S_contra]):
    """A command that one service adds: `declare` adds its arguments to the parser, `run` executes it."""

    name: str
    help: str
    declare: Callable[[argparse.ArgumentParser], None]
    run: Callable[[S_contra, argparse.Namespace], Awaitable[None]]


def main(
    create_app: Callable[[S], FastAPI],
    settings_type: type[S],
    package_file: str,
    own: Sequence[Command[S]] = (),
    database_settings: Mapping[str, str] = NO_SETTINGS,
) -> None:
    """Run the command given on the command line.

    `package_file` is the `__file__` of the service's package; alembic.ini is next to the package.
    `database_settings` are those of the service's definition.
    """
    arguments = _parser(own).parse_args()
    settings = settings_type()
    for command in own:
        if arguments.command == command.name:
            asyncio.run(_awaited(command.run(settings, arguments)))
            return
    folder = Path(package_file).resolve().parent.parent
    match arguments.command:
        case "serve":
            app = create_app(settings)
            serve(app, settings, app.state.process.stop)
        case "migrate":
            asyncio.run(_migrate(folder, settings, database_settings))
        case "replay":
            app = create_app(settings)
            count = asyncio.run(
                replay.run(settings.command_database_url, app.state.service.replays, arguments.to)
            )
            print(f"{count} events are on their way to {arguments.to}")
        case "dead-letters":
            app = create_app(settings)
            asyncio.run(dead_letters.run(app.state.service.name, settings, again=arguments.replay))
        case _:
            sys.stdout.buffer.write(orjson.dumps(create_app(settings).openapi(), option=orjson.OPT_INDENT_2))


def serve(app: ASGIApp, settings: ServiceSettings, told_to_stop: Callable[[], None] | None = None) -> None:
    """Serve until SIGTERM or SIGINT, then finish open requests for at most `settings.drain_seconds`.

    `told_to_stop` is called before, while requests are still taken for `settings.stop_notice_seconds`.
    """
    quiet_server.run(
        app,
        told_to_stop=told_to_stop,
        notice_seconds=settings.stop_notice_seconds,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=settings.drain_seconds,
    )


async def _migrate(folder: Path, settings: ServiceSettings, own: Mapping[str, str]) -> None:
    from chassis import database_roles, migrations  # noqa: PLC0415 - Alembic, for this command alone

    serving_url = settings.command_database_url
    owner_url = settings.migration_database_url or serving_url
    if settings.admin_database_url is not None:
        await database_roles.prepare(settings.admin_database_url, owner_url, serving_url, alone=True)
    try:
        await migrations.upgrade(folder, owner_url, database_roles.role_of(serving_url))
    except migrations.DatabaseRefused as problem:
        sys.exit(str(problem))
    if database_roles.role_of(owner_url) != database_roles.role_of(serving_url):
        await database_roles.set_defaults(serving_url, {**SETTINGS, **SERVING_SETTINGS, **own})


async def _awaited(run: Awaitable[None]) -> None:
    await run


def _parser(own: Sequence[Command[S]]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="answer requests")
    commands.add_parser("migrate", help="bring the database to the newest revision")
    again = commands.add_parser("replay", help="publish the present state again, to rebuild a projection")
    again.add_argument("--to", required=True, help="the service whose projection is rebuilt")
    dead = commands.add_parser("dead-letters", help="list the events that could not be handled")
    dead.add_argument("--replay", action="store_true", help="deliver them to the service again")
    commands.add_parser("openapi", help="print the OpenAPI description")
    for command in own:
        command.declare(commands.add_parser(command.name, help=command.help))
    return parser
