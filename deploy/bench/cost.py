"""What one booking costs: processor time by process, statements and transactions; and what idling costs.

The load and the mail sink have processes of their own, whose time is told and not counted.
"""

import asyncio
import os
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
from httpx_aiohttp import HttpxAiohttpClient
from local.cluster import Cluster
from local.layout import PARTS
from local.postgres import free_port

from bench.bookings import Bookings, Sent
from bench.cost_report import Counts, Idle, Report, Round
from bench.processes import metric, quiet_settings, running_server, started, until_ready
from bench.processor_time import busy_seconds, child_running, processor_seconds
from bench.statement_log import Counted, logged_statements
from bench.yardstick import Yardstick, running_yardstick

ROUNDS: Final = 3
SECONDS: Final = {5: 20.0, 15: 12.0, 50: 8.0}
"""How long a round is, by bookings a second."""
COUNT_SECONDS: Final = 4.0
IDLE_SECONDS: Final = 60.0
"""As much as the longest pause of what runs again and again, RabbitMQ's own work included."""
WARM_SECONDS: Final = 4.0
LOAD: Final = "load"
"""This process with what it starts: who asks, mail sink and yardstick."""
SETTLE_SECONDS: Final = 2.0
"""After the last mail and alert, until nothing of the bookings is left to do."""


@dataclass(frozen=True)
class _Environment:
    """The running set, and who asks of it."""

    cluster: Cluster
    bookings: Bookings
    yardstick: Yardstick
    http: httpx.AsyncClient
    roots: dict[str, int]
    """The process id of each part, of PostgreSQL and of RabbitMQ, by name."""


async def booking_cost(folder: Path) -> list[str]:
    """Measure idling and bookings at three rates in turn, record each figure; returns the lines to print."""
    async with _running(folder) as environment:
        await environment.bookings.send(50, WARM_SECONDS)
        await asyncio.sleep(3 * SETTLE_SECONDS)
        idle = [await _idle_round(environment) for _ in range(ROUNDS)]
        rounds = {rate: list[Round]() for rate in SECONDS}
        for _ in range(ROUNDS):
            for rate, seconds in SECONDS.items():
                rounds[rate].append(await _round(environment, rate, seconds))
        idle_counts = await _idle_counts(environment)
        counts = {rate: list[Counts]() for rate in SECONDS}
        for _ in range(ROUNDS):
            for rate, of_rate in counts.items():
                of_rate.append(await _counts(environment, rate, idle_counts))
    return Report(idle, rounds, idle_counts, counts).lines()


@asynccontextmanager
async def _running(folder: Path) -> AsyncGenerator[_Environment]:
    smtp_port = free_port()
    extra = quiet_settings(sockets_per_address=1000)
    extra["notifications"]["mail_url"] = f"smtp://127.0.0.1:{smtp_port}"
    async with AsyncExitStack() as stack:
        yardstick = stack.enter_context(running_yardstick(folder))
        sink = stack.enter_context(running_server("mail_sink", str(smtp_port)))
        await until_ready(sink)
        cluster = await stack.enter_async_context(started(Cluster(folder / "cost", extra=extra)))
        http = await stack.enter_async_context(
            HttpxAiohttpClient(base_url=cluster.url, timeout=60, limits=httpx.Limits(max_connections=200))
        )
        bookings = Bookings(http, f"{sink.url}/mail.json", f"{sink.url}/arrivals.json")
        await bookings.join(stack, cluster)
        servers = {"PostgreSQL": child_running("postgres"), "RabbitMQ": child_running("beam.smp")}
        roots = {part: cluster.process_id(part) for part in PARTS} | servers
        yield _Environment(cluster, bookings, yardstick, http, roots)


class _Stretch:
    """Reads the processor time of everything from its making on."""

    def __init__(self, environment: _Environment) -> None:
        self._yardstick = environment.yardstick
        self._roots = {**environment.roots, LOAD: os.getpid()}
        self._yardstick.begin()
        self._before, self._busy = processor_seconds(self._roots), busy_seconds()
        self._began = time.monotonic()

    def ended(self, sent: Sent | None) -> Round:
        after, busy = processor_seconds(self._roots), busy_seconds() - self._busy
        spent = {name: seconds - self._before[name] for name, seconds in after.items()}
        others = max(0.0, busy - sum(spent.values()))
        return Round(
            elapsed=time.monotonic() - self._began,
            load_seconds=spent.pop(LOAD),
            spent=spent,
            slowness=self._yardstick.slowness(),
            sent=sent,
            others_seconds=others,
        )


async def _idle_round(environment: _Environment) -> Round:
    stretch = _Stretch(environment)
    await asyncio.sleep(IDLE_SECONDS)
    return stretch.ended(None)


async def _round(environment: _Environment, rate: int, seconds: float) -> Round:
    stretch = _Stretch(environment)
    sent = await environment.bookings.send(rate, seconds)
    await asyncio.sleep(SETTLE_SECONDS)
    return stretch.ended(sent)


def _postgres_log(environment: _Environment) -> Path:
    return Path(f"/proc/{environment.roots['PostgreSQL']}/fd/2").resolve()


@asynccontextmanager
async def _counting(environment: _Environment) -> AsyncGenerator[Counted]:
    log = await asyncio.to_thread(_postgres_log, environment)
    async with logged_statements(environment.cluster.server_url, log) as counted:
        yield counted


async def _idle_counts(environment: _Environment) -> Idle:
    async with _counting(environment) as counted:
        await asyncio.sleep(IDLE_SECONDS)
    a_second = {text: number / IDLE_SECONDS for text, number in counted.statements.items()}
    return Idle(a_second, counted.transactions / IDLE_SECONDS)


async def _counts(environment: _Environment, rate: int, idle: Idle) -> Counts:
    async with _counting(environment) as counted:
        events, began = await _events(environment), time.monotonic()
        sent = await environment.bookings.send(rate, COUNT_SECONDS)
        await asyncio.sleep(SETTLE_SECONDS)
        elapsed, after = time.monotonic() - began, await _events(environment)
    return Counts(
        booked=sent.booked,
        mails=sent.mails,
        statements={
            text: number - idle.statements.get(text, 0.0) * elapsed
            for text, number in counted.statements.items()
        },
        transactions=counted.transactions - idle.transactions * elapsed,
        published=after[0] - events[0],
        handled=after[1] - events[1],
    )


async def _events(environment: _Environment) -> tuple[float, float]:
    """How many events all services together have published and handled since they started."""
    published, handled = [
        sum(
            [
                await metric(environment.http, environment.cluster.operations_url_of(part), name)
                for part in PARTS
            ]
        )
        for name in ("openhours_events_published_total", "openhours_events_handled_total")
    ]
    return published, handled
