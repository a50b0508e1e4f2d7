"""Lists every metric that a part exports (deploy/observability/metrics.md), as the registries describe it."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chassis.metrics import Metrics
from gateway.route_labels import ROUTE_LABELS
from gateway.settings import GatewaySettings
from gateway.telemetry import Telemetry
from prometheus_client import CollectorRegistry
from prometheus_client.metrics import MetricWrapperBase

from ci.documents.pages import CHECKOUT, GATEWAY, SERVICES, page, table
from ci.openapi import app_of

FOLDER: Final = CHECKOUT / "deploy" / "observability"
PAGE: Final[Path] = FOLDER / "metrics.md"
PROCESS_LABELS: Final = ("service",)
"""Of the metrics that `prometheus_client` measures of the process itself."""
ENDINGS: Final = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
"""How the series of a metric are named, by its type; others have the metric's own name."""
INTRODUCTION: Final = (
    "# Metrics",
    "",
    "What each part exports at `/metrics` on its port for operators (`OPERATIONS_PORT`). Seconds and bytes",
    "are base units; a counter ends with `_total`; a histogram has the series `_bucket` (with the label",
    "`le`), `_sum` and `_count`. Labels are names from the code: routes, events, outcomes; never ids or",
    "addresses. Gauges of queues, pools and tables are measured while somebody reads them, never otherwise.",
    "",
    'Business figures are events: `openhours_events_published_total{key="booking.order.accepted"}` counts',
    "accepted bookings, `identity.account.registered` sign-ups, `notifications.alert.raised` alerts. An",
    "event whose publisher crashed may be counted twice. `make contracts` generates this page.",
)


@dataclass(frozen=True, slots=True)
class ExportedMetric:
    """One metric as its registry describes it."""

    name: str
    kind: str
    labels: tuple[str, ...]
    meaning: str

    @property
    def series(self) -> tuple[str, ...]:
        """The names of its series."""
        return tuple(f"{self.name}{ending}" for ending in ENDINGS.get(self.kind, ("",)))


def metrics_in(registry: CollectorRegistry) -> Iterable[ExportedMetric]:
    """Every metric of a registry, also those without a series yet."""
    for collector in registry._collector_to_names:
        if isinstance(collector, MetricWrapperBase):
            labels = tuple(collector._labelnames)
            yield ExportedMetric(
                collector._name, collector._type or "unknown", labels, collector._documentation
            )
        else:
            for family in collector.collect():
                yield ExportedMetric(
                    family.name, family.type or "unknown", PROCESS_LABELS, family.documentation
                )


@functools.cache
def exported() -> dict[str, list[ExportedMetric]]:
    """The metrics of each part."""
    registries = {name: _registry_of(name) for name in SERVICES}
    registries[GATEWAY] = Telemetry(GatewaySettings(), ROUTE_LABELS).registry
    return {part: sorted(metrics_in(each), key=lambda one: one.name) for part, each in registries.items()}


def _registry_of(service: str) -> CollectorRegistry:
    counted: Metrics = app_of(service).state.metrics
    return counted.registry


def document() -> str:
    """The content of metrics.md."""
    parts_of: dict[ExportedMetric, list[str]] = {}
    for part, metrics in exported().items():
        for metric in metrics:
            parts_of.setdefault(metric, []).append(part)
    rows = [
        [f"`{_shown(metric)}`", metric.kind, _labels(metric), metric.meaning, _parts(parts)]
        for metric, parts in sorted(parts_of.items(), key=lambda pair: pair[0].name)
    ]
    return page(INTRODUCTION, table(("metric", "type", "labels", "meaning", "exported by"), rows))


def _shown(metric: ExportedMetric) -> str:
    return metric.series[0] if metric.kind == "counter" else metric.name


def _labels(metric: ExportedMetric) -> str:
    return ", ".join(f"`{label}`" for label in metric.labels)


def _parts(parts: list[str]) -> str:
    if set(parts) == {*SERVICES, GATEWAY}:
        return "every part"
    return "every service" if set(parts) == set(SERVICES) else ", ".join(parts)
