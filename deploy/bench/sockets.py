"""From the commit of a booking to the provider's open screen, under steady streams of bookings."""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx
from client.personas import Client, Provider, Shop, Slot, free_slots, new_email
from client.socket_client import ReceivedEvent, SocketClient, open_socket

PROVIDERS = 20
CLIENTS = 10
REST_SECONDS = 4
"""Between two rates: for what the one before has left to do, its mails above all."""


@dataclass(frozen=True)
class Latency:
    """Milliseconds."""

    offered: int
    """Bookings a second that were asked for."""
    kept: float
    """Bookings a second that were answered."""
    count: int
    lost: int
    median: float
    p99: float
    worst: float
    own_way: float
    """The share of alerts that were in their room within 100 ms of their own commit."""


@dataclass(frozen=True)
class _Counter:
    """A provider at work: the shop, its free slots, its open screen."""

    shop: Shop
    slots: Iterator[Slot]
    screen: SocketClient


async def commit_to_socket(
    http: httpx.AsyncClient, url: str, *, rates: Sequence[int], seconds: int
) -> AsyncGenerator[Latency]:
    """Book at each of these rates (bookings a second) in turn, and see when each request shows.

    The clock starts at the moment that the event itself names, which is a little before the commit.
    """
    async with AsyncExitStack() as stack:
        counters = [await _open(stack, http, url) for _ in range(PROVIDERS)]
        clients = [Client(http, f"Client {number}", new_email("bench")) for number in range(CLIENTS)]
        for client in clients:
            await client.sign_up()
        for rate in rates:
            await asyncio.sleep(REST_SECONDS)
            own_way = OwnWay(http)
            await own_way.begin()
            yield await _measured(counters, clients, rate, seconds, own_way)


class OwnWay:
    """How quick alerts are from their own commit to the room, as the gateway counts it."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._before = (0.0, 0.0)

    async def begin(self) -> None:
        """From now on they count."""
        self._before = await self._counted()

    async def share_in_time(self) -> float:
        """How many of those since then took at most a tenth of a second."""
        quick, all_of_them = await self._counted()
        return (quick - self._before[0]) / (all_of_them - self._before[1])

    async def _counted(self) -> tuple[float, float]:
        text = (await self._http.get("/metrics")).text
        name = "openhours_event_to_socket_seconds"
        counts = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith(name))
        return float(counts[f'{name}_bucket{{le="0.1"}}']), float(counts[f"{name}_count"])


async def _measured(
    counters: Sequence[_Counter], clients: Sequence[Client], rate: int, seconds: int, own_way: OwnWay
) -> Latency:
    for counter in counters:
        counter.screen.arrivals.clear()
    began = time.monotonic()
    jobs: list[asyncio.Task[bool]] = []
    for number in range(rate * seconds):
        await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
        counter = counters[number % PROVIDERS]
        client = clients[number % CLIENTS]
        jobs.append(asyncio.create_task(_book(client, counter.shop, next(counter.slots))))
    booked = sum(await asyncio.gather(*jobs))
    took = time.monotonic() - began
    await _all_arrived(counters, booked)
    delays = sorted(_delay(each) for counter in counters for each in _requests(counter.screen))
    return Latency(
        offered=rate,
        kept=booked / took,
        count=booked,
        lost=booked - len(delays),
        median=delays[len(delays) // 2],
        p99=delays[int(len(delays) * 0.99)],
        worst=delays[-1],
        own_way=await own_way.share_in_time(),
    )


async def _open(stack: AsyncExitStack, http: httpx.AsyncClient, url: str) -> _Counter:
    provider = Provider(http, "Bench Provider", new_email("provider"))
    await provider.sign_up()
    shop = await provider.open_shop()
    screen = await stack.enter_async_context(open_socket(url, provider.token))
    return _Counter(shop, iter(await free_slots(provider, shop, days=10)), screen)


async def _book(client: Client, shop: Shop, slot: Slot) -> bool:
    return (await client.book(shop, [slot])).done


async def _all_arrived(counters: Sequence[_Counter], booked: int) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if sum(len(_requests(counter.screen)) for counter in counters) >= booked:
            return
        await asyncio.sleep(0.1)


def _requests(screen: SocketClient) -> list[ReceivedEvent]:
    return [each for each in screen.arrivals if each.part("booking_data").get("request_status") == "pending"]


def _delay(arrival: ReceivedEvent) -> float:
    told = datetime.fromisoformat(str(arrival.part("notification_data")["created_date"]))
    seen = datetime.now(UTC).timestamp() - (time.monotonic() - arrival.at)
    return (seen - told.timestamp()) * 1000
