"""A Prometheus of our own, which reads the metrics of a set and raises its alerts.

Alerts are those of deploy/observability/alerts.yml, but that they wait two seconds instead of minutes, and
look back on seconds where minutes would be needed.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx
import yaml
from client.api_client import eventually, lasting
from local.cluster import Cluster
from local.databases import CHECKOUT
from local.layout import PARTS
from local.postgres import free_port

RULES: Final = CHECKOUT / "deploy" / "observability" / "alerts.yml"
PATIENCE: Final = 90.0
"""Seconds within which it starts, and within which an alert is raised."""


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

    async def silent(self, wanted: Collection[str]) -> list[str]:
        """Those of these alerts that do not fire within PATIENCE."""

        async def missing() -> list[str]:
            return sorted(set(wanted) - await self.firing())

        return await lasting(missing, PATIENCE)


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

    async def is_ready() -> bool:
        try:
            return (await http.get(f"http://{address}/-/ready")).is_success
        except httpx.TransportError:
            return False

    try:
        await eventually(is_ready, "Prometheus", PATIENCE)
        yield Prometheus(http, f"http://{address}")
    finally:
        process.terminate()
        await process.wait()
