"""The schedules of `make chaos`, and how it sees a fault."""

from collections.abc import Sequence
from typing import Final

import pytest
import yaml
from ci.documents.metric_table import FOLDER, exported
from drills.faults import KINDS, Fault, draw
from drills.metric_readings import KEPT, Reading, kept_samples
from local.layout import PARTS

QUIET: Final = """
# HELP openhours_dependency_up What the process needs or uses is there.
openhours_dependency_up{dependency="bus",service="booking"} 1.0
openhours_dependency_up{dependency="database",service="booking"} 1.0
openhours_dependency_up{dependency="media",service="booking"} 1.0
openhours_clock_seconds{service="booking"} 1000.0
openhours_http_request_seconds_bucket{le="1.0",route="/api/x",service="booking"} 7.0
openhours_http_request_seconds_count{route="/api/x",service="booking"} 8.0
openhours_sockets{service="gateway"} 3.0
"""
SHOWN: Final[dict[str, Sequence[str | None]]] = {
    "kill": [QUIET, None],
    "halt": [QUIET, None],
    "broker": [QUIET.replace('"bus",service="booking"} 1', '"bus",service="booking"} 0')],
    "database": [QUIET.replace('"database",service="booking"} 1', '"database",service="booking"} 0')],
    "disk": [QUIET.replace('"media",service="booking"} 1', '"media",service="booking"} 0')],
    "clock": [QUIET.replace("1000.0", "1060.0")],
    "network": [QUIET, QUIET.replace("8.0", "9.0")],
}
"""What booking says while such a fault lasts."""


def readings_of(said: Sequence[str | None]) -> list[Reading]:
    """Readings in which booking says this, and the others say nothing special."""
    others = dict.fromkeys(PARTS, kept_samples(QUIET.replace("booking", "gateway")))
    booking = [None if text is None else kept_samples(text) for text in said]
    return [Reading(1000.0, {**others, "booking": samples}) for samples in booking]


def test_a_seed_draws_the_same_faults_again_and_another_seed_draws_others() -> None:
    assert draw("7") == draw("7") != draw("8")


def test_every_kind_of_fault_is_in_every_seed() -> None:
    for seed in range(20):
        assert {fault.kind for fault in draw(str(seed))} == KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_is_seen_on_a_metric_and_only_while_it_lasts(kind: str) -> None:
    fault = Fault(kind, "booking", 0.0, 1.0)
    assert not KINDS[kind].sign(fault, readings_of([QUIET, QUIET]))
    assert KINDS[kind].sign(fault, readings_of(SHOWN[kind]))


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_is_seen_by_an_alert_about_its_victim(kind: str) -> None:
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    assert KINDS[kind].alert in {rule["alert"] for group in groups for rule in group["rules"]}
    fault, raised = Fault(kind, "booking", 0.0, 1.0), {"alertname": KINDS[kind].alert}
    labels = {name: value.format("booking") for name, value in KINDS[kind].alert_labels.items()}
    assert KINDS[kind].is_raised(fault, [raised | labels])
    assert not KINDS[kind].is_raised(fault, [{"alertname": "SocketsDrop"} | labels])
    if labels:
        assert not KINDS[kind].is_raised(fault, [raised | dict.fromkeys(labels, "feed")])


def test_what_is_kept_of_the_metrics_is_exported() -> None:
    series = {name for metrics in exported().values() for metric in metrics for name in metric.series}
    assert set(KEPT) <= series
    assert {sample.name for sample in kept_samples(QUIET)} <= set(KEPT)
