"""The charts of what the bench recorded."""

from pathlib import Path
from xml.etree import ElementTree

from bench.charts import HEIGHT, MOST_LABELS, WIDTH, chart, write_charts
from bench.recording import Figure, Result, record, recorded

SVG = "{http://www.w3.org/2000/svg}"


def _result(value: float, commit: str, *, figure: str = "a call < 2 & more", cores: int = 2) -> Result:
    return Result(figure, "ms", "lower", value, 0.5, commit, "2026-11-26T04:00:00Z", cores, 1.0)


def _drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314  our own text


def test_points_stand_in_their_order_and_higher_for_more() -> None:
    values = [10.0, 12.5, 3.0, 0.0, 7.0]
    root = _drawn(chart([_result(value, f"{place:08x}") for place, value in enumerate(values)]))
    points = [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in root.iter(f"{SVG}circle")]
    assert points == sorted(points)
    heights = [-y for _, y in points]
    assert sorted(range(5), key=heights.__getitem__) == sorted(range(5), key=values.__getitem__)
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in points)
    [line] = root.iter(f"{SVG}polyline")
    assert [tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split()] == points


def test_the_text_names_figure_unit_axis_and_commits() -> None:
    root = _drawn(chart([_result(10, "aaaa1111"), _result(19, "bbbb2222+")]))
    texts = [each.text for each in root.iter(f"{SVG}text")]
    assert texts[0] == "a call < 2 & more (ms, lower is better, 2 cores)"
    assert texts[1:6] == ["0", "5", "10", "15", "20"]
    assert texts[6:] == ["aaaa1111", "bbbb2222+"]


def test_one_value_alone_and_nothing_but_zero_can_be_drawn() -> None:
    _drawn(chart([_result(0, "aaaa1111")]))


def test_of_many_commits_some_are_named_and_the_newest_is() -> None:
    root = _drawn(chart([_result(place, f"{place:08}") for place in range(100)]))
    names = [each.text for each in root.iter(f"{SVG}text") if len(each.text or "") == 8]
    assert len(names) <= MOST_LABELS
    assert names[-1] == "00000099"


def test_each_figure_has_a_file_and_other_machines_are_left_out(tmp_path: Path) -> None:
    results = [
        _result(1, "a", figure="One ÷ two: all"),
        _result(2, "b", figure="other"),
        _result(3, "c", figure="other", cores=8),
    ]
    files = write_charts(results, tmp_path / "charts")
    assert [file.name for file in files] == ["one-by-two-all.svg", "other.svg"]
    assert len(list(_drawn(files[1].read_text()).iter(f"{SVG}circle"))) == 1


def test_what_was_recorded_can_be_drawn(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    for value in (3, 2, 1):
        record(Figure("a call", "ms"), value, 0.1, file=file)
    [svg] = write_charts(recorded(file), tmp_path)
    assert len(list(_drawn(svg.read_text()).iter(f"{SVG}circle"))) == 3
