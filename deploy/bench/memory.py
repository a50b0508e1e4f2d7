"""The resident memory of each process: at start, after ten thousand bookings, with two thousand sockets."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, cycle
from pathlib import Path
from typing import Final

import httpx
from client.mailbox_client import MailboxClient
from client.personas import Client, Provider, Shop, Slot, free_slots, new_email
from httpx_aiohttp import HttpxAiohttpClient
from local.cluster import Cluster
from local.layout import PARTS

from bench.fanout import SOCKETS, watching
from bench.fixtures.calendars import complete_one_each
from bench.own_cluster import own_cluster, postmaster_of
from bench.processor_time import children_of
from bench.recording import Figure, record

BOOKINGS: Final = 10_000
PROVIDERS, CLIENTS = 20, 37
"""Without a common factor, so that each pair has few open requests (product.md 4.4)."""
DAYS: Final = 30
"""For how long the providers offer time: 24 slots a day are more than enough."""
AT_ONCE: Final = 16
SETTLE_SECONDS: Final = 10.0
SPREAD: Final = 0.05
"""How far two runs of the same code lie apart, as a share."""
POSTGRES: Final = "PostgreSQL, all its processes"
_FIELD: Final = re.compile(r"^(Rss|Pss|Pss_Anon):\s+(\d+) kB$", re.MULTILINE)


@dataclass(frozen=True)
class Memory:
    """Megabytes: all that is resident, and the process's share of it, where pages are shared with others."""

    rss: float
    pss: float
    anonymous: float = 0.0
    """Of its share, what belongs to no file and to no memory that processes share on purpose."""


def memory_of(pid: int) -> Memory:
    """The memory of a process (/proc/<pid>/smaps_rollup, proc(5)). Raises OSError when it has ended."""
    fields = dict(_FIELD.findall(Path(f"/proc/{pid}/smaps_rollup").read_text()))
    rss, pss, anonymous = (int(fields[name]) / 1024 for name in ("Rss", "Pss", "Pss_Anon"))
    return Memory(rss, pss, anonymous)


async def memory_use(folder: Path) -> list[str]:
    """Measure three times; returns the lines of a Markdown table."""
    async with (
        own_cluster(folder / "memory", sockets_per_address=SOCKETS + 100) as cluster,
        HttpxAiohttpClient(base_url=cluster.url, timeout=60) as http,
    ):
        postmaster = await postmaster_of(cluster)
        await asyncio.sleep(SETTLE_SECONDS)
        at_start = _all(cluster, postmaster)
        await _book(cluster, http)
        await asyncio.sleep(SETTLE_SECONDS)
        booked = _all(cluster, postmaster)
        async with watching(cluster.url, SOCKETS):
            await asyncio.sleep(SETTLE_SECONDS)
            watched = _all(cluster, postmaster)
    stages = {
        "at start": at_start,
        f"after {BOOKINGS:,} bookings": booked,
        f"with {SOCKETS:,} sockets": watched,
    }
    lines = [
        record(Figure(f"memory of {name} {stage}", "MB"), memory.rss, SPREAD * memory.rss)
        for stage, found in stages.items()
        for name, memory in found.items()
    ]
    return [*table(*stages.values()), *lines]


def table(*stages: dict[str, Memory]) -> list[str]:
    """The lines of a Markdown table with the processes of each stage, and their sum."""
    header = ("process, MB resident (share)", "at start", f"after {BOOKINGS:,} bookings")
    rows: list[list[str]] = [
        [name, *(f"{stage[name].rss:.0f} ({stage[name].pss:.0f})" for stage in stages)] for name in stages[0]
    ]
    shares = [sum(memory.pss for memory in stage.values()) for stage in stages]
    rows.append(["all shares", *(f"{share:.0f}" for share in shares)])
    lines = [[*header, f"with {SOCKETS:,} sockets"], ["---"] * 4, *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def _all(cluster: Cluster, postmaster: int) -> dict[str, Memory]:
    parts = {part: memory_of(cluster.process_id(part)) for part in PARTS}
    servers = [memory_of(pid) for pid in (postmaster, *children_of(postmaster))]
    # Its processes share most of their memory, so each one's whole size would count that many times.
    shares = sum(memory.pss for memory in servers)
    return {**parts, POSTGRES: Memory(shares, shares)}


async def _book(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """Place the bookings, a few at a time."""
    postbox = MailboxClient(http, cluster.mail.list_url)
    clients = [Client(http, f"Client {number}", new_email("bench")) for number in range(CLIENTS)]
    for client in clients:
        await client.join(postbox)
    await complete_one_each(cluster.database_urls["booking"], [client.id for client in clients])
    calendars: list[Iterator[tuple[Shop, Slot]]] = []
    for _ in range(PROVIDERS):
        provider = Provider(http, "Bench Provider", new_email("provider"))
        await provider.join(postbox)
        shop = await provider.open_shop()
        calendars.append(iter([(shop, slot) for slot in await free_slots(provider, shop, days=DAYS)]))
    wanted = chain.from_iterable(zip(*calendars, strict=False))
    bookings = zip(range(BOOKINGS), wanted, cycle(clients), strict=False)

    async def place() -> None:
        for _, (shop, slot), client in bookings:
            answer = await client.book(shop, [slot])
            assert answer.done, answer.message

    await asyncio.gather(*(place() for _ in range(AT_ONCE)))
