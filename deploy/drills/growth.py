"""What may grow while people use the set, and what may not: memory, tables, and how long mails wait."""

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, Self

from bench.processor_time import child_running, children_of
from ci.openapi import app_of
from local.cluster import Cluster
from local.layout import PARTS
from testkit import table_growth

MORE_MEMORY: Final = 0.10
"""How much more memory a process may hold at the end than after its warm-up, as a share of the latter."""
EVERY_SECONDS: Final = 2.0
EDGE: Final = 0.1
"""The share of all samples at either end whose medians are compared: a process breathes."""
LONGEST_WAIT: Final = 30.0
"""Seconds that a mail may wait."""
ROWS_AN_ORDER: Final = 8
"""The most rows of one table: an alert for both sides, and the facts of each."""
MADE_BY_PEOPLE: Final = frozenset(
    {
        table_growth.OF_ORDERS,
        table_growth.OF_ACCOUNTS,
        table_growth.PROJECTION,
        table_growth.kept_tables("notifications")["alert_fact"],
    }
)
"""What bounds the tables that grow with what people do; nobody signs up or posts meanwhile."""
Measure = Callable[[], float]
_FIELD: Final = re.compile(r"^(Rss|Pss_Anon):\s+(\d+) kB$", re.MULTILINE)


class Memory(NamedTuple):
    """Megabytes of a process."""

    rss: float
    """All that is resident."""
    anonymous: float
    """Of its share, what belongs to no file and to no memory that processes share on purpose."""


def memory_of(pid: int) -> Memory:
    """The memory of a process (/proc/<pid>/smaps_rollup, proc(5)). Raises OSError when it has ended."""
    fields = dict(_FIELD.findall(Path(f"/proc/{pid}/smaps_rollup").read_text()))
    return Memory(int(fields["Rss"]) / 1024, int(fields["Pss_Anon"]) / 1024)


@dataclass(frozen=True, slots=True)
class MailWait:
    """A mail of an order, and how long after the order's acceptance it came, in seconds."""

    order_id: str
    seconds: float


def late_mails(waits: Iterable[MailWait]) -> list[str]:
    """The mails that waited too long."""
    return [
        f"a mail of order {wait.order_id} came after {wait.seconds:.0f} s"
        for wait in waits
        if wait.seconds > LONGEST_WAIT
    ]


def table_faults(
    before: Mapping[tuple[str, str], int], after: Mapping[tuple[str, str], int], orders: int
) -> list[str]:
    """The tables, by service and name, that have grown and that nothing prunes, or by more than the orders
    that were placed meanwhile explain."""
    pruned = {service: _pruned(service) for service, _ in after}
    found: list[str] = []
    for (service, table), rows in after.items():
        grown = rows - before.get((service, table), 0)
        if grown <= 0 or table in pruned[service]:
            continue
        bound = table_growth.kept_tables(service).get(table)
        if bound is None:
            found.append(f"{service}.{table} has grown by {grown} rows, and nothing prunes it")
        elif bound not in MADE_BY_PEOPLE:
            found.append(f"{service}.{table} has grown by {grown} rows, and should not ({bound})")
        elif grown > orders * ROWS_AN_ORDER:
            found.append(f"{service}.{table} has grown by {grown} rows with {orders} orders")
    return found


def _pruned(service: str) -> frozenset[str]:
    return frozenset(rule.table for rule in table_growth.rules_of(app_of(service)))


@dataclass(slots=True)
class MemoryWatch:
    """The memory of some processes in MB, once they are warm."""

    measures: Mapping[str, Measure]
    samples: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    @classmethod
    def of(cls, cluster: Cluster) -> Self:
        """Watch the parts, the broker, and the largest process of the database server.

        The sum of the database server's processes says less: each connection has one, and in a busy moment
        the pools open more connections, up to their limit."""
        postmaster, broker = child_running("postgres"), child_running("beam.smp")

        def of_part(part: str) -> Measure:
            return lambda: memory_of(cluster.process_id(part)).rss

        measures = {part: of_part(part) for part in PARTS}
        return cls(
            {
                **measures,
                "PostgreSQL": lambda: _largest_process(postmaster),
                "RabbitMQ": lambda: memory_of(broker).rss,
            }
        )

    async def sample(self, seconds: float, *, counts: bool = False) -> None:
        """Return after so many seconds; take samples meanwhile if they count."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            await asyncio.sleep(min(left, EVERY_SECONDS))
            if counts:
                for name, measure in self.measures.items():
                    self.samples.setdefault(name, []).append(await asyncio.to_thread(measure))

    def growth(self) -> dict[str, tuple[float, float]]:
        """For each process the memory when it was warm, and at the end, in MB."""
        found: dict[str, tuple[float, float]] = {}
        for name, taken in self.samples.items():
            edge = max(1, int(len(taken) * EDGE))
            found[name] = median(taken[:edge]), median(taken[-edge:])
        return found

    def lines(self) -> list[str]:
        """A line for each process."""
        return [
            f"{name:14} {warm:6.1f} MB warm, {end:6.1f} MB at the end ({end / warm - 1:+.1%})"
            for name, (warm, end) in self.growth().items()
        ]

    def faults(self) -> list[str]:
        """The processes that hold too much more at the end."""
        return [
            f"{name} has grown from {warm:.1f} to {end:.1f} MB"
            for name, (warm, end) in self.growth().items()
            if end > warm * (1 + MORE_MEMORY)
        ]


def _largest_process(postmaster: int) -> float:
    """The memory of the largest process of a database server, in MB, without what all processes share: that
    is a cache of a fixed size."""
    found: list[float] = []
    for process in (postmaster, *children_of(postmaster)):
        with suppress(OSError):  # a connection's process that has just ended
            found.append(memory_of(process).anonymous)
    return max(found)
