"""Runs the servers of a measure, each as its own process."""

import asyncio
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from local.postgres import free_port

from bench.processor_time import cpu_seconds


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
    async with asyncio.timeout(60):
        while True:
            try:
                _, writer = await asyncio.open_connection(host, int(port))
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return
