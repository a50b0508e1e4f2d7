"""Alerts: the time from commit to socket at fifty a second, and the cost of a page of a long list."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle, product
from typing import Final

import httpx
from client.mailbox_client import MailboxClient
from client.personas import Client, Provider, Shop, Slot, free_slots, new_email
from client.socket_client import ReceivedEvent, SocketClient, open_socket
from local.cluster import Cluster

from bench.fixtures.alerts import insert_alerts
from bench.fixtures.calendars import complete_one_each
from bench.load import Target, compare, target
from bench.sockets import AlertTiming

RATE: Final = 50
WARM_SECONDS: Final = 4
"""Warm-up at the same rate, not counted: connections open and statements are prepared."""
SECONDS: Final = 12
BOOKINGS_IN_TEN: Final = 1
"""Bookings (an alert and two mails) among ten operations; the others are interests in a provider."""
PROVIDERS: Final = 30
CLIENTS: Final = 25
GOAL_MS: Final = 100
SETTLE_SECONDS: Final = 4
FEW, MANY = 50, 5_000
PAGE: Final = 20
CONNECTIONS: Final = 8


@dataclass(frozen=True)
class _BookedProvider:
    """A provider with an open socket."""

    provider: Provider
    shop: Shop
    slots: list[Slot]
    socket: SocketClient


async def alerts(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """Take both measures; returns the lines to print."""
    return [await _live(cluster, http), *await _lists(cluster, http)]


async def _live(cluster: Cluster, http: httpx.AsyncClient) -> str:
    async with AsyncExitStack() as stack:
        workplaces = [await _open(stack, http, cluster) for _ in range(PROVIDERS)]
        clients = [Client(http, f"Client {number}", new_email("bench")) for number in range(CLIENTS)]
        for client in clients:
            await client.join(MailboxClient(http, cluster.mail.list_url))
        await complete_one_each(cluster.database_urls["booking"], [client.id for client in clients])
        rate = _EvenRate(workplaces, clients)
        await rate.send(WARM_SECONDS)
        await asyncio.sleep(SETTLE_SECONDS)
        for workplace in workplaces:
            workplace.socket.arrivals.clear()
        timing = AlertTiming(http, cluster.operations_url_of("gateway"))
        await timing.begin()
        facts, took = await rate.send(SECONDS)
        delays = sorted(await _delays(workplaces, facts))
        in_time = await timing.share_in_time()
    return (
        f"commit to socket at {facts / took:.0f} facts a second ({BOOKINGS_IN_TEN} of 10 a booking): "
        f"99 % within {delays[int(len(delays) * 0.99)]:.0f} ms (goal {GOAL_MS} ms; median "
        f"{delays[len(delays) // 2]:.0f}, worst {delays[-1]:.0f}, {facts - len(delays)} of {facts} lost); "
        f"{in_time:.1%} of the alerts within {GOAL_MS} ms of their own commit"
    )


async def _open(stack: AsyncExitStack, http: httpx.AsyncClient, cluster: Cluster) -> _BookedProvider:
    provider = Provider(http, "Bench Provider", new_email("provider"))
    await provider.join(MailboxClient(http, cluster.mail.list_url))
    shop = await provider.open_shop()
    socket = await stack.enter_async_context(open_socket(cluster.url, provider.token))
    return _BookedProvider(provider, shop, await free_slots(provider, shop, days=10), socket)


class _EvenRate:
    """Sends operations at an even rate, however long the answers take."""

    def __init__(self, workplaces: Sequence[_BookedProvider], clients: Sequence[Client]) -> None:
        self._pairs = iter(list(product(workplaces, clients)))
        self._bookings = zip(cycle(workplaces), cycle(clients), strict=False)

    async def send(self, seconds: int) -> tuple[int, float]:
        """Send for this many seconds; returns the operations and the seconds until the last answer."""
        began = time.monotonic()
        jobs: list[asyncio.Task[None]] = []
        for number in range(RATE * seconds):
            await asyncio.sleep(max(0.0, began + number / RATE - time.monotonic()))
            jobs.append(asyncio.create_task(self._next(number)))
        await asyncio.gather(*jobs)
        return len(jobs), time.monotonic() - began

    async def _next(self, number: int) -> None:
        if number % 10 < BOOKINGS_IN_TEN:
            workplace, client = next(self._bookings)
            await _book(client, workplace)
        else:
            workplace, client = next(self._pairs)
            await _add_interest(client, workplace)


async def _add_interest(client: Client, workplace: _BookedProvider) -> None:
    await client.must_post("add_new_interest", iv_provider_id=workplace.shop.provider_id)


async def _book(client: Client, workplace: _BookedProvider) -> None:
    answer = await client.book(workplace.shop, [workplace.slots.pop(0)])
    assert answer.done, answer.message


async def _delays(workplaces: Sequence[_BookedProvider], facts: int) -> list[float]:
    """Milliseconds from the time in each alert, shortly before its commit, to its arrival."""
    deadline = time.monotonic() + 20
    while (
        sum(len(workplace.socket.arrivals) for workplace in workplaces) < facts
        and time.monotonic() < deadline
    ):
        await asyncio.sleep(0.1)
    return [_delay(arrival) for workplace in workplaces for arrival in workplace.socket.arrivals]


def _delay(arrival: ReceivedEvent) -> float:
    raised = datetime.fromisoformat(str(arrival.part("notification_data")["created_date"]))
    arrived = datetime.now(UTC).timestamp() - (time.monotonic() - arrival.at)
    return (arrived - raised.timestamp()) * 1000


async def _lists(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """The throughput of a page for an account with many alerts ÷ for one with few."""
    targets: list[Target] = []
    for many in (FEW, MANY):
        client = Client(http, "Bench Client", new_email("client"))
        await client.join(MailboxClient(http, cluster.mail.list_url))
        await insert_alerts(cluster.owner_url("notifications"), client.id, many)
        targets.append(target(cluster.url, f"/api/get_user_alerts?limit={PAGE}", client.token))
    found = await compare(*targets, rounds=5, seconds=2, connections=CONNECTIONS)
    return [
        f"a page of {PAGE} alerts, of {MANY:,} ÷ of {FEW}: {found.share:.0%} of the answers a second"
        f" ({found.measured:.0f} of {found.yardstick:.0f})",
        found.record(f"a page of {PAGE} alerts, of {MANY:,} ÷ of {FEW}"),
    ]
