"""What counts as a difference from a recorded answer, and which calls of a former version are recorded."""

import copy
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from client.api_client import Json
from testkit.former_calls.left_out import LEFT_OUT
from testkit.former_calls.people import first_monday
from testkit.former_calls.recording import Call, Recording, read_recording, recordings
from testkit.former_calls.shapes import differences, shape_of
from testkit.former_calls.since import Change, unexpected

ONE = "0199c0de-0000-7000-8000-000000000001"
EVERY_RECORDING = pytest.mark.parametrize("path", recordings().values(), ids=recordings().keys())
GROWING = {"revision", "unread", "sent_at"}
"""Members whose values come and grow by themselves."""


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [
        ({"cost": 60}, {"cost": 60, "price_kind": "fixed"}, []),
        ({"cost": 60}, {"cost": 61}, ["cost: was 60, is 61"]),
        ({"cost": 60}, {}, ["cost: was 60, is not there"]),
        ({"cost": 0}, {"cost": False}, ["cost: was 0, is false"]),
        ({"note": ""}, {"note": None}, ['note: was "", is null']),
        ({"rows": [1, 2]}, {"rows": [1]}, ["rows: was [1, 2], is [1]"]),
        ({"rows": [1]}, {"rows": [1, 2]}, ["rows: was [1], is [1, 2]"]),
        ({"rows": [{"a": 1}]}, {"rows": [{"a": 2}]}, ["rows[0].a: was 1, is 2"]),
        ({"tags": {"json": [{"a": 1}]}}, {"tags": '[{"a": 1, "b": 2}]'}, []),
        ({"tags": {"json": [{"a": 1}]}}, {"tags": "[]"}, ['tags: was [{"a": 1}], is []']),
        ({"tags": {"json": []}}, {"tags": "none"}, ['tags: was {"json": []}, is "none"']),
        ({"content": {"calendar": ["UID:1"]}}, {"content": {"calendar": ["TZID:2", "UID:1"]}}, []),
        (
            {"content": {"calendar": ["UID:1"]}},
            {"content": {"calendar": ["UID:2"]}},
            ['content: has no line "UID:1": ["UID:2"]'],
        ),
        ({"alerts_list": [1, 2]}, {"alerts_list": [3, 2, 1]}, []),
        ({"alerts_list": [1, 2]}, {"alerts_list": [2]}, ["alerts_list: has no 1"]),
        ({"at": "<instant>"}, {"at": "<instant>"}, []),
        ({"revision": 2}, {"revision": 3}, []),
        ({"revision": 2}, {"revision": 1}, ["revision: was 2, is 1"]),
        ({"sent_at": "<instant>"}, {"sent_at": None}, []),
        ({"at": "<instant>"}, {"at": "soon"}, ['at: was "<instant>", is "soon"']),
    ],
)
def test_only_what_was_there_must_be_as_it_was(was: Json, now: Json, found: list[str]) -> None:
    assert differences(was, now) == found


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (ONE, "<id>"),
        (f"/my_ratings?review={ONE}", "/my_ratings?review=<id>"),
        ({f"{ONE}": 1}, {"<id>": 1}),
        ("2026-11-30T08:15:00Z", "<instant>"),
        ("2026-11-30T08:15:07.123456+00:00", "<instant>"),
        ("2026-11-30", "<Mon>"),
        ("quota-29930000", "quota-<minute>"),
        ("DTSTART:20261130T081500Z", "DTSTART:<day>T081500Z"),
        ("Ana wants Massage, Mon 30 Nov, 09:15", "Ana wants Massage, <spoken>"),
        (f"/media/avatars/{'a1' * 32}-300.jpg", "/media/<file>"),
        ("data:image/webp;base64,UklGRg==", "<picture>"),
        (f"{'aB3' * 8}.{'aB3' * 8}.{'aB3' * 8}", "<token>"),
        ("ana@example.org", "<ana.email>"),
        ({"next_cursor": "W10"}, {"next_cursor": "<cursor>"}),
        ({"next_cursor": ""}, {"next_cursor": ""}),
        ({"days": f'[{{"id": "{ONE}"}}]'}, {"days": {"json": [{"id": "<id>"}]}}),
        ("1,250 EUR at 12:15", "1,250 EUR at 12:15"),
        (4930999888, 4930999888),
    ],
)
def test_what_differs_from_run_to_run_has_the_name_of_its_kind(value: Json, shape: Json) -> None:
    assert shape_of(value, {"ana@example.org": "<ana.email>"}) == shape


def test_the_next_days_are_compared_by_their_weekdays() -> None:
    """Recorded on a Saturday, made on a Sunday: today and weekdays of one side only are not compared."""
    was: Json = [{"date": f"<{day}>", "slots": [day]} for day in ("Sat", "Sun", "Mon", "Tue")]
    now: Json = [{"date": f"<{day}>", "slots": [day]} for day in ("Sun", "Mon", "Tue", "Wed")]
    path = "preview_appointment_window.data.days"
    assert differences(was, now, path) == []
    assert differences(was, now, "get_available_slots.data.days") != []
    assert differences(was, now[:3], path) != []
    now[2] = {"date": "<Tue>", "slots": []}
    assert differences(was, now, path) == [f'{path}[2].slots: was ["Tue"], is []']


@pytest.mark.parametrize("today", [date(2026, 11, 27), date(2026, 11, 28), date(2026, 11, 30)])
def test_sessions_begin_on_a_monday_that_is_three_days_ahead_or_more(today: date) -> None:
    monday = first_monday(today)
    assert monday.weekday() == 0
    assert 3 <= (monday - today).days <= 9


def test_a_recording_is_read_as_it_was_written(tmp_path: Path) -> None:
    call = Call("GET", "search", {"q": "ä"}, 200, {"status": True})
    recording = Recording("0" * 40, ("GET search",), {"ana searches": call})
    recording.write(tmp_path / "2026-11-27.json")
    assert read_recording(tmp_path / "2026-11-27.json") == recording


def test_a_change_that_was_meant_must_still_be_there() -> None:
    change = Change("ana reads: search.data.sort", "product.md 4.2")
    line = "ana reads: search.data.sort: was 1, is 2"
    assert unexpected([line], (change,)) == []
    assert unexpected([line, "other"], (change,)) == ["other"]
    assert unexpected([], (change,)) == ["no longer otherwise: ana reads: search.data.sort"]


@EVERY_RECORDING
def test_each_former_call_is_recorded_or_left_out_for_a_reason(path: Path) -> None:
    recording = read_recording(path)
    left_out = {call for calls in LEFT_OUT.values() for call in calls}
    assert set(recording.calls) - {each.name for each in recording.steps.values()} == left_out


@EVERY_RECORDING
def test_a_member_that_goes_or_changes_is_seen_wherever_it_is(path: Path) -> None:
    """Each member of the recorded answers to each call, where its name comes first."""
    tried, seen = 0, defaultdict[str, set[str]](GROWING.copy)
    for what, call in read_recording(path).steps.items():
        assert differences(call.answer, copy.deepcopy(call.answer)) == []
        for now in changed_answers(call.answer, seen[call.name]):
            tried += 1
            assert differences(call.answer, now), f"{what}: {now}"
    assert tried > 2_000


def changed_answers(answer: Any, seen: set[str]) -> Iterator[Json]:
    """The answer without each member that was not seen before, with another value, and with another type."""
    now = copy.deepcopy(answer)
    for holder in holders(now):
        for name, value in [*holder.items()]:
            if name in seen:
                continue
            seen.add(name)
            del holder[name]
            yield now
            for other in (f"{value} otherwise", 0 if value is None else None):
                holder[name] = other
                yield now
            holder[name] = value


def holders(node: Any) -> Iterator[dict[str, Any]]:
    """Every object of an answer, of lists that in the first row."""
    if isinstance(node, list):
        yield from holders(node[0] if node else None)
    elif isinstance(node, dict):
        yield node
        for each in [*node.values()]:
            yield from holders(each)
