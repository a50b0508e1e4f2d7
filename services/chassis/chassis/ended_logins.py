"""Logins that ended before their tokens expire: a short list in the memory of each process.

`LoginEnded` and `LoginRotated` events add to it. The whole list is fetched from identity whenever the bus
reconnects, because events published meanwhile were missed, at the start and every few seconds while the bus
is away. Until it was fetched, and when it is too old, no token passes (product.md 1.3).
"""

import asyncio
import heapq
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from typing import Final

import httpx
import structlog
from contracts.event import Instant
from contracts.events.identity import LoginEnded, LoginRotated
from pydantic import BaseModel, Field, ValidationError

from chassis import tracing
from chassis.bus import Bus
from chassis.events import subscribe
from chassis.inbox import listening

PATH: Final = "/internal/ended_logins"
FIRST_RETRY_SECONDS: Final = 0.2
LONGEST_RETRY_SECONDS: Final = 5.0
LONGEST_FIRST_RETRY_SECONDS: Final = 0.5
"""Until the list was fetched once, no signed-in call is answered."""
POLL_SECONDS = 5.0
"""How often the list is fetched while the bus is away."""
LONGEST_CURRENT_SECONDS = 60.0
"""How long the list is trusted while neither the bus nor identity tells of further logins."""
START_SECONDS = 3.0
"""How long after the start of a process the first calls wait for the list, rather than fail."""
log = structlog.get_logger()


class _Ended(BaseModel):
    login_id: str
    expires_at: Instant


class _Rotated(BaseModel):
    login_id: str
    generation: int
    refused_from: Instant
    expires_at: Instant


class _EndedLogins(BaseModel):
    ended_logins: list[_Ended]
    rotated_logins: list[_Rotated] = Field(default_factory=list[_Rotated])


class _Listed(BaseModel):
    """Identity's response, in the envelope."""

    data: _EndedLogins


class EndedLoginList:
    """The logins that have ended, and the generations of tokens that newer ones replaced.

    An entry is dropped when the tokens that it concerns have expired anyway.
    """

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._by_expiry: list[tuple[float, str]] = []
        self._replaced = ReplacedTokens()
        self._confirmed_at = float("-inf")
        self._fetched = asyncio.Event()
        self._waits_until = time.monotonic() + START_SECONDS

    @property
    def known(self) -> bool:
        """Whether the list was fetched once."""
        return self._fetched.is_set()

    async def is_current(self) -> bool:
        """Whether the list holds every login that ended until a moment ago.

        Just after the start it waits for the list to be fetched.
        """
        if not self._fetched.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, self._waits_until - time.monotonic())):
                    await self._fetched.wait()
        return self.current

    @property
    def current(self) -> bool:
        """As `is_current`, without a wait."""
        return time.monotonic() - self._confirmed_at < LONGEST_CURRENT_SECONDS

    def confirm(self) -> None:
        """Record that the list is complete now: it was fetched, or the bus was there all the time since."""
        self._confirmed_at = time.monotonic()
        self._fetched.set()

    def contains(self, login_id: str) -> bool:
        """Whether this login ended before its tokens expire."""
        return login_id in self._ids

    def add(self, login_id: str, expires_at: datetime) -> None:
        """Record that this login has ended."""
        self._drop_expired()
        if login_id not in self._ids and expires_at.timestamp() > time.time():
            self._ids.add(login_id)
            heapq.heappush(self._by_expiry, (expires_at.timestamp(), login_id))

    def is_replaced(self, login_id: str, generation: int) -> bool:
        """Whether tokens of this generation are refused by now, because newer ones replaced them."""
        return self._replaced.contains(login_id, generation)

    def replace(self, login_id: str, generation: int, refused_from: datetime, expires_at: datetime) -> None:
        """Refuse the login's tokens before `generation` from `refused_from` on, until they expire."""
        self._replaced.add(login_id, generation, refused_from.timestamp(), expires_at.timestamp())

    def __len__(self) -> int:
        return len(self._ids)

    def _drop_expired(self) -> None:
        while self._by_expiry and self._by_expiry[0][0] <= time.time():
            self._ids.discard(heapq.heappop(self._by_expiry)[1])


class ReplacedTokens:
    """For each login, from when on tokens before which generation are refused (product.md 1.3).

    Until then they are allowed beside the new ones: two tabs, or an answer that got lost.
    """

    def __init__(self) -> None:
        self._refusals: dict[str, dict[int, float]] = {}
        self._expiry: dict[str, float] = {}
        self._by_expiry: list[tuple[float, str]] = []

    def contains(self, login_id: str, generation: int) -> bool:
        """Whether a token of this generation is refused by now."""
        refusals = self._refusals.get(login_id)
        if refusals is None:
            return False
        now = time.time()
        return any(generation < newer and begins <= now for newer, begins in refusals.items())

    def add(self, login_id: str, generation: int, refused_from: float, expires_at: float) -> None:
        """Refuse tokens before `generation` from `refused_from` on (Unix times)."""
        self._drop_expired()
        now = time.time()
        if expires_at <= now:
            return
        refusals = self._refusals.setdefault(login_id, {})
        refusals[generation] = refused_from
        effective = max((newer for newer, begins in refusals.items() if begins <= now), default=-1)
        for newer in [each for each in refusals if each < effective]:
            del refusals[newer]
        if login_id not in self._expiry:
            heapq.heappush(self._by_expiry, (expires_at, login_id))
        self._expiry[login_id] = max(expires_at, self._expiry.get(login_id, 0.0))

    def __len__(self) -> int:
        return len(self._refusals)

    def _drop_expired(self) -> None:
        now = time.time()
        while self._by_expiry and self._by_expiry[0][0] <= now:
            login_id = heapq.heappop(self._by_expiry)[1]
            if self._expiry[login_id] > now:
                heapq.heappush(self._by_expiry, (self._expiry[login_id], login_id))
            else:
                del self._expiry[login_id], self._refusals[login_id]


@asynccontextmanager
async def watch(bus: Bus, client: httpx.AsyncClient, identity_url: str) -> AsyncGenerator[EndedLoginList]:
    """The list, kept current as long as the context is open (product.md 1.3)."""
    ended = EndedLoginList()
    requested = asyncio.Event()
    requested.set()  # a process that starts while the bus is away needs the list too

    @subscribe(LoginEnded, durable=False)
    async def end(event: LoginEnded) -> None:
        ended.add(event.login_id, event.expires_at)

    @subscribe(LoginRotated, durable=False)
    async def rotate(event: LoginRotated) -> None:
        ended.replace(event.login_id, event.generation, event.refused_from, event.expires_at)

    async def fetch_soon() -> None:
        requested.set()

    fetching = asyncio.create_task(
        _keep_current(bus, requested, ended, client, identity_url), name="ended logins"
    )
    try:
        async with listening(
            bus, [end, rotate], traced=tracing.SILENT, name="ended logins", grace=0, on_connect=fetch_soon
        ):
            yield ended
    finally:
        fetching.cancel()
        await asyncio.gather(fetching, return_exceptions=True)


async def _keep_current(
    bus: Bus, requested: asyncio.Event, ended: EndedLoginList, client: httpx.AsyncClient, identity_url: str
) -> None:
    """Fetch the list whenever that is requested, and again and again while the bus is away."""
    delay = FIRST_RETRY_SECONDS
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS):
                await requested.wait()
        if bus.connected and not requested.is_set():
            ended.confirm()
            continue
        requested.clear()
        if await _fetch(ended, client, identity_url):
            delay = FIRST_RETRY_SECONDS
        else:
            requested.set()
            await asyncio.sleep(delay)
            delay = min(delay * 2, LONGEST_RETRY_SECONDS if ended.known else LONGEST_FIRST_RETRY_SECONDS)


async def _fetch(ended: EndedLoginList, client: httpx.AsyncClient, identity_url: str) -> bool:
    """Add what identity lists; False without an answer."""
    try:
        answer = (await client.get(f"{identity_url}{PATH}")).raise_for_status()
        listed = _Listed.model_validate_json(answer.content).data
    except (httpx.HTTPError, ValidationError, OSError, RuntimeError) as error:
        log.warning("list of ended logins not fetched", reason=f"{type(error).__name__}: {error}"[:300])
        return False
    for login in listed.ended_logins:
        ended.add(login.login_id, login.expires_at)
    for each in listed.rotated_logins:
        ended.replace(each.login_id, each.generation, each.refused_from, each.expires_at)
    ended.confirm()
    return True
