"""`make services`: the distributed environment on this machine, in which what dies is started again."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

import httpx
from chassis.migrations import DatabaseRefused

from local.cluster import READY_SECONDS, Cluster, PartFailed, running_cluster
from local.databases import CHECKOUT, SERVICES
from local.ends import End
from local.folders import FolderTaken, lock_folder
from local.layout import PARTS, PORTS, few_connections
from local.postgres_binaries import PostgresMissing
from local.supervision import ServerFailed, ServerGone, keep_alive

TOLD_TO_STOP = {0, -signal.SIGTERM}
"""How a part ends that is stopped on purpose."""


class _Part:
    """The process of a part, to be looked after like the servers."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        self.name = name
        self._cluster = cluster
        self._told = False

    def ended(self) -> End | None:
        """How it ended; None while it runs, and when somebody told it to stop (SIGTERM), to debug it."""
        code = self._cluster.end_of(self.name)
        if code not in TOLD_TO_STOP:
            return None if code is None else End(self._cluster.cause_of_end(self.name))
        if not self._told:
            print(f"{self.name} was told to stop, and is not started again.", flush=True)
            self._told = True
        return None

    def start_again(self) -> None:
        """Start it at the port that it had; returns when it answers. Raises PartFailed."""
        self._cluster.launch(self.name)
        deadline = time.monotonic() + READY_SECONDS
        with httpx.Client(base_url=self._cluster.url_of(self.name), timeout=2) as asking:
            while not _lives(asking):
                if self._cluster.end_of(self.name) is not None or time.monotonic() > deadline:
                    raise PartFailed(self._cluster.cause_of_end(self.name))
                time.sleep(0.1)


def _lives(asking: httpx.Client) -> bool:
    try:
        return asking.get("/health/live").is_success
    except httpx.TransportError:
        return False


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise KeyboardInterrupt


async def _look_after(cluster: Cluster) -> None:
    """Keep everything alive until a signal comes. Raises ServerGone when a server cannot be."""
    parts = [_Part(cluster, name) for name in cluster.processes]
    await asyncio.gather(*map(keep_alive, [*cluster.stores, *parts]))


def _welcome(cluster: Cluster) -> str:
    parts = "\n".join(f"  {part:<14}{cluster.url_of(part)}" for part in PARTS)
    return (
        f"\nOpenhours is running as separate processes\n\n{parts}\n"
        f"  {'mails':<14}{cluster.mail.list_url}\n  {'broker':<14}{cluster.broker.url}\n"
        f"  {'logs':<14}{cluster.folder / 'logs'}\n\nCtrl-C stops it."
    )


def main() -> int:
    """`make services`. PORT is the gateway's port, DATA_DIR the folder of all data (.data/services), and
    DATABASE_CONNECTIONS the most that each service opens to its database (8)."""
    folder = Path(os.environ.get("DATA_DIR", CHECKOUT / ".data" / "services")).absolute()
    ports = {**PORTS, "gateway": int(os.environ.get("PORT", "8000"))}
    few: dict[str, dict[str, object]] = {
        each: {"database_connections": few_connections()} for each in SERVICES
    }
    signal.signal(signal.SIGTERM, _stop)
    try:
        with (
            lock_folder(folder),
            running_cluster(Cluster(folder, ports=ports, durable=True, extra=few)) as cluster,
        ):
            print(_welcome(cluster), flush=True)
            asyncio.run(_look_after(cluster))
    except KeyboardInterrupt:
        print("Stopped.", flush=True)
        return 0
    except (DatabaseRefused, FolderTaken, PostgresMissing, ServerFailed, ServerGone) as problem:
        print(problem, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
