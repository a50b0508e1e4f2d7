"""The table of all hot calls: the processor time of each, against its bare twin, in one run.

The twin (twin_server.py) is Starlette and asyncpg alone with the same statements and bytes; where the answer
holds a new token, it signs one by the same library call, which no answer can do without. Every call is
measured directly at its service, at the twin and through the gateway in turn, so that all meet the same load
of the machine. What the idle environment uses is subtracted, and times are divided by how much longer than
usual a fixed piece of work took beside them.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Final
from urllib.parse import urlencode

import httpx
import orjson
from client.mailbox_client import MailboxClient
from client.personas import Client
from client.workplaces import new_clients
from local.cluster import Cluster
from local.databases import SERVICES

from bench.fixtures.reader import PROVIDERS, Reader, fill_for
from bench.load import send_repeatedly, target
from bench.processes import ServerProcess, quiet_settings, running_server, started, until_ready
from bench.processor_time import child_running, processor_seconds
from bench.recording import RESULTS, Figure, middle, record
from bench.twin_server import Original
from bench.yardstick import Yardstick, running_yardstick

ROUNDS, SECONDS = 5, 1.0
CONNECTIONS: Final = 8
PAGE: Final = 20
IDLE_SECONDS: Final = 5.0
SETTLE_SECONDS: Final = 3.0
RATIO_GOAL, GATEWAY_GOAL = 2.0, 250
"""The service ÷ its twin, and microseconds of the gateway."""
HEADER: Final = ("call", "service µs", "bare twin µs", "ratio", "gateway µs", "PostgreSQL µs", "goals")
GATEWAY, POSTGRES = "gateway", "postgres"


@dataclass(frozen=True)
class Read:
    """One measured call."""

    title: str
    service: str = ""
    """Where it is asked directly; empty: nowhere, several services answer together."""
    path: str = ""
    public: bool = True
    """Whether it is also asked through the gateway."""
    ratio_goal: float | None = RATIO_GOAL
    total_goal_ms: float | None = None
    """Milliseconds in services and gateway together."""
    renews_token: bool = False


@dataclass(frozen=True)
class ReadCost:
    """Microseconds of processor time for one answer; None where it was not measured."""

    services: float
    twin: float | None
    gateway: float | None
    postgres: float
    ratio_spread: float = 0.0
    gateway_spread: float = 0.0
    total_spread: float = 0.0
    slowness: float = 1.0
    """By what the times have been divided."""

    @property
    def total_ms(self) -> float | None:
        """Milliseconds in services and gateway together."""
        return None if self.gateway is None else (self.services + self.gateway) / 1000

    @property
    def ratio(self) -> float | None:
        """The service ÷ its twin."""
        return self.services / self.twin if self.twin else None


def reads_of(reader: Reader) -> list[Read]:
    """The hot calls, those of one service one after another."""
    first = datetime.now(UTC).date() + timedelta(days=1)
    month = {
        "provider_id": reader.provider_id,
        "from": first.isoformat(),
        "to": (first + timedelta(days=30)).isoformat(),
        "timezone": "Europe/Berlin",
    }
    profile = f"/api/get_provider_profile?owner_id={reader.provider_id}"
    messages = f"/api/get_messages/{reader.conversation_id}?limit={PAGE}"
    return [
        Read("get_trust_status", "profiles", f"/api/get_trust_status/{reader.provider_id}"),
        Read("get_provider_profile", "profiles", profile),
        Read(
            f"search among {PROVIDERS:,}, first page and facets",
            "profiles",
            f"/api/search?q={reader.trade}",
            ratio_goal=None,
            total_goal_ms=2.5,
        ),
        Read(f"a page of {PAGE} alerts", "notifications", f"/internal/alerts?limit={PAGE}", public=False),
        Read("get_conversations", "notifications", f"/api/get_conversations?limit={PAGE}"),
        Read("get_messages", "notifications", messages),
        Read("get_booking_info", "booking", "/api/get_booking_info"),
        Read("get_available_slots, a month", "booking", f"/api/get_available_slots?{urlencode(month)}"),
        Read("get_feed_posts", "feed", "/api/get_feed_posts"),
        Read("check_active_login", "identity", "/api/check_active_login", renews_token=True),
        Read("get_user_alerts", path=f"/api/get_user_alerts?limit={PAGE}", ratio_goal=None, total_goal_ms=3),
    ]


async def read_cost(folder: Path) -> list[str]:
    """Measure each read; returns the lines to print."""
    async with (
        started(Cluster(folder / "reads", extra=quiet_settings())) as cluster,
        httpx.AsyncClient(base_url=cluster.url) as http,
    ):
        (person,) = await new_clients(http, MailboxClient(http, cluster.mail.list_url), 1)
        reads = reads_of(await fill_for(cluster, person.id))
        await asyncio.sleep(SETTLE_SECONDS)
        originals = folder / "originals.json"
        originals.write_bytes(orjson.dumps(await _originals(cluster, person, reads), default=str))
        with running_server("twin_server", str(originals)) as twin, running_yardstick(folder) as yardstick:
            await until_ready(twin)
            measured = MeasuredReads(cluster, twin, yardstick)
            await measured.rest()
            costs = [(read, await measured.cost_of(read, person)) for read in reads]
    return [*table(costs), *(line for read, cost in costs for line in recorded(read, cost))]


async def _originals(cluster: Cluster, person: Client, reads: list[Read]) -> list[dict[str, object]]:
    """What the twins are made of, with tokens of another login of the person."""
    other = Client(person.client, person.name, person.email)
    await other.sign_in()
    return [
        asdict(
            Original(
                read.service,
                read.path,
                other.token or "",
                cluster.settings_of(read.service),
                read.renews_token,
            )
        )
        for read in reads
        if read.service
    ]


class MeasuredReads:
    """The processes that answer."""

    def __init__(self, cluster: Cluster, twin: ServerProcess, yardstick: Yardstick) -> None:
        self._cluster = cluster
        self._twin = twin
        self._postgres = child_running("postgres")
        self._yardstick = yardstick
        self._idle: Mapping[str, float] = {}
        """Seconds of processor time that each uses a second while nobody asks."""

    async def rest(self) -> None:
        """Find out what each process uses while nobody asks."""
        before, began = self._used(), time.monotonic()
        await asyncio.sleep(IDLE_SECONDS)
        took = time.monotonic() - began
        self._idle = {name: (now - before[name]) / took for name, now in self._used().items()}

    async def cost_of(self, read: Read, person: Client) -> ReadCost:
        """Measure at the service, at the twin and through the gateway in turn; the medians."""
        self._yardstick.begin()
        ways: dict[str, str] = {}
        if read.service:
            ways["direct"] = self._cluster.url_of(read.service)
            ways["twin"] = self._twin.url
        if read.public:
            ways["gateway"] = self._cluster.url
        found: dict[str, list[Mapping[str, float]]] = {way: [] for way in ways}
        for number in range(ROUNDS + 1):
            for way, url in ways.items():
                if read.renews_token:
                    await _renew(person)
                spent = await self._cost_of_an_answer(url, read.path, person.token)
                if number:  # the first round warms up
                    found[way].append(spent)
        return cost_in(read, found, self._yardstick.slowness())

    async def _cost_of_an_answer(self, url: str, path: str, token: str | None) -> Mapping[str, float]:
        """Microseconds that each process uses for one answer, under load."""
        before, began = self._used(), time.monotonic()
        wanted = target(url, path, token)
        answers, _ = await send_repeatedly(wanted, seconds=SECONDS, connections=CONNECTIONS)
        took, after = time.monotonic() - began, self._used()
        return {
            name: (after[name] - before[name] - self._idle[name] * took) / answers * 1e6 for name in before
        }

    def _used(self) -> Mapping[str, float]:
        parts = {part: self._cluster.process_id(part) for part in (*SERVICES, GATEWAY)}
        return processor_seconds({**parts, "twin": self._twin.pid, POSTGRES: self._postgres})


def cost_in(read: Read, found: Mapping[str, Sequence[Mapping[str, float]]], slowness: float) -> ReadCost:
    """The medians of the rounds, which hold the microseconds of each process for each way to ask."""
    asked = found["direct" if read.service else "gateway"]
    services = [sum(each[name] for name in ([read.service] if read.service else SERVICES)) for each in asked]
    twins = [each["twin"] for each in found.get("twin", [])]
    gateways = [each[GATEWAY] for each in found.get("gateway", [])]
    return ReadCost(
        services=median(services) / slowness,
        twin=median(twins) / slowness if twins else None,
        gateway=median(gateways) / slowness if gateways else None,
        postgres=median(each[POSTGRES] for each in asked) / slowness,
        gateway_spread=middle(gateways or [0])[1] / slowness,
        ratio_spread=middle([ours / bare for ours, bare in zip(services, twins, strict=False)] or [0])[1],
        total_spread=middle([sum(pair) for pair in zip(services, gateways, strict=False)] or [0])[1]
        / slowness
        / 1000,
        slowness=slowness,
    )


def recorded(read: Read, cost: ReadCost, file: Path = RESULTS) -> list[str]:
    """Record what has a goal; returns the lines to print."""
    lines: list[str] = []
    if cost.ratio is not None:
        figure = Figure(f"{read.title} ÷ bare", "times")
        lines.append(record(figure, cost.ratio, cost.ratio_spread, file=file))
    if cost.gateway is not None:
        figure = Figure(f"{read.title}, gateway", "µs")
        lines.append(record(figure, cost.gateway, cost.gateway_spread, slowness=cost.slowness, file=file))
    if cost.total_ms is not None:
        figure = Figure(f"{read.title}, services and gateway", "ms")
        lines.append(record(figure, cost.total_ms, cost.total_spread, slowness=cost.slowness, file=file))
    return lines


async def _renew(person: Client) -> None:
    """Take a new token: the one that it replaces holds for a minute only."""
    answer = await person.must_get("check_active_login")
    person.token = str(answer.part("refreshed_access_token")["access_token"])


def table(costs: list[tuple[Read, ReadCost]]) -> list[str]:
    """The lines of a Markdown table."""
    rows = [_row(read, cost) for read, cost in costs]
    lines = [" | ".join(cells) for cells in (HEADER, ["---"] * len(HEADER), *rows)]
    return [f"| {line} |" for line in lines]


def _row(read: Read, cost: ReadCost) -> list[str]:
    goals: list[str] = []
    if cost.ratio is not None and read.ratio_goal is not None:
        goals.append(_goal(cost.ratio, read.ratio_goal, f"ratio ≤ {read.ratio_goal:g}"))
    if cost.gateway is not None:
        goals.append(_goal(cost.gateway, GATEWAY_GOAL, f"gateway ≤ {GATEWAY_GOAL}"))
        total = (cost.services + cost.gateway) / 1000
        if read.total_goal_ms is not None:
            goals.append(
                _goal(
                    total, read.total_goal_ms, f"services and gateway {total:.2f} ≤ {read.total_goal_ms:g} ms"
                )
            )
    figures = (cost.services, cost.twin, cost.ratio, cost.gateway, cost.postgres)
    cells = [_figure(figure, digits=2 if place == 2 else 0) for place, figure in enumerate(figures)]
    return [read.title, *cells, ", ".join(goals)]


def _goal(found: float, goal: float, words: str) -> str:
    return words if found <= goal else f"**missed: {words}**"


def _figure(figure: float | None, *, digits: int) -> str:
    return "–" if figure is None else f"{figure:,.{digits}f}"
