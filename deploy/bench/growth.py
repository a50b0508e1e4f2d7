"""How the cost of a hot read grows with what others have: 1,000 and 100,000 rows, and a million orders.

Each size has an environment of its own. A cost is the processor time of one answer, of the service and of
PostgreSQL together, as `bench.reads` measures it.
"""

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

import httpx
from client.mailbox_client import MailboxClient
from client.workplaces import new_clients
from local.cluster import Cluster

from bench.fixtures.others import insert_news_of_others, insert_orders_of_others
from bench.fixtures.reader import PROVIDERS, Reader, fill_bookings, fill_for
from bench.processes import postmaster_of, quiet_settings, started
from bench.reads import MeasuredReads, Read, ReadCost, reads_of
from bench.recording import Figure, record
from bench.yardstick import running_yardstick

SMALL, LARGE, LARGEST = 1_000, 100_000, 1_000_000
GROWTH_GOAL: Final = 1.5
LIST_GOAL_MS: Final = 2.0
LISTS: Final = [
    Read("get_booking_info, all that is open", "booking", "/api/get_booking_info"),
    Read("get_booking_info, 20 rows", "booking", "/api/get_booking_info?limit=20"),
]
Costs = dict[str, ReadCost]
"""By the title of the read."""


async def growth_cost(folder: Path) -> list[str]:
    """Measure each read at each size; returns the lines to print."""
    small = await _costs_among(folder / "small", SMALL)
    large = await _costs_among(folder / "large", LARGE)
    largest = await _costs_among(folder / "largest", LARGEST, bookings_only=True)
    return [
        *(_growth(title, LARGE, small[title], cost) for title, cost in large.items()),
        *(_growth(title, LARGEST, small[title], cost) for title, cost in largest.items()),
        *_list_lines({SMALL: small, LARGE: large, LARGEST: largest}),
    ]


async def _costs_among(folder: Path, size: int, *, bookings_only: bool = False) -> Costs:
    """The costs among so many rows of others."""
    async with AsyncExitStack() as stack:
        cluster = await stack.enter_async_context(started(Cluster(folder, extra=quiet_settings())))
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=cluster.url))
        (person,) = await new_clients(http, MailboxClient(http, cluster.mail.list_url), 1)
        await insert_orders_of_others(cluster.owner_url("booking"), size)
        if bookings_only:
            await fill_bookings(cluster.owner_url("booking"), person.id)
            reads = LISTS
        else:
            reader = await fill_for(cluster, person.id, size)
            await insert_news_of_others(cluster.owner_url("notifications"), size)
            reads = _reads_of_services(reader)
        yardstick = stack.enter_context(running_yardstick(folder))
        measured = MeasuredReads(cluster, None, await postmaster_of(cluster), yardstick)
        await measured.rest()
        return {read.title: await measured.cost_of(read, person) for read in reads}


def _reads_of_services(reader: Reader) -> Sequence[Read]:
    """The hot reads of single services, asked there alone."""
    others = [each for each in reads_of(reader) if each.service and "get_booking_info" not in each.path]
    among = f" among {PROVIDERS:,}"
    return [replace(each, title=each.title.replace(among, ""), public=False) for each in (*LISTS, *others)]


def _total(cost: ReadCost) -> float:
    return cost.services + cost.postgres


def _growth(title: str, size: int, small: ReadCost, large: ReadCost) -> str:
    figure = Figure(f"{title}, cost at {size:,} ÷ at {SMALL:,}", "times")
    found = _total(large) / _total(small)
    missed = "" if found <= GROWTH_GOAL else "MISSED: "
    spread = max(0.1, large.total_spread, small.total_spread)
    return f"{missed}goal {GROWTH_GOAL}: {record(figure, found, spread)}"


def _list_lines(costs: Mapping[int, Costs]) -> list[str]:
    """Milliseconds of each list at each size."""
    lines: list[str] = []
    for title in (each.title for each in LISTS):
        for size, among in costs.items():
            found = _total(among[title]) / 1000
            missed = "" if found <= LIST_GOAL_MS else "MISSED: "
            line = record(Figure(f"{title}, among {size:,} orders", "ms"), found, 0.05 + found / 10)
            lines.append(f"{missed}goal {LIST_GOAL_MS} ms: {line}")
    return lines
