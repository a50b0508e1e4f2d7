"""Reading what another service has just announced, and may be a moment late to arrive here."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 0.5
STEP_SECONDS = 0.05


async def settled(read: Callable[[], Awaitable[T | None]], *, patience: float = PATIENCE_SECONDS) -> T | None:
    """What `read` finds, asked again for at most `patience` seconds while it finds nothing.

    A caller may use in one service what it made in another an instant ago; the event that tells of it
    takes some ten milliseconds. `read` must see fresh commits at each call (a `ReadSession` does, and so
    does a write session at READ COMMITTED).
    """
    found = await read()
    waited = 0.0
    while found is None and waited < patience:
        await asyncio.sleep(STEP_SECONDS)
        waited += STEP_SECONDS
        found = await read()
    return found
