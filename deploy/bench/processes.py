"""Runs what a measure needs: servers in processes of their own, and a whole set."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from client.api_client import eventually
from local.cluster import Cluster
from local.databases import connected
from local.layout import PARTS
from local.postgres import free_port
from testkit.environments import NO_RATE_LIMITS

from bench.processor_time import cpu_seconds, parent_of


@dataclass(frozen=True)
class ServerProcess:
    """A server in its own process."""

    url: str
    pid: int

    def cpu_seconds(self) -> float:
        """The processor time that the process has used so far."""
        return cpu_seconds(self.pid)


@contextmanager
def running_server(module: str, *arguments: str, python: str = sys.executable) -> Generator[ServerProcess]:
    """Run `python -m bench.<module> <arguments> PORT` for the block."""
    port = free_port()
    process = subprocess.Popen([python, "-m", f"bench.{module}", *arguments, str(port)])
    try:
        yield ServerProcess(f"http://127.0.0.1:{port}", process.pid)
    finally:
        process.terminate()
        process.wait(20)


async def until_ready(server: ServerProcess) -> None:
    """Wait until the server answers."""
    host, _, port = server.url.removeprefix("http://").partition(":")

    async def answers() -> bool:
        try:
            _, writer = await asyncio.open_connection(host, int(port))
        except OSError:
            return False
        writer.close()
        return True

    await eventually(answers, server.url, 60)


def quiet_settings(**gateway: object) -> dict[str, dict[str, object]]:
    """Settings of parts that log warnings only, without rate limits; `gateway` holds more of the gateway."""
    extra: dict[str, dict[str, object]] = {part: {"log_level": "WARNING"} for part in PARTS}
    extra["gateway"] |= {**NO_RATE_LIMITS, **gateway}
    return extra


@asynccontextmanager
async def started(cluster: Cluster) -> AsyncGenerator[Cluster]:
    """Start a cluster, and stop it when the block ends."""
    try:
        await asyncio.to_thread(cluster.start)  # it runs loops of its own
        yield cluster
    finally:
        await asyncio.to_thread(cluster.stop)


async def postmaster_of(cluster: Cluster) -> int:
    """The id of the database server's first process; the server must run on this machine."""
    async with connected(cluster.server_url) as connection:
        return parent_of(await connection.fetchval("SELECT pg_backend_pid()") or 0)
