"""Rate limits: sliding windows of the `limits` package, in memory or shared through Redis.

The caller is the account or guest of a verified token, else the address. Reads and writes lease several
turns at once, so that an ordinary request touches no counter and no network.
"""

import time
from dataclasses import dataclass
from typing import Final

import structlog
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import Storage
from limits.aio.strategies import MovingWindowRateLimiter, SlidingWindowCounterRateLimiter
from limits.errors import StorageError
from limits.storage import storage_from_string

from gateway.routes import LimitClass

log = structlog.get_logger()

LEASE_SECONDS: Final = 5.0
MOST_LEASES: Final = 50_000
EXACT_UP_TO: Final = 100
"""Limits up to this count each hit: a weighted counter lets one more through as its window turns."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Requests per minute: for one caller; for one address and the subject of the body; for one address."""

    caller: int | None = None
    subject: int | None = None
    address: int | None = None
    lease: int = 1
    """How many turns one lease takes."""


ALLOWANCES: Final[dict[LimitClass, Allowance]] = {
    "read": Allowance(caller=1200, lease=25),
    "write": Allowance(caller=180, lease=5),
    "booking": Allowance(caller=30),
    "media": Allowance(caller=20),
    "picture": Allowance(caller=60),
    "card": Allowance(caller=120),
    "sign_in": Allowance(subject=10, address=60),
    "mail": Allowance(subject=5, address=30),
    "socket": Allowance(address=240),
    "report": Allowance(address=30),
}


class _Lease:
    __slots__ = ("left", "until")

    def __init__(self, left: int, until: float) -> None:
        self.left = left
        self.until = until


class RateLimits:
    """Counts requests against the limits. A `scale` of 0 switches all limits off."""

    def __init__(self, scale: float, storage: str) -> None:
        self._scale = scale
        self.storage: Final = _storage(storage)
        self._exact = MovingWindowRateLimiter(self.storage)
        self._counter = SlidingWindowCounterRateLimiter(self.storage)
        self._leases: dict[tuple[str, ...], _Lease] = {}
        self._items: dict[int, RateLimitItem] = {}

    async def seconds_to_wait(
        self, limit: LimitClass, *, address: str, caller: str, subject: str = ""
    ) -> int:
        """Count one request; returns the seconds (1 to 60) until the caller may try again, 0 if it may go on.

        When the storage cannot be reached, the request may go on.
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
            return await self._hit(allowance.address, (limit, "address", address))
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

    async def _hit(self, amount: int, key: tuple[str, ...], turns: int = 1) -> int:
        item = self._item(amount)
        limiter = self._exact if item.amount <= EXACT_UP_TO else self._counter
        try:
            if await limiter.hit(item, *key, cost=turns):
                return 0
            stats = await limiter.get_window_stats(item, *key)
        except StorageError as error:
            log.warning("rate limits cannot be counted", reason=str(error))
            return 0
        return max(1, min(60, round(stats.reset_time - time.time())))

    def _item(self, amount: int) -> RateLimitItem:
        item = self._items.get(amount)
        if item is None:
            item = self._items[amount] = RateLimitItemPerMinute(max(1, round(amount * self._scale)))
        return item


def _storage(url: str) -> Storage:
    storage = storage_from_string(url, wrap_exceptions=True)
    if not isinstance(storage, Storage):
        raise TypeError("RATE_LIMIT_STORAGE must begin with async+")
    return storage
