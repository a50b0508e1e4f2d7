"""A model of users: clients who book at an even rate with providers who accept, who look around meanwhile,
and what all of them saw.

No call is made twice, and whatever is not answered as it should be is a failure; unless they are patient:
then a call without an answer, or with a 5xx, is repeated as the web app repeats it.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import httpx
from bench.fixtures.calendars import complete_one_each
from client.api_client import ApiAnswer, UnexpectedRefusal
from client.mailbox_client import MailboxClient
from client.personas import Client, free_slots
from client.pictures import new_picture
from client.workplaces import Workplace, new_clients, new_workplace, paced
from local.cluster import Cluster

from drills.evidence import Placed
from drills.running import meanwhile

OK: Final = 200
UNAVAILABLE: Final = 503
REST_SECONDS: Final = 1.0
"""How long a connection of theirs rests, less than any process keeps one that is to stop."""
ANSWER_SECONDS: Final = 10.0
PATIENT_AT_ONCE: Final = 8
PATIENCE: Final = 60.0
"""For the accounts that they open before anything is tried."""
PROVIDERS, CLIENTS = 4, 5
"""As many as they are if nothing else is said. No common factor: every pair of them meets."""
DAYS: Final = 14
"""For how long the providers offer time: 24 orders on each day."""
Block = AbstractAsyncContextManager[None]


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
    accepted_at: dict[str, float] = field(default_factory=dict[str, float])
    """When each order was accepted, by its id, in seconds since 1970."""
    read: int = 0
    """The pages that were answered with 200."""
    written: int = 0
    """What a provider did beside all that, and was answered so."""
    failures: list[str] = field(default_factory=list[str])
    refusals: list[Refusal] = field(default_factory=list[Refusal])
    """Those of the failures that say that the call may be made again."""
    slowest_seconds: float = 0.0

    @contextmanager
    def told(self, what: str) -> Generator[None]:
        """Print how long the block took, and what came of orders meanwhile."""
        orders, began = len(self.placed), time.monotonic()
        try:
            yield
        finally:
            print(f"  {what} ({time.monotonic() - began:.0f} s): {self.since(orders)}", flush=True)

    def since(self, orders: int) -> str:
        """One line about what came after so many orders."""
        return (
            f"{len(self.placed) - orders} orders, slowest answer so far {self.slowest_seconds:.1f} s, "
            f"{len(self.failures)} failures so far"
        )


def open_http(url: str) -> httpx.AsyncClient:
    """The HTTP client of all users of this gateway or balancer."""
    limits = httpx.Limits(keepalive_expiry=REST_SECONDS)
    return httpx.AsyncClient(base_url=url, timeout=ANSWER_SECONDS, limits=limits)


class Customers:
    """Providers with open sockets, and clients who book with them."""

    def __init__(
        self, http: httpx.AsyncClient, mailbox: MailboxClient, booking_database: str, patience: float = 0.0
    ) -> None:
        """Clients who hold many appointments at once must not be newcomers: `booking_database` is told so.

        `patience`: for how many seconds they repeat a call without an answer. Then no more than
        PATIENT_AT_ONCE book at a time, and as many read: who waits does nothing else.
        """
        self.http: Final = http
        self._mailbox = mailbox
        self._booking_database = booking_database
        self.workplaces: list[Workplace] = []
        self._clients: list[Client] = []
        self._patience = patience
        self._at_most = PATIENT_AT_ONCE if patience else 0
        self._turns = count()
        self._looks = count()
        self._visits = count()
        self._days = DAYS
        self.seen = Seen()

    async def join(
        self, stack: AsyncExitStack, url: str, *, providers: int, clients: int, days: int = DAYS
    ) -> None:
        """Open the accounts, and a socket for each provider at the gateway or balancer at this url.

        Each provider has time for 24 orders on each of these `days`.
        """
        self._days = days
        for _ in range(providers):
            workplace = await new_workplace(
                stack, self.http, url, self._mailbox, days=days, patience=PATIENCE
            )
            workplace.provider.patience = self._patience
            self.workplaces.append(workplace)
        self._clients = await new_clients(self.http, self._mailbox, clients, patience=PATIENCE)
        ids = [client.id for client in self._clients]
        await complete_one_each(self._booking_database, ids, requested=False)
        for client in self._clients:
            client.patience = PATIENCE
            await self._place(self.workplaces[0], client)  # waits until booking knows the client
            client.patience = self._patience

    def booking(self, rate: float) -> Block:
        """Book at this rate (orders a second) while the context is open; on exit all is answered."""
        return at_rate(rate, self.book_next, self._at_most)

    def browsing(self, rate: float) -> Block:
        """Read at this rate (pages a second) while the context is open; on exit all is answered."""
        return at_rate(rate, self._look_around, self._at_most)

    def keeping_shop(self, rate: float) -> Block:
        """The first provider signs in, changes the profile, posts, and looks for a time, in turn, at this
        rate (calls a second) while the context is open."""
        return at_rate(rate, self._keep_shop, 1)

    def changing_pictures(self, rate: float) -> Block:
        """The first provider has another picture at this rate (a second) while the context is open."""
        return at_rate(rate, self.change_picture, 1)

    async def _keep_shop(self) -> None:
        turn, workplace = next(self._visits), self.workplaces[0]
        provider, phone = workplace.provider, f"4930{turn:06}"

        async def look_for_a_time() -> ApiAnswer:
            await free_slots(provider, workplace.shop, days=self._days)
            return await provider.get("get_booking_info")

        calls: dict[str, Callable[[], Awaitable[ApiAnswer]]] = {
            "sign in": provider.sign_in,
            "change the profile": lambda: provider.introduce(iv_contact_phone=phone),
            "publish": lambda: provider.publish(f"Note {turn}.", new_picture()),
            "look for a time": look_for_a_time,
        }
        what = list(calls)[turn % len(calls)]
        self.seen.written += await self.asked(what, calls[what]) is not None

    async def _look_around(self) -> None:
        """The next client reads something: a provider, a search, the feed, their bookings or alerts."""
        turn = next(self._looks)
        shop = self.workplaces[turn % len(self.workplaces)].shop
        client = self._clients[turn % len(self._clients)]
        reads: tuple[Callable[[], Awaitable[ApiAnswer]], ...] = (
            lambda: client.get("get_provider_profile", username=shop.username),
            lambda: client.get("search", q="physiotherapy"),
            lambda: client.get("get_feed_posts"),
            lambda: client.get("get_booking_info"),
            lambda: client.get("get_user_alerts"),
        )
        if await self.asked("read", reads[turn % len(reads)]) is not None:
            self.seen.read += 1

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
        self.seen.accepted_at[order_id] = time.time()
        self.seen.placed.append(Placed(order_id, provider.id, provider.email, client.id, client.email))
        return order_id

    async def change_picture(self) -> ApiAnswer | None:
        """Give the first provider a new picture. Returns None when the call failed; that is not counted as a
        failure: the caller decides."""
        try:
            return await self.workplaces[0].provider.post("update_avatar", iv_media_base=new_picture())
        except (httpx.TransportError, UnexpectedRefusal):
            return None

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
    stack: AsyncExitStack,
    cluster: Cluster,
    url: str = "",
    *,
    providers: int = PROVIDERS,
    clients: int = CLIENTS,
    days: int = DAYS,
    patience: float = 0.0,
) -> Customers:
    """Users of this cluster, who have joined by the balancer at this url, if not by the gateway."""
    http = await stack.enter_async_context(open_http(url or cluster.url))
    mailbox = MailboxClient(http, cluster.mail.list_url, max(patience, PATIENCE))
    customers = Customers(http, mailbox, cluster.database_urls["booking"], patience)
    await customers.join(stack, url or cluster.url, providers=providers, clients=clients, days=days)
    return customers


@asynccontextmanager
async def at_rate(
    rate: float, act: Callable[[], Coroutine[None, None, object]], at_most: int = 0
) -> AsyncGenerator[None]:
    """Do this so often a second while the context is open; on exit all of it is done.

    A turn is left out while as many as `at_most` still wait for their answers.
    """
    acts = set[asyncio.Task[object]]()

    async def act_at_rate(over: asyncio.Event) -> None:
        async for _ in paced(rate):
            if over.is_set():
                break
            if not at_most or len(acts) < at_most:
                acts.add(doing := asyncio.create_task(act()))
                doing.add_done_callback(acts.discard)

    try:
        async with meanwhile(act_at_rate):
            yield
    finally:
        await asyncio.gather(*acts)
