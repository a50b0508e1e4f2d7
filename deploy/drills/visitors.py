"""Somebody who does what each service reads and writes, beside those who book (`drills.customers`)."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

import httpx
from client.api_client import ApiAnswer, Json
from client.mailbox_client import MailboxClient
from client.personas import PASSWORD, Provider, Shop, free_slots, new_email

from drills.customers import PATIENCE, Customers, new_picture

PAUSE_SECONDS: Final = 0.5
"""Between two calls."""


class Visitor:
    """A provider with a shop at whom nobody books: signs in, changes the profile, writes, reads, searches."""

    def __init__(self, http: httpx.AsyncClient, customers: Customers) -> None:
        """What fails is noted beside what the customers saw."""
        self._provider = Provider(http, "Vera Visitor", new_email("vera"))
        self._customers = customers
        self._shop: Shop | None = None
        self._picture = new_picture()
        self.answered = 0
        """How many calls were answered as they should be."""

    async def join(self, mailbox: MailboxClient) -> None:
        """Open the account and the shop."""
        self._provider.patience = PATIENCE
        await self._provider.join(mailbox)
        self._shop = await self._provider.open_shop()
        self._provider.patience = 0.0

    @asynccontextmanager
    async def visiting(self) -> AsyncGenerator[None]:
        """Make one call after the other while the context is open."""
        stopping = asyncio.Event()
        going = asyncio.create_task(self._keep_visiting(stopping))
        try:
            yield
        finally:
            stopping.set()
            await going

    async def _keep_visiting(self, stopping: asyncio.Event) -> None:
        for turn in count():
            for what, call in self._calls(turn).items():
                if stopping.is_set():
                    return
                self.answered += await self._customers.asked(what, call) is not None
                await asyncio.sleep(PAUSE_SECONDS)

    def _calls(self, turn: int) -> dict[str, Callable[[], Awaitable[ApiAnswer]]]:
        """At least one call of each service. What is written reaches the projections of the others."""
        person, phone = self._provider, f"4930{turn:06}"
        post: dict[str, Json] = {"iv_post_brief": f"Note {turn}.", "iv_media_base": [self._picture]}
        return {
            "sign in": lambda: person.sign_in(PASSWORD),
            "change the profile": lambda: person.introduce(iv_contact_phone=phone),
            "publish": lambda: person.post("create_new_feed_content", **post),
            "read the feed": lambda: person.get("get_feed_posts"),
            "search": lambda: person.get("search", q="physiotherapy"),
            "look for a time": self._look_for_a_time,
            "read the alerts": lambda: person.get("get_user_alerts"),
        }

    async def _look_for_a_time(self) -> ApiAnswer:
        assert self._shop is not None
        await free_slots(self._provider, self._shop)
        return await self._provider.get("get_booking_info")
