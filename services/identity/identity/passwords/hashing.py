"""Hashing passwords with argon2id (RFC 9106), off the event loop and never too many at once."""

import asyncio
import secrets
import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Annotated, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from chassis.errors import Unavailable
from fastapi import Depends, Request

from identity.settings import IdentitySettings

T = TypeVar("T")


class Passwords:
    """Hashes and verifies on a few threads of its own; argon2 releases the interpreter lock meanwhile.

    Each hash takes `argon2_memory_kib` of memory, so that the number of threads bounds both time and memory.
    When `argon2_waiting` passwords are queued already, the next one is refused with `Unavailable`.
    """

    def __init__(self, settings: IdentitySettings) -> None:
        self._hasher = PasswordHasher(
            time_cost=settings.argon2_time_cost,
            memory_cost=settings.argon2_memory_kib,
            parallelism=settings.argon2_lanes,
        )
        self._threads = ThreadPoolExecutor(settings.argon2_workers, thread_name_prefix="argon2")
        self._most = settings.argon2_workers + settings.argon2_waiting
        self._in_hand = 0
        self._lock = threading.Lock()
        self.of_nobody = self._hasher.hash(secrets.token_urlsafe(32))
        """A hash that no password fits. Verifying it for an unknown account costs as much as a real one."""

    async def hash(self, password: str) -> str:
        """The hash of `password` to store."""
        return await self._run(lambda: self._hasher.hash(password))

    async def fits(self, password: str, stored: str) -> bool:
        """Whether `stored` is a hash of `password`."""
        return await self._run(lambda: self._verify(password, stored))

    def is_outdated(self, stored: str) -> bool:
        """Whether the hash was made with other cost parameters than the present ones."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        """Wait for the current hashes and stop the threads; queued ones are cancelled."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _verify(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        with self._lock:
            if self._in_hand >= self._most:
                raise Unavailable
            self._in_hand += 1
        future = self._threads.submit(work)
        future.add_done_callback(self._let_go)
        return await asyncio.wrap_future(future)

    def _let_go(self, _: Future[T]) -> None:
        with self._lock:
            self._in_hand -= 1


@asynccontextmanager
async def hashing(settings: IdentitySettings) -> AsyncGenerator[Passwords]:
    """Passwords for the life of a service."""
    passwords = await asyncio.to_thread(Passwords, settings)
    try:
        yield passwords
    finally:
        await asyncio.to_thread(passwords.close)


async def _passwords(request: Request) -> Passwords:
    return request.app.state.passwords


RequestPasswords = Annotated[Passwords, Depends(_passwords)]
"""The service's hashing threads."""
