"""The one place where the time is read. Rules take `now` as a value."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Request

Now = Callable[[], datetime]


def utc_now() -> datetime:
    """The present instant, aware, in UTC."""
    return datetime.now(UTC)


async def _clock(request: Request) -> Now:
    return request.app.state.clock


Clock = Annotated[Now, Depends(_clock)]
"""A route's clock: `clock()` is the present instant, which a test may set."""
