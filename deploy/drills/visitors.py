"""Somebody who does what each service reads and writes, beside those who book (`drills.customers`)."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

from client.api_client import ApiAnswer, Json
from client.mailbox_client import MailboxClient
from client.personas import Provider, Shop, free_slots
from client.workplaces import new_shop

from drills.customers import PATIENCE, Customers, at_rate, new_picture

RATE: Final = 2.0
"""Calls a second."""


class Visitor:
    """A provider with a shop at whom nobody books: signs in, changes the profile, writes, reads, searches."""

    def __init__(self, provider: Provider, shop: Shop, customers: Customers) -> None:
        """What fails is noted beside what the customers saw."""
        self._provider, self._shop = provider, shop
        self._customers = customers
        self._picture = new_picture()
        self._turns = count()
        self.answered = 0
        """How many calls were answered as they should be."""

    @asynccontextmanager
    async def visiting(self) -> AsyncGenerator[None]:
        """Make two calls a second while the context is open, one at a time."""
        async with at_rate(RATE, self._visit, 1):
            yield

    async def _visit(self) -> None:
        turn = next(self._turns)
        calls = self._calls(turn)
        what = list(calls)[turn % len(calls)]
        self.answered += await self._customers.asked(what, calls[what]) is not None

    def _calls(self, turn: int) -> dict[str, Callable[[], Awaitable[ApiAnswer]]]:
        """At least one call of each service. What is written reaches the projections of the others."""
        person, phone = self._provider, f"4930{turn:06}"
        post: dict[str, Json] = {"iv_post_brief": f"Note {turn}.", "iv_media_base": [self._picture]}
        return {
            "sign in": person.sign_in,
            "change the profile": lambda: person.introduce(iv_contact_phone=phone),
            "publish": lambda: person.post("create_new_feed_content", **post),
            "read the feed": lambda: person.get("get_feed_posts"),
            "search": lambda: person.get("search", q="physiotherapy"),
            "look for a time": self._look_for_a_time,
            "read the alerts": lambda: person.get("get_user_alerts"),
        }

    async def _look_for_a_time(self) -> ApiAnswer:
        await free_slots(self._provider, self._shop)
        return await self._provider.get("get_booking_info")


async def new_visitor(customers: Customers, mailbox: MailboxClient) -> Visitor:
    """Open the account and the shop."""
    provider, shop = await new_shop(customers.http, mailbox, "Vera Visitor", patience=PATIENCE)
    return Visitor(provider, shop, customers)
