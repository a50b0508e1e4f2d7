"""What a process remembers of people for a while, so that it does not work out the same thing again.

The event of an erasure reaches one process of a service, and each has its own memory. So every process
forgets by the clock: after an erasure it holds nothing of the person for longer than `FORGET_EVERY_SECONDS`
(product.md 1.10).
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

Result = TypeVar("Result")
FORGET_EVERY_SECONDS: Final = 600.0
"""Long enough that nearly all that is asked for again is still remembered."""
_MEMORIES: Final[list["_lru_cache_wrapper[object]"]] = []


def remembered(most: int) -> Callable[[Callable[..., Result]], "_lru_cache_wrapper[Result]"]:
    """`lru_cache(most)`, for a function whose arguments or results may hold names or words of people."""

    def decorate(function: Callable[..., Result]) -> "_lru_cache_wrapper[Result]":
        memory = lru_cache(most)(function)
        _MEMORIES.append(memory)
        return memory

    return decorate


def forget() -> None:
    """Forget all that is `remembered`."""
    for memory in _MEMORIES:
        memory.cache_clear()


@asynccontextmanager
async def forgetting(forget: Callable[[], None] = forget) -> AsyncGenerator[None]:
    """Calls `forget` every `FORGET_EVERY_SECONDS` while the process serves."""

    async def keep_forgetting() -> None:
        while True:
            await asyncio.sleep(FORGET_EVERY_SECONDS)
            forget()

    task = asyncio.create_task(keep_forgetting(), name="forgetting")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
