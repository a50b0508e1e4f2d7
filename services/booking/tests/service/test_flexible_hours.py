"""Flexible hours: what is offered for the chosen services, and that buffers and limits hold."""

import asyncio
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from booking.orders.models import WITH_BUFFERS
from chassis.db.errors import violated
from local.databases import asyncpg_url

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

Slot = dict[str, Any]
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday")


async def set_hours(marketplace: "Marketplace", provider: str, **changes: str) -> None:
    """Flexible hours from nine to five, Monday to Friday, with a start every half-hour."""
    fields = {f"iv_{day}_window_type": "flexible" for day in DAYS}
    fields |= {f"iv_{day}_flexible_step": "30" for day in DAYS}
    answer = await marketplace.post("update_appointment_window", fields | changes, marketplace.as_(provider))
    assert answer["status"], answer


def clocks(slots: list[Slot]) -> list[str]:
    return [slot["provider_start_time"][11:16] for slot in slots]


def at(clock: str, day: str = "2027-01-05") -> Slot:
    return {"appointment_slot_id": "", "provider_start_time": f"{day}T{clock}:00Z"}


async def book(
    marketplace: "Marketplace", provider: str, services: list[str], slot: Slot, client: str = ""
) -> dict[str, Any]:
    """Ask for services of half an hour each; a client of its own unless one is named."""
    who = client or await marketplace.person()
    body = marketplace.order(provider, services, [slot], iv_total_duration="", iv_total_cost="")
    return await marketplace.post("create_appointment_order", body, marketplace.as_(who))


async def held(marketplace: "Marketplace") -> list[tuple[datetime, datetime]]:
    """The sessions with their buffers, in order."""
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        rows = await connection.fetch(
            "SELECT coalesce(held_from, starts_at) AS first, coalesce(held_until, ends_at) AS last "
            "FROM session WHERE status IN ('pending', 'accepted') ORDER BY 1"
        )
    finally:
        await connection.close()
    return [(row["first"], row["last"]) for row in rows]


async def test_the_chosen_services_are_one_session_with_the_largest_buffers(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await set_hours(marketplace, provider)
    short = await marketplace.service(provider, duration_minutes=30, buffer_before=15, buffer_after=5)
    long = await marketplace.service(provider, duration_minutes=60, buffer_after=30)
    free = await marketplace.slots(provider, services=f"{short},{long}")
    assert clocks(free)[:2] == ["09:00", "09:30"]
    assert clocks(free)[-1] == "15:30"
    assert {slot["duration"] for slot in free} == {90}
    assert all(slot["long_enough"] for slot in free)
    assert free[0]["appointment_slot_id"].startswith("flexible-")
    # Without services: the provider's shortest service, or the duration asked for.
    assert {slot["duration"] for slot in await marketplace.slots(provider)} == {30}
    assert {slot["duration"] for slot in await marketplace.slots(provider, duration=120)} == {120}

    answer = await book(marketplace, provider, [short, long], free[2], client)
    assert answer["status"], answer
    assert await held(marketplace) == [
        (datetime.fromisoformat("2027-01-05T09:45Z"), datetime.fromisoformat("2027-01-05T12:00Z"))
    ]
    # The next session begins a quarter of an hour after that buffer; the one before ends as early.
    assert clocks(await marketplace.slots(provider, services=short))[:3] == ["09:00", "12:30", "13:00"]


async def test_two_starts_are_refused_and_so_is_a_service_of_another_day(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await set_hours(marketplace, provider)
    service = await marketplace.service(provider, offered_days=0b0000101)  # Monday and Wednesday
    asked = marketplace.order(provider, [service], [at("09:00", "2027-01-06"), at("10:00", "2027-01-06")])
    answer = await marketplace.post("create_appointment_order", asked, marketplace.as_(client))
    said = "Please choose one start for all selected services."
    assert answer["message"]["iv_msg"] == {"iv_session_list": said}
    assert await marketplace.slots(provider, services=service) == []
    answer = await book(marketplace, provider, [service], at("09:00"))
    assert answer["message"]["main_msg"] == "A selected service is not offered on this day of the week."
    assert (await book(marketplace, provider, [service], at("09:00", "2027-01-06")))["status"]


async def test_notice_and_horizon_of_a_service_count_on_every_kind_of_day(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()  # quota days
    service = await marketplace.service(provider, minimum_notice=24 * 60, booking_horizon=2)
    found = await marketplace.slots(provider, to="2027-01-09", services=service)
    assert found[0]["provider_start_time"] >= "2027-01-05T12:00"
    assert {slot["provider_start_time"][:10] for slot in found} == {"2027-01-05", "2027-01-06"}
    answer = await book(marketplace, provider, [service], at("09:00"))
    assert answer["message"]["main_msg"] == "This provider needs to know at least 24 hrs ahead."
    answer = await book(marketplace, provider, [service], at("09:00", "2027-01-08"))
    assert answer["message"]["main_msg"] == "This provider can be booked at most 2 days ahead."


async def test_what_is_left_of_a_free_part_is_long_enough_for_a_service(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await set_hours(marketplace, provider, iv_keep_gaps="yes", iv_tuesday_quota_end_time="12:00")
    hour = await marketplace.service(provider, duration_minutes=60)
    assert clocks(await marketplace.slots(provider, services=hour)) == ["09:00", "10:00", "11:00"]
    refused = await book(marketplace, provider, [hour], at("09:30"))
    assert not refused["status"]
    assert (await book(marketplace, provider, [hour], at("10:00")))["status"]


async def test_adjacent_starts_at_once_never_overlap_with_their_buffers(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await set_hours(marketplace, provider)
    service = await marketplace.service(provider, buffer_before=10, buffer_after=10)
    clients = [await marketplace.person() for _ in range(16)]
    free = await marketplace.slots(provider, services=service)
    answers = await asyncio.gather(
        *(
            book(marketplace, provider, [service], slot, client)
            for slot, client in zip(free[:8] * 2, clients, strict=True)
        )
    )
    booked = await held(marketplace)
    assert len(booked) == sum(answer["status"] for answer in answers) >= 3
    assert all(one[1] <= other[0] for one, other in pairwise(booked))
    refused = {answer["message"]["main_msg"] for answer in answers if not answer["status"]}
    assert len(refused) == 1


async def test_the_database_holds_buffers_against_sessions_without_any(marketplace: "Marketplace") -> None:
    """As the version before writes them: without `held_from`."""
    provider = await marketplace.provider()
    await set_hours(marketplace, provider)
    service = await marketplace.service(provider, buffer_after=30)
    order = (await book(marketplace, provider, [service], at("10:00")))["data"]["booking_data"]["order_id"]
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    copied = (
        "WITH other AS (INSERT INTO booking_order SELECT (jsonb_populate_record(o, jsonb_build_object("
        "'order_id', $2::text, 'client_id', 'somebody'))).* FROM booking_order o WHERE order_id = $1 "
        "RETURNING order_id) "
        "INSERT INTO session (order_id, position, slot_id, provider_id, starts_at, ends_at, status) "
        "SELECT $2, 1, '', $3, $4::timestamptz, $4::timestamptz + interval '30 min', 'pending' FROM other"
    )
    start = datetime.fromisoformat("2027-01-05T10:45Z")
    try:
        with pytest.raises(asyncpg.ExclusionViolationError) as refused:
            await connection.execute(copied, order, "other-1", provider, start)
        assert violated(refused.value) == WITH_BUFFERS
        await connection.execute(copied, order, "other-2", provider, start + timedelta(minutes=15))
    finally:
        await connection.close()


@pytest.mark.parametrize("of_service", [True, False])
async def test_limits_hold_also_for_what_is_sent_at_once(
    marketplace: "Marketplace", of_service: bool
) -> None:
    provider = await marketplace.provider()
    limits = {} if of_service else {"iv_most_per_day": "2", "iv_most_per_week": "3"}
    await set_hours(marketplace, provider, **limits)
    rules = {"most_per_day": 2, "most_per_week": 3} if of_service else {}
    service = await marketplace.service(provider, **rules)
    clients = [await marketplace.person() for _ in range(12)]
    free = await marketplace.slots(provider, services=service)
    answers = await asyncio.gather(
        *(
            book(marketplace, provider, [service], slot, client)
            for slot, client in zip(free[:10], clients, strict=False)
        )
    )
    kind = " of this kind" if of_service else ""
    assert sum(answer["status"] for answer in answers) == 2
    assert {answer["message"]["main_msg"] for answer in answers if not answer["status"]} == {
        f"This provider takes at most 2 appointments{kind} a day."
    }
    assert await marketplace.slots(provider, services=service) == []
    assert await marketplace.slots(provider, "2027-01-06", services=service)
    assert (await book(marketplace, provider, [service], at("09:00", "2027-01-06"), clients[10]))["status"]
    # The week is full; the next one is not.
    assert await marketplace.slots(provider, "2027-01-06", services=service) == []
    answer = await book(marketplace, provider, [service], at("09:00", "2027-01-07"), clients[11])
    assert answer["message"]["main_msg"] == f"This provider takes at most 3 appointments{kind} a week."
    assert await marketplace.slots(provider, "2027-01-11", services=service)


async def test_completed_sessions_count_for_a_limit_and_cancelled_ones_do_not(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await set_hours(marketplace, provider, iv_most_per_day="1")
    service = await marketplace.service(provider)
    orders = [
        (await book(marketplace, provider, [service], at("09:00", day), client))["data"]["booking_data"]
        for day in ("2027-01-05", "2027-01-06")
    ]
    await marketplace.respond(client, orders[1]["order_id"], "cancelled")
    await marketplace.respond(provider, orders[0]["order_id"], "accepted")
    marketplace.now = NOON + timedelta(hours=22)
    for step in ("ongoing", "completed"):
        assert (await marketplace.respond(provider, orders[0]["order_id"], step))["status"]
    assert await marketplace.slots(provider) == []
    assert await marketplace.slots(provider, "2027-01-06")
    assert not (await book(marketplace, provider, [service], at("14:00")))["status"]


async def test_an_appointment_moves_to_another_start_with_its_buffers(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await set_hours(marketplace, provider)
    service = await marketplace.service(provider, buffer_before=30, buffer_after=30)
    placed = await book(marketplace, provider, [service], at("10:00"), client)
    order_id = placed["data"]["booking_data"]["order_id"]
    headers = marketplace.as_(client)
    answer = await marketplace.get(
        "get_available_slots",
        headers,
        **{"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"},
        order_id=order_id,
    )
    free = answer["data"]["days"][0]["slots"]
    assert clocks(free)[:4] == ["09:00", "09:30", "10:00", "10:30"]
    body = {"iv_order_id": order_id, "iv_session_list": [at("12:00")]}
    assert (await marketplace.post("propose_new_time", body, headers))["status"]
    # Both times are held with their buffers: 9:30 to 11:00, and 11:30 to 13:00.
    assert clocks(await marketplace.slots(provider, duration=30))[:4] == ["09:00", "11:00", "13:00", "13:30"]
    said = {"iv_order_id": order_id, "iv_answer": "accepted"}
    answer = await marketplace.post("answer_new_time", said, marketplace.as_(provider))
    assert answer["status"], answer
    assert await held(marketplace) == [
        (datetime.fromisoformat("2027-01-05T11:30Z"), datetime.fromisoformat("2027-01-05T13:00Z"))
    ]


async def test_a_client_cannot_move_an_appointment_to_a_day_that_is_full(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await set_hours(marketplace, provider)
    service = await marketplace.service(provider, most_per_day=1)
    assert (await book(marketplace, provider, [service], at("09:00", "2027-01-06")))["status"]
    placed = await book(marketplace, provider, [service], at("10:00"), client)
    order_id = placed["data"]["booking_data"]["order_id"]

    async def propose(who: str, slot: Slot) -> dict[str, Any]:
        body = {"iv_order_id": order_id, "iv_session_list": [slot]}
        return await marketplace.post("propose_new_time", body, marketplace.as_(who))

    refused = await propose(client, at("11:00", "2027-01-06"))
    said = "This provider takes one appointment of this kind a day at most."
    assert refused["message"]["iv_msg"] == {"iv_session_list": said}
    assert (await propose(client, at("11:00")))["status"]  # its own day counts without it
    assert (await propose(provider, at("11:00", "2027-01-06")))["status"]  # the provider decides


async def test_hours_are_answered_previewed_and_searched_as_they_were_set(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    other_days = '[{"date": "2027-01-10", "window_status": "open", "window_type": "flexible"}]'
    await set_hours(
        marketplace, provider, iv_keep_gaps="yes", iv_most_per_day="9", iv_date_overrides=other_days
    )
    await marketplace.service(provider, duration_minutes=90)
    window = await marketplace.get("get_provider_appointment_window", provider_id=provider)
    info = window["data"]["appointment_info"]
    assert (info["monday_window_type"], info["monday_flexible_step"]) == ("flexible", "30")
    assert (info["sunday_window_type"], info["sunday_flexible_step"]) == ("quota", "15")
    assert (info["keep_gaps"], info["most_per_day"], info["most_per_week"]) == ("yes", "9", "")
    assert info["date_overrides"][0]["flexible_step"] == "15"
    sunday = await marketplace.slots(provider, "2027-01-10")
    assert clocks(sunday)[:2] == ["09:00", "10:30"]  # a quarter past nine would leave a strip

    headers = marketplace.as_(provider)
    shown = await marketplace.post("preview_appointment_window", {"iv_keep_gaps": "no"}, headers)
    assert clocks(shown["data"]["days"][0]["slots"])[:2] == ["09:00", "09:30"]
    wrong = {"iv_monday_flexible_step": "3", "iv_most_per_day": "101", "iv_keep_gaps": "maybe"}
    refused = await marketplace.post("update_appointment_window", wrong, headers)
    assert set(refused["message"]["iv_msg"]) == set(wrong)
    await set_hours(marketplace, provider, iv_most_per_day="")
    window = await marketplace.get("get_provider_appointment_window", provider_id=provider)
    assert window["data"]["appointment_info"]["most_per_day"] == ""

    found = await marketplace.get("get_next_free_slots", provider_ids=provider)
    assert found["data"]["next_free"][provider] == "2027-01-04T12:30:00Z"
    free_on = await marketplace.http.post(
        "/internal/available_providers", json={"provider_ids": [provider], "date": "2027-01-10"}
    )
    assert free_on.json()["data"]["provider_ids"] == [provider]


async def test_services_that_are_not_offered_are_refused_beside_their_field(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    gone = await marketplace.service(provider, status="archived")
    query = {"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}
    for services in (gone, "nothing"):
        answer = await marketplace.get("get_available_slots", **query, services=services)
        assert answer["message"]["iv_msg"] == {"services": "A selected service is no longer offered."}
