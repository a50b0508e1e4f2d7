"""The generated documents show the code as it is today."""

import pytest
from ci.documents import callers, capacity_tables, components, event_table, metric_table, prometheus_rule
from ci.documents.order_states import with_order_states
from ci.documents.pages import DOCS, GATEWAY, SERVICES
from generate.event_schemas import every_event
from hypothesis import given
from hypothesis import strategies as st

PARTS = (*SERVICES, GATEWAY)
STALE = "{} is stale: run `make contracts`"


def committed(name: str) -> str:
    """A document as it is in the checkout."""
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_table_of_callers_is_current() -> None:
    assert committed("callers.md") == callers.document(), STALE.format("callers.md")


def test_the_component_diagrams_are_current() -> None:
    assert committed("components.md") == components.document(), STALE.format("components.md")


def test_the_table_of_events_is_current() -> None:
    assert committed("events.md") == event_table.document(), STALE.format("events.md")


def test_the_table_of_metrics_is_current() -> None:
    shown = metric_table.PAGE.read_text(encoding="utf-8")
    assert shown == metric_table.document(), STALE.format("metrics.md")


def test_the_alerts_of_kubernetes_are_those_of_prometheus() -> None:
    shown = prometheus_rule.FILE.read_text(encoding="utf-8")
    assert shown == prometheus_rule.document(), STALE.format("components/monitoring/alerts.yaml")


def test_the_tables_of_capacity_are_current() -> None:
    shown = capacity_tables.PAGE.read_text(encoding="utf-8")
    assert shown == capacity_tables.document(), STALE.format("capacity.md")


def test_the_states_of_an_order_are_current() -> None:
    product = committed("product.md")
    assert with_order_states(product) == product, STALE.format("product.md")


def test_a_document_without_a_place_for_the_states_is_an_error() -> None:
    with pytest.raises(ValueError, match="no block"):
        with_order_states("# What Openhours does\n")


@pytest.mark.parametrize("package", PARTS)
def test_each_part_of_a_service_says_what_it_holds(package: str) -> None:
    silent = [
        part
        for part in components.parts_of(package)
        if not components.summary_of(components.path_of(package, part))
    ]
    assert silent == []


@pytest.mark.parametrize("key", every_event())
def test_each_event_has_a_publisher_in_the_service_that_it_is_named_for(key: str) -> None:
    assert event_table.publishers_of(key.partition(".")[0], every_event()[key])


def test_an_import_is_left_out_where_a_longer_way_leads_to_the_same_part() -> None:
    chain = {("routes", "service"), ("service", "store")}
    assert components.reduced(chain | {("routes", "store")}) == chain


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] != pair[1])))
def test_the_reduced_diagram_reaches_the_same_parts(pairs: set[tuple[int, int]]) -> None:
    edges = {(str(high), str(low)) for high, low in pairs}
    remaining = components.reduced(edges)
    assert remaining <= edges
    assert reachable_pairs(remaining) == reachable_pairs(edges)
    superfluous = [
        edge for edge in remaining if reachable_pairs(remaining - {edge}) == reachable_pairs(edges)
    ]
    assert not superfluous


def reachable_pairs(edges: set[components.Edge]) -> set[components.Edge]:
    """Every pair of parts of which the first reaches the second."""
    found = set(edges)
    while True:
        further = found | {(first, last) for first, via in found for start, last in found if via == start}
        if further == found:
            return found
        found = further
