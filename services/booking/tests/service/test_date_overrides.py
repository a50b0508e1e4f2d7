"""Days that differ from their weekday, notice and horizon."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

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


async def keep(marketplace: "Marketplace", provider: str, **fields: Any) -> dict[str, Any]:
    return await marketplace.post("update_appointment_window", fields, marketplace.as_(provider))


async def info_of(marketplace: "Marketplace", provider: str, viewer: str = "") -> dict[str, Any]:
    """The hours as `viewer` sees them: the provider when nobody is named."""
    answer = await marketplace.get(
        "get_provider_appointment_window", marketplace.as_(viewer or provider), provider_id=provider
    )
    return answer["data"]["appointment_info"]


async def test_days_off_and_days_with_hours_of_their_own(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    assert await marketplace.slots(provider, "2027-01-05")
    answer = await keep(marketplace, provider, iv_date_overrides=[SHORT_DAY, DAY_OFF])
    assert answer["status"], answer
    assert await marketplace.slots(provider, "2027-01-05") == []
    assert await marketplace.slots(provider, "2027-01-06")
    sunday = await marketplace.slots(provider, "2027-01-10")
    assert [(slot["provider_start_time"], slot["duration"]) for slot in sunday] == [
        ("2027-01-10T10:00:00Z", 45),
        ("2027-01-10T10:45:00Z", 45),
    ]
    kept = (await info_of(marketplace, provider))["date_overrides"]
    assert [(each["date"], each["end_date"], each["note"], each["window_status"]) for each in kept] == [
        ("2027-01-05", "2027-01-05", "Dentist", "closed"),
        ("2027-01-10", "2027-01-10", "", "open"),
    ]
    again = await keep(marketplace, provider, iv_date_overrides=kept)
    assert again["data"]["appointment_info"]["date_overrides"] == kept, "what is shown can be sent again"
    await keep(marketplace, provider, iv_date_overrides="[]")
    assert await marketplace.slots(provider, "2027-01-05")


@pytest.mark.parametrize(
    "call", ["get_provider_appointment_window", "get_provider_appointment_settings_and_booking_history"]
)
async def test_the_note_on_a_day_off_is_answered_to_its_owner_only(
    marketplace: "Marketplace", call: str
) -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    _, guest = await marketplace.guest()
    await keep(marketplace, provider, iv_date_overrides=[DAY_OFF])

    async def noted(headers: dict[str, str]) -> tuple[str, str]:
        answer = await marketplace.get(call, headers, provider_id=provider)
        (override,) = answer["data"]["appointment_info"]["date_overrides"]
        return override["date"], override["note"]

    assert await noted(marketplace.as_(provider)) == ("2027-01-05", "Dentist")
    for stranger in ({}, guest, marketplace.as_(other)):
        assert await noted(stranger) == ("2027-01-05", "")


async def test_a_holiday_of_several_days(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    holiday = {"date": "2027-01-06", "end_date": "2027-01-08"}
    await keep(marketplace, provider, iv_date_overrides=[holiday])
    days = {
        slot["provider_start_time"][:10]
        for slot in await marketplace.slots(provider, "2027-01-05", "2027-01-12")
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
    marketplace: "Marketplace", entry: dict[str, Any], words: str
) -> None:
    provider = await marketplace.provider()
    answer = await keep(marketplace, provider, iv_date_overrides=[entry])
    assert answer["status"] is False
    assert answer["message"]["iv_msg"]["iv_date_overrides"].startswith(words)
    assert (await info_of(marketplace, provider))["date_overrides"] == []


async def test_a_day_has_one_meaning(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    both = [{"date": "2027-01-01", "end_date": "2027-01-10"}, DAY_OFF]
    answer = await keep(marketplace, provider, iv_date_overrides=both)
    assert answer["message"]["iv_msg"]["iv_date_overrides"] == "2027-01-05: This day stands in two entries"


async def test_nothing_is_offered_within_the_notice_nor_beyond_the_horizon(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    everything = await marketplace.slots(provider, "2027-01-04", "2027-01-20")
    answer = await keep(marketplace, provider, iv_minimum_notice="1440", iv_booking_horizon="3")
    assert answer["status"], answer
    seen = await marketplace.slots(provider, "2027-01-04", "2027-01-20")
    starts = [slot["provider_start_time"] for slot in seen]
    assert min(starts) == "2027-01-05T12:20:00Z", "a day from Monday noon"
    assert max(starts)[:10] == "2027-01-07", "three days after today"
    by_start = {slot["provider_start_time"]: slot for slot in everything}
    for start, words in (
        ("2027-01-05T09:00:00Z", "This provider needs to know at least 24 hrs ahead."),
        ("2027-01-08T09:00:00Z", "This provider can be booked at most 3 days ahead."),
    ):
        body = marketplace.order(provider, [service], [by_start[start]])
        refused = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
        assert refused["message"]["iv_msg"]["iv_session_list"] == words
    info = await info_of(marketplace, provider)
    assert (info["minimum_notice"], info["booking_horizon"]) == ("1440", "3")
    next_free = (await marketplace.get("get_next_free_slots", provider_ids=provider))["data"]["next_free"]
    assert next_free[provider] == "2027-01-05T12:20:00Z"


async def test_the_last_day_of_the_horizon_and_the_last_minute_of_the_notice_can_be_booked(
    marketplace: "Marketplace",
) -> None:
    """Days are counted on the provider's calendar: at noon UTC on Monday it is Tuesday in Auckland."""
    provider, client = await marketplace.provider("Pacific/Auckland"), await marketplace.person()
    service = await marketplace.service(provider)
    everything = await marketplace.slots(provider, "2027-01-04", "2027-01-08")
    await keep(marketplace, provider, iv_minimum_notice="480", iv_booking_horizon="1")
    seen = [
        slot["provider_start_time"] for slot in await marketplace.slots(provider, "2027-01-04", "2027-01-08")
    ]
    # Nine in the morning in Auckland is 20:00 UTC, eight hours from now; the window closes at 04:00 UTC.
    assert (seen[0], seen[-1]) == ("2027-01-04T20:00:00Z", "2027-01-06T03:20:00Z")
    assert "2027-01-06T20:00:00Z" in {slot["provider_start_time"] for slot in everything}
    for start in (seen[0], seen[-1]):
        chosen = {"appointment_slot_id": "", "provider_start_time": start}
        placed = await marketplace.post(
            "create_appointment_order",
            marketplace.order(provider, [service], [chosen]),
            marketplace.as_(client),
        )
        assert placed["status"], placed
    free = [
        slot["provider_start_time"] for slot in await marketplace.slots(provider, "2027-01-04", "2027-01-08")
    ]
    marketplace.now += timedelta(seconds=1)
    assert free == seen[1:-1]
    next_free = (await marketplace.get("get_next_free_slots", provider_ids=provider))["data"]["next_free"]
    assert next_free[provider] == seen[1]


@pytest.mark.parametrize(
    ("field", "value"),
    [("iv_minimum_notice", "43201"), ("iv_minimum_notice", "soon"), ("iv_booking_horizon", "731")],
)
async def test_notice_and_horizon_have_bounds(marketplace: "Marketplace", field: str, value: str) -> None:
    answer = await keep(marketplace, await marketplace.provider(), **{field: value})
    assert list(answer["message"]["iv_msg"]) == [field]


async def test_notice_and_horizon_at_their_bounds_are_kept(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    for notice, horizon in (("43200", "730"), ("0", "0")):
        assert (await keep(marketplace, provider, iv_minimum_notice=notice, iv_booking_horizon=horizon))[
            "status"
        ]
        info = await info_of(marketplace, provider)
        assert (info["minimum_notice"], info["booking_horizon"]) == (notice, horizon)


async def test_the_preview_knows_the_days_that_differ(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    body = {"iv_date_overrides": [DAY_OFF], "iv_minimum_notice": "43200"}
    shown = await marketplace.post("preview_appointment_window", body, marketplace.as_(provider))
    counts = {day["date"]: len(day["slots"]) for day in shown["data"]["days"]}
    assert counts["2027-01-05"] == 0
    assert counts["2027-01-06"] > 0, "notice hides nothing from who edits hours"


async def test_a_providers_own_appointments_as_a_client_are_not_free(marketplace: "Marketplace") -> None:
    provider, colleague, client = (
        await marketplace.provider(),
        await marketplace.provider(),
        await marketplace.person(),
    )
    service = await marketplace.service(provider)
    before = await marketplace.slots(provider)
    elsewhere = await marketplace.booked(colleague, provider, 2)
    taken = before[2]
    after = await marketplace.slots(provider)
    assert [slot for slot in before if slot not in after] == [taken]
    body = marketplace.order(provider, [service], [taken])
    refused = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    assert refused["message"]["main_msg"] == "This time has just been taken. Please choose another."
    await marketplace.respond(provider, elsewhere, "cancelled")
    assert await marketplace.slots(provider) == before


async def test_notice_does_not_bind_a_provider_who_moves_an_appointment(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, 6)
    await keep(marketplace, provider, iv_minimum_notice="2880")
    marketplace.now += timedelta(hours=1)
    free = {"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}
    mine = await marketplace.get("get_available_slots", marketplace.as_(provider), order_id=order_id, **free)
    theirs = await marketplace.get("get_available_slots", marketplace.as_(client), order_id=order_id, **free)
    assert mine["data"]["days"][0]["slots"]
    assert theirs["data"]["days"][0]["slots"] == []
