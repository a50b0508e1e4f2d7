"""Newcomers: a client and a guest who have just come, book with one provider, and are accepted.

They repeat what is not answered, as the web app does, and book again while a service has not heard of them.
"""

import asyncio

import httpx
from bench.evidence import Evidence, Placed
from client.api_client import ApiAnswer, eventually, succeeded
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Provider, Shop, Slot, free_slots, new_email
from local.cluster import Cluster

PATIENCE = 90.0
"""Seconds for which they repeat requests, and for which events and mails may be pending."""


class Newcomers:
    """A provider, with whom newcomers book."""

    def __init__(self, cluster: Cluster, http: httpx.AsyncClient) -> None:
        self._cluster = cluster
        self._http = http
        self._postbox = MailboxClient(http, cluster.mail.list_url, PATIENCE)
        self._provider = Provider(http, "Mara Weiss", new_email("mara"))
        self._shop: Shop | None = None
        self.placed: list[Placed] = []

    async def prepare(self) -> None:
        """Create the provider while everything runs."""
        self._provider.patience = PATIENCE
        await self._provider.join(self._postbox)
        self._shop = await self._provider.open_shop()
        await free_slots(self._provider, self._shop)

    async def find_faults(self) -> list[str]:
        """Wait until no event or mail is pending; returns the faults found then."""
        return await Evidence(self._cluster).settled_faults(self.placed, PATIENCE)

    async def book_and_accept(self) -> None:
        """Book as a client and as a guest at once, and accept both. Raises what one of them met, grouped."""
        assert self._shop is not None
        client = Client(self._http, "José O'Brien", new_email("jose"))
        guest = Guest(self._http, self._postbox, "Zoë Łódzka", new_email("zoe"))
        client.patience = guest.patience = PATIENCE
        slots = await free_slots(self._provider, self._shop)
        async with asyncio.TaskGroup() as both:
            both.create_task(self._by_client(client, slots[:1]))
            both.create_task(self._by_guest(guest, slots[1:2]))

    async def _by_client(self, client: Client, slots: list[Slot]) -> None:
        assert self._shop is not None
        await client.join(self._postbox)
        answer = await _book_until_accepted(client, self._shop, slots)
        await self._accepted(str(answer.part("booking_data")["order_id"]), client.id, client.email)

    async def _by_guest(self, guest: Guest, slots: list[Slot]) -> None:
        assert self._shop is not None
        await guest.introduce()
        answer = await _book_until_accepted(guest, self._shop, slots)
        await self._accepted(str(answer.part("booking_data")["order_id"]), None, guest.email)

    async def _accepted(self, order_id: str, client_id: str | None, email: str) -> None:
        succeeded("accept", await self._provider.respond(order_id, "accepted"))
        provider = self._provider
        self.placed.append(Placed(order_id, provider.id, provider.email, client_id, email))


async def _book_until_accepted(person: Client | Guest, shop: Shop, slots: list[Slot]) -> ApiAnswer:
    """Book, and repeat it while it is refused: booking may learn late of a new account or code."""

    async def look() -> ApiAnswer | None:
        answer = await person.book(shop, slots)
        return answer if answer.done else None

    return await eventually(look, f"a booking for {person.email}", PATIENCE)
