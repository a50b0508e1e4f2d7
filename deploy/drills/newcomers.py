"""Newcomers: people who have just come, book with one provider, and are accepted.

They repeat what is not answered, as the web app does, and book again while a service has not heard of them.
"""

import asyncio
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx
from client.api_client import ApiAnswer, eventually, succeeded
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Provider, Shop, free_slots, new_email
from client.workplaces import new_shop

from drills.evidence import Placed

PATIENCE = 90.0
"""Seconds for which they repeat requests, and for which events and mails may be pending."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """An order that its provider has accepted, and when the answer was here."""

    order_id: str
    at: datetime


class Newcomers:
    """A provider, with whom newcomers book."""

    def __init__(self, http: httpx.AsyncClient, mailbox: MailboxClient) -> None:
        self.http, self.mailbox = http, mailbox
        self._place: tuple[Provider, Shop] | None = None
        self.placed: list[Placed] = []
        self.confirmed: list[Confirmed] = []

    @property
    def provider(self) -> Provider:
        """`prepare` creates the account."""
        assert self._place is not None
        return self._place[0]

    @property
    def shop(self) -> Shop:
        """The provider's."""
        assert self._place is not None
        return self._place[1]

    async def prepare(self) -> None:
        """Create the provider while everything runs."""
        self._place = await new_shop(self.http, self.mailbox, patience=PATIENCE)
        self.provider.patience = PATIENCE

    def adopt(self, before: "Newcomers") -> None:
        """Go on with the provider of another set, who has to sign in."""
        former = before.provider
        provider = Provider(self.http, former.name, former.email)
        provider.id, provider.username, provider.patience = former.id, former.username, PATIENCE
        self._place = provider, before.shop

    async def book_and_accept(self) -> None:
        """Book as a client and as a guest at once, and accept both. Raises what one of them met, grouped."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self.book_as_client())
            both.create_task(self.book_as_guest(self.new_guest()))

    def new_guest(self, name: str = "Zoë Łódzka") -> Guest:
        """Somebody without an account."""
        guest = Guest(self.http, self.mailbox, name, new_email("guest"))
        guest.patience = PATIENCE
        return guest

    async def book_as_client(self, client: Client | None = None) -> str:
        """Let a client, if not a new one then this, join and book; returns the order's id."""
        client = client or Client(self.http, "José O'Brien", new_email("jose"))
        client.patience = PATIENCE
        await client.join(self.mailbox)
        return await self._book(client, client.id)

    async def book_as_guest(self, guest: Guest) -> str:
        """Let a guest book; returns the order's id."""
        await guest.introduce()
        return await self._book(guest, None)

    async def _book(self, person: Client | Guest, client_id: str | None) -> str:
        """Book, and again while it is refused: booking may learn late of a new account or code, and others
        may take the slot meanwhile."""

        async def booked() -> ApiAnswer | None:
            slots = await free_slots(self.provider, self.shop)
            answer = await person.book(self.shop, [secrets.choice(slots)])
            return answer if answer.done else None

        answer = await eventually(booked, f"a booking for {person.email}", PATIENCE)
        order_id = str(answer.part("booking_data")["order_id"])
        provider = self.provider
        succeeded("accept", await provider.respond(order_id, "accepted"))
        self.confirmed.append(Confirmed(order_id, datetime.now(UTC)))
        self.placed.append(Placed(order_id, provider.id, provider.email, client_id, person.email))
        return order_id
