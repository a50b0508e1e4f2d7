"""Tells identity of tokens that were used although a newer one replaced them; identity ends their logins.

A report names a login and a generation, and holds no secret. It is sent until identity has answered, so that
a token which was used while identity was away ends its login later.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import httpx
import structlog

PATH: Final = "/internal/reused_tokens"
MOST_REPORTS: Final = 1_000
FIRST_RETRY_SECONDS: Final = 0.2
LONGEST_RETRY_SECONDS: Final = 5.0
log = structlog.get_logger()


class ReuseReports:
    """The reports that identity has not taken yet, one for each login; the oldest give way to new ones."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, int] = OrderedDict()
        self._added = asyncio.Event()

    def add(self, login_id: str, generation: int) -> None:
        """Report that a token of this generation was used after its end. It is sent in the background."""
        self._waiting[login_id] = generation
        if len(self._waiting) > MOST_REPORTS:
            self._waiting.popitem(last=False)
        self._added.set()

    def __len__(self) -> int:
        return len(self._waiting)

    async def send_all(self, client: httpx.AsyncClient, identity_url: str) -> None:
        """Send what waits, and what is added later, for ever."""
        delay = FIRST_RETRY_SECONDS
        while True:
            await self._added.wait()
            self._added.clear()
            try:
                while self._waiting:
                    await self._send_oldest(client, identity_url)
                delay = FIRST_RETRY_SECONDS
            except (httpx.HTTPError, OSError, RuntimeError) as error:
                log.warning("use of an old token not reported", reason=type(error).__name__)
                self._added.set()
                await asyncio.sleep(delay)
                delay = min(delay * 2, LONGEST_RETRY_SECONDS)

    async def _send_oldest(self, client: httpx.AsyncClient, identity_url: str) -> None:
        login_id, generation = next(iter(self._waiting.items()))
        report = {"login_id": login_id, "generation": generation}
        (await client.post(f"{identity_url}{PATH}", json=report)).raise_for_status()
        if self._waiting.get(login_id) == generation:
            del self._waiting[login_id]


@asynccontextmanager
async def reporting(client: httpx.AsyncClient, identity_url: str) -> AsyncGenerator[ReuseReports]:
    """Reports that are sent as long as the context is open."""
    reports = ReuseReports()
    sending = asyncio.create_task(reports.send_all(client, identity_url), name="reused tokens")
    try:
        yield reports
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
