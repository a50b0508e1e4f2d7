"""The time from the commit of a booking to the provider's socket, at steady rates of bookings."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx
from client.api_client import UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Shop, Slot
from client.socket_client import ReceivedEvent, SocketClient
from client.workplaces import Workplace, new_clients, new_workplace, paced
from local.cluster import Cluster

from bench.fixtures.calendars import complete_one_each

PROVIDERS = 20
CLIENTS = 10
REST_SECONDS = 4
"""The pause between two rates, in which the mails of the one before are sent."""


@dataclass(frozen=True)
class Latency:
    """Milliseconds."""

    offered: int
    """Bookings a second that were requested."""
    answered: float
    """Bookings a second that were answered."""
    count: int
    lost: int
    median: float
    p99: float
    worst: float
    in_time: float
    """The share of alerts that were sent to their room within 100 ms of their own commit."""


async def commit_to_socket(
    http: httpx.AsyncClient, cluster: Cluster, *, rates: Sequence[int], seconds: int
) -> AsyncGenerator[Latency]:
    """Book at each of these rates (bookings a second) in turn, and measure when each request arrives.

    The clock starts at the time in the event, shortly before the commit.
    """
    async with AsyncExitStack() as stack:
        mailbox = MailboxClient(http, cluster.mail.list_url)
        workplaces = [await new_workplace(stack, http, cluster.url, mailbox) for _ in range(PROVIDERS)]
        clients = await new_clients(http, mailbox, CLIENTS)
        await complete_one_each(cluster.database_urls["booking"], [client.id for client in clients])
        for rate in rates:
            await asyncio.sleep(REST_SECONDS)
            timing = AlertTiming(http, cluster.operations_url_of("gateway"))
            await timing.begin()
            yield await _measured(workplaces, clients, rate, seconds, timing)


class AlertTiming:
    """The share of alerts in time, from their own commit to the room, by the gateway's metrics."""

    def __init__(self, http: httpx.AsyncClient, metrics_url: str) -> None:
        """`metrics_url` is the gateway's port for operators."""
        self._http = http
        self._url = f"{metrics_url}/metrics"
        self._before = (0.0, 0.0)

    async def begin(self) -> None:
        """Count from now on."""
        self._before = await self._counted()

    async def share_in_time(self) -> float:
        """The share of alerts since `begin` that took at most 100 ms."""
        quick, all_of_them = await self._counted()
        return (quick - self._before[0]) / (all_of_them - self._before[1])

    async def _counted(self) -> tuple[float, float]:
        text = (await self._http.get(self._url)).text
        name, quick, all_of_them = "openhours_event_to_socket_seconds", 0.0, 0.0
        for line in text.splitlines():
            if line.startswith(f"{name}_bucket") and 'le="0.1"' in line:
                quick += float(line.rpartition(" ")[2])
            elif line.startswith(f"{name}_count"):
                all_of_them += float(line.rpartition(" ")[2])
        return quick, all_of_them


async def _measured(
    workplaces: Sequence[Workplace],
    clients: Sequence[Client],
    rate: int,
    seconds: int,
    timing: AlertTiming,
) -> Latency:
    for workplace in workplaces:
        workplace.screen.arrivals.clear()
    began = time.monotonic()
    jobs: list[asyncio.Task[bool]] = []
    async for number in paced(rate, rate * seconds):
        workplace = workplaces[number % PROVIDERS]
        client = clients[number % CLIENTS]
        jobs.append(asyncio.create_task(book(client, workplace.shop, next(workplace.slots))))
    booked = sum(await asyncio.gather(*jobs))
    took = time.monotonic() - began
    await all_arrived(workplaces, booked)
    delays = sorted(delay_ms(each) for workplace in workplaces for each in requests_in(workplace.screen))
    return Latency(
        offered=rate,
        answered=booked / took,
        count=booked,
        lost=booked - len(delays),
        median=delays[len(delays) // 2],
        p99=delays[int(len(delays) * 0.99)],
        worst=delays[-1],
        in_time=await timing.share_in_time(),
    )


async def book(client: Client, shop: Shop, slot: Slot) -> bool:
    """Request one slot; returns whether it was done."""
    return (await client.book(shop, [slot])).done


async def all_arrived(workplaces: Sequence[Workplace], booked: int) -> None:
    """Wait until so many requests have arrived at the sockets, for 20 seconds at most."""

    def have_arrived() -> bool:
        return sum(len(requests_in(workplace.screen)) for workplace in workplaces) >= booked

    with suppress(UnexpectedRefusal):  # the measure says how many are lost
        await eventually(have_arrived, seconds=20)


def requests_in(screen: SocketClient) -> list[ReceivedEvent]:
    """The requests of clients that came to this socket."""
    return [each for each in screen.arrivals if each.part("booking_data").get("request_status") == "pending"]


def delay_ms(arrival: ReceivedEvent) -> float:
    """The milliseconds from the time in the alert, shortly before its commit, to its arrival."""
    committed = datetime.fromisoformat(str(arrival.part("notification_data")["created_date"]))
    arrived = datetime.now(UTC).timestamp() - (time.monotonic() - arrival.at)
    return (arrived - committed.timestamp()) * 1000
