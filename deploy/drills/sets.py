"""A distributed set for a drill: its processes behind balancers."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from bench.processes import started
from local.cluster import Cluster, part_of
from local.layout import PARTS
from local.postgres import free_port

from drills.balancer import Balancer


class BalancedSet:
    """A cluster with balancers before some of its parts."""

    def __init__(self, cluster: Cluster, balancers: dict[str, Balancer]) -> None:
        self.cluster = cluster
        self.balancers = balancers

    async def start(self, *names: str, **settings: object) -> None:
        """Start these processes, new ones too; returns when their balancers send them requests."""
        for name in names:
            await asyncio.to_thread(self.cluster.launch, name, **settings)
            self.balancer(name).put(self.cluster.url_of(name))
        for name in names:
            await asyncio.to_thread(self.cluster.wait_ready, name)
            await self.balancer(name).until_ready(self.cluster.url_of(name))

    def take_out(self, name: str) -> None:
        """Send no new connection to a process, as before a pod is stopped."""
        self.balancer(name).take_out(self.cluster.url_of(name))

    def out(self) -> list[str]:
        """The addresses of processes that get no new connection."""
        backends = (backend for each in self.balancers.values() for backend in each.backends)
        return [backend.url for backend in backends if not backend.ready]

    def balancer(self, name: str) -> Balancer:
        """The one before the part of this process."""
        return self.balancers[part_of(name)]


@asynccontextmanager
async def balancers_before(cluster: Cluster, parts: Sequence[str] = PARTS) -> AsyncGenerator[BalancedSet]:
    """A balancer before each of these parts, without a process behind it yet."""
    async with AsyncExitStack() as stack:
        balancers = {part: await stack.enter_async_context(Balancer(free_port())) for part in parts}
        yield BalancedSet(cluster, balancers)


@asynccontextmanager
async def started_behind_balancers(
    cluster: Cluster, parts: Sequence[str] = PARTS
) -> AsyncGenerator[BalancedSet]:
    """Start a cluster whose parts reach these ones by balancers."""
    async with balancers_before(cluster, parts) as balanced:
        for name in cluster.processes:
            if balancer := balanced.balancers.get(part_of(name)):
                balancer.put(cluster.url_of(name))
                cluster.addresses[part_of(name)] = balancer.url
        async with started(cluster):
            yield balanced
