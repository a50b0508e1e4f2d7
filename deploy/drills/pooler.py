"""The distributed set behind a real PgBouncer, in transaction mode and in session mode.

Orders are placed and accepted; every alert and mail must arrive. Each service may hold `SERVER_CONNECTIONS`
of its database, fewer than it would open without the pooler.
"""

import os
import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Final

import asyncpg
import httpx
from bench.processes import started
from chassis import database_roles
from chassis.db.access import SERVING_SETTINGS
from chassis.db.engine import SETTINGS
from client.api_client import eventually
from client.mailbox_client import MailboxClient
from feed.app import DATABASE_SETTINGS as FEED
from local.cluster import Cluster
from local.database_server import migrate_all
from local.databases import SERVICES, asyncpg_url, role_urls
from local.postgres import Postgres, free_port
from local.unprivileged_user import reachable_folder, subprocess_user, unprivileged_user
from notifications.app import DATABASE_SETTINGS as NOTIFICATIONS
from profiles.app import DATABASE_SETTINGS as PROFILES
from sqlalchemy import make_url
from testkit.environments import settings_of_parts

from drills.evidence import undelivered
from drills.newcomers import PATIENCE, Newcomers
from drills.running import Drill, NotTried, find_program, named

MODES: Final = ("transaction", "session")
SERVER_CONNECTIONS: Final = 10
CARRIES_STATEMENTS: Final = (1, 21)
"""The version from which PgBouncer carries prepared statements in transaction mode."""
ROUNDS: Final = 7
"""Each places two orders at once, one of a client and one of a guest."""
START_SECONDS: Final = 20.0
OWN_SETTINGS: Final[dict[str, Mapping[str, str]]] = {
    "feed": FEED,
    "notifications": NOTIFICATIONS,
    "profiles": PROFILES,
}


def version_of(program: str) -> tuple[int, int]:
    """Its major and minor version."""
    said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    major, minor = said.split()[1].split(".")[:2]
    return int(major), int(minor)


@contextmanager
def pgbouncer(program: str, folder: Path, server_url: str, mode: str) -> Generator[int]:
    """The port of a PgBouncer in front of every service's database on this server; it takes no calls yet."""
    user, port = unprivileged_user(), free_port()
    folder = reachable_folder(folder, user)
    folder.mkdir(parents=True, exist_ok=True)
    carries = version_of(program) >= CARRIES_STATEMENTS
    configuration = _configure(folder, server_url, port, mode, carries=carries)
    if user:
        for path in (folder, *folder.iterdir()):
            os.chown(path, user.uid, user.gid)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [program, str(configuration)], stdout=log, stderr=log, cwd=folder, **subprocess_user(user)
        )
    try:
        yield port
    finally:
        if process.poll() is not None:
            print(f"  PgBouncer has ended: {(folder / 'log').read_text(errors='replace')[-2000:]}")
        process.terminate()
        process.wait(START_SECONDS)


def _configure(folder: Path, server_url: str, port: int, mode: str, *, carries: bool) -> Path:
    server = make_url(server_url)
    users = [make_url(role_urls(server_url, each, f"openhours_{each}").runtime) for each in SERVICES]
    (folder / "users").touch(mode=0o600)
    (folder / "users").write_text(
        "".join(f'"{each.username}" "{each.password}"\n' for each in (*users, server))
    )
    carried = "max_prepared_statements = 200\n" if carries else ""
    configuration = folder / "pgbouncer.ini"
    configuration.write_text(
        f"[databases]\n* = host=127.0.0.1 port={server.port}\n\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = scram-sha-256\nauth_file = {folder / 'users'}\n"
        f"pool_mode = {mode}\ndefault_pool_size = {SERVER_CONNECTIONS}\nmax_client_conn = 1000\n{carried}"
    )
    return configuration


async def _until_it_answers(server_url: str, port: int) -> None:
    url = make_url(server_url).set(drivername="postgresql", port=port)

    async def answers() -> bool:
        try:
            connection = await asyncpg.connect(url.render_as_string(hide_password=False), timeout=2)
        except (OSError, asyncpg.PostgresError):
            return False
        await connection.close()
        return True

    await eventually(answers, "an answer of PgBouncer", START_SECONDS)


def settings_behind(port: int, server_url: str, *, prepared: bool) -> dict[str, dict[str, object]]:
    """The settings of each service: requests and background through the pooler, listening past it."""
    told: dict[str, dict[str, object]] = {}
    for service in SERVICES:
        direct = role_urls(server_url, service, f"openhours_{service}").runtime
        told[service] = {
            "database_url": make_url(direct).set(port=port).render_as_string(hide_password=False),
            "direct_database_url": direct,
            "database_prepared_statements": prepared,
            "database_connections": SERVER_CONNECTIONS,
        }
    return settings_of_parts(**told)


async def prepare(server_url: str) -> None:
    """Migrate every database, and give the roles that serve their settings, as `migrate` does."""
    for service, url in (await migrate_all(server_url)).items():
        own = OWN_SETTINGS.get(service, {})
        await database_roles.set_defaults(asyncpg_url(url), {**SETTINGS, **SERVING_SETTINGS, **own})


async def faults_in_mode(program: str, folder: Path, mode: str) -> list[str]:
    """The faults of the whole set behind a pooler in this mode: orders are placed and accepted."""
    prepared = mode == "session" or version_of(program) >= CARRIES_STATEMENTS
    carried = "carried" if prepared else "switched off"
    print(f"{mode} mode, {SERVER_CONNECTIONS} server connections, prepared statements {carried}", flush=True)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(started(Postgres(folder / "postgres", durable=False)))
        stack.enter_context(named(DATABASE_URL=asyncpg_url(server.url())))
        await prepare(server.url())
        port = stack.enter_context(pgbouncer(program, folder / "pgbouncer", server.url(), mode))
        await _until_it_answers(server.url(), port)
        extra = settings_behind(port, server.url(), prepared=prepared)
        cluster = await stack.enter_async_context(started(Cluster(folder / "set", extra=extra)))
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=cluster.url, timeout=30))
        newcomers = Newcomers(http, MailboxClient(http, cluster.mail.list_url, PATIENCE))
        await newcomers.prepare()
        for _ in range(ROUNDS):
            await newcomers.book_and_accept()
        print(f"  {len(newcomers.placed)} orders were placed and accepted", flush=True)
        faults = await undelivered(cluster, newcomers.placed, PATIENCE)
        return [f"{mode} mode: {fault}" for fault in faults]


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """Try both modes, or those that are named; returns the faults."""
    program = find_program("pgbouncer")
    if program is None:
        raise NotTried("no pgbouncer here (apt-get install pgbouncer)")
    return [fault for mode in words or MODES for fault in await faults_in_mode(program, folder / mode, mode)]


DRILL: Final = Drill(
    "Everything behind PgBouncer.", drill, "behind PgBouncer every alert and mail arrived, in each mode."
)
