"""What one booking that is accepted leaves on disk, and how many mails it sends.

Each service's database is read before and after some hundred of them: rows that stay, rows that jobs delete
when their time is over, and the write-ahead log. Tables are written anew first (VACUUM FULL): so the space of
rows that are gone does not count, such as that of mails' words, which are dropped when the mail is sent. A
table that is only a queue does not count.
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import asyncpg
from httpx_aiohttp import HttpxAiohttpClient
from local.cluster import Cluster
from local.databases import SERVICES, asyncpg_url
from openhours.scaling.figures import PRUNED, STAYS
from testkit.table_growth import OPERATORS, QUEUE, kept_tables

from bench.evidence import Evidence
from bench.fixtures.wanted_bookings import WantedBooking, wanted_bookings
from bench.own_cluster import own_cluster
from bench.recording import Figure, record

BEFORE: Final = 100
"""So many are made first: an index has its first pages from then on."""
BOOKINGS: Final = 600
AT_ONCE: Final = 8
SHOWN: Final = 10.0
"""Tables that grow by fewer bytes a booking are left out."""
LOOK_SECONDS: Final = 2.0
SETTLE_SECONDS: Final = 300.0
"""For mails, mostly: the mail server of this process takes them one after another."""
SPREAD: Final = 0.1
"""How far two runs of the same code lie apart, as a share: whole pages."""
LOG: Final = "write-ahead log, without whole pages"
NOT_COUNTED: Final = frozenset({QUEUE, OPERATORS})
_SIZES: Final = """
SELECT relname, pg_total_relation_size(oid) AS size FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
_LOG: Final = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS log"
"""Of the whole server."""


@dataclass(frozen=True)
class _Size:
    """Bytes on disk now."""

    tables: Mapping[tuple[str, str], int]
    """By service and table, with indexes and long values."""
    written: int
    """Of the log when all had happened."""
    log: int
    """The same after the tables were written anew."""


async def disk_use(folder: Path) -> list[str]:
    """Book and accept; returns the lines of a Markdown table of the tables, and the recorded figures."""
    async with (
        own_cluster(folder / "disk") as cluster,
        HttpxAiohttpClient(base_url=cluster.url, timeout=60) as http,
    ):
        wanted = await wanted_bookings(cluster, http)
        await _book(wanted, BEFORE)
        before, mails = await _settled(cluster), len(cluster.mail.mails)
        await _book(wanted, BOOKINGS)
        after, mails = await _settled(cluster), len(cluster.mail.mails) - mails
    grown = {name: (size - before.tables[name]) / BOOKINGS for name, size in after.tables.items()}
    figures = [
        *((f"{service}, {kind}", sum(of_service.values())) for service, kind, of_service in _by_kind(grown)),
        (LOG, (after.written - before.log) / BOOKINGS),
    ]
    lines = [
        record(Figure(f"disk of an accepted booking: {name}", "kB"), size / 1000, SPREAD * size / 1000)
        for name, size in figures
    ]
    lines.append(record(Figure("mails of an accepted booking", "each"), mails / BOOKINGS, 0))
    return [*_table(grown), *lines]


def _by_kind(
    grown: Mapping[tuple[str, str], float],
) -> Iterator[tuple[str, str, dict[str, float]]]:
    """For each service that grew: the bytes that stay and those that are deleted, by table."""
    for service in SERVICES:
        found: dict[str, dict[str, float]] = {STAYS: {}, PRUNED: {}}
        for (owner, table), size in grown.items():
            reason = kept_tables(service).get(table)
            if owner == service and reason not in NOT_COUNTED:
                found[PRUNED if reason is None else STAYS][table] = max(0.0, size)
        yield from (
            (service, kind, tables) for kind, tables in found.items() if sum(tables.values()) >= SHOWN
        )


def _table(grown: Mapping[tuple[str, str], float]) -> list[str]:
    """The lines of a Markdown table."""
    rows = [
        f"| {service}.{table} | {kind} | {size:,.0f} |"
        for service, kind, tables in _by_kind(grown)
        for table, size in sorted(tables.items(), key=lambda each: -each[1])
        if size >= SHOWN
    ]
    return ["| table | what becomes of its rows | bytes a booking |", "| --- | --- | --- |", *rows]


async def _book(wanted: Iterator[WantedBooking], bookings: int) -> None:
    """Place and accept so many of them, a few at a time."""
    chosen = list(islice(wanted, bookings))
    assert len(chosen) == bookings, "the providers have no more time"
    waiting = iter(chosen)

    async def place() -> None:
        for each in waiting:
            await each.place_and_accept()

    await asyncio.gather(*(place() for _ in range(AT_ONCE)))


async def _settled(cluster: Cluster) -> _Size:
    """What is on disk when every event is handled and every mail is sent."""
    evidence, mails = Evidence(cluster), -1
    async with asyncio.timeout(SETTLE_SECONDS):
        while await evidence.unfinished() is not None or mails != len(cluster.mail.mails):
            mails = len(cluster.mail.mails)
            await asyncio.sleep(LOOK_SECONDS)
    written = await _log_of(evidence)
    tables: dict[tuple[str, str], int] = {}
    for service in SERVICES:
        connection = await asyncpg.connect(asyncpg_url(cluster.owner_url(service)))
        try:
            await connection.execute("VACUUM FULL")
            tables |= {(service, row["relname"]): row["size"] for row in await connection.fetch(_SIZES)}
        finally:
            await connection.close()
    return _Size(tables, written, await _log_of(evidence))


async def _log_of(evidence: Evidence) -> int:
    (row,) = await evidence.rows("booking", _LOG)
    return int(row["log"])
