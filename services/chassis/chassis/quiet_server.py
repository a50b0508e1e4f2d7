"""Uvicorn's server, asleep while nobody asks, and answering in one write.

Uvicorn looks ten times a second whether it shall stop, and once a second what the Date header is. That is a
millisecond of processor time a second for each server, and a process has two. Here who stops it wakes it,
and the date is looked up when an answer needs it.

Uvicorn writes the head of an answer and its body apart: two system calls, and whoever reads is woken twice.
Here the head waits for the first piece of the body.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from email.utils import formatdate
from typing import Any, Final

import structlog
import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import STARTUP_FAILURE
from uvicorn.server import ServerState

from chassis.request_heads import BoundedHeads
from chassis.version import VERSION

log = structlog.get_logger()

Headers = list[tuple[bytes, bytes]]
CLOSE: Final = (b"connection", b"close")
_CONTINUE: Final = b"HTTP/1.1 100 "
"""Begins what asks for the body (RFC 9110, section 15.2.1). It is no head: no answer follows it at once."""


class _AnswerTransport:
    """What an answer is written to: its head goes out together with the first piece of its body."""

    __slots__ = ("_begun", "_head", "_transport")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head = b""
        self._begun = False

    def write(self, data: bytes) -> None:
        """Write a head, or a piece of a body."""
        if self._head:
            head, self._head = self._head, b""
            self._transport.writelines((head, data))
        elif self._begun or data.startswith(_CONTINUE):
            self._transport.write(data)
        else:
            self._head, self._begun = data, True

    def end(self) -> None:
        """Write the head of an answer without a body. The next answer begins."""
        if self._head:
            self._transport.write(self._head)
        self._head, self._begun = b"", False

    def close(self) -> None:
        """Close the connection once all is written."""
        self.end()
        self._transport.close()

    def is_closing(self) -> bool:
        """See asyncio."""
        return self._transport.is_closing()


class AnswersAtOnce(BoundedHeads):
    """Uvicorn's HTTP/1.1 with bounded heads, which writes head and body of a small answer together."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """See asyncio."""
        super().connection_made(transport)
        self._answer = _AnswerTransport(transport)

    def on_headers_complete(self) -> None:
        """A request begins: its answer takes the way through `_AnswerTransport`."""
        super().on_headers_complete()
        cycle: Any = self.cycle  # None until the connection has carried a request: an upgrade is none
        if cycle is not None:
            cycle.transport = self._answer

    def on_response_complete(self) -> None:
        """An answer is complete."""
        self._answer.end()
        super().on_response_complete()


class _DatedState(ServerState):
    """The state that uvicorn's connections share; its default headers are made when they are asked for."""

    def __init__(self, config: uvicorn.Config) -> None:
        self._config = config
        self._second = 0
        self.stopping = False
        """Whether each answer is to be the last of its connection: its client connects elsewhere."""
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
        return [*self._headers, CLOSE] if self.stopping else self._headers

    @default_headers.setter
    def default_headers(self, headers: Headers) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Uvicorn sets none here but at its beginning."""


class QuietServer(uvicorn.Server):
    """Stops when `should_exit` is set, by a signal or by its owner. It has no limit of requests.

    `told_to_stop` is called then. For `notice_seconds` more it takes requests, so that a balancer can notice
    first, and asks its clients to connect elsewhere: none writes into a connection that is being closed.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        told_to_stop: Callable[[], None] | None = None,
        notice_seconds: float = 0,
    ) -> None:
        self._told_to_stop = told_to_stop
        self._notice_seconds = notice_seconds
        self._stopping = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stops = False
        if config.http in {"auto", "httptools"}:
            config.http = AnswersAtOnce
        super().__init__(config)
        self.server_state = self._dated_state = _DatedState(config)

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
        """Wait until it is to stop, and until that was noticed."""
        self._loop = asyncio.get_running_loop()
        if not self._stops:
            await self._stopping.wait()
        if self._told_to_stop is not None:
            self._told_to_stop()
        if self._notice_seconds and not self.force_exit:
            self._dated_state.stopping = True
            self._stopping.clear()  # told once more, it waits no longer
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), self._notice_seconds)


def run(
    app: ASGIApp, *, told_to_stop: Callable[[], None] | None = None, notice_seconds: float = 0, **options: Any
) -> None:
    """Serve until SIGTERM or SIGINT, as `uvicorn.run` does in one process; `options` are those of its Config,
    the others those of `QuietServer`.

    Ends the process when it cannot start.
    """
    log.info("starting", version=VERSION)
    gc.collect()
    gc.freeze()  # the application itself is never garbage: scanning it took a fifth of a hot read's time
    server = QuietServer(uvicorn.Config(app, **options), told_to_stop, notice_seconds)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(STARTUP_FAILURE)
