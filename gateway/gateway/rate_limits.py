"""Rate limits, counted in this process or in a store that several gateways share (`limit_stores`).

The caller is the account or guest of a verified token, else the address. Reads and writes lease several
turns at once, so that an ordinary request touches no counter and no network. While a shared store is away,
each process counts for itself (`limit_fallback`).
"""

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from chassis.addresses import limits_address

from gateway.limit_fallback import FallbackStore
from gateway.limit_stores import CONNECTIONS, LimitStore, MemoryStore, PostgresStore
from gateway.routes import LimitClass

LEASE_SECONDS: Final = 5.0
MOST_LEASES: Final = 50_000
IN_MEMORY: Final = "async+memory://"


@dataclass(frozen=True, slots=True)
class Allowance:
    """Requests per minute: for one caller; for one address and the subject of the body; for one address.

    `network` holds counts and minutes for a whole network. Its calls are counted together.
    """

    caller: int | None = None
    subject: int | None = None
    address: int | None = None
    lease: int = 1
    """How many turns one lease takes."""
    network: tuple[tuple[int, int], ...] = ()


BUSY_NETWORK: Final = ((40, 10), (120, 60), (300, 24 * 60))
"""New accounts and guests' codes of one network: four a minute at first, then two a minute, then one in five
minutes. A network that makes many of them waits ever longer for the next (product.md 1.18).
"""
ALLOWANCES: Final[dict[LimitClass, Allowance]] = {
    "read": Allowance(caller=1200, lease=25),
    "write": Allowance(caller=180, lease=5),
    "booking": Allowance(caller=30),
    "media": Allowance(caller=20),
    "picture": Allowance(caller=60),
    "card": Allowance(caller=120),
    "sign_in": Allowance(subject=10, address=60),
    "sign_up": Allowance(subject=10, address=60, network=BUSY_NETWORK),
    "mail": Allowance(subject=5, address=30),
    "guest_code": Allowance(subject=5, address=30, network=BUSY_NETWORK),
    "socket": Allowance(address=240),
    "report": Allowance(address=30),
}

BY_NETWORK: Final = frozenset(limit for limit, allowance in ALLOWANCES.items() if allowance.network)
"""The limits that count a whole network; for others nobody has to find out which it is."""


class _Lease:
    __slots__ = ("left", "until")

    def __init__(self, left: int, until: float) -> None:
        self.left = left
        self.until = until


class RateLimits:
    """Counts requests against the limits. A `scale` of 0 switches all limits off."""

    def __init__(self, scale: float, storage: str, connections: int = CONNECTIONS) -> None:
        self._scale = scale
        shared = None if storage == IN_MEMORY else FallbackStore(shared_store(storage, connections))
        self._shared, self._store = shared, shared or MemoryStore()
        self._leases: dict[tuple[str, ...], _Lease] = {}

    @property
    def degraded(self) -> bool:
        """Whether this process counts alone because the shared store is away."""
        return self._shared is not None and self._shared.degraded

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Look after the shared store while this context is open, then close it."""
        if self._shared is None:
            yield
            return
        async with self._shared.running():
            yield

    @property
    def shared(self) -> bool:
        """Whether several gateways are to count together."""
        return self._shared is not None

    async def seconds_to_wait(
        self, limit: LimitClass, *, address: str, caller: str, subject: str = "", network: str = ""
    ) -> int:
        """Count one request; returns the seconds until the caller may try again, 0 if it may go on.

        At most 60, but of a busy network.

        When the shared store cannot be reached, this process counts alone.
        """
        if not self._scale:
            return 0
        allowance = ALLOWANCES[limit]
        if allowance.caller is not None:
            return await self._leased((limit, caller), allowance.caller, allowance.lease)
        if allowance.subject is not None and subject:
            wait = await self._hit(allowance.subject, (limit, "named", address, subject))
            if wait:
                return wait
        if allowance.address is not None:
            wait = await self._hit(allowance.address, (limit, "address", address))
            if wait:
                return wait
        for amount, minutes in allowance.network:
            wait = await self._hit(amount, ("newcomers", network, str(minutes)), minutes=minutes)
            if wait:
                return wait
        return 0

    async def _leased(self, key: tuple[str, ...], amount: int, turns: int) -> int:
        now = time.monotonic()
        lease = self._leases.get(key)
        if lease is not None and lease.left and lease.until > now:
            lease.left -= 1
            return 0
        if turns > 1 and not await self._hit(amount, key, turns):
            if len(self._leases) >= MOST_LEASES:
                self._leases.clear()
            self._leases[key] = _Lease(turns - 1, now + LEASE_SECONDS)
            return 0
        return await self._hit(amount, key)

    async def _hit(self, amount: int, key: tuple[str, ...], turns: int = 1, minutes: int = 1) -> int:
        return await self._store.hit(max(1, round(amount * self._scale)), key, turns, minutes)


def shared_store(url: str, connections: int) -> LimitStore:
    """The store that RATE_LIMIT_STORAGE names, with at most so many connections to PostgreSQL.

    Raises ValueError for any other.
    """
    if url.startswith("postgresql://"):
        return PostgresStore(url, connections)
    if (plain := url.removeprefix("async+")).startswith(("redis://", "rediss://")):
        from gateway.redis_limit_store import RedisStore  # noqa: PLC0415  large, and seldom used

        return RedisStore(limits_address(plain))
    raise ValueError("RATE_LIMIT_STORAGE must be async+memory://, or begin with postgresql, redis or rediss")
