"""One budget of memory for what is large for a while in this process: bodies, and pictures being decoded.

Without it, a handful of uploads at once takes more than the process may have, and it is killed with all that
it serves. Whoever finds the budget spent waits for a bounded time, and is then told to come again (product.md
6.5).
"""

import asyncio
import ctypes
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from chassis.errors import Unavailable

MEBIBYTE: Final = 1024 * 1024
CAPACITY: Final = 224 * MEBIBYTE
"""What 512 MiB leave beside the whole system in one process (220 MiB at rest) and its ordinary calls."""
FOR_DECODING: Final = 144 * MEBIBYTE
"""Bodies leave this free, so that one of the largest pictures can always be decoded: else bodies that wait
for their pictures to be decoded would hold all of it."""
WAIT_SECONDS: Final = 10.0
RETRY_AFTER: Final = 5
_M_MMAP_THRESHOLD: Final = -3
"""Of glibc's malloc.h."""


@dataclass(slots=True, eq=False)
class _Waiter:
    size: int
    granted: asyncio.Future[None]


class MemoryBudget:
    """Counts bytes that are about to be used. Decoding comes before reading: it is what frees bodies."""

    def __init__(self, capacity: int = CAPACITY, *, for_decoding: int = FOR_DECODING) -> None:
        self.capacity: Final = capacity
        self._for_bodies = capacity - for_decoding
        self._used = 0
        self._decoding: deque[_Waiter] = deque()
        self._reading: deque[_Waiter] = deque()

    @property
    def used(self) -> int:
        """Bytes that are reserved now."""
        return self._used

    @asynccontextmanager
    async def reading(self, size: int) -> AsyncGenerator[None]:
        """Reserve `size` bytes for a body. Raises `Unavailable` after `WAIT_SECONDS`."""
        async with self._reserved(self._reading, size, self._for_bodies):
            yield

    @asynccontextmanager
    async def decoding(self, size: int) -> AsyncGenerator[None]:
        """Reserve `size` bytes for a picture that is decoded. Raises `Unavailable` after `WAIT_SECONDS`."""
        async with self._reserved(self._decoding, size, self.capacity):
            yield

    @asynccontextmanager
    async def _reserved(self, queue: deque[_Waiter], size: int, most: int) -> AsyncGenerator[None]:
        await self._reserve(queue, min(size, most))
        try:
            yield
        finally:
            self._used -= min(size, most)
            self._grant()

    async def _reserve(self, queue: deque[_Waiter], size: int) -> None:
        waiter = _Waiter(size, asyncio.get_running_loop().create_future())
        queue.append(waiter)
        self._grant()
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await waiter.granted
        except BaseException as error:
            if waiter in queue:
                queue.remove(waiter)
            else:  # granted in the same moment
                self._used -= size
            self._grant()
            if isinstance(error, TimeoutError):
                raise Unavailable(retry_after=RETRY_AFTER) from error
            raise

    def _grant(self) -> None:
        """Let in whoever fits: any picture that is to be decoded, then bodies in their order."""
        for waiter in list(self._decoding):
            if self._used + waiter.size <= self.capacity:
                self._decoding.remove(waiter)
                self._let_in(waiter)
        while self._reading and not self._decoding:
            if self._used + self._reading[0].size > self._for_bodies:
                return
            self._let_in(self._reading.popleft())

    def _let_in(self, waiter: _Waiter) -> None:
        self._used += waiter.size
        if not waiter.granted.done():
            waiter.granted.set_result(None)


def return_freed_memory() -> None:
    """Let the C library give every large block back to the system as soon as it is freed.

    By itself glibc keeps blocks of up to 32 MB for later once one of that size was freed (mallopt(3),
    M_MMAP_THRESHOLD), so that the process grows beyond what it uses. Does nothing with other libraries.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, MEBIBYTE)


BUDGET: Final = MemoryBudget()
"""That of this process. In the embedded set, the gateway and all services share it."""
