"""What counts as a difference from a recorded answer, and which calls of a former version are recorded."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from client.api_client import Json
from testkit.former_calls.left_out import LEFT_OUT
from testkit.former_calls.names import Names, first_monday
from testkit.former_calls.recording import Call, Mail, Passing, Recording, read_recording, recordings
from testkit.former_calls.since import Change, unexpected

ONE = "0199c0de-0000-7000-8000-000000000001"
OTHER = "0199c0de-0000-7000-8000-000000000002"


@pytest.mark.parametrize(
    ("was", "now", "differences"),
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
        ({"alerts_list": [1, 2]}, {"alerts_list": [3, 2, 1]}, []),
        ({"alerts_list": [1, 2]}, {"alerts_list": [2]}, ["alerts_list: has no 1"]),
        ({"at": "<instant>"}, {"at": "2026-12-07T08:00:00Z"}, []),
        ({"revision": 2}, {"revision": 3}, []),
        ({"revision": 2}, {"revision": 1}, ["revision: was 2, is 1"]),
        ({"sent_at": "<instant>"}, {"sent_at": None}, []),
        ({"at": "<instant>"}, {"at": "soon"}, ['at: was "<instant>", is "soon"']),
    ],
)
def test_only_what_was_there_must_be_as_it_was(was: Json, now: Json, differences: list[str]) -> None:
    assert Names().differences(was, now, {}) == differences


def test_an_id_is_the_same_wherever_it_was_the_same() -> None:
    names, found = Names(), dict[str, str]()
    was: Json = {"order_id": "<order_id.1>", "url": "/my_ratings?review=<order_id.1>"}
    assert names.differences(was, {"order_id": ONE, "url": f"/my_ratings?review={ONE}"}, found) == []
    assert names.differences(was, {"order_id": ONE, "url": f"/my_ratings?review={OTHER}"}, {}) != []
    names.bind_all(found)
    assert names.filled("get_guest_booking/<order_id.1>") == f"get_guest_booking/{ONE}"
    assert names.differences("<order_id.1>", OTHER, {}) != []


def test_what_differs_from_run_to_run_is_recorded_by_name() -> None:
    names = Names()
    wednesday = names.day(2)
    answer: Json = {
        "order_id": ONE,
        "again": f"/orders/{ONE}",
        "starts": f"{wednesday}T08:15:00Z",
        "created_date": "2020-01-01T10:11:12Z",
        "text": f"Ana wants Massage, {wednesday:%a} {wednesday.day} {wednesday:%b}, 09:15",
        "session_time": f'[{{"order_id": "{ONE}"}}]',
    }
    hidden = names.hidden(answer)
    assert hidden == {
        "order_id": "<order_id.1>",
        "again": "/orders/<order_id.1>",
        "starts": "<+2d>T08:15:00Z",
        "created_date": "<instant>",
        "text": "Ana wants Massage, <spoken.2>, 09:15",
        "session_time": {"json": [{"order_id": "<order_id.1>"}]},
    }
    assert names.differences(hidden, answer, {}) == []


def test_a_minute_before_the_first_monday_has_a_name_too() -> None:
    names = Names(date(2026, 11, 30))
    sunday = int(datetime(2026, 11, 29, 22, tzinfo=UTC).timestamp()) // 60
    assert names.hidden(f"quota-{sunday}") == "quota-<minute.-120>"
    assert names.filled("quota-<minute.-120>") == f"quota-{sunday}"


def test_the_next_days_are_compared_by_their_weekdays() -> None:
    """Recorded on a Saturday, replayed on a Sunday: today and the days without a name are not compared."""
    names = Names(date(2026, 12, 7))
    was: Json = [
        {"date": "<date>", "slots": ["quota-29930000"]},
        {"date": "<date>", "slots": []},
        {"date": "<+0d>", "slots": [{"id": "quota-<minute.420>", "at": "<+0d>T07:00:00Z"}]},
        {"date": "<+1d>", "slots": [{"id": "quota-<minute.1860>", "at": "<+1d>T07:00:00Z"}]},
    ]
    monday = int(datetime(2026, 11, 30, tzinfo=UTC).timestamp()) // 60
    now: Json = [
        {"date": "2026-11-29", "slots": []},
        {"date": "2026-11-30", "slots": [{"id": f"quota-{monday + 420}", "at": "2026-11-30T07:00:00Z"}]},
        {"date": "2026-12-01", "slots": [{"id": f"quota-{monday + 1860}", "at": "2026-12-01T07:30:00Z"}]},
        {"date": "2026-12-02", "slots": []},
    ]
    assert names.differences({"days": was}, {"days": now}, {}) == [
        'days[2].slots[0].at: was "<+1d>T07:00:00Z", is "2026-12-01T07:30:00Z"'
    ]
    assert names.differences({"days": was}, {"days": now[:3]}, {}) != []


@pytest.mark.parametrize("today", [date(2026, 11, 27), date(2026, 11, 28), date(2026, 11, 30)])
def test_sessions_begin_on_a_monday_that_is_three_days_ahead_or_more(today: date) -> None:
    monday = first_monday(today)
    assert monday.weekday() == 0
    assert 3 <= (monday - today).days <= 9


def test_a_recording_is_read_as_it_was_written(tmp_path: Path) -> None:
    call = Call("Ana reads", "ana", "GET", "search", {"q": "ä"}, 200, {"status": True}, lasts=True)
    steps = (Mail("ana", "code", "ana.code"), Passing("<order_id.1>", 1, 30), call)
    recording = Recording("0" * 40, ("ana",), ("GET search",), steps)
    recording.write(tmp_path / "2026-11-27.json")
    assert read_recording(tmp_path / "2026-11-27.json") == recording


def test_a_change_that_was_meant_must_still_be_there() -> None:
    change = Change("ana reads (GET search): data.sort", "product.md 4.2")
    line = "ana reads (GET search): data.sort: was 1, is 2"
    assert unexpected([line], (change,)) == []
    assert unexpected([line, "other"], (change,)) == ["other"]
    assert unexpected([], (change,)) == ["no longer otherwise: ana reads (GET search): data.sort"]


@pytest.mark.parametrize("path", recordings().values(), ids=recordings().keys())
def test_each_former_call_is_recorded_or_left_out_for_a_reason(path: Path) -> None:
    recording = read_recording(path)
    made = {
        f"{each.method} {each.call.partition('/')[0]}" for each in recording.steps if isinstance(each, Call)
    }
    left_out = {call for calls in LEFT_OUT.values() for call in calls}
    assert set(recording.calls) - made == left_out
