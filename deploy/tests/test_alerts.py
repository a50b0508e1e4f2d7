"""Alerts and dashboards: each query asks for what exists, and each alert is raised and explained."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import promql_parser
import pytest
import yaml
from ci.documents.metric_table import FOLDER, exported
from local.databases import CHECKOUT
from testkit.promql import asked_by

DASHBOARDS: Final = sorted((FOLDER / "grafana" / "dashboards").glob("*.json"))
RULE_TESTS: Final = sorted((FOLDER / "tests").glob("*.yml"))
RUNBOOKS: Final = FOLDER / "runbooks"
OF_TARGETS: Final = frozenset({"instance", "job", "part"})
"""Labels that the reader of the metrics adds."""
OF_PROMETHEUS: Final = {"up": OF_TARGETS, "ALERTS": frozenset({"alertname", "alertstate", "severity"})}
SECTIONS: Final = (
    "## What it means",
    "## What users feel",
    "## How to look",
    "## How to mend it",
    "## What not to do",
)
VARIABLE: Final = re.compile(r"\$\{?\w+\}?")


def rules() -> list[dict[str, Any]]:
    """All alerts."""
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels(dashboard: Path) -> list[dict[str, Any]]:
    """The panels of a dashboard that show something."""
    every: list[dict[str, Any]] = json.loads(dashboard.read_text())["panels"]
    return [panel for panel in every if panel["type"] != "row"]


def queries() -> Iterator[tuple[str, str]]:
    """Every query of alerts and dashboards, with its place."""
    for rule in rules():
        yield rule["alert"], rule["expr"]
    for dashboard in DASHBOARDS:
        for panel in panels(dashboard):
            for target in panel["targets"]:
                yield f"{dashboard.stem}: {panel['title']}", VARIABLE.sub("any", target["expr"])


def labels_of_series() -> dict[str, frozenset[str]]:
    """The labels of each series that a part may export, by its name."""
    found: dict[str, frozenset[str]] = dict(OF_PROMETHEUS)
    for metrics in exported().values():
        for metric in metrics:
            for series in metric.series:
                added = {"le"} if series.endswith("_bucket") else set[str]()
                found[series] = OF_TARGETS | added | set(metric.labels)
    return found


ALERTS: Final = [rule["alert"] for rule in rules()]


def test_every_query_asks_for_series_and_labels_that_exist() -> None:
    known = labels_of_series()
    wrong: list[str] = []
    for place, query in queries():
        found = asked_by(query)
        assert found, place
        for asked in found:
            if asked.series not in known:
                wrong.append(f"{place}: nobody exports {asked.series}")
            elif not asked.labels <= known[asked.series]:
                wrong.append(f"{place}: {asked.series} has no {set(asked.labels - known[asked.series])}")
    assert not wrong, "\n".join(wrong)


def test_a_query_that_nobody_understands_is_found() -> None:
    with pytest.raises(ValueError, match=r".+"):
        promql_parser.parse("sum by (service) (rate(openhours_http_requests_total[5m])")


@pytest.mark.parametrize("dashboard", DASHBOARDS, ids=lambda path: path.stem)
def test_a_dashboard_has_a_place_for_each_panel_and_names_its_source(dashboard: Path) -> None:
    sources = yaml.safe_load((FOLDER / "grafana" / "sources.yml").read_text())["datasources"]
    taken: set[tuple[int, int]] = set()
    for panel in panels(dashboard):
        assert panel["datasource"]["uid"] in {source["uid"] for source in sources}, panel["title"]
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert place["x"] + place["w"] <= 24, panel["title"]
        taken |= cells


def test_dashboards_have_names_of_their_own() -> None:
    every = [json.loads(dashboard.read_text()) for dashboard in DASHBOARDS]
    assert len({each["uid"] for each in every}) == len({each["title"] for each in every}) == len(every) > 1


def test_compose_gives_grafana_and_prometheus_these_files() -> None:
    services = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text())["services"]
    mounted = [
        volume.split(":")[0]
        for name in ("grafana", "prometheus")
        for volume in services[name]["volumes"]
        if volume.startswith("./")
    ]
    assert mounted
    for path in mounted:
        assert (CHECKOUT / path).exists(), path
    assert "./deploy/observability/grafana/dashboards" in mounted
    assert "./deploy/observability/alerts.yml" in mounted


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_has_a_page_that_says_what_to_do(alert: str) -> None:
    (rule,) = (each for each in rules() if each["alert"] == alert)
    assert rule["labels"]["severity"] in {"page", "ticket"}
    page = CHECKOUT / rule["annotations"]["runbook_url"]
    assert page == RUNBOOKS / f"{alert}.md"
    text = page.read_text()
    assert text.startswith(f"# {alert}\n")
    places = [text.find(section) for section in SECTIONS]
    assert -1 not in places, "a section is missing"
    assert places == sorted(places)


def test_every_page_is_that_of_an_alert_and_is_listed() -> None:
    assert sorted(page.stem for page in RUNBOOKS.glob("*.md")) == sorted(ALERTS)
    listed = (FOLDER / "README.md").read_text()
    assert [alert for alert in ALERTS if f"(runbooks/{alert}.md)" not in listed] == []


def test_each_alert_is_raised_by_a_test_of_its_own() -> None:
    raised = {
        name
        for file in RULE_TESTS
        for name in re.findall(r'alertname="(\w+)"', file.read_text())
    }  # fmt: skip
    assert raised == set(ALERTS)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[pytest.mark.long] if file.stem.endswith("-of-days") else [])
        for file in RULE_TESTS
    ],
)
def test_the_alerts_are_raised_and_no_other_ones(file: Path) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("NO PROMTOOL: no alert is raised with series. Debian has it in the package prometheus.")
    done = subprocess.run(
        [promtool, "test", "rules", file.name], check=False, cwd=file.parent, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
