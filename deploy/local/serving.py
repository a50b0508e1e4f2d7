"""Runs uvicorn inside a running event loop."""

import asyncio
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from chassis.quiet_server import QuietServer
from starlette.types import ASGIApp

DRAIN_SECONDS = 5


class PortTaken(RuntimeError):
    """Another process listens on the port."""


class EmbeddedServer(QuietServer):
    """Uvicorn without its signal handlers: the caller decides when to stop."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Install no handlers."""
        yield


def bind_socket(host: str, port: int) -> socket.socket:
    """A socket bound to this address. Raises PortTaken."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise PortTaken(
            f"{host}:{port} cannot be had ({error.strerror}). Choose another: PORT={port + 1}"
        ) from error
    return bound


@asynccontextmanager
async def serve(app: ASGIApp, bound: socket.socket, options: dict[str, Any]) -> AsyncGenerator[None]:
    """Serve the application on this socket for the block, then drain the open connections."""
    config = uvicorn.Config(app, lifespan="off", **options)
    config.timeout_graceful_shutdown = DRAIN_SECONDS
    server = EmbeddedServer(config)
    task = asyncio.create_task(server.serve(sockets=[bound]))
    try:
        while not server.started:
            if task.done():
                await task
                raise RuntimeError("the web server did not start")
            await asyncio.sleep(0.01)
        yield
    finally:
        server.should_exit = True
        await task
