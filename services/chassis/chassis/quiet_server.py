"""Uvicorn's server, asleep while nobody asks.

Uvicorn looks ten times a second whether it shall stop, and once a second what the Date header is. That is a
millisecond of processor time a second for each server, and a process has two. Here who stops it wakes it,
and the date is looked up when an answer needs it.
"""

import asyncio
import gc
import sys
import time
from contextlib import suppress
from email.utils import formatdate
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import STARTUP_FAILURE
from uvicorn.server import ServerState

Headers = list[tuple[bytes, bytes]]


class _DatedState(ServerState):
    """The state that uvicorn's connections share; its default headers are made when they are asked for."""

    def __init__(self, config: uvicorn.Config) -> None:
        self._config = config
        self._second = 0
        self._headers: Headers = []
        super().__init__()

    @property
    def default_headers(self) -> Headers:
        """The headers of every answer, with the Date of this second (RFC 9110, section 6.6.1)."""
        second = int(time.time())
        if second != self._second:
            self._second = second
            date = [(b"date", formatdate(second, usegmt=True).encode())] if self._config.date_header else []
            self._headers = date + self._config.encoded_headers
        return self._headers

    @default_headers.setter
    def default_headers(self, headers: Headers) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Uvicorn sets none here but at its beginning."""


class QuietServer(uvicorn.Server):
    """Stops when `should_exit` is set, by a signal or by its owner. It has no limit of requests."""

    def __init__(self, config: uvicorn.Config) -> None:
        self._stopping = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stops = False
        super().__init__(config)
        self.server_state = _DatedState(config)

    @property
    def should_exit(self) -> bool:
        """Whether it is to stop."""
        return self._stops

    @should_exit.setter
    def should_exit(self, stops: bool) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        self._stops = stops
        if stops and self._loop is not None:
            self._loop.call_soon_threadsafe(self._stopping.set)  # a signal's handler wakes no loop by itself

    async def main_loop(self) -> None:
        """Wait until it is to stop."""
        self._loop = asyncio.get_running_loop()
        if not self._stops:
            await self._stopping.wait()


def run(app: ASGIApp, **options: Any) -> None:
    """Serve until SIGTERM or SIGINT, as `uvicorn.run` does in one process; `options` are those of its Config.

    Ends the process when it cannot start.
    """
    gc.collect()
    gc.freeze()  # the application itself is never garbage: scanning it took a fifth of a hot read's time
    server = QuietServer(uvicorn.Config(app, **options))
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(STARTUP_FAILURE)
