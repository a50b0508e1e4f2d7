"""Logins that ended before their tokens expire: a short list in the memory of each process.

`LoginEnded` events add to it. The whole list is fetched from identity whenever the bus reconnects, because
events published meanwhile were missed.
"""

import asyncio
import heapq
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Final

import httpx
import structlog
from contracts.event import Instant
from contracts.events.identity import LoginEnded
from pydantic import BaseModel, ValidationError

from chassis import tracing
from chassis.bus import Bus
from chassis.events import subscribe
from chassis.inbox import listening

PATH: Final = "/internal/ended_logins"
FIRST_RETRY_SECONDS: Final = 0.2
LONGEST_RETRY_SECONDS: Final = 5.0
log = structlog.get_logger()


class _Ended(BaseModel):
    login_id: str
    expires_at: Instant


class _EndedLogins(BaseModel):
    ended_logins: list[_Ended]


class _Listed(BaseModel):
    """Identity's response, in the envelope."""

    data: _EndedLogins


class EndedLoginList:
    """The logins that have ended. An entry is dropped when the login's tokens have expired anyway."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._by_expiry: list[tuple[float, str]] = []

    def contains(self, login_id: str) -> bool:
        """Whether this login ended before its tokens expire."""
        return login_id in self._ids

    def add(self, login_id: str, expires_at: datetime) -> None:
        """Record that this login has ended."""
        self._drop_expired()
        if login_id not in self._ids and expires_at.timestamp() > time.time():
            self._ids.add(login_id)
            heapq.heappush(self._by_expiry, (expires_at.timestamp(), login_id))

    def __len__(self) -> int:
        return len(self._ids)

    def _drop_expired(self) -> None:
        while self._by_expiry and self._by_expiry[0][0] <= time.time():
            self._ids.discard(heapq.heappop(self._by_expiry)[1])


@asynccontextmanager
async def watch(bus: Bus, client: httpx.AsyncClient, identity_url: str) -> AsyncGenerator[EndedLoginList]:
    """The list, updated as long as the context is open (product.md 1.3).

    It is complete as soon as it has been fetched from identity once.
    """
    ended = EndedLoginList()
    requested = asyncio.Event()

    @subscribe(LoginEnded, durable=False)
    async def end(event: LoginEnded) -> None:
        ended.add(event.login_id, event.expires_at)

    async def fetch_soon() -> None:
        requested.set()

    fetching = asyncio.create_task(
        _keep_fetching(requested, ended, client, identity_url), name="ended logins"
    )
    try:
        async with listening(
            bus, [end], traced=tracing.SILENT, name="ended logins", grace=0, on_connect=fetch_soon
        ):
            yield ended
    finally:
        fetching.cancel()
        await asyncio.gather(fetching, return_exceptions=True)


async def _keep_fetching(
    requested: asyncio.Event, ended: EndedLoginList, client: httpx.AsyncClient, identity_url: str
) -> None:
    """Fetch the list whenever that is requested, and retry until it succeeds."""
    delay = FIRST_RETRY_SECONDS
    while True:
        await requested.wait()
        requested.clear()
        try:
            answer = (await client.get(f"{identity_url}{PATH}")).raise_for_status()
            for login in _Listed.model_validate_json(answer.content).data.ended_logins:
                ended.add(login.login_id, login.expires_at)
        except (httpx.HTTPError, ValidationError, OSError, RuntimeError) as error:
            log.warning("list of ended logins not fetched", reason=f"{type(error).__name__}: {error}"[:300])
            requested.set()
            await asyncio.sleep(delay)
            delay = min(delay * 2, LONGEST_RETRY_SECONDS)
        else:
            delay = FIRST_RETRY_SECONDS
