"""Providers whose shop is open, clients who book with them, and the even rate at which they do it."""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import count

import httpx

from client.api_client import eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Provider, Shop, Slot, free_slots, new_email
from client.pictures import new_picture
from client.socket_client import SocketClient, open_socket

FEED_SECONDS = 60.0
"""For which feed may not have heard of a provider."""


@dataclass(frozen=True)
class Workplace:
    """A provider: the shop, its free slots, and a socket that shows what comes."""

    provider: Provider
    shop: Shop
    slots: Iterator[Slot]
    screen: SocketClient


async def new_shop(
    http: httpx.AsyncClient, mailbox: MailboxClient, name: str = "Mara Weiss", *, patience: float = 0.0
) -> tuple[Provider, Shop]:
    """A provider with an open shop. `patience` counts until it is open."""
    provider = Provider(http, name, new_email("provider"))
    provider.patience = patience
    await provider.join(mailbox)
    shop = await provider.open_shop()
    provider.patience = 0.0
    return provider, shop


async def first_post(provider: Provider, brief: str) -> str:
    """Publish, and again until feed has heard of the provider; returns the post's id."""

    async def published() -> str | None:
        answer = await provider.publish(brief, new_picture())
        return answer.text("post_id") if answer.done else None

    return await eventually(published, "a feed that has heard of the provider", FEED_SECONDS)


async def new_workplace(
    stack: AsyncExitStack,
    http: httpx.AsyncClient,
    url: str,
    mailbox: MailboxClient,
    *,
    days: int = 10,
    patience: float = 0.0,
) -> Workplace:
    """A new provider with free slots of so many days, and a socket at the gateway or balancer at `url`."""
    provider, shop = await new_shop(http, mailbox, patience=patience)
    screen = await stack.enter_async_context(open_socket(url, provider.token))
    return Workplace(provider, shop, iter(await free_slots(provider, shop, days=days)), screen)


async def new_clients(
    http: httpx.AsyncClient, mailbox: MailboxClient, number: int, *, patience: float = 0.0
) -> list[Client]:
    """Clients whose address is confirmed. `patience` counts until it is."""
    clients = [Client(http, f"José O'Brien {each}", new_email("client")) for each in range(number)]
    for client in clients:
        client.patience = patience
        await client.join(mailbox)
        client.patience = 0.0
    return clients


async def paced(rate: float, times: int | None = None) -> AsyncGenerator[int]:
    """The numbers from 0, so many a second, however long what is done at each takes."""
    began = time.monotonic()
    for number in count() if times is None else range(times):
        await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
        yield number
