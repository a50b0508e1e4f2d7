"""Runs the servers of a measure, each as its own process, and reads what processes have used."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from local.postgres import free_port


def cpu_seconds(pid: int) -> float:
    """The processor time that all threads of a process have used (clock_getcpuclockid(3), in nanoseconds)."""
    return time.clock_gettime((~pid << 3) | 2)


def family_cpu_seconds(pid: int) -> float:
    """The processor time of a process, of its children, and of those that it has waited for."""
    waited = sum(map(int, _stat_fields(pid)[13:15])) / os.sysconf("SC_CLK_TCK")
    total = cpu_seconds(pid) + waited
    for child in children_of(pid):
        try:
            total += cpu_seconds(child)
        except OSError:  # it has just ended; its parent counts it from now on
            continue
    return total


def children_of(pid: int) -> list[int]:
    """The ids of the processes that this one's first thread has started."""
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def parent_of(pid: int) -> int:
    """The id of the parent process."""
    return int(_stat_fields(pid)[1])


def _stat_fields(pid: int) -> list[str]:
    """The fields of /proc/<pid>/stat behind the name, so that field 3 of proc(5) is the first."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


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
