"""The processor time of signed-in reads, against bare Starlette and asyncpg with the same statements."""

from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

import httpx
from local.databases import create_database, migrate
from local.postgres import Postgres

from bench.fixtures.alerts import insert_alerts
from bench.fixtures.providers import ProviderFixture
from bench.load import Target, send_repeatedly, target
from bench.processes import ServerProcess, running_server, until_ready
from bench.read_servers import READER, TOKEN_PATH

PROVIDERS: Final = 200
ALERTS, PAGE = 500, 20
ROUNDS, SECONDS = 7, 1.5
CONNECTIONS: Final = 8
TRIVIAL_GOAL, PAGE_GOAL = 2.0, 2.5


@dataclass(frozen=True)
class Read:
    """One measured call."""

    title: str
    service: str
    path: str
    goal: float


TRIVIAL: Final = "a trivial signed-in read"
READS: Final = (
    Read(f"{TRIVIAL}, get_trust_status", "profiles", "/api/get_trust_status/provider-0000000", TRIVIAL_GOAL),
    Read(f"{TRIVIAL}, get_conversations", "notifications", "/api/get_conversations", TRIVIAL_GOAL),
    Read(f"a page of {PAGE} alerts", "notifications", f"/internal/alerts?limit={PAGE}", PAGE_GOAL),
)


@dataclass(frozen=True)
class CpuTimes:
    """Microseconds of processor time for one request."""

    service: float
    bare: float

    @property
    def ratio(self) -> float:
        """The service ÷ the bare application."""
        return self.service / self.bare


async def read_cost(folder: Path) -> list[str]:
    """Measure each read; returns the lines to print."""
    server = Postgres(folder / "reads", durable=False)
    server.start()
    try:
        urls: dict[str, str] = {}
        for name in ("profiles", "notifications"):
            urls[name] = await create_database(server.url(), name)
            await migrate(name, urls[name])
        await ProviderFixture(PROVIDERS).insert(urls["profiles"])
        await insert_alerts(urls["notifications"], READER, ALERTS)
        return [await _line(read, urls[read.service]) for read in READS]
    finally:
        server.destroy()


async def _line(read: Read, url: str) -> str:
    with (
        running_server("read_servers", "service", read.service, url, read.path) as service,
        running_server("read_servers", "bare", read.service, url, read.path) as bare,
    ):
        for each in (service, bare):
            await until_ready(each)
        async with httpx.AsyncClient() as http:
            token = (await http.get(service.url + TOKEN_PATH)).text
        found = await _compare(
            (service, target(service.url, read.path, token)), (bare, target(bare.url, read.path, token))
        )
    return (
        f"{read.title}, processor time of the service ÷ of bare Starlette and asyncpg with the same "
        f"statements: {found.ratio:.2f} (goal {read.goal}; {found.service:.0f} of {found.bare:.0f} µs)"
    )


async def _compare(service: tuple[ServerProcess, Target], bare: tuple[ServerProcess, Target]) -> CpuTimes:
    """Measure both alternately, so that both meet the same load of the machine; the medians."""
    for each in (service, bare):
        await _cpu_of_a_request(*each)
    pairs = [(await _cpu_of_a_request(*service), await _cpu_of_a_request(*bare)) for _ in range(ROUNDS)]
    return CpuTimes(median(pair[0] for pair in pairs), median(pair[1] for pair in pairs))


async def _cpu_of_a_request(server: ServerProcess, target: Target) -> float:
    """Microseconds of processor time that the server uses for one request, under load."""
    before = server.cpu_seconds()
    answers, _ = await send_repeatedly(target, seconds=SECONDS, connections=CONNECTIONS)
    return (server.cpu_seconds() - before) / answers * 1e6
