"""The whole set under people for ten minutes. Nothing that should stay as it is may grow.

Once the processes are warm (after a fifth of the time, two minutes of ten), no process may hold more than a
tenth more memory at the end; no mail may wait more than 30 s; no table may grow that nothing prunes, but for
those that hold what people make, and these by so many rows an order at most.
"""

import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import Final

from bench.processes import quiet_settings, started
from local.cluster import Cluster
from local.databases import SERVICES, connected, rows_of

from drills.customers import Customers, customers_of
from drills.evidence import broken
from drills.growth import MailWait, MemoryWatch, late_mails, table_faults
from drills.running import Drill

SECONDS: Final = 600.0
WARM: Final = 0.2
"""The share of the time after which growth counts."""
RATE: Final = 3.0
"""Orders a second. Each order makes a booking, an acceptance, two alerts and four mails."""
READS: Final = 6.0
PROVIDERS: Final = 8
CLIENTS: Final = 11
"""No common factor: every pair of them meets."""
ORDERS_A_DAY: Final = 24
"""That a provider has time for."""
TABLES: Final = """
SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
"""
MAILS: Final = "SELECT id, order_id FROM mail WHERE order_id IS NOT NULL"
Counts = dict[tuple[str, str], int]
"""Rows by service and table."""


async def count_rows(cluster: Cluster) -> Counts:
    """The rows of every table."""
    found: Counts = {}
    for service in SERVICES:
        async with connected(cluster.owner_url(service)) as connection:
            for row in await connection.fetch(TABLES):
                table = str(row["relname"])
                rows = await connection.fetchval(f'SELECT count(*) FROM "{table}"')  # noqa: S608  a name of ours
                found[service, table] = rows or 0
    return found


async def mail_waits(cluster: Cluster, customers: Customers) -> list[MailWait]:
    """How long the mails of each order were under way, counted from its acceptance."""
    rows = await rows_of(cluster.owner_url("notifications"), MAILS)
    order_of = {str(row["id"]): str(row["order_id"]) for row in rows}
    accepted = customers.seen.accepted_at
    found: list[MailWait] = []
    for mail in tuple(cluster.mail.mails):
        order_id = order_of.get(mail.message_id.strip("<>").split("@")[0], "")
        arrived = datetime.fromisoformat(mail.created_at).timestamp()
        if order_id in accepted:
            found.append(MailWait(order_id, arrived - accepted[order_id]))
    return found


async def soak(cluster: Cluster, seconds: float) -> list[str]:
    """Run the set under load for this many seconds; returns what grew, waited too long or failed."""
    async with AsyncExitStack() as stack:
        days = 1 + int(seconds * RATE / (PROVIDERS * ORDERS_A_DAY) + 1)
        customers = await customers_of(stack, cluster, providers=PROVIDERS, clients=CLIENTS, days=days)
        memory = MemoryWatch.of(cluster)
        seen = customers.seen
        async with customers.booking(RATE), customers.browsing(READS):
            await memory.sample(seconds * WARM)
            before, orders = await count_rows(cluster), len(seen.placed)
            print(f"  warm after {seconds * WARM:.0f} s: {seen.since(0)}", flush=True)
            await memory.sample(seconds * (1 - WARM), counts=True)
        print(f"  {seconds:.0f} s: {seen.since(0)}, {seen.read} pages read", flush=True)
        faults = await broken(cluster, seen.placed)
        waits = await mail_waits(cluster, customers)
        slowest = max((wait.seconds for wait in waits), default=0.0)
        print(f"  {len(waits)} mails; the slowest came {slowest:.1f} s after its order", flush=True)
        grown = table_faults(before, await count_rows(cluster), len(seen.placed) - orders)
        print(*(f"  {line}" for line in memory.lines()), sep="\n", flush=True)
        return [*seen.failures, *faults, *late_mails(waits), *grown, *memory.faults()]


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """Start the set, and let people use it, for ten minutes or so many seconds; returns the faults."""
    seconds = float(words[0]) if words else SECONDS
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # the mail server's: a line for each connection
    print(f"  {RATE:.0f} orders and {READS:.0f} pages a second for {seconds:.0f} s", flush=True)
    async with started(Cluster(folder, extra=quiet_settings())) as cluster:
        return await soak(cluster, seconds)


DRILL: Final = Drill(
    "The whole set under people.",
    drill,
    "no process, no queue and no table has grown that should not, and every mail came in time.",
)
