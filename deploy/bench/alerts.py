"""Alerts: the time from commit to socket at fifty a second, and the cost of a page of a long list."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from itertools import cycle, product
from typing import Final

import httpx
from client.api_client import UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client
from client.workplaces import Workplace, new_clients, new_workplace, paced
from local.cluster import Cluster

from bench.fixtures.alerts import insert_alerts
from bench.fixtures.calendars import complete_one_each
from bench.load import Target, compare, target
from bench.sockets import AlertTiming, delay_ms

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


async def alerts(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """Take both measures; returns the lines to print."""
    return [await _live(cluster, http), *await _lists(cluster, http)]


async def _live(cluster: Cluster, http: httpx.AsyncClient) -> str:
    async with AsyncExitStack() as stack:
        mailbox = MailboxClient(http, cluster.mail.list_url)
        workplaces = [await new_workplace(stack, http, cluster.url, mailbox) for _ in range(PROVIDERS)]
        clients = await new_clients(http, mailbox, CLIENTS)
        await complete_one_each(cluster.database_urls["booking"], [client.id for client in clients])
        rate = _EvenRate(workplaces, clients)
        await rate.send(WARM_SECONDS)
        await asyncio.sleep(SETTLE_SECONDS)
        for workplace in workplaces:
            workplace.screen.arrivals.clear()
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


class _EvenRate:
    """Sends operations at an even rate, however long the answers take."""

    def __init__(self, workplaces: Sequence[Workplace], clients: Sequence[Client]) -> None:
        self._pairs = iter(list(product(workplaces, clients)))
        self._bookings = zip(cycle(workplaces), cycle(clients), strict=False)

    async def send(self, seconds: int) -> tuple[int, float]:
        """Send for this many seconds; returns the operations and the seconds until the last answer."""
        began = time.monotonic()
        turns = paced(RATE, RATE * seconds)
        jobs = [asyncio.create_task(self._next(number)) async for number in turns]
        await asyncio.gather(*jobs)
        return len(jobs), time.monotonic() - began

    async def _next(self, number: int) -> None:
        if number % 10 < BOOKINGS_IN_TEN:
            workplace, client = next(self._bookings)
            await _book(client, workplace)
        else:
            workplace, client = next(self._pairs)
            await _add_interest(client, workplace)


async def _add_interest(client: Client, workplace: Workplace) -> None:
    await client.must_post("add_new_interest", iv_provider_id=workplace.shop.provider_id)


async def _book(client: Client, workplace: Workplace) -> None:
    answer = await client.book(workplace.shop, [next(workplace.slots)])
    assert answer.done, answer.message


async def _delays(workplaces: Sequence[Workplace], facts: int) -> list[float]:
    """Milliseconds from the time in each alert, shortly before its commit, to its arrival."""

    def have_arrived() -> bool:
        return sum(len(workplace.screen.arrivals) for workplace in workplaces) >= facts

    with suppress(UnexpectedRefusal):  # the line says how many are lost
        await eventually(have_arrived, seconds=20)
    return [delay_ms(arrival) for workplace in workplaces for arrival in workplace.screen.arrivals]


async def _lists(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """The throughput of a page for an account with many alerts ÷ for one with few."""
    targets: list[Target] = []
    for many in (FEW, MANY):
        (client,) = await new_clients(http, MailboxClient(http, cluster.mail.list_url), 1)
        await insert_alerts(cluster.owner_url("notifications"), client.id, many)
        targets.append(target(cluster.url, f"/api/get_user_alerts?limit={PAGE}", client.token))
    found = await compare(*targets, rounds=5, seconds=2, connections=CONNECTIONS)
    return [
        f"a page of {PAGE} alerts, of {MANY:,} ÷ of {FEW}: {found.share:.0%} of the answers a second"
        f" ({found.measured:.0f} of {found.yardstick:.0f})",
        found.record(f"a page of {PAGE} alerts, of {MANY:,} ÷ of {FEW}"),
    ]
