"""The resident memory of each process: at start, after ten thousand bookings, with two thousand sockets."""

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
from httpx_aiohttp import HttpxAiohttpClient
from local.cluster import Cluster
from local.layout import PARTS

from bench.fanout import SOCKETS, watching
from bench.fixtures.wanted_bookings import wanted_bookings
from bench.own_cluster import own_cluster, postmaster_of
from bench.processor_time import children_of
from bench.recording import Figure, record

BOOKINGS: Final = 10_000
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
    bookings = zip(range(BOOKINGS), await wanted_bookings(cluster, http), strict=False)

    async def place() -> None:
        for _, wanted in bookings:
            await wanted.place()

    await asyncio.gather(*(place() for _ in range(AT_ONCE)))
