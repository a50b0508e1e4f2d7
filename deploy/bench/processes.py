"""Runs the servers of a measure, each as its own process."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from local.postgres import free_port


@dataclass(frozen=True)
class ServerProcess:
    """A server in its own process."""

    url: str
    pid: int

    def cpu_seconds(self) -> float:
        """The processor time that the process has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        user, system = int(fields[11]), int(fields[12])
        return (user + system) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running_server(module: str, *arguments: str) -> Generator[ServerProcess]:
    """Run `python -m bench.<module> <arguments> PORT` for the block."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", f"bench.{module}", *arguments, str(port)])
    try:
        yield ServerProcess(f"http://127.0.0.1:{port}", process.pid)
    finally:
        process.terminate()
        process.wait(20)


async def until_ready(server: ServerProcess) -> None:
    """Wait until the server answers."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    async with asyncio.timeout(30):
        while True:
            try:
                _, writer = await asyncio.open_connection(host, int(port))
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return
