"""Alarms and dashboards watch counters that exist."""

import re
from pathlib import Path

import pytest
from chassis.metrics import Metrics
from gateway.route_labels import ROUTE_LABELS
from gateway.settings import GatewaySettings
from gateway.telemetry import Telemetry
from local.databases import CHECKOUT, SERVICES
from prometheus_client.parser import text_string_to_metric_families

FOLDER = CHECKOUT / "deploy" / "observability"
PARTS_OF_A_HISTOGRAM = ("_bucket", "_sum", "_count")


def _counted() -> set[str]:
    """The names of all series that a part may export."""
    texts = (Metrics("any").exposition(), Telemetry(GatewaySettings(), ROUTE_LABELS).exposition())
    names: set[str] = set()
    for family in (each for text in texts for each in text_string_to_metric_families(text.decode())):
        endings = {"counter": ("_total",), "histogram": PARTS_OF_A_HISTOGRAM}.get(family.type, ("",))
        names |= {f"{family.name}{ending}" for ending in endings}
    return names


@pytest.mark.parametrize("name", ["alerts.yml", "grafana/openhours.json"])
def test_every_counter_that_is_watched_exists(name: str) -> None:
    text = Path(FOLDER / name).read_text()
    others = {f"openhours_{service}" for service in SERVICES}  # databases, in the dashboards
    watched = set(re.findall(r"openhours_[a-z_]+[a-z]", text)) - others
    assert watched
    assert watched <= _counted(), watched - _counted()


def test_lost_and_unhandled_events_raise_alarms() -> None:
    text = (FOLDER / "alerts.yml").read_text()
    for name in ("dead_letters", "events_unroutable_total", "events_published_again_total"):
        assert f"openhours_{name}" in text
