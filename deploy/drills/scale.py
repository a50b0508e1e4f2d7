"""Feed is doubled under load, and no other part is touched.

People read the feed as fast as they are answered, a provider posts, and others book. One process of feed is
saturated: it is held to a share of a core, so that this machine's other cores do not count. Then a second one
is started behind feed's balancer. All that is said is a ratio of before and after in the same run.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

import httpx
from client.pictures import new_picture
from client.workplaces import first_post
from httpx_aiohttp import HttpxAiohttpClient
from local.cluster import Cluster, part_of
from openhours.scaling.load import CPU, REQUESTS, Samples, read_metrics
from testkit.environments import settings_of_parts

from drills.customers import at_rate, customers_of
from drills.evidence import broken
from drills.held_back import held_back
from drills.running import Drill, meanwhile
from drills.sets import BalancedSet, started_behind_balancers

DOUBLED: Final = "feed"
SECOND: Final = f"{DOUBLED}-2"
SHARE: Final = 0.05
"""Of a core, for each process of feed."""
READERS: Final = 12
"""Each asks again as soon as it is answered: more than one process answers at a time, few enough that two
are kept busy."""
SECONDS: Final = 15.0
"""Of each of the two measures."""
WARM_SECONDS: Final = 5.0
"""Before each of them: the first calls, and connections that find the new process."""
BOOKINGS, POSTS = 1.0, 1.0
"""A second, before as after."""
GATEWAY: Final[dict[str, object]] = {"upstream_connection_seconds": 2}
"""Connections to a service end soon (usually after 30 s), so that the new process has its share in time."""
LEAST_GAIN: Final = 1.6
"""Twice would be all; the balancer's turns and what feed does besides take some of it."""
UNCHANGED: Final = 0.25
"""By how much the rate of another part may differ: it counts whole requests of a few seconds."""
SOME: Final = 0.3
"""Requests a second that may come or go besides: what is asked now and then, such as identity's keys."""
PATH: Final = "/api/get_feed_posts"
OK: Final = 200


@dataclass(frozen=True)
class Answer:
    """One read of the feed."""

    at: float
    seconds: float


class Readers:
    """Read the feed through the gateway, each one page after another."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self.answers: list[Answer] = []
        self.failures: list[str] = []

    async def read(self, over: asyncio.Event) -> None:
        """Read until it is over."""
        await asyncio.gather(*(self._read(over) for _ in range(READERS)))

    async def _read(self, over: asyncio.Event) -> None:
        while not over.is_set():
            began = time.monotonic()
            try:
                status = (await self._http.get(PATH)).status_code
            except httpx.TransportError as error:
                self.failures.append(f"read: {type(error).__name__} {error}")
                continue
            self.answers.append(Answer(time.monotonic(), time.monotonic() - began))
            if status != OK:
                self.failures.append(f"read: {status}")


@dataclass(frozen=True)
class Measured:
    """What happened in one measure."""

    reads: float
    """A second."""
    median_ms: float
    slowest_ms: float
    """95 of 100 took no longer."""
    requests: dict[str, float]
    """By process: a second."""
    cores: dict[str, float]


async def measure(cluster: Cluster, names: Sequence[str], readers: Readers) -> Measured:
    """Look for some seconds at the readers, and at what each process tells operators of itself."""
    async with httpx.AsyncClient(timeout=30) as http:

        async def told() -> dict[str, Samples]:
            return {name: await read_metrics(http, cluster.operations_url_of(name)) for name in names}

        began, before = time.monotonic(), await told()
        await asyncio.sleep(SECONDS)
        ended, after = time.monotonic(), await told()
    took = ended - began
    mine = sorted(each.seconds * 1000 for each in readers.answers if began <= each.at < ended)

    def rates(key: str) -> dict[str, float]:
        return {name: (after[name][key] - before[name][key]) / took for name in names}

    return Measured(len(mine) / took, median(mine), mine[int(len(mine) * 0.95)], rates(REQUESTS), rates(CPU))


def judge(before: Measured, after: Measured) -> list[str]:
    """What does not hold of a doubling; empty when all does."""
    faults: list[str] = []
    if after.reads < LEAST_GAIN * before.reads:
        faults.append(f"two processes answer {after.reads / before.reads:.2f} times as many reads")
    if after.median_ms * LEAST_GAIN > before.median_ms:
        faults.append(f"a read takes {after.median_ms / before.median_ms:.2f} times as long as before")
    for name, requests in before.requests.items():
        if part_of(name) in {DOUBLED, "gateway"}:
            continue  # the gateway passes on what feed answers
        if abs(after.requests[name] - requests) > UNCHANGED * requests + SOME:
            faults.append(f"{name} got {after.requests[name]:.1f} requests a second, {requests:.1f} before")
    return faults


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """On a set of its own; returns the faults."""
    del words
    cluster = Cluster(folder, extra=settings_of_parts(gateway=dict(GATEWAY)))
    async with started_behind_balancers(cluster, [DOUBLED]) as balanced, AsyncExitStack() as stack:
        customers = await customers_of(stack, cluster, providers=2, clients=3)
        provider = customers.workplaces[0].provider

        async def post_again() -> None:
            await customers.asked("post", lambda: provider.publish("News", new_picture()))

        await first_post(provider, "News")
        readers = Readers(
            await stack.enter_async_context(HttpxAiohttpClient(base_url=cluster.url, timeout=30))
        )
        processes = {name: cluster.process_id(name) for name in cluster.processes}
        seen = customers.seen
        async with (
            meanwhile(readers.read),
            at_rate(POSTS, post_again),
            customers.booking(BOOKINGS),
        ):
            before, after = await _doubled(balanced, readers)
        print(f"  {len(readers.answers)} reads, {len(seen.placed)} orders", flush=True)
        faults = [
            f"{name} is another process than before, or ended"
            for name, pid in processes.items()
            if cluster.process_id(name) != pid or cluster.end_of(name) is not None
        ]
        faults += judge(before, after) + readers.failures + seen.failures
        return faults + await broken(cluster, seen.placed)


async def _doubled(balanced: BalancedSet, readers: Readers) -> tuple[Measured, Measured]:
    """Measure, start the second process while all goes on, and measure again."""
    cluster = balanced.cluster
    with ExitStack() as holding:
        holding.enter_context(held_back(cluster.process_id(DOUBLED), SHARE))
        await asyncio.sleep(WARM_SECONDS)
        before = await measure(cluster, cluster.processes, readers)
        _tell(f"one process of {DOUBLED}", before)
        began = time.monotonic()
        await balanced.start(SECOND)
        holding.enter_context(held_back(cluster.process_id(SECOND), SHARE))
        print(f"  another one was started, and was ready after {time.monotonic() - began:.0f} s", flush=True)
        await asyncio.sleep(WARM_SECONDS)
        after = await measure(cluster, [*cluster.processes, SECOND], readers)
        _tell("two", after)
        gain = after.reads / before.reads
        faster = before.median_ms / after.median_ms
        print(f"  {gain:.2f} times as many reads, answered {faster:.2f} times as fast", flush=True)
        return before, after


def _tell(what: str, found: Measured) -> None:
    requests = ", ".join(f"{name} {rate:.1f}" for name, rate in found.requests.items())
    cores = ", ".join(f"{name} {share:.2f}" for name, share in found.cores.items())
    within = f"half within {found.median_ms:.0f} ms, 95 of 100 within {found.slowest_ms:.0f} ms"
    print(f"  {what}: {found.reads:.0f} reads a second, {within}")
    print(f"    requests a second: {requests}")
    print(f"    cores: {cores}", flush=True)


DRILL: Final = Drill(
    f"{DOUBLED} is doubled under load; each of its processes is held to {SHARE:.0%} of a core.",
    drill,
    f"{DOUBLED} was doubled alone: no call failed, no other part had more to do.",
)
