"""Runs what a measure needs: servers in processes of their own, and a whole set."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

import httpx
from client.api_client import eventually
from local.postgres import Postgres, free_port
from testkit.environments import settings_of_parts


@dataclass(frozen=True)
class ServerProcess:
    """A server in its own process."""

    url: str
    pid: int


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


@contextmanager
def throwaway_postgres(folder: Path, buffers: str = "256MB") -> Generator[str]:
    """The url of a server of its own without fsync, with this much cache; nothing is left of it."""
    server = Postgres(folder, durable=False, settings={"shared_buffers": buffers})
    server.start()
    try:
        yield server.url()
    finally:
        server.destroy()


async def metric(http: httpx.AsyncClient, url: str, name: str, label: str = "") -> float:
    """The sum of a metric of the process whose port for operators is at `url`, of series with this label."""
    lines = (await http.get(f"{url}/metrics")).text.splitlines()
    found = (line for line in lines if re.split(r"[{ ]", line, maxsplit=1)[0] == name and label in line)
    return sum(float(line.rpartition(" ")[2]) for line in found)


def quiet_settings(**gateway: object) -> dict[str, dict[str, object]]:
    """Settings of parts that log warnings only, without rate limits; `gateway` holds more of the gateway."""
    return {part: {**own, "log_level": "WARNING"} for part, own in settings_of_parts(gateway=gateway).items()}


class Startable(Protocol):
    """A cluster, or a server: calls of it may run loops of their own."""

    def start(self) -> None:
        """Return when it is ready."""

    def stop(self) -> None:
        """Stop what has started of it."""


S = TypeVar("S", bound=Startable)


@asynccontextmanager
async def started(what: S) -> AsyncGenerator[S]:
    """Start it, and stop it when the block ends."""
    try:
        await asyncio.to_thread(what.start)
        yield what
    finally:
        await asyncio.to_thread(what.stop)
