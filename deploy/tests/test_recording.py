"""The bench remembers its figures, and says which of them got worse."""

import json
import sys
from pathlib import Path

import pytest
from bench.recording import Figure, middle, record, recorded

COST = Figure("a call", "ms")
RATE = Figure("answers", "a second", better="higher")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of results that does not exist yet."""
    return tmp_path / "results.jsonl"


@pytest.mark.parametrize(
    ("figure", "before", "after", "worse"),
    [
        (COST, 10, 12, True),
        (COST, 10, 11, False),  # within the spread
        (COST, 10, 8, False),
        (RATE, 10, 8, True),
        (RATE, 10, 9, False),
        (RATE, 10, 12, False),
    ],
)
def test_a_figure_is_worse_by_more_than_its_spread_in_its_own_direction(
    file: Path, figure: Figure, before: float, after: float, worse: bool
) -> None:
    record(figure, before, 1, file=file)
    line = record(figure, after, 1, file=file)
    assert ("worse" in line) is worse
    assert f"before: {before} {figure.unit}" in line


def test_the_wider_of_both_spreads_counts(file: Path) -> None:
    record(COST, 10, 3, file=file)
    assert "worse" not in record(COST, 12, 0.1, file=file)


def test_the_first_value_of_a_figure_is_compared_with_nothing(file: Path) -> None:
    record(RATE, 10, 1, file=file)
    assert "before" not in record(COST, 10, 1, file=file)


def test_each_value_is_compared_with_the_last_one(file: Path) -> None:
    for value in (10, 20):
        record(COST, value, 1, file=file)
    assert "before: 20 ms" in record(COST, 20.5, 1, file=file)


def test_machines_with_other_cores_are_not_compared(file: Path) -> None:
    record(COST, 10, 1, file=file)
    line = json.loads(file.read_text())
    file.write_text(json.dumps({**line, "cores": line["cores"] + 1}) + "\n")
    assert "before" not in record(COST, 20, 1, file=file)


def test_a_line_tells_where_it_comes_from(file: Path) -> None:
    record(COST, 1.23456, 0.5, slowness=1.25, file=file)
    [result] = recorded(file)
    assert (result.value, result.spread, result.unit, result.better) == (1.235, 0.5, "ms", "lower")
    assert (result.slowness, result.cores > 0, bool(result.commit)) == (1.25, True, True)


def test_red_is_for_terminals_that_want_colours(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    record(COST, 10, 1, file=file)
    red = record(COST, 20, 1, file=file)
    assert red.startswith("\033[31m")
    assert red.endswith("\033[0m")
    monkeypatch.setenv("NO_COLOR", "1")
    plain = record(COST, 30, 1, file=file)
    assert "\033" not in plain
    assert "worse" in plain


def test_the_middle_of_rounds_and_their_spread() -> None:
    assert middle([3, 1, 2.5]) == (2.5, 1)
