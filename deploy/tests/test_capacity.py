"""The capacity page counts with what the bench has recorded, and names places of the code that are there."""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
import yaml
from bench.recording import RESULTS, recorded
from ci.documents import capacity_tables
from ci.documents.capacity_tables import PAGE
from local.databases import CHECKOUT
from openhours.__main__ import main
from openhours.scaling import figures
from openhours.scaling.capacity import (
    ALLOWED_CONNECTIONS,
    CEILINGS,
    CONNECTIONS,
    GATEWAYS,
    PARTS,
    USUAL,
    Ceiling,
    Plan,
    breaks_first,
    core_hours,
)
from openhours.scaling.figures import Recorded
from openhours.scaling.plan_table import users_in_words

BENCH = RESULTS.with_name("README.md").read_text()
PRODUCTION = CHECKOUT / "deploy/kubernetes/overlays/production"
PLACE = re.compile(r"`([\w./-]+\.py)(?:::([\w.]+))?`")


def recorded_figures() -> Iterator[Recorded]:
    """Every figure that the arithmetic begins with."""
    for value in vars(figures).values():
        if isinstance(value, Recorded):
            yield value
        elif isinstance(value, Mapping):
            members = cast(Mapping[object, object], value).values()
            yield from (each for each in members if isinstance(each, Recorded))


def test_every_figure_is_in_the_results_of_the_bench() -> None:
    lines = {(each.figure, each.commit, each.value) for each in recorded()}
    wanted = list(recorded_figures())
    assert len(wanted) > 15
    assert [each for each in wanted if (each.figure, each.commit, each.value) not in lines] == []


def test_every_read_is_a_row_of_the_table_of_reads() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in BENCH.splitlines() if "|" in line]
    costs = {row[0]: (row[1], row[4], row[5]) for row in rows if len(row) == 7}
    for read in figures.READS:
        shown = (f"{read.service_us:,}", f"{read.gateway_us:,}", f"{read.postgres_us:,}")
        assert costs[read.call] == shown


def test_the_broadcast_and_the_search_are_rows_of_the_bench() -> None:
    sockets, seconds = f"{figures.SOCKETS:,}", figures.BROADCAST_SECONDS
    assert re.search(rf"^\| a new post at {sockets} open sockets.*\| {seconds} s;", BENCH, re.MULTILINE)
    assert f"a search among {figures.MEASURED_PROVIDERS:,} providers" in BENCH


def test_the_limits_are_those_of_the_manifests() -> None:
    base = (CHECKOUT / "deploy/kubernetes/base/kustomization.yaml").read_text()
    assert f"- DATABASE_CONNECTIONS={CONNECTIONS} " in base
    assert f'max_connections: "{ALLOWED_CONNECTIONS}"' in (PRODUCTION / "database.yaml").read_text()
    scalers = list(yaml.safe_load_all((PRODUCTION / "scaling.yaml").read_text()))
    assert [each["spec"]["maxReplicas"] for each in scalers if each["metadata"]["name"] == "gateway"] == [
        GATEWAYS
    ]


def test_a_plan_is_the_arithmetic_that_the_page_describes() -> None:
    plan = Plan(1_000_000, USUAL)
    assert plan.bookings == pytest.approx(1_000_000 * 5 / (30 * 24 * 3600))
    assert plan.reads == pytest.approx(30 * plan.bookings)
    assert plan.sockets == 10_000
    booking = (4 * 189 + 4 * 303) / 1e6 + 2 * 2.436 / 1000
    assert plan.cores("booking") == pytest.approx(plan.bookings * booking)
    assert plan.broadcast_cores == pytest.approx(1e6 * 0.5 * 5 / (30 * 86400) * 10_000 * 0.15 / 1000)
    assert core_hours(1_000_000, "booking") == pytest.approx(2.436 / 3.6)
    assert {part: plan.processes(part) for part in PARTS} == dict.fromkeys(PARTS, 2)
    assert Plan(10_000_000, USUAL).broadcast_cores == pytest.approx(100 * plan.broadcast_cores)


@pytest.mark.parametrize("ceiling", CEILINGS, ids=lambda each: each.what)
def test_a_ceiling_is_reached_with_as_many_users_as_it_says(ceiling: Ceiling) -> None:
    users = ceiling.users()
    assert ceiling.share(Plan(users * 0.999, USUAL)) < 1 <= ceiling.share(Plan(users * 1.001, USUAL))


def test_what_breaks_first_comes_first_and_has_an_answer() -> None:
    reached = [users for _, users in breaks_first()]
    assert all(one <= following for one, following in pairwise(reached))
    answers = PAGE.read_text().partition("## What answers it")[2]
    assert [each.what for each in CEILINGS if f"| {each.what} |" not in answers] == []


def test_the_report_for_so_many_users_prints_the_numbers_of_the_page(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["scale-report", "--users", "10e6"])
    assert ended.value.code == 0
    printed = [re.split(r" {2,}", line) for line in capsys.readouterr().out.splitlines()]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.read_text().splitlines()]
    shown = [[row[0], row[2]] for row in rows if len(row) == 4]
    numbers = [line for line in printed if len(line) == 2]
    assert len(numbers) > 15
    assert [line for line in numbers if line not in shown] == []
    assert ["feed fan-out", next(row[2] for row in rows if row[:1] == ["feed fan-out"])] in [
        [line[0], line[-1]] for line in printed
    ]


@pytest.mark.parametrize("words", [("--users", "0"), ("--users", "5", "--bookings", "-1"), ("--users", "x")])
def test_a_report_for_nobody_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["scale-report", *words])
    assert ended.value.code == 2


def test_users_have_two_digits() -> None:
    assert [users_in_words(each) for each in (123_456, 2_204_000, 503_300_000)] == [
        "120,000 users",
        "2.2 million users",
        "500 million users",
    ]


def test_every_place_that_the_page_names_is_there() -> None:
    places = PLACE.findall(PAGE.read_text())
    assert len(places) > 25
    assert [place for place in places if not _is_there(*place)] == []


def _is_there(path: str, name: str) -> bool:
    file = CHECKOUT / path
    return file.is_file() and (not name or name in _names_in(file))


def _names_in(file: Path) -> set[str]:
    """The functions and classes of a file, and `Class.method`."""
    found: set[str] = set()
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
            inner = node.body if isinstance(node, ast.ClassDef) else []
            found |= {
                f"{node.name}.{each.name}"
                for each in inner
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return found


def test_a_page_without_a_place_for_a_table_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity_tables, "PAGE", CHECKOUT / "deploy" / "README.md")
    with pytest.raises(ValueError, match="no block"):
        capacity_tables.document()
