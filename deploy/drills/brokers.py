"""Three nodes of RabbitMQ that are one broker, killed while people book.

First the node that leads the queues, and later the majority, which leaves no broker. No answer may be a
failure. While one node is away a booking reaches its provider's screen; when all are back, every queue has
its three replicas again, nothing was lost, and no alert or mail came twice.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from bench.processes import started
from client.api_client import lasting
from local.cluster import Cluster, PartFailed
from local.layout import PARTS
from local.rabbitmq import BrokerFailed, find_program
from local.rabbitmq_nodes import BrokerNodes
from testkit.environments import settings_of_parts

from drills.customers import Customers, customers_of
from drills.evidence import broken_or_differing
from drills.running import Drill, NotTried, named

RATE: Final = 2.0
"""Orders a second. Each order makes a booking, an acceptance, two alerts and four mails."""
MINORITY_AWAY_SECONDS: Final = 10.0
MAJORITY_AWAY_SECONDS: Final = 20.0
FOUND_AGAIN_SECONDS: Final = 30.0
"""Within which every process has a node that serves: it tries one after the other, with pauses up to 3 s."""
WHOLE_SECONDS: Final = 60.0
"""Within which every queue has all its replicas again."""


class BrokerDrill:
    """The steps of the drill on a cluster that runs."""

    def __init__(self, cluster: Cluster, nodes: BrokerNodes, customers: Customers) -> None:
        self._cluster = cluster
        self._nodes = nodes
        self._customers = customers
        self.faults: list[str] = []

    async def leader(self) -> str:
        """The node that leads most queues."""
        queues = await asyncio.to_thread(self._nodes.queues)
        return Counter(queue.leader for queue in queues).most_common(1)[0][0]

    @asynccontextmanager
    async def away(self, killed: Collection[str]) -> AsyncGenerator[None]:
        """Kill these nodes; start them again when the block ends, and wait until all is as before."""
        with self._customers.seen.told(f"{len(killed)} nodes away"):
            await asyncio.to_thread(self._nodes.kill, killed)
            try:
                yield
            finally:
                await asyncio.to_thread(self._nodes.start)
        await self.check_replicas()
        await self.check_news("all nodes are back")

    async def check_replicas(self) -> None:
        """Every queue has a replica on each node, or has it soon."""
        self.faults += await lasting(self._lacking, WHOLE_SECONDS)

    async def _lacking(self) -> list[str]:
        try:
            queues = await asyncio.to_thread(self._nodes.queues)
        except BrokerFailed as error:
            return [str(error)]
        if not queues:
            return ["no queue is replicated"]
        every = frozenset(self._nodes.nodes)
        return [
            f"{queue.name} has no replica at {', '.join(sorted(every - queue.online))}"
            for queue in queues
            if every != queue.online
        ]

    async def check_news(self, when: str) -> None:
        """Every process finds a node that serves, and a booking is shown at its provider's screen."""
        began = time.monotonic()
        try:
            for part in PARTS:
                await asyncio.to_thread(self._cluster.wait_complete, part, FOUND_AGAIN_SECONDS)
            workplace = self._customers.workplaces[0]
            order_id = await self._customers.book_at(workplace)
            await workplace.screen.booking(order_id, "pending")
        except (PartFailed, TimeoutError) as error:
            self.faults.append(f"events do not flow when {when}: {error!r}"[:300])
        else:
            print(f"  {when}: events flow after {time.monotonic() - began:.1f} s", flush=True)


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """Kill the leader, and later the majority, while people book; returns the faults."""
    del words
    program = find_program()
    if program is None:
        raise NotTried("no rabbitmq-server here (apt-get install rabbitmq-server)")
    async with AsyncExitStack() as stack:
        nodes = await stack.enter_async_context(started(BrokerNodes(program, folder / "nodes")))
        stack.enter_context(named(RABBITMQ_URL=nodes.url))
        cluster = await stack.enter_async_context(started(Cluster(folder, extra=settings_of_parts())))
        customers = await customers_of(stack, cluster)
        run = BrokerDrill(cluster, nodes, customers)
        await run.check_replicas()
        async with customers.booking(RATE):
            async with run.away([await run.leader()]):
                await run.check_news("the leader is away")
                await asyncio.sleep(MINORITY_AWAY_SECONDS)
            leader = await run.leader()
            other = next(node for node in nodes.nodes if node != leader)
            async with run.away([leader, other]):
                await asyncio.sleep(MAJORITY_AWAY_SECONDS)
        seen = customers.seen
        print(f"  {len(seen.placed)} orders were accepted", flush=True)
        return run.faults + seen.failures + await broken_or_differing(cluster, seen.placed)


DRILL: Final = Drill(
    "Three nodes of RabbitMQ: the leader of the queues is killed, and later the majority.",
    drill,
    "no call failed, no event was lost, and no alert or mail came twice.",
)
