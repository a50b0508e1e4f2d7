"""What each part does now: from its metrics, twice some seconds apart, and from its database and queue."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import httpx
from aio_pika.exceptions import ChannelNotFoundEntity
from chassis.bus.queues import queue_of
from prometheus_client.parser import text_string_to_metric_families

from openhours.checks.broker import count
from openhours.connecting import SECONDS, broker, database

REQUESTS: Final = "openhours_http_requests_total"
EVENTS: Final = "openhours_events_handled_total"
CPU: Final = "process_cpu_seconds_total"
MEMORY: Final = "process_resident_memory_bytes"
READ: Final = (REQUESTS, EVENTS, CPU, MEMORY)
CONNECTIONS: Final = """
SELECT (SELECT count(datid) FROM pg_stat_activity) AS used,
       (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS own,
       current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int AS allowed,
       (SELECT count(*) FROM outbox) AS waiting,
       (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM outbox) AS age
"""


@dataclass(slots=True)
class Load:
    """What one part does. None: it could not be read; `problem` says why."""

    part: str
    processes: int = 0
    requests: float | None = None
    """A second."""
    events: float | None = None
    """Handled a second."""
    cores: float | None = None
    """Of all its processes."""
    megabytes: float | None = None
    """Of the largest of its processes."""
    connections: int | None = None
    """To its database."""
    server_connections: int | None = None
    """To its database's server, whoever has them."""
    connections_allowed: int | None = None
    queue: int | None = None
    """Events that wait in its queue."""
    queue_growth: float | None = None
    """Events a second, over the time of the report."""
    outbox: int | None = None
    outbox_age: float | None = None
    """Seconds."""
    problem: str = ""


Samples = Mapping[str, float]


async def read_metrics(client: httpx.AsyncClient, url: str) -> Samples:
    """The sums over all labels of what a process tells. Raises httpx's errors, and ValueError."""
    answer = await client.get(f"{url.rstrip('/')}/metrics")
    answer.raise_for_status()
    found: defaultdict[str, float] = defaultdict(float)
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            if sample.name in READ:
                found[sample.name] += sample.value
    return found


async def measure_processes(load: Load, urls: list[str], seconds: float) -> None:
    """Fill in what the processes at these addresses tell, over so many seconds. Raises httpx's errors."""
    async with httpx.AsyncClient(timeout=SECONDS) as client:
        before = [await read_metrics(client, url) for url in urls]
        began = asyncio.get_running_loop().time()
        await asyncio.sleep(seconds)
        after = [await read_metrics(client, url) for url in urls]
    passed = asyncio.get_running_loop().time() - began

    def rate(name: str) -> float:
        grown = [late.get(name, 0) - early.get(name, 0) for early, late in zip(before, after, strict=True)]
        return sum(each for each in grown if each > 0) / passed  # a process that started anew counts from 0

    load.processes = len(urls)
    load.requests, load.events = rate(REQUESTS), rate(EVENTS)
    if all(CPU in each for each in after):
        load.cores = rate(CPU)
        load.megabytes = max(each[MEMORY] for each in after) / 1e6


async def measure_database(load: Load, url: str) -> None:
    """Fill in what the part's database tells. Raises what the driver does."""
    async with database(url) as connection:
        row = await connection.fetchrow(CONNECTIONS)
    assert row is not None
    load.connections, load.server_connections = row["own"], row["used"]
    load.connections_allowed = row["allowed"]
    load.outbox, load.outbox_age = row["waiting"], row["age"]


async def depths(url: str, services: tuple[str, ...]) -> dict[str, int]:
    """How many events wait in each service's queue; nothing of a queue that is not there."""
    found: dict[str, int] = {}
    async with broker(url) as connection:
        for service in services:
            try:
                found[service], _ = await count(connection, queue_of(service))
            except ChannelNotFoundEntity:
                continue
    return found
