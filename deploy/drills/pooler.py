"""`make pooler`: the distributed set behind a real PgBouncer, in transaction mode and in session mode.

Orders are placed and accepted; every alert and mail must arrive. Each service may hold `SERVER_CONNECTIONS`
of its database, fewer than it would open without the pooler.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import asyncpg
import httpx
from chassis import database_roles
from chassis.db.access import SERVING_SETTINGS
from chassis.db.engine import SETTINGS
from feed.app import DATABASE_SETTINGS as FEED
from local.cluster import Cluster, running_cluster
from local.database_server import migrate_all
from local.databases import SERVICES, asyncpg_url, role_urls
from local.folders import temporary_folder
from local.postgres import Postgres, free_port
from local.unprivileged_user import reachable_folder, subprocess_user, unprivileged_user
from notifications.app import DATABASE_SETTINGS as NOTIFICATIONS
from profiles.app import DATABASE_SETTINGS as PROFILES
from sqlalchemy import make_url
from testkit.environments import NO_RATE_LIMITS

from drills.newcomers import Newcomers

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


class PoolerFailed(RuntimeError):
    """PgBouncer did not start; the message holds the end of its log."""


def find_pgbouncer() -> str | None:
    """The program; installed with apt where that is possible."""
    if shutil.which("pgbouncer") is None and shutil.which("apt-get") and os.geteuid() == 0:
        order = ["apt-get", "install", "-y", "--no-install-recommends", "pgbouncer"]
        subprocess.run(order, check=False, capture_output=True)
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


def version_of(program: str) -> tuple[int, int]:
    """Its major and minor version."""
    said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    major, minor = said.split()[1].split(".")[:2]
    return int(major), int(minor)


@contextmanager
def pgbouncer(program: str, folder: Path, server_url: str, mode: str) -> Generator[int]:
    """The port of a PgBouncer in front of every service's database on this server."""
    user = unprivileged_user()
    folder = reachable_folder(folder, user)
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    configuration = _configure(
        folder, server_url, port, mode, prepared=version_of(program) >= CARRIES_STATEMENTS
    )
    if user:
        for path in (folder, *folder.iterdir()):
            os.chown(path, user.uid, user.gid)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [program, str(configuration)], stdout=log, stderr=log, cwd=folder, **subprocess_user(user)
        )
    try:
        _wait_until_it_answers(process, folder / "log", server_url, port)
        yield port
    finally:
        process.terminate()
        process.wait(START_SECONDS)


def _configure(folder: Path, server_url: str, port: int, mode: str, *, prepared: bool) -> Path:
    server = make_url(server_url)
    users = [make_url(role_urls(server_url, each, f"openhours_{each}").runtime) for each in SERVICES]
    (folder / "users").touch(mode=0o600)
    (folder / "users").write_text(
        "".join(f'"{each.username}" "{each.password}"\n' for each in (*users, server))
    )
    carried = "max_prepared_statements = 200\n" if prepared else ""
    configuration = folder / "pgbouncer.ini"
    configuration.write_text(
        f"[databases]\n* = host=127.0.0.1 port={server.port}\n\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = scram-sha-256\nauth_file = {folder / 'users'}\n"
        f"pool_mode = {mode}\ndefault_pool_size = {SERVER_CONNECTIONS}\nmax_client_conn = 1000\n{carried}"
    )
    return configuration


def _wait_until_it_answers(process: subprocess.Popen[bytes], log: Path, server_url: str, port: int) -> None:
    url = make_url(server_url).set(drivername="postgresql", port=port)

    async def look() -> None:
        connection = await asyncpg.connect(url.render_as_string(hide_password=False), timeout=2)
        await connection.close()

    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            asyncio.run(look())
        except (OSError, asyncpg.PostgresError) as error:
            if process.poll() is not None or time.monotonic() > deadline:
                raise PoolerFailed(log.read_text(errors="replace")[-2000:]) from error
            time.sleep(0.1)
        else:
            return


def settings_behind(port: int, server_url: str, *, prepared: bool) -> dict[str, dict[str, object]]:
    """The settings of each service: requests and background through the pooler, listening past it."""
    told: dict[str, dict[str, object]] = {"gateway": dict(NO_RATE_LIMITS)}
    for service in SERVICES:
        direct = role_urls(server_url, service, f"openhours_{service}").runtime
        told[service] = {
            "database_url": make_url(direct).set(port=port).render_as_string(hide_password=False),
            "direct_database_url": direct,
            "database_prepared_statements": prepared,
            "database_connections": SERVER_CONNECTIONS,
        }
    return told


async def prepare(server_url: str) -> None:
    """Migrate every database, and give the roles that serve their settings, as `migrate` does."""
    for service, url in (await migrate_all(server_url)).items():
        own = OWN_SETTINGS.get(service, {})
        await database_roles.set_defaults(asyncpg_url(url), {**SETTINGS, **SERVING_SETTINGS, **own})


async def faults_of_orders(cluster: Cluster) -> list[str]:
    """Place and accept orders; returns what is missing or doubled of their alerts, mails and projections."""
    async with httpx.AsyncClient(base_url=cluster.url, timeout=30) as http:
        run = Newcomers(cluster, http)
        await run.prepare()
        for _ in range(ROUNDS):
            await run.book_and_accept()
        print(f"  {len(run.placed)} orders were placed and accepted", flush=True)
        return await run.find_faults()


def run_mode(program: str, mode: str) -> list[str]:
    """The faults of the whole set behind a pooler in this mode."""
    prepared = mode == "session" or version_of(program) >= CARRIES_STATEMENTS
    carried = "carried" if prepared else "switched off"
    print(f"{mode} mode, {SERVER_CONNECTIONS} server connections, prepared statements {carried}", flush=True)
    with temporary_folder("pooler") as folder, Postgres(folder / "postgres", durable=False) as server:
        os.environ["DATABASE_URL"] = asyncpg_url(server.url())
        try:
            asyncio.run(prepare(server.url()))
            with pgbouncer(program, folder / "pgbouncer", server.url(), mode) as port:
                told = settings_behind(port, server.url(), prepared=prepared)
                with running_cluster(Cluster(folder, extra=told)) as cluster:
                    return [f"{mode} mode: {fault}" for fault in asyncio.run(faults_of_orders(cluster))]
        finally:
            del os.environ["DATABASE_URL"]


def main() -> int:
    """Try both modes; returns 1 on a fault."""
    program = find_pgbouncer()
    if program is None:
        print("Skipped: no pgbouncer here (apt-get install pgbouncer).")
        return 0
    modes = sys.argv[1:] or MODES
    faults = [fault for mode in modes for fault in run_mode(program, mode)]
    print("\n".join(faults) or "Held: behind PgBouncer every alert and mail arrived, in each mode.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
