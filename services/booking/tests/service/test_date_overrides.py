"""Days that differ from their weekday, notice and horizon."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from services.booking.tests.conftest import Town

pytestmark = pytest.mark.service

DAY_OFF = {"date": "2027-01-05", "note": "Dentist"}
SHORT_DAY = {
    "date": "2027-01-10",  # a Sunday, closed by itself
    "window_status": "open",
    "quota_start_time": "10:00",
    "quota_end_time": "11:30",
    "quota_duration": "45",
    "quota_buffer": "0",
}


async def keep(town: "Town", provider: str, **fields: Any) -> dict[str, Any]:
    return await town.post("update_appointment_window", fields, town.as_(provider))


async def info_of(town: "Town", provider: str) -> dict[str, Any]:
    answer = await town.get("get_provider_appointment_window", provider_id=provider)
    return answer["data"]["appointment_info"]


async def test_days_off_and_days_with_hours_of_their_own(town: "Town") -> None:
    provider = await town.provider()
    assert await town.slots(provider, "2027-01-05")
    answer = await keep(town, provider, iv_date_overrides=[SHORT_DAY, DAY_OFF])
    assert answer["status"], answer
    assert await town.slots(provider, "2027-01-05") == []
    assert await town.slots(provider, "2027-01-06")
    sunday = await town.slots(provider, "2027-01-10")
    assert [(slot["provider_start_time"], slot["duration"]) for slot in sunday] == [
        ("2027-01-10T10:00:00Z", 45),
        ("2027-01-10T10:45:00Z", 45),
    ]
    kept = (await info_of(town, provider))["date_overrides"]
    assert [(each["date"], each["end_date"], each["note"], each["window_status"]) for each in kept] == [
        ("2027-01-05", "2027-01-05", "Dentist", "closed"),
        ("2027-01-10", "2027-01-10", "", "open"),
    ]
    again = await keep(town, provider, iv_date_overrides=kept)
    assert again["data"]["appointment_info"]["date_overrides"] == kept, "what is shown can be sent again"
    await keep(town, provider, iv_date_overrides="[]")
    assert await town.slots(provider, "2027-01-05")


async def test_a_holiday_of_several_days(town: "Town") -> None:
    provider = await town.provider()
    holiday = {"date": "2027-01-06", "end_date": "2027-01-08"}
    await keep(town, provider, iv_date_overrides=[holiday])
    days = {
        slot["provider_start_time"][:10] for slot in await town.slots(provider, "2027-01-05", "2027-01-12")
    }
    assert days == {"2027-01-05", "2027-01-09", "2027-01-11", "2027-01-12"}


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"date": "2027-01-06", "end_date": "2027-01-05"}, "2027-01-06: The last day must not be before"),
        ({"date": "2027-01-06", "end_date": "2028-01-07"}, "2027-01-06: At most 366 days"),
        (
            {**SHORT_DAY, "quota_start_time": "12:00"},
            "2027-01-10: The end time must be after the start time",
        ),
        ({"date": "2027-02-30"}, ""),
        ({"date": "2027-01-06", "note": "x" * 61}, ""),
    ],
)
async def test_a_wrong_entry_is_refused_beside_the_list(
    town: "Town", entry: dict[str, Any], words: str
) -> None:
    provider = await town.provider()
    answer = await keep(town, provider, iv_date_overrides=[entry])
    assert answer["status"] is False
    assert answer["message"]["iv_msg"]["iv_date_overrides"].startswith(words)
    assert (await info_of(town, provider))["date_overrides"] == []


async def test_a_day_has_one_meaning(town: "Town") -> None:
    provider = await town.provider()
    both = [{"date": "2027-01-01", "end_date": "2027-01-10"}, DAY_OFF]
    answer = await keep(town, provider, iv_date_overrides=both)
    assert answer["message"]["iv_msg"]["iv_date_overrides"] == "2027-01-05: This day stands in two entries"


async def test_nothing_is_offered_within_the_notice_nor_beyond_the_horizon(town: "Town") -> None:
    provider, client = await town.provider(), await town.person()
    service = await town.service(provider)
    everything = await town.slots(provider, "2027-01-04", "2027-01-20")
    answer = await keep(town, provider, iv_minimum_notice="1440", iv_booking_horizon="3")
    assert answer["status"], answer
    seen = await town.slots(provider, "2027-01-04", "2027-01-20")
    starts = [slot["provider_start_time"] for slot in seen]
    assert min(starts) == "2027-01-05T12:20:00Z", "a day from Monday noon"
    assert max(starts)[:10] == "2027-01-07", "three days after today"
    by_start = {slot["provider_start_time"]: slot for slot in everything}
    for start, words in (
        ("2027-01-05T09:00:00Z", "This provider needs to know at least 24 hrs ahead."),
        ("2027-01-08T09:00:00Z", "This provider can be booked at most 3 days ahead."),
    ):
        body = town.order(provider, [service], [by_start[start]])
        refused = await town.post("create_appointment_order", body, town.as_(client))
        assert refused["message"]["iv_msg"]["iv_session_list"] == words
    info = await info_of(town, provider)
    assert (info["minimum_notice"], info["booking_horizon"]) == ("1440", "3")
    next_free = (await town.get("get_next_free_slots", provider_ids=provider))["data"]["next_free"]
    assert next_free[provider] == "2027-01-05T12:20:00Z"


async def test_the_last_day_of_the_horizon_and_the_last_minute_of_the_notice_can_be_booked(
    town: "Town",
) -> None:
    """Days are counted on the provider's calendar: at noon UTC on Monday it is Tuesday in Auckland."""
    provider, client = await town.provider("Pacific/Auckland"), await town.person()
    service = await town.service(provider)
    everything = await town.slots(provider, "2027-01-04", "2027-01-08")
    await keep(town, provider, iv_minimum_notice="480", iv_booking_horizon="1")
    seen = [slot["provider_start_time"] for slot in await town.slots(provider, "2027-01-04", "2027-01-08")]
    # Nine in the morning in Auckland is 20:00 UTC, eight hours from now; the window closes at 04:00 UTC.
    assert (seen[0], seen[-1]) == ("2027-01-04T20:00:00Z", "2027-01-06T03:20:00Z")
    assert "2027-01-06T20:00:00Z" in {slot["provider_start_time"] for slot in everything}
    for start in (seen[0], seen[-1]):
        chosen = {"appointment_slot_id": "", "provider_start_time": start}
        placed = await town.post(
            "create_appointment_order", town.order(provider, [service], [chosen]), town.as_(client)
        )
        assert placed["status"], placed
    free = [slot["provider_start_time"] for slot in await town.slots(provider, "2027-01-04", "2027-01-08")]
    town.now += timedelta(seconds=1)
    assert free == seen[1:-1]
    next_free = (await town.get("get_next_free_slots", provider_ids=provider))["data"]["next_free"]
    assert next_free[provider] == seen[1]


@pytest.mark.parametrize(
    ("field", "value"),
    [("iv_minimum_notice", "43201"), ("iv_minimum_notice", "soon"), ("iv_booking_horizon", "731")],
)
async def test_notice_and_horizon_have_bounds(town: "Town", field: str, value: str) -> None:
    answer = await keep(town, await town.provider(), **{field: value})
    assert list(answer["message"]["iv_msg"]) == [field]


async def test_notice_and_horizon_at_their_bounds_are_kept(town: "Town") -> None:
    provider = await town.provider()
    for notice, horizon in (("43200", "730"), ("0", "0")):
        assert (await keep(town, provider, iv_minimum_notice=notice, iv_booking_horizon=horizon))["status"]
        info = await info_of(town, provider)
        assert (info["minimum_notice"], info["booking_horizon"]) == (notice, horizon)


async def test_the_preview_knows_the_days_that_differ(town: "Town") -> None:
    provider = await town.provider()
    body = {"iv_date_overrides": [DAY_OFF], "iv_minimum_notice": "43200"}
    shown = await town.post("preview_appointment_window", body, town.as_(provider))
    counts = {day["date"]: len(day["slots"]) for day in shown["data"]["days"]}
    assert counts["2027-01-05"] == 0
    assert counts["2027-01-06"] > 0, "notice hides nothing from who edits hours"


async def test_a_providers_own_appointments_as_a_client_are_not_free(town: "Town") -> None:
    provider, colleague, client = await town.provider(), await town.provider(), await town.person()
    service = await town.service(provider)
    before = await town.slots(provider)
    elsewhere = await town.booked(colleague, provider, 2)
    taken = before[2]
    after = await town.slots(provider)
    assert [slot for slot in before if slot not in after] == [taken]
    body = town.order(provider, [service], [taken])
    refused = await town.post("create_appointment_order", body, town.as_(client))
    assert refused["message"]["main_msg"] == "This time has just been taken. Please choose another."
    await town.respond(provider, elsewhere, "cancelled")
    assert await town.slots(provider) == before


async def test_notice_does_not_bind_a_provider_who_moves_an_appointment(town: "Town") -> None:
    provider, client = await town.provider(), await town.person()
    order_id = await town.booked(provider, client, 6)
    await keep(town, provider, iv_minimum_notice="2880")
    town.now += timedelta(hours=1)
    free = {"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}
    mine = await town.get("get_available_slots", town.as_(provider), order_id=order_id, **free)
    theirs = await town.get("get_available_slots", town.as_(client), order_id=order_id, **free)
    assert mine["data"]["days"][0]["slots"]
    assert theirs["data"]["days"][0]["slots"] == []
