"""`make alarms`: real faults in the running set, and a real Prometheus that must raise the alert of each.

A part is killed, the broker stopped, an event spoilt, a queue removed, the mail server stopped, a table
locked, a process starved. Alerts are those of deploy/observability/alerts.yml, but that they wait two seconds
instead of minutes, and look back on seconds where minutes would be needed.

python -m drills.alarms
"""

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aio_pika
import asyncpg
import httpx
import yaml
from chassis.bus.queues import EXCHANGE, queue_of
from client.api_client import ApiClient
from client.personas import Persona, new_email
from contracts.events.identity import AccountRenamed
from local.cluster import Cluster
from local.databases import CHECKOUT, asyncpg_url
from local.folders import temporary_folder
from local.layout import PARTS
from local.postgres import free_port
from testkit.environments import CHEAP_PASSWORDS, NO_RATE_LIMITS

RULES: Final = CHECKOUT / "deploy" / "observability" / "alerts.yml"
NO_PROMETHEUS: Final = "NO PROMETHEUS: Debian has it in the package prometheus. The drill did not run."
PATIENCE: Final = 90.0
"""Seconds within which an alert is raised, and its fault is over once it is mended."""
LOCKED_SECONDS: Final = 20
"""How long a table is locked: longer than a request waits for a connection, or the alert for requests."""
Fault = Callable[[Cluster, httpx.AsyncClient], Coroutine[Any, Any, None]]


class Prometheus:
    """A server of our own that reads the metrics of a cluster once a second."""

    def __init__(self, http: httpx.AsyncClient, url: str) -> None:
        self._http, self._url = http, url

    async def alerts(self) -> list[Mapping[str, str]]:
        """The labels of the alerts that fire now."""
        found = (await self._http.get(f"{self._url}/api/v1/alerts")).json()["data"]["alerts"]
        return [each["labels"] for each in found if each["state"] == "firing"]

    async def firing(self) -> set[str]:
        """Their names."""
        return {labels["alertname"] for labels in await self.alerts()}

    async def until(self, holds: Callable[[set[str]], bool]) -> set[str]:
        """The alerts that fire once this holds of them, or when patience ends."""
        firing = await self.firing()
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while not holds(firing) and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.5)
            firing = await self.firing()
        return firing


def _hurried_rules() -> str:
    text = re.sub(r"^(\s+)for: .*$", r"\1for: 2s", RULES.read_text(), flags=re.MULTILINE)
    return text.replace("_waiting[1m]", "_waiting[5s]").replace("[10m]", "[1m]").replace("[5m]", "[20s]")


def _configuration(cluster: Cluster, seconds: int) -> str:
    targets = [
        {"targets": [cluster.operations_url_of(part).removeprefix("http://")], "labels": {"part": part}}
        for part in PARTS
    ]
    job = {"job_name": "openhours", "static_configs": targets}
    every = {"scrape_interval": f"{seconds}s", "scrape_timeout": f"{seconds}s", "evaluation_interval": "1s"}
    return yaml.safe_dump({"global": every, "rule_files": ["alerts.yml"], "scrape_configs": [job]})


def _write_configuration(cluster: Cluster, folder: Path, seconds: int) -> None:
    folder.mkdir()
    (folder / "alerts.yml").write_text(_hurried_rules())
    (folder / "prometheus.yml").write_text(_configuration(cluster, seconds))


@asynccontextmanager
async def watching(
    cluster: Cluster, http: httpx.AsyncClient, folder: Path, seconds: int = 1
) -> AsyncGenerator[Prometheus]:
    """Run Prometheus on the loopback address while the context is open. It reads the metrics every `seconds`,
    and a part that takes longer to answer is down to it."""
    await asyncio.to_thread(_write_configuration, cluster, folder, seconds)
    address = f"127.0.0.1:{free_port()}"
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            "prometheus", f"--config.file={folder / 'prometheus.yml'}", f"--web.listen-address={address}",
            f"--storage.tsdb.path={folder / 'data'}", stdout=log, stderr=log,
        )  # fmt: skip
    try:
        while True:
            try:
                if (await http.get(f"http://{address}/-/ready")).is_success:
                    break
            except httpx.TransportError:
                await asyncio.sleep(0.1)
        yield Prometheus(http, f"http://{address}")
    finally:
        process.terminate()
        await process.wait()


async def _sign_up(http: httpx.AsyncClient, people: int = 1) -> None:
    for _ in range(people):
        await Persona(http, "Ada Drill", new_email("drill")).sign_up()


async def kill_a_part(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """Feed dies while people read."""
    await asyncio.to_thread(cluster.kill, "feed")
    for _ in range(40):
        await http.get("/api/get_feed_posts")
        await asyncio.sleep(0.2)


async def mend_part(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """Start it again."""
    del http
    await asyncio.to_thread(cluster.restart, "feed")


async def stop_broker(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """The broker stops, and somebody signs up."""
    await asyncio.to_thread(cluster.broker.stop)
    await _sign_up(http)


async def start_broker(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """It starts again."""
    del http
    await asyncio.to_thread(cluster.broker.start)


async def spoil_events(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """Somebody publishes what is no event."""
    del http
    async with await aio_pika.connect(cluster.broker.url) as connection:
        exchange = await (await connection.channel()).get_exchange(EXCHANGE)
        for number in range(2):
            bad = aio_pika.Message(
                b'{"account": 7}', message_id=f"00000000-0000-4000-8000-00000000000{number}"
            )
            await exchange.publish(bad, AccountRenamed.key)


async def remove_queue(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """Somebody deletes the queue of notifications, and somebody signs up."""
    async with await aio_pika.connect(cluster.broker.url) as connection:
        await (await connection.channel()).queue_delete(queue_of("notifications"))
    await _sign_up(http)


async def stop_mail(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """The mail server stops, and ten people sign up."""
    await asyncio.to_thread(cluster.mail.stop)
    await _sign_up(http, 10)


async def starve_a_process(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """Profiles gets the processor only half of the time."""
    del http
    for _ in range(20):
        os.kill(cluster.process_id("profiles"), signal.SIGSTOP)
        await asyncio.sleep(0.7)
        os.kill(cluster.process_id("profiles"), signal.SIGCONT)
        await asyncio.sleep(0.7)


async def lock_a_table(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """Somebody holds a lock that every request of booking waits for, longer than the alert needs."""
    caller = Persona(http, "Ada Drill", new_email("drill"))
    await caller.sign_up()
    asked: list[asyncio.Task[None]] = []
    connection = await asyncpg.connect(asyncpg_url(cluster.owner_url("booking")))
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE booking_order IN ACCESS EXCLUSIVE MODE")
            for _ in range(LOCKED_SECONDS):
                asked += [asyncio.create_task(_ask(caller)) for _ in range(6)]
                await asyncio.sleep(1)
    finally:
        await connection.close()
    await asyncio.gather(*asked)


async def _ask(caller: ApiClient) -> None:
    try:
        await caller.get("get_booking_info")
    except httpx.HTTPError:
        return


async def declare_queue(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """Notifications declares its queue when it starts."""
    del http
    await asyncio.to_thread(cluster.restart, "notifications")


async def nothing(cluster: Cluster, http: httpx.AsyncClient) -> None:
    """Nothing has to be mended."""
    del cluster, http


DRILL: Final[tuple[tuple[Fault, Fault, frozenset[str]], ...]] = (
    (kill_a_part, mend_part, frozenset({"PartIsDown", "UpstreamIsCutOff", "AnswersFail"})),
    (lock_a_table, nothing, frozenset({"PoolExhausted"})),
    (starve_a_process, nothing, frozenset({"LoopLags"})),
    (stop_broker, start_broker, frozenset({"OutboxStands"})),
    (remove_queue, declare_queue, frozenset({"EventsAreUnroutable"})),
    (spoil_events, nothing, frozenset({"HandlerFails", "DeadLettersWait"})),
    (stop_mail, nothing, frozenset({"MailsFail"})),
)
"""Each fault, what mends it, and the alerts that it must raise."""


async def drill(cluster: Cluster, folder: Path) -> list[str]:
    """The alerts that were not raised; empty when all were."""
    silent: list[str] = []
    async with AsyncExitStack() as stack:
        plain = await stack.enter_async_context(httpx.AsyncClient())
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=cluster.url, timeout=30))
        prometheus = await stack.enter_async_context(watching(cluster, plain, folder))
        for fault, mend, expected in DRILL:
            for part in PARTS:
                await asyncio.to_thread(cluster.wait_complete, part)
            raised = asyncio.create_task(prometheus.until(expected.issubset))
            await fault(cluster, http)
            missing = expected - await raised
            print(
                f"{fault.__doc__}".ljust(80),
                "raised" if not missing else f"NOT RAISED: {missing}",
                flush=True,
            )
            silent += sorted(missing)
            await mend(cluster, http)
    return silent


def main() -> int:
    """Run the drill; returns 1 if an alert was not raised."""
    if shutil.which("prometheus") is None:
        print(NO_PROMETHEUS)
        return 0
    extra: dict[str, dict[str, object]] = {
        "gateway": NO_RATE_LIMITS,
        "identity": {**CHEAP_PASSWORDS},
        "booking": {"database_connections": 4},
    }
    with temporary_folder("alarms") as folder:
        cluster = Cluster(folder / "distributed", extra=extra)
        try:
            cluster.start()
            silent = asyncio.run(drill(cluster, folder / "prometheus"))
        finally:
            cluster.stop()
    print(f"NOT RAISED: {', '.join(silent)}" if silent else "Held: each fault has raised its alerts.")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
