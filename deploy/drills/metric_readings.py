"""Reads the metrics of every part over and over, as Prometheus does, and keeps what faults are seen by."""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import httpx
from local.cluster import Cluster
from local.layout import PARTS
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

EVERY_SECONDS: Final = 1.0
READ_SECONDS: Final = 5
"""A part that takes longer counts as away. Its metrics take some statements, which may be slow."""
KEPT: Final = (
    "openhours_clock_seconds",
    "openhours_dependency_up",
    "openhours_http_request_seconds_bucket",
    "openhours_http_request_seconds_count",
    "openhours_mails_overdue_seconds",
)
"""The names of the series that are kept."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the parts said at one moment."""

    at: float
    """Seconds since 1970."""
    parts: Mapping[str, tuple[Sample, ...] | None]
    """None: no answer."""

    def samples(self, name: str, part: str = "", **labels: str) -> Iterator[Sample]:
        """The samples with this name and these labels, of this part or of all."""
        for each in (part,) if part else self.parts:
            for sample in self.parts[each] or ():
                if sample.name == name and labels.items() <= sample.labels.items():
                    yield sample


def kept_samples(text: str) -> tuple[Sample, ...]:
    """The samples of an exposition that are kept: to read all of them takes a multiple of the time."""
    lines = (line for line in text.splitlines() if line.startswith(KEPT))
    families = text_string_to_metric_families("\n".join(lines) + "\n")
    return tuple(sample for family in families for sample in family.samples)


def sum_of(samples: Iterable[Sample]) -> float:
    """The sum of their values."""
    return sum(sample.value for sample in samples)


class Readings:
    """All readings so far."""

    def __init__(self, cluster: Cluster, http: httpx.AsyncClient) -> None:
        self._cluster, self._http = cluster, http
        self._all: list[Reading] = []

    def since(self, moment: float) -> list[Reading]:
        """Those that were begun after this moment (seconds since 1970)."""
        return [reading for reading in self._all if reading.at > moment]

    async def read_for_ever(self) -> None:
        """Read once a second, or as often as the slowest part answers."""
        while True:
            at = time.time()
            said = await asyncio.gather(*(self._read(part) for part in PARTS))
            self._all.append(Reading(at, dict(zip(PARTS, said, strict=True))))
            await asyncio.sleep(max(0.0, at + EVERY_SECONDS - time.time()))

    async def _read(self, part: str) -> tuple[Sample, ...] | None:
        try:
            answer = await self._http.get(f"{self._cluster.operations_url_of(part)}/metrics")
        except httpx.TransportError:
            return None
        return kept_samples(answer.text) if answer.is_success else None


@asynccontextmanager
async def reading(cluster: Cluster) -> AsyncGenerator[Readings]:
    """Read the metrics while the context is open."""
    async with httpx.AsyncClient(timeout=READ_SECONDS) as http:
        readings = Readings(cluster, http)
        going = asyncio.create_task(readings.read_for_ever())
        try:
            yield readings
        finally:
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
