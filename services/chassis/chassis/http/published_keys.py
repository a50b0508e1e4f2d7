"""Identity's public keys (RFC 7517), fetched again and again: a key that identity drops verifies nothing."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, cast

import httpx
import structlog

from chassis.errors import Unavailable

REFRESH_SECONDS = 30
"""How long a key that identity dropped still verifies in another process."""
UNKNOWN_KEY_SECONDS: Final = 5
"""The least time between two fetches for unknown keys, whose ids strangers can invent."""
RETRY_SECONDS = 1
"""How long to wait before asking identity again when it has not answered."""
LONGEST_WITHOUT_IDENTITY: Final = 3600
"""Seconds for which the last keys hold while identity cannot be asked."""

Jwk = dict[str, str]
KeySource = Callable[[], Awaitable[list[Jwk]]]
log = structlog.get_logger()


def fetch_keys(client: httpx.AsyncClient, identity_url: str) -> KeySource:
    """A source that fetches identity's JSON Web Key Set."""

    async def fetch() -> list[Jwk]:
        answer = await client.get(f"{identity_url}/.well-known/jwks.json")
        answer.raise_for_status()
        return cast(list[Jwk], answer.json()["keys"])

    return fetch


class PublishedKeys:
    """The keys that identity publishes now, by their id (product.md 1.3)."""

    def __init__(self, source: KeySource) -> None:
        self._fetch = source
        self._keys: dict[str, Jwk] = {}
        self._fetched_at = self._tried_at = float("-inf")
        self.known_once = False
        """Whether the keys were fetched at least once."""
        self.reached = True
        """Whether identity answered when it was asked last."""

    async def find(self, kid: str) -> Jwk | None:
        """The key with this id; None if identity publishes no such key.

        Raises `Unavailable` before the keys could be fetched, when that was too long ago, and for an unknown
        id while identity cannot be asked: its key may be new.
        """
        if not self.known or (
            kid not in self._keys and time.monotonic() - self._tried_at >= UNKNOWN_KEY_SECONDS
        ):
            await self.fetch()
        if not self.known or (kid not in self._keys and not self.reached):
            raise Unavailable
        return self._keys.get(kid)

    def holds(self, kid: str) -> bool:
        """Whether identity still publishes this key, as far as is known."""
        return kid in self._keys

    def vouches_for(self, kid: str) -> bool:
        """Whether the last list of keys from identity holds this key, and is not too old."""
        return kid in self._keys and self.known

    @property
    def known(self) -> bool:
        """Whether the keys were fetched, not too long ago."""
        return time.monotonic() - self._fetched_at < LONGEST_WITHOUT_IDENTITY

    async def fetch(self) -> None:
        """Fetch the keys now; without an answer the last ones stay."""
        self._tried_at = time.monotonic()
        try:
            found = await self._fetch()
            self._keys = {key["kid"]: key for key in found}
        except (httpx.HTTPError, ValueError, KeyError, TypeError, OSError, RuntimeError) as error:
            if self.reached:
                log.warning("keys to verify tokens with not fetched", reason=type(error).__name__)
            self.reached = False
        else:
            self._fetched_at = time.monotonic()
            self.reached = self.known_once = True

    @asynccontextmanager
    async def kept_fresh(self) -> AsyncGenerator[None]:
        """Fetch the keys at once and again and again while the context is open."""
        fetching = asyncio.create_task(self._fetch_for_ever(), name="published keys")
        try:
            yield
        finally:
            fetching.cancel()
            await asyncio.gather(fetching, return_exceptions=True)

    async def _fetch_for_ever(self) -> None:
        while True:
            await self.fetch()
            await asyncio.sleep(REFRESH_SECONDS if self.reached else RETRY_SECONDS)
