"""Two of each part behind balancers that are routed by readiness, while people book.

Every process is restarted, one at a time; the broker is away for a while; a gateway starts while no process
of one service runs. No answer may be a failure, and nothing may be lost or come twice.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from client.api_client import ApiClient, eventually
from client.socket_client import open_socket
from local.cluster import Cluster, process_names
from local.layout import PARTS
from testkit.environments import settings_of_parts

from drills.customers import Customers, Seen, customers_of, open_http
from drills.evidence import broken
from drills.running import Drill
from drills.sets import BalancedSet, balancers_before, started_behind_balancers

REPLICAS: Final = 2
RATE: Final = 2.0
"""Orders a second. Each order makes a booking, an acceptance, two alerts and four mails."""
BROKER_AWAY_SECONDS: Final = 25.0
ROLLED: Final[dict[str, object]] = {"stop_notice_seconds": 2, "upstream_keepalive_seconds": 1}
"""The settings of a process that is stopped while others serve: its notice is longer than a gateway keeps an
idle connection to it, and than its balancer takes to look."""
AWAY: Final = "feed"
"""No process of this service runs while a gateway starts."""
OK: Final = 200
UNAVAILABLE: Final = 503


class ReplicaDrill:
    """The steps of the drill on a set that runs."""

    def __init__(self, balanced: BalancedSet, seen: Seen) -> None:
        self._balanced, self._cluster = balanced, balanced.cluster
        self._seen = seen
        self.faults: list[str] = []

    async def roll(self, names: Sequence[str]) -> None:
        """Restart these processes, one at a time: the next one when the balancer has this one back."""
        with self._seen.told(f"rolling restart of {len(names)} processes"):
            for name in names:
                await asyncio.to_thread(self._cluster.stop_process, name)
                await self._balanced.start(name, **ROLLED)

    @asynccontextmanager
    async def broker_away(self) -> AsyncGenerator[None]:
        """No broker while this context is open. Every process must stay in its balancer."""
        with self._seen.told("broker away"):
            await asyncio.to_thread(self._cluster.broker.stop)
            try:
                yield
                out = self._balanced.out()
                self.faults += [f"{url} is out of its balancer while the broker is away" for url in out]
            finally:
                await asyncio.to_thread(self._cluster.broker.start)

    async def start_gateway_without(self, service: str) -> None:
        """Start a gateway while no process of this service runs: it serves the rest, and then all."""
        away = process_names(service, REPLICAS)
        await asyncio.gather(*(asyncio.to_thread(self._cluster.stop_process, name) for name in away))
        await asyncio.to_thread(self._cluster.stop_process, "gateway")
        await self._balanced.start("gateway", **ROLLED)
        async with open_http(self._cluster.url_of("gateway")) as http:
            stranger = ApiClient(http)
            if (found := (await stranger.get("get_feed_posts")).http) != UNAVAILABLE:
                self.faults.append(f"the feed without its service was answered with {found}")
            if not (await stranger.get("search", q="physiotherapy")).done:
                self.faults.append("a gateway that started without the feed does not search")
            await self._balanced.start(*away, **ROLLED)

            async def has_feed() -> bool:
                return (await stranger.get("get_feed_posts")).http == OK

            await eventually(has_feed, "the feed at the gateway that started without it")
        print(f"  a gateway started without {service}", flush=True)

    async def check_sockets(self, customers: Customers, gateways: Sequence[str]) -> None:
        """A booking is shown at a socket of each gateway."""
        workplace = customers.workplaces[0]
        async with AsyncExitStack() as stack:
            for name in gateways:
                await asyncio.to_thread(self._cluster.wait_complete, name)
            screens = [
                await stack.enter_async_context(
                    open_socket(self._cluster.url_of(name), workplace.provider.token)
                )
                for name in gateways
            ]
            order_id = await customers.book_at(workplace)
            for name, screen in zip(gateways, screens, strict=True):
                try:
                    await screen.booking(order_id, "pending")
                except TimeoutError:
                    self.faults.append(f"an order did not reach the socket at {name}")


async def drill(folder: Path, words: Sequence[str] = ()) -> list[str]:
    """The long form on a set of its own; returns the faults."""
    del words
    extra = settings_of_parts(**{part: dict(ROLLED) for part in PARTS})
    cluster = Cluster(folder, extra=extra, replicas=REPLICAS)
    async with started_behind_balancers(cluster) as balanced, AsyncExitStack() as stack:
        print(f"  {len(cluster.processes)} processes run, each behind its balancer", flush=True)
        customers = await customers_of(stack, cluster)
        run = ReplicaDrill(balanced, customers.seen)
        async with customers.booking(RATE):
            await run.roll(cluster.processes)
            async with run.broker_away():
                await asyncio.sleep(BROKER_AWAY_SECONDS)
            await run.start_gateway_without(AWAY)
        await run.check_sockets(customers, process_names("gateway", REPLICAS))
        return run.faults + customers.seen.failures + await broken(cluster, customers.seen.placed)


async def short_drill(cluster: Cluster) -> list[str]:
    """The short form, on a cluster that runs with one process of each part: two more gateways and another
    booking, of which one each is restarted, one of them while the broker is away. Returns the faults."""
    gateways = ["gateway-2", "gateway-3"]
    async with balancers_before(cluster, ["gateway", "booking"]) as balanced, AsyncExitStack() as stack:
        to_booking, to_gateway = balanced.balancer("booking"), balanced.balancer("gateway")
        to_booking.put(cluster.url_of("booking"))
        told = {"booking_url": to_booking.url, "public_url": to_gateway.url}
        for names, settings in ((["booking-2"], ROLLED), (gateways, {**told, **ROLLED})):
            for name in names:
                stack.push_async_callback(asyncio.to_thread, cluster.stop_process, name)
            await balanced.start(*names, **settings)
        customers = await customers_of(stack, cluster, to_gateway.url, providers=2, clients=3)
        run = ReplicaDrill(balanced, customers.seen)
        async with customers.booking(RATE):
            await run.roll(["gateway-2"])
            async with run.broker_away():
                await run.roll(["booking-2"])
        await run.check_sockets(customers, gateways)
        return run.faults + customers.seen.failures + await broken(cluster, customers.seen.placed)


DRILL: Final = Drill(
    "Two of each part, restarted one at a time; no broker for a while; a gateway without a service.",
    drill,
    "every call was answered, nothing was lost, nothing came twice.",
)
