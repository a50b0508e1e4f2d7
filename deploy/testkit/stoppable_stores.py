"""Stores that a test can stop, start again, and let hang: one that hangs is connected and says nothing."""

import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from local.databases import asyncpg_url
from local.postgres import Postgres, free_port

START_SECONDS: Final = 20.0


class Store(Protocol):
    """A server on the loopback, always at the same port."""

    @property
    def url(self) -> str:
        """Its address, with its credentials."""
        ...

    def stop(self) -> None:
        """End it. Connections are refused from now on."""
        ...

    def start_again(self) -> None:
        """Start it where it was, and wait until it accepts connections."""
        ...

    def hang(self) -> None:
        """Halt all its processes. Its connections stay open, and new ones are accepted by the kernel."""
        ...

    def go_on(self) -> None:
        """Let the processes that hang go on."""
        ...

    def destroy(self) -> None:
        """End it and remove its data."""
        ...


def redis_program() -> str | None:
    """Where redis-server is; None where it is not installed."""
    return shutil.which("redis-server")


class StoppableRedis:
    """A Redis that keeps nothing and wants a password."""

    PASSWORD: Final = "only-for-tests"  # noqa: S105 - a server on the loopback, for a minute

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self.start_again()

    @property
    def url(self) -> str:
        """See Store."""
        return f"redis://:{self.PASSWORD}@127.0.0.1:{self._port}/0"

    def start_again(self) -> None:
        """See Store. Raises LookupError where redis-server is not installed, TimeoutError if it fails."""
        program = redis_program()
        if program is None:
            raise LookupError("no redis-server")
        order = [
            program,
            "--port",
            str(self._port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        with (self._folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*order, "--requirepass", self.PASSWORD], cwd=self._folder, stdout=log, stderr=log
            )
        deadline = time.monotonic() + START_SECONDS
        while not _accepts(self._port):
            if time.monotonic() > deadline:
                raise TimeoutError((self._folder / "redis.log").read_text())
            time.sleep(0.02)

    def stop(self) -> None:
        """See Store."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def hang(self) -> None:
        """See Store."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """See Store."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def destroy(self) -> None:
        """See Store."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


class StoppablePostgres:
    """A PostgreSQL, with the processes of its connections."""

    def __init__(self, folder: Path) -> None:
        self._server = Postgres(folder, durable=False)
        self._server.start()
        self._halted: list[int] = []

    @property
    def url(self) -> str:
        """See Store."""
        return asyncpg_url(self._server.url())

    def stop(self) -> None:
        """See Store."""
        self._server.stop()

    def start_again(self) -> None:
        """See Store."""
        self._server.start_again()

    def hang(self) -> None:
        """See Store."""
        first = self._server.pid
        os.kill(first, signal.SIGSTOP)  # it makes no other process from now on
        self._halted = [first, *_children(first)]
        for process in self._halted[1:]:
            os.kill(process, signal.SIGSTOP)

    def go_on(self) -> None:
        """See Store."""
        while self._halted:
            with suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(self._halted.pop(), signal.SIGCONT)

    def destroy(self) -> None:
        """See Store."""
        self.go_on()
        self._server.destroy()


def _children(parent: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def _accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
