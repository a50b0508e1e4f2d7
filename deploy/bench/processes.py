"""Runs the servers of a measure, each as its own process."""

import asyncio
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

from local.postgres import free_port


@contextmanager
def running_server(module: str, *arguments: str) -> Generator[str]:
    """Run `python -m bench.<module> <arguments> PORT` for the block; yields its address."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", f"bench.{module}", *arguments, str(port)])
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


async def until_ready(url: str) -> None:
    """Wait until the server answers."""
    host, _, port = url.removeprefix("http://").partition(":")
    async with asyncio.timeout(30):
        while True:
            try:
                _, writer = await asyncio.open_connection(host, int(port))
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return
