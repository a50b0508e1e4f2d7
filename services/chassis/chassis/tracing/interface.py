"""The interface of tracing. Without a collector every function here does almost nothing."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.types import ASGIApp

from chassis.bus.message import Message
from chassis.db import Database


class Tracing:
    """Records the spans of one service. This class records nothing; `Spans` in `otel` does."""

    def middleware(self, app: ASGIApp) -> ASGIApp:
        """`app` with a span around each request."""
        return app

    def watch(self, engine: AsyncEngine) -> None:
        """Give each statement of `engine` a span."""

    def statement(self, sql: str) -> AbstractContextManager[None]:
        """A span around a statement that runs on the driver."""
        del sql
        return nullcontext()

    def publishing(self, message: Message) -> AbstractContextManager[Message]:
        """A span around the publishing of `message`; yields the message with the span's traceparent."""
        return nullcontext(message)

    def handling(self, message: Message, consumer: str) -> AbstractContextManager[None]:
        """A span around the handling of `message`, in the trace that it carries."""
        del message, consumer
        return nullcontext()

    def untraced(self) -> AbstractContextManager[None]:
        """Statements in this context get no spans: for background work that belongs to no request."""
        return nullcontext()

    def close(self) -> None:
        """Send the remaining spans. May block for some seconds."""


def _nothing() -> str | None:
    return None


_current: Callable[[], str | None] = _nothing
SILENT: Final = Tracing()


def use_traceparent(current: Callable[[], str | None]) -> None:
    """Make `current` the source of the current traceparent in the whole process."""
    global _current  # noqa: PLW0603 - the seam that keeps OpenTelemetry out of processes that do not trace
    _current = current


def traceparent() -> str | None:
    """The W3C traceparent of the current work; None when nothing is traced."""
    return _current()


def of(app: FastAPI) -> Tracing:
    """The tracing of a service, set by `create_service`."""
    return app.state.tracing


def watch_database(app: FastAPI, database: Database) -> None:
    """Add the statements of `database` to the traces of `app`."""
    tracing = of(app)
    if tracing is not SILENT:
        tracing.watch(database.engine)
        database.span = tracing.statement


async def stop(app: FastAPI) -> None:
    """Send the remaining spans without blocking the event loop."""
    tracing = of(app)
    if tracing is not SILENT:
        await asyncio.to_thread(tracing.close)
