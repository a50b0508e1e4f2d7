"""The one place where the time is read. Rules take `now` as a value."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Request

Now = Callable[[], datetime]


def utc_now() -> datetime:
    """The current time as an aware datetime in UTC."""
    return datetime.now(UTC)


def clock_of(request: Request) -> Now:
    """The clock of the service that serves `request`."""
    return request.app.state.clock


async def _clock(request: Request) -> Now:
    return clock_of(request)


Clock = Annotated[Now, Depends(_clock)]
"""A route's clock: `clock()` is the current time, which a test may set."""
