"""Business hours over HTTP."""

import asyncio
import json
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from contracts.events.booking import AvailabilityChanged, HoursChanged
from local.databases import asyncpg_url

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

CALL = "/api/update_appointment_window"


async def test_hours_begin_as_the_spec_says_and_keep_what_is_left_out(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider("America/New_York")
    info = (await marketplace.get("get_provider_appointment_window", provider_id=provider))["data"][
        "appointment_info"
    ]
    assert (info["timezone"], info["monday_window_status"], info["sunday_window_status"]) == (
        "America/New_York", "open", "closed",
    )  # fmt: skip
    assert (info["monday_quota_duration"], info["monday_quota_buffer"]) == ("30", "10")
    body = {
        "iv_timezone": "Asia/Kolkata",
        "iv_monday_quota_end_time": "24:00",
        "iv_monday_quota_time_off": '[{"startTime": "12:00", "endTime": "13:00"}]',
        "iv_tuesday_window_type": "custom",
        "iv_tuesday_custom_slots": [
            {"id": "b", "startTime": "14:00", "endTime": "15:00", "alias": "tea", "duration": "60"},
            {"id": 7, "startTime": "09:00", "endTime": "10:00", "alias": "", "duration": 60},
        ],
        "iv_sunday_window_status": "open",
    }
    answer = await marketplace.post("update_appointment_window", body, marketplace.as_(provider))
    assert answer["status"] is True, answer
    info = (await marketplace.get("get_provider_appointment_window", provider_id=provider))["data"][
        "appointment_info"
    ]
    assert info["monday_quota_end_time"] == "24:00"
    assert info["monday_quota_start_time"] == "09:00"
    assert info["monday_quota_time_off"] == [{"startTime": "12:00", "endTime": "13:00"}]
    assert [slot["id"] for slot in info["tuesday_custom_slots"]] == ["7", "b"]
    assert info["sunday_window_status"] == "open"
    assert (await marketplace.published.first(HoursChanged)).timezone == "Asia/Kolkata"
    assert (await marketplace.published.first(AvailabilityChanged)).provider_id == provider


@pytest.mark.parametrize(
    ("day", "shown"),
    [("1970-12-31", False), ("1971-01-01", True), ("2100-01-01", True), ("2100-01-02", False)],
)
async def test_days_from_1971_to_2100_can_be_viewed(
    marketplace: "Marketplace", day: str, shown: bool
) -> None:
    query = {"provider_id": await marketplace.provider(), "from": day, "to": day, "timezone": "UTC"}
    answer = await marketplace.http.get("/api/get_available_slots", params=query)
    assert answer.json()["status"] is shown, answer.text


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"iv_monday_quota_start_time": "18:00"}, "iv_monday_quota_end_time"),
        ({"iv_monday_quota_start_time": "9:00"}, "iv_monday_quota_start_time"),
        ({"iv_monday_quota_start_time": "25:00"}, "iv_monday_quota_start_time"),
        (
            {"iv_monday_quota_time_off": [{"startTime": "08:00", "endTime": "09:30"}]},
            "iv_monday_quota_time_off",
        ),
        (
            {"iv_monday_quota_time_off": [{"startTime": "11:00", "endTime": "10:00"}]},
            "iv_monday_quota_time_off",
        ),
        ({"iv_monday_quota_time_off": "nonsense"}, "iv_monday_quota_time_off"),
        ({"iv_monday_quota_duration": "0"}, "iv_monday_quota_duration"),
        ({"iv_monday_quota_buffer": "-1"}, "iv_monday_quota_buffer"),
        ({"iv_timezone": "Mars/Olympus"}, "iv_timezone"),
        ({"iv_timezone": "localtime"}, "iv_timezone"),
        ({"iv_friday_window_type": "weekly"}, "iv_friday_window_type"),
        (
            {
                "iv_friday_custom_slots": [
                    {"id": "a", "startTime": "09:00", "endTime": "10:00", "alias": "", "duration": "60"},
                    {"id": "b", "startTime": "09:30", "endTime": "10:30", "alias": "", "duration": "60"},
                ]
            },
            "iv_friday_custom_slots",
        ),
    ],
)
async def test_wrong_hours_are_refused_beside_their_field(
    marketplace: "Marketplace", fields: dict[str, Any], wrong: str
) -> None:
    provider = await marketplace.provider()
    answer = await marketplace.post("update_appointment_window", fields, marketplace.as_(provider))
    assert answer["status"] is False
    assert wrong in answer["message"]["iv_msg"], answer


async def test_only_providers_have_hours(marketplace: "Marketplace") -> None:
    client = await marketplace.person()
    answer = await marketplace.http.post(CALL, json={}, headers=marketplace.as_(client))
    assert answer.status_code == 403


async def test_hours_wait_for_a_profile_that_is_announced_a_second_late(marketplace: "Marketplace") -> None:
    provider = f"account-{next(marketplace.names) + 1}"
    setting = asyncio.create_task(
        marketplace.post("update_appointment_window", {"iv_timezone": "UTC"}, marketplace.as_(provider))
    )
    await asyncio.sleep(1)
    assert await marketplace.provider() == provider
    assert (await setting)["status"] is True


async def test_waiting_for_a_profile_holds_no_transaction(marketplace: "Marketplace") -> None:
    headers = {**marketplace.as_(await marketplace.person()), "Idempotency-Key": "once"}
    refused = asyncio.create_task(marketplace.http.post(CALL, json={}, headers=headers))
    await asyncio.sleep(0.5)
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        held = await connection.fetchval(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND state = 'idle in transaction'"
        )
    finally:
        await connection.close()
    assert not refused.done()
    assert held == 0
    assert (await refused).status_code == 403


async def test_history_holds_start_times_and_slot_ids_only(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.booked(provider, client)
    await marketplace.booked(await marketplace.provider(), client, 3)
    call = "get_provider_appointment_settings_and_booking_history"
    data = (await marketplace.get(call, provider_id=provider, owner_id="none"))["data"]
    [entry] = data["booking_info"]
    [session] = json.loads(entry["session_time"])
    assert set(session) == {"provider_start_time", "appointment_slot_id"}
    assert session["provider_start_time"] == "2027-01-05T09:00:00Z"
    assert data["appointment_info"]["monday_window_type"] == "quota"


async def test_slots_are_the_viewers_days(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider("America/New_York")
    query = {"provider_id": provider, "from": "2027-01-05", "to": "2027-01-06", "timezone": "Asia/Kolkata"}
    days = (await marketplace.get("get_available_slots", **query))["data"]["days"]
    assert [day["date"] for day in days] == ["2027-01-05", "2027-01-06"]
    first = days[0]["slots"][0]
    # Midnight in Kolkata is one in the afternoon before in New York: 18:30 UTC.
    assert first["provider_start_time"] == "2027-01-04T18:40:00Z"
    assert all(slot["long_enough"] is None for day in days for slot in day["slots"])
    assert all(slot["provider_start_time"] == slot["client_start_time"] for slot in days[0]["slots"])


async def test_a_duration_marks_the_runs_that_are_long_enough(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.booked(provider, client, number=2)
    slots = await marketplace.slots(provider, duration=90)
    assert [slot["long_enough"] for slot in slots] == [False] * 2 + [True] * (len(slots) - 2)


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ({"from": "2027-01-05", "to": "2027-01-04", "timezone": "UTC"}, "to"),
        ({"from": "2027-01-01", "to": "2027-03-04", "timezone": "UTC"}, "to"),
        ({"from": "yesterday", "to": "2027-01-04", "timezone": "UTC"}, "from"),
        ({"from": "9999-12-31", "to": "9999-12-31", "timezone": "UTC"}, "from"),
        ({"from": "2027-01-04", "to": "2027-01-04", "timezone": "Mars/Olympus"}, "timezone"),
        ({"from": "2027-01-04", "to": "2027-01-04", "timezone": "UTC", "duration": "0"}, "duration"),
    ],
)
async def test_a_malformed_query_is_refused(
    marketplace: "Marketplace", query: dict[str, str], wrong: str
) -> None:
    provider = await marketplace.provider()
    answer = await marketplace.get("get_available_slots", provider_id=provider, **query)
    assert answer["status"] is False
    assert wrong in answer["message"]["iv_msg"]


async def test_an_unknown_provider_is_not_found(marketplace: "Marketplace") -> None:
    query = {"provider_id": "nobody", "from": "2027-01-04", "to": "2027-01-04", "timezone": "UTC"}
    assert (await marketplace.http.get("/api/get_available_slots", params=query)).status_code == 404


async def test_a_preview_shows_what_would_come_out_and_keeps_nothing(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider("America/New_York"), await marketplace.person()
    week = {
        "iv_timezone": "Asia/Kolkata",
        "iv_tuesday_quota_end_time": "11:00",
        "iv_tuesday_quota_buffer": "0",
    }
    data = (await marketplace.post("preview_appointment_window", week, marketplace.as_(provider)))["data"]
    assert data["provider_timezone"] == "Asia/Kolkata"
    assert [day["date"] for day in data["days"]] == [f"2027-01-{day:02}" for day in range(4, 11)]
    assert [slot["provider_start_time"] for slot in data["days"][1]["slots"]] == [
        f"2027-01-05T{time}:00Z" for time in ("03:30", "04:00", "04:30", "05:00")
    ]
    # At noon UTC it is evening in Kolkata: what has begun there today is shown all the same.
    assert data["days"][0]["slots"][0]["provider_start_time"] == "2027-01-04T03:30:00Z"
    info = (await marketplace.get("get_provider_appointment_window", provider_id=provider))["data"][
        "appointment_info"
    ]
    assert (info["timezone"], info["tuesday_quota_end_time"]) == ("America/New_York", "17:00")
    refused = await marketplace.post(
        "preview_appointment_window", {"iv_monday_quota_start_time": "18:00"}, marketplace.as_(provider)
    )
    assert "iv_monday_quota_end_time" in refused["message"]["iv_msg"]
    answer = await marketplace.http.post(
        "/api/preview_appointment_window", json={}, headers=marketplace.as_(client)
    )
    assert answer.status_code == 403


async def test_the_next_free_slot_of_many_providers(marketplace: "Marketplace") -> None:
    early, busy, never = (
        await marketplace.provider(),
        await marketplace.provider(),
        await marketplace.provider(),
    )
    closed = {
        f"iv_{day}_window_status": "closed"
        for day in ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    }
    await marketplace.post("update_appointment_window", closed, marketplace.as_(never))
    before = (await marketplace.get("get_next_free_slots", provider_ids=f"{early},{busy}"))["data"][
        "next_free"
    ]
    assert before[early] == before[busy]
    window = {
        "iv_timezone": "UTC",
        "iv_monday_window_type": "custom",
        "iv_monday_custom_slots": [],
        "iv_tuesday_window_type": "custom",
        "iv_tuesday_custom_slots": [
            {"startTime": "09:00", "endTime": "10:00"},
            {"startTime": "20:00", "endTime": "21:00"},
        ],
    }
    await marketplace.post("update_appointment_window", window, marketplace.as_(busy))
    await marketplace.booked(busy, await marketplace.person())
    asked = f"{early},{busy},{never},nobody"
    found = (await marketplace.get("get_next_free_slots", provider_ids=asked))["data"]["next_free"]
    assert found == {early: before[early], busy: "2027-01-05T20:00:00Z", never: None, "nobody": None}
    many = ",".join(str(number) for number in range(51))
    most = many.rpartition(",")[0]
    assert len((await marketplace.get("get_next_free_slots", provider_ids=most))["data"]["next_free"]) == 50
    assert (
        "provider_ids"
        in (await marketplace.get("get_next_free_slots", provider_ids=many))["message"]["iv_msg"]
    )
