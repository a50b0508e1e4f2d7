"""`make replicas`: two of each part behind balancers that are routed by readiness, while people book.

Every process is restarted, one at a time; the broker is away for a while; a gateway starts while no process
of one service runs. No answer may be a failure, and nothing may be lost or come twice.

python -m drills.replicas
"""

import asyncio
import sys
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from client.api_client import ApiClient, UnexpectedRefusal, eventually
from client.socket_client import open_socket
from local.cluster import Cluster, part_of, process_names
from local.folders import temporary_folder
from local.layout import PARTS
from local.postgres import free_port
from testkit.environments import CHEAP_PASSWORDS

from drills.balancer import Balancer
from drills.customers import Customers, Seen, customers_of, open_http
from drills.invariants import broken

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
PROVIDERS: Final = 4
CLIENTS: Final = 5
"""No common factor: every pair of them meets."""


class ReplicaDrill:
    """The steps of the drill on a cluster that runs, with the balancers before its parts."""

    def __init__(self, cluster: Cluster, balancers: dict[str, Balancer], seen: Seen) -> None:
        self._cluster = cluster
        self._balancers = balancers
        self._seen = seen
        self.faults: list[str] = []

    async def roll(self, names: Sequence[str]) -> None:
        """Restart these processes, one at a time: the next one when the balancer has this one back."""
        orders, began = len(self._seen.placed), time.monotonic()
        for name in names:
            await asyncio.to_thread(self._cluster.stop_process, name)
            await self.start(name)
        took = time.monotonic() - began
        self._tell(f"rolling restart of {len(names)} processes in {took:.0f} s", orders)

    async def start(self, name: str) -> None:
        """Start a process; returns when its balancer sends it requests."""
        await asyncio.to_thread(self._cluster.launch, name, **ROLLED)
        await asyncio.to_thread(self._cluster.wait_ready, name)
        await self._balancers[part_of(name)].until_ready(self._cluster.url_of(name))

    @asynccontextmanager
    async def broker_away(self) -> AsyncGenerator[None]:
        """No broker while this context is open. Every process must stay in its balancer."""
        orders, began = len(self._seen.placed), time.monotonic()
        await asyncio.to_thread(self._cluster.broker.stop)
        try:
            yield
            out = [b.url for each in self._balancers.values() for b in each.backends if not b.ready]
            self.faults += [f"{url} is out of its balancer while the broker is away" for url in out]
        finally:
            took = time.monotonic() - began
            self._tell(f"broker away for {took:.0f} s", orders)
            await asyncio.to_thread(self._cluster.broker.start)

    async def start_gateway_without(self, service: str) -> None:
        """Start a gateway while no process of this service runs: it serves the rest, and then all."""
        orders = len(self._seen.placed)
        away = process_names(service, REPLICAS)
        await asyncio.gather(*(asyncio.to_thread(self._cluster.stop_process, name) for name in away))
        await asyncio.to_thread(self._cluster.stop_process, "gateway")
        await self.start("gateway")
        async with open_http(self._cluster.url_of("gateway")) as http:
            stranger = ApiClient(http)
            if (found := (await stranger.get("get_feed_posts")).http) != UNAVAILABLE:
                self.faults.append(f"the feed without its service was answered with {found}")
            if not (await stranger.get("search", q="physiotherapy")).done:
                self.faults.append("a gateway that started without the feed does not search")
            await asyncio.gather(*(self.start(name) for name in away))

            async def has_feed() -> bool | None:
                return (await stranger.get("get_feed_posts")).http == OK or None

            await eventually(has_feed, "the feed at the gateway that started without it")
        self._tell(f"a gateway started without {service}", orders)

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

    def _tell(self, what: str, orders: int) -> None:
        print(f"  {what}: {self._seen.since(orders)}", flush=True)


@asynccontextmanager
async def balancers_before(parts: Sequence[str]) -> AsyncGenerator[dict[str, Balancer]]:
    """A balancer before each of these parts, without a process behind it yet."""
    async with AsyncExitStack() as stack:
        yield {part: await stack.enter_async_context(Balancer(free_port())) for part in parts}


@asynccontextmanager
async def started_behind_balancers(cluster: Cluster, replicas: int) -> AsyncGenerator[dict[str, Balancer]]:
    """Start a cluster with so many processes of each part, which reach each other by these balancers."""
    async with balancers_before(PARTS) as balancers:
        for part, balancer in balancers.items():
            balancer.add([cluster.url_of(name) for name in process_names(part, replicas)])
            cluster.addresses[part] = balancer.url
        try:
            await asyncio.to_thread(cluster.start)
            yield balancers
        finally:
            await asyncio.to_thread(cluster.stop)


async def drill(folder: Path) -> list[str]:
    """The long form on a cluster of its own; returns the faults."""
    extra = {part: dict(ROLLED) for part in PARTS}
    extra["gateway"] |= {"rate_limit_scale": 0}
    extra["identity"] |= CHEAP_PASSWORDS
    cluster = Cluster(folder, extra=extra, replicas=REPLICAS)
    async with started_behind_balancers(cluster, REPLICAS) as balancers:
        print(f"  {len(cluster.processes)} processes run, behind {len(balancers)} balancers", flush=True)
        return await _long_form(cluster, balancers)


async def _long_form(cluster: Cluster, balancers: dict[str, Balancer]) -> list[str]:
    async with AsyncExitStack() as stack:
        customers = await customers_of(stack, cluster, cluster.url, providers=PROVIDERS, clients=CLIENTS)
        run = ReplicaDrill(cluster, balancers, customers.seen)
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
    more = {"gateway": ["gateway-2", "gateway-3"], "booking": ["booking-2"]}
    names = [name for each in more.values() for name in each]
    async with balancers_before(list(more)) as balancers, AsyncExitStack() as stack:
        balancers["booking"].add([cluster.url_of("booking")])
        to_booking = {"booking_url": balancers["booking"].url, "public_url": balancers["gateway"].url}
        for name in names:
            stack.push_async_callback(asyncio.to_thread, cluster.stop_process, name)
            cluster.launch(name, **(to_booking if part_of(name) == "gateway" else {}), **ROLLED)
            balancers[part_of(name)].add([cluster.url_of(name)])
        for name in names:
            await asyncio.to_thread(cluster.wait_ready, name)
            await balancers[part_of(name)].until_ready(cluster.url_of(name))
        url = balancers["gateway"].url
        customers = await customers_of(stack, cluster, url, providers=2, clients=3)
        run = ReplicaDrill(cluster, balancers, customers.seen)
        async with customers.booking(RATE):
            await run.roll(["gateway-2"])
            async with run.broker_away():
                await run.roll(["booking-2"])
        await run.check_sockets(customers, more["gateway"])
        return run.faults + customers.seen.failures + await broken(cluster, customers.seen.placed)


def main() -> int:
    """Run the long form; returns 1 if something did not hold."""
    print("Two of each part, restarted one at a time; no broker for a while; a gateway without a service.")
    with temporary_folder("replicas") as folder:
        try:
            faults = asyncio.run(drill(folder))
        except UnexpectedRefusal as problem:
            faults = [str(problem)]
    print("\n".join(faults) or "Held: every call was answered, nothing was lost, nothing came twice.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
