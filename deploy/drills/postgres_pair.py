"""A PostgreSQL server and a streaming replica of it, on this machine.

Replication is synchronous: a commit is answered when the replica has it on its disk too, as the overlay for
the operators asks (deploy/kubernetes/overlays/operators: `synchronous`, `dataDurability: required`). An
asynchronous replica would cost each commit a little less, and may lack what was answered last.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from client.api_client import eventually
from local.databases import connected
from local.postgres import Postgres
from local.supervision import ServerFailed
from local.unprivileged_user import make_private_folder, reachable_folder, unprivileged_user
from openhours.backups.postgres_tools import find_tools
from sqlalchemy import make_url

MAJOR_VERSION: Final = 18
NAME: Final = "replica"
"""How the replica is called by the primary, which waits for it."""
PATIENCE: Final = 60.0
COPY_SECONDS: Final = 120.0
FOLLOWS: Final = "SELECT count(*) > 0 FROM pg_stat_replication WHERE sync_state = 'quorum'"


class PairFailed(ServerFailed):
    """The replica was not made, or was not promoted; the message says why."""


def find_base_backup() -> Path | None:
    """pg_basebackup of a version that reads our server. Raises BackupProblem when there are no tools."""
    program = find_tools(MAJOR_VERSION).folder / "pg_basebackup"
    return program if program.exists() else None


class PostgresPair:
    """The primary, and the replica that can take its place."""

    def __init__(self, folder: Path) -> None:
        self.primary = Postgres(folder / "primary", durable=True)
        self._folder = reachable_folder(folder / NAME, unprivileged_user())
        self.replica = Postgres(self._folder, durable=True, settings={"cluster_name": NAME})

    async def start(self, base_backup: Path) -> None:
        """Start both; returns when each commit waits for the replica. Raises PairFailed."""
        await asyncio.to_thread(self.primary.start)
        await asyncio.to_thread(self._copy, base_backup)
        await asyncio.to_thread(self.replica.start)
        await self._wait_for_replica()

    def stop(self) -> None:
        """Stop what runs of both."""
        self.replica.stop()
        self.primary.stop()

    def url(self) -> str:
        """The address of both, the primary first."""
        ports = f"127.0.0.1:{self.primary.port},127.0.0.1:{self.replica.port}"
        return self.primary.url().replace(f"127.0.0.1:{self.primary.port}", ports)

    def kill_primary(self) -> None:
        """Kill all processes of the primary, as a machine that loses power does."""
        parent = self.primary.pid
        os.kill(parent, signal.SIGSTOP)  # it would start some of them again
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for process in (*map(int, children), parent):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    async def promote(self) -> float:
        """Let the replica take writes; returns how many seconds that took. Raises PairFailed."""
        began = time.monotonic()
        async with connected(self.replica.url()) as connection:
            if not await connection.fetchval("SELECT pg_promote(true, $1)", int(PATIENCE)):
                raise PairFailed("the replica was not promoted")
        return time.monotonic() - began

    def _copy(self, base_backup: Path) -> None:
        user, primary = unprivileged_user(), make_url(self.primary.url())
        make_private_folder(self._folder, user)
        order = [
            base_backup, "--pgdata", self._folder / "data", "--write-recovery-conf", "--checkpoint=fast",
            "--wal-method=stream", "--no-password",
        ]  # fmt: skip
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        variables = {
            "PGHOST": "127.0.0.1",
            "PGPORT": str(primary.port),
            "PGUSER": str(primary.username),
            "PGPASSWORD": str(primary.password),
        }
        done = subprocess.run(
            order,
            env={**inherited, **variables},
            check=False,
            capture_output=True,
            text=True,
            timeout=COPY_SECONDS,
        )
        if done.returncode:
            raise PairFailed(f"pg_basebackup: {done.stderr.strip()[-2000:]}")
        (self._folder / "password").touch(mode=0o600)
        (self._folder / "password").write_text(str(primary.password))
        if user:
            for path in (
                self._folder / "password",
                self._folder / "data",
                *(self._folder / "data").rglob("*"),
            ):
                shutil.chown(path, user.uid, user.gid)

    async def _wait_for_replica(self) -> None:
        async with connected(self.primary.url()) as connection:
            await connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ({NAME})'")
            await connection.execute("SELECT pg_reload_conf()")

            async def follows() -> bool:
                return bool(await connection.fetchval(FOLLOWS))

            await eventually(follows, "a replica that follows", PATIENCE)


@asynccontextmanager
async def running_pair(base_backup: Path, folder: Path) -> AsyncGenerator[PostgresPair]:
    """A pair that runs while the block lasts. Raises PairFailed."""
    pair = PostgresPair(folder)
    try:
        await pair.start(base_backup)
        yield pair
    finally:
        await asyncio.to_thread(pair.stop)
