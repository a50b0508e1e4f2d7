"""A model of users: clients who book at an even rate with providers who accept, and what all of them saw.

No call is made twice: whatever is not answered as it should be is a failure.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import httpx
from bench.evidence import Placed
from bench.fixtures.calendars import complete_one_each
from client.api_client import ApiAnswer, UnexpectedRefusal
from client.mailbox_client import MailboxClient
from client.personas import Client, Provider, Shop, Slot, free_slots, new_email
from client.socket_client import SocketClient, open_socket
from local.cluster import Cluster

OK: Final = 200
UNAVAILABLE: Final = 503
REST_SECONDS: Final = 1.0
"""How long a connection of theirs rests, less than any process keeps one that is to stop."""
ANSWER_SECONDS: Final = 10.0
PATIENCE: Final = 60.0
"""For the accounts that they open before anything is tried."""


@dataclass(frozen=True)
class Refusal:
    """A call that was answered with 503, in the envelope of all answers."""

    text: str
    began: float
    ended: float
    """As time.monotonic() has it."""


@dataclass
class Seen:
    """What the users saw."""

    booked: list[str] = field(default_factory=list[str])
    """The ids of all orders that were answered with 200."""
    placed: list[Placed] = field(default_factory=list[Placed])
    """Those of them that were accepted so."""
    failures: list[str] = field(default_factory=list[str])
    refusals: list[Refusal] = field(default_factory=list[Refusal])
    """Those of the failures that say that the call may be made again."""
    slowest_seconds: float = 0.0

    def since(self, orders: int) -> str:
        """One line about what came after so many orders."""
        return (
            f"{len(self.placed) - orders} orders, slowest answer so far {self.slowest_seconds:.1f} s, "
            f"{len(self.failures)} failures so far"
        )


@dataclass(frozen=True)
class Workplace:
    """A provider: the shop, its free slots, and a socket that shows what comes."""

    provider: Provider
    shop: Shop
    slots: Iterator[Slot]
    screen: SocketClient


def open_http(url: str) -> httpx.AsyncClient:
    """The HTTP client of all users of this gateway or balancer."""
    limits = httpx.Limits(keepalive_expiry=REST_SECONDS)
    return httpx.AsyncClient(base_url=url, timeout=ANSWER_SECONDS, limits=limits)


class Customers:
    """Providers with open sockets, and clients who book with them."""

    def __init__(self, http: httpx.AsyncClient, mailbox: MailboxClient, booking_database: str) -> None:
        """Clients who hold many appointments at once must not be newcomers: `booking_database` is told so."""
        self._http = http
        self._mailbox = mailbox
        self._booking_database = booking_database
        self.workplaces: list[Workplace] = []
        self._clients: list[Client] = []
        self._turns = count()
        self.seen = Seen()

    async def join(self, stack: AsyncExitStack, url: str, *, providers: int, clients: int) -> None:
        """Open the accounts, and a socket for each provider at the gateway or balancer at this url."""
        names = [Provider(self._http, f"Mara Weiss {n}", new_email("mara")) for n in range(providers)]
        for provider in names:
            provider.patience = PATIENCE
            await provider.join(self._mailbox)
            shop = await provider.open_shop()
            slots = iter(await free_slots(provider, shop))
            screen = await stack.enter_async_context(open_socket(url, provider.token))
            self.workplaces.append(Workplace(provider, shop, slots, screen))
            provider.patience = 0.0
        self._clients = [Client(self._http, f"José O'Brien {n}", new_email("jose")) for n in range(clients)]
        for client in self._clients:
            client.patience = PATIENCE
            await client.join(self._mailbox)
        ids = [client.id for client in self._clients]
        await complete_one_each(self._booking_database, ids, requested=False)
        for client in self._clients:
            await self._place(self.workplaces[0], client)  # waits until booking knows the client
            client.patience = 0.0

    @asynccontextmanager
    async def booking(self, rate: float) -> AsyncGenerator[Seen]:
        """Book at this rate (orders a second) while the context is open; on exit all is answered."""
        stopping = asyncio.Event()
        going = asyncio.create_task(self._keep_booking(rate, stopping))
        try:
            yield self.seen
        finally:
            stopping.set()
            await going

    async def _keep_booking(self, rate: float, stopping: asyncio.Event) -> None:
        began, orders = time.monotonic(), list[asyncio.Task[None]]()
        for number in count():
            await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
            if stopping.is_set():
                break
            orders.append(asyncio.create_task(self.book_next()))
        await asyncio.gather(*orders)

    async def book_next(self) -> None:
        """The next client books with the next provider, who accepts."""
        turn = next(self._turns)
        workplace = self.workplaces[turn % len(self.workplaces)]
        await self._place(workplace, self._clients[turn % len(self._clients)])

    async def book_at(self, workplace: Workplace) -> str:
        """One more order at this provider; returns its id, '' when it failed."""
        return await self._place(workplace, self._clients[0])

    async def _place(self, workplace: Workplace, client: Client) -> str:
        """Book and accept; returns the order's id, '' when one of both failed."""
        booked = await self.asked("book", lambda: client.book(workplace.shop, [next(workplace.slots)]))
        if booked is None:
            return ""
        order_id = str(booked.part("booking_data")["order_id"])
        self.seen.booked.append(order_id)
        answered = await self.asked("accept", lambda: workplace.provider.respond(order_id, "accepted"))
        if answered is None:
            return ""
        provider = workplace.provider
        self.seen.placed.append(Placed(order_id, provider.id, provider.email, client.id, client.email))
        return order_id

    async def asked(self, what: str, call: Callable[[], Awaitable[ApiAnswer]]) -> ApiAnswer | None:
        """The answer, if it is a success; else it is noted as a failure."""
        began = time.monotonic()
        try:
            answer = await call()
        except (httpx.TransportError, UnexpectedRefusal) as error:
            self.seen.failures.append(f"{what}: {type(error).__name__} {error}"[:300])
            return None
        self.seen.slowest_seconds = max(self.seen.slowest_seconds, time.monotonic() - began)
        if answer.done and answer.http == OK:
            return answer
        failure = f"{what}: {answer.http} {answer.message} {answer.fields}"[:300]
        self.seen.failures.append(failure)
        if answer.http == UNAVAILABLE:
            self.seen.refusals.append(Refusal(failure, began, time.monotonic()))
        return None


async def customers_of(
    stack: AsyncExitStack, cluster: Cluster, url: str, *, providers: int, clients: int
) -> Customers:
    """Users of this cluster, who have joined by the gateway or balancer at this url."""
    http = await stack.enter_async_context(open_http(url))
    mailbox = MailboxClient(http, cluster.mail.list_url, PATIENCE)
    customers = Customers(http, mailbox, cluster.database_urls["booking"])
    await customers.join(stack, url, providers=providers, clients=clients)
    return customers
