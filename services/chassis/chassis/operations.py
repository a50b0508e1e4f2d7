"""Metrics and detailed readiness, on a port that only operators reach (OPERATIONS_PORT).

They tell how much is sold, what fails and which part is down: nothing of it is for callers. The port for
callers tells them only whether the process is alive and ready.
"""

import asyncio
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST as TEXT_FORMAT
from starlette.types import ASGIApp, Receive, Scope, Send

from chassis.quiet_server import QuietServer
from chassis.readiness import Readiness

Checks = Callable[[], Awaitable[Readiness]]
Measure = Callable[[], Awaitable[None]]
JSON: Final = "application/json"
START_SECONDS: Final = 10


class Operations:
    """The application on the port for operators."""

    def __init__(
        self, exposition: Callable[[], bytes], checks: Checks, measure: Measure | None = None
    ) -> None:
        """`checks` tells what the process needs and uses, and whether it is there. `measure` takes what is
        measured only when somebody reads the metrics: nothing is measured for nobody."""
        self._exposition = exposition
        self._checks = checks
        self._measure = measure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI, http only."""
        del receive
        status, content_type, body = await self._answer(scope["path"])
        headers = [(b"content-type", content_type.encode()), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def readiness(self) -> Readiness:
        """What the process needs and uses, and whether it is there."""
        return await self._checks()

    async def _answer(self, path: str) -> tuple[int, str, bytes]:
        match path:
            case "/metrics":
                if self._measure is not None:
                    await self._measure()
                return 200, TEXT_FORMAT, self._exposition()
            case "/health/live":
                return 200, JSON, b'{"live":true}'
            case "/health/ready":
                found = await self.readiness()
                return 200 if found.ready else 503, JSON, found.for_operators()
            case _:
                return 404, JSON, b"{}"


class _Server(QuietServer):
    """Uvicorn without signal handlers: the process's own server has them."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Install none."""
        yield


@asynccontextmanager
async def listening(app: ASGIApp, host: str, port: int) -> AsyncGenerator[None]:
    """Serve `app` while this context is open; with port 0, do nothing. Raises OSError for a taken port."""
    if not port:
        yield
        return
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind((host, port))
    config = uvicorn.Config(app, lifespan="off", access_log=False, log_config=None, server_header=False)
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[bound]), name="operations")
    try:
        async with asyncio.timeout(START_SECONDS):
            while not server.started:  # noqa: ASYNC110  uvicorn has no event for it
                await asyncio.sleep(0.01)
        yield
    finally:
        server.should_exit = server.force_exit = True
        await serving
        bound.close()
