"""A provider moves an appointment or stretches it: its client is asked, or told."""

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.booking import OrderMoved, TimeProposed

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
DAY = "2027-01-05"
BOOKED = "You have another appointment at this time."


async def _move(marketplace: "Marketplace", who: str, order_id: str, **changes: Any) -> dict[str, Any]:
    body = {"iv_order_id": order_id, "iv_date": DAY, "iv_start_time": "14:00"}
    return await marketplace.post("move_appointment", body | changes, marketplace.as_(who))


async def _agreed(marketplace: "Marketplace") -> tuple[str, str, str]:
    """A provider, a client, and their accepted order at 9:00 tomorrow."""
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    assert (await marketplace.respond(provider, order_id, "accepted"))["status"]
    return provider, client, order_id


async def _tell_until(marketplace: "Marketplace", provider: str, hours: str) -> None:
    terms = {"iv_told_until_hours": hours}
    answer = await marketplace.post("update_move_terms", terms, marketplace.as_(provider))
    assert answer["status"], answer


async def _starts(marketplace: "Marketplace", client: str) -> tuple[str, str, str]:
    listed = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"]
    [order] = listed["request"]
    return order["provider_start_time"][11:16], order["provider_end_time"][11:16], order["proposed_by"]


async def test_who_has_said_nothing_asks(marketplace: "Marketplace") -> None:
    provider, client, order_id = await _agreed(marketplace)
    checked = await _move(marketplace, provider, order_id, iv_only_check="yes")
    assert (checked["status"], checked["data"]["how"]) == (True, "asked")
    assert await _starts(marketplace, client) == ("09:00", "09:30", ""), "a check keeps nothing"
    asked = await _move(marketplace, provider, order_id, iv_duration="45", iv_feedback="I am late")
    assert asked["data"]["how"] == "asked"
    assert (await marketplace.published.first(TimeProposed)).feedback == "I am late"
    assert await _starts(marketplace, client) == ("09:00", "09:30", "provider")
    answer = {"iv_order_id": order_id, "iv_answer": "accepted"}
    assert (await marketplace.post("answer_new_time", answer, marketplace.as_(client)))["status"]
    assert await _starts(marketplace, client) == ("14:00", "14:45", "")


async def test_within_the_terms_the_client_is_told(marketplace: "Marketplace") -> None:
    provider, client, order_id = await _agreed(marketplace)
    await _tell_until(marketplace, provider, "20")
    shown = await marketplace.get("get_move_terms", marketplace.as_(provider))
    assert shown["data"]["told_until_hours"] == 20
    told = await _move(marketplace, provider, order_id)
    assert told["data"]["how"] == "told", told
    assert told["message"]["main_msg"] == "The appointment was moved, and the client is told."
    event = await marketplace.published.first(OrderMoved)
    assert (event.actor, event.unasked, event.order.client_id) == ("provider", True, client)
    assert event.calendar
    assert await _starts(marketplace, client) == ("14:00", "14:30", "")
    assert (await marketplace.slots(provider))[0]["provider_start_time"] == f"{DAY}T09:00:00Z", "it is free"
    stretched = await _move(marketplace, provider, order_id, iv_duration="90")
    assert stretched["data"]["how"] == "told"
    assert await _starts(marketplace, client) == ("14:00", "15:30", "")
    marketplace.now = datetime(2027, 1, 4, 20, tzinfo=UTC)
    assert (await _move(marketplace, provider, order_id, iv_start_time="15:00"))["data"]["how"] == "asked"
    await _tell_until(marketplace, provider, "")
    shown = await marketplace.get("get_move_terms", marketplace.as_(provider))
    assert shown["data"]["told_until_hours"] is None


async def test_a_walk_in_is_moved_and_a_guest_is_asked_or_told_as_anybody(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    entry = {"iv_client_name": "Wanda", "iv_service_list": [service], "iv_date": DAY}
    ids: list[str] = []
    for hour, email in (("09:00", ""), ("10:00", "gus@example.com")):
        more = {"iv_start_time": hour, "iv_client_email": email}
        entered = await marketplace.post("create_own_booking", entry | more, marketplace.as_(provider))
        ids.append(entered["data"]["booking_data"]["order_id"])
    walk_in, guest = ids
    assert (await _move(marketplace, provider, walk_in))["data"]["how"] == "moved"
    assert (await _move(marketplace, provider, guest, iv_start_time="15:00"))["data"]["how"] == "asked"
    await _tell_until(marketplace, provider, "0")
    assert (await _move(marketplace, provider, guest, iv_start_time="15:30"))["data"]["how"] == "told"


async def test_over_the_own_rules_it_needs_a_confirmation_that_holds_until_the_client_accepts(
    marketplace: "Marketplace",
) -> None:
    provider, client, order_id = await _agreed(marketplace)
    block = {"iv_date": DAY, "iv_start_time": "18:00", "iv_end_time": "20:00"}
    await marketplace.post("block_time", block, marketplace.as_(provider))
    refused = await _move(marketplace, provider, order_id, iv_start_time="18:30", iv_only_check="yes")
    assert set(refused["message"]["iv_msg"]) == {"iv_over_rules", "iv_warning_hours", "iv_warning_blocked"}
    asked = await _move(marketplace, provider, order_id, iv_start_time="18:30", iv_over_rules="yes")
    assert asked["data"]["how"] == "asked", asked
    answer = {"iv_order_id": order_id, "iv_answer": "accepted"}
    assert (await marketplace.post("answer_new_time", answer, marketplace.as_(client)))["status"]
    assert await _starts(marketplace, client) == ("18:30", "19:00", "")


async def test_what_cannot_be_is_refused_beside_its_field(marketplace: "Marketplace") -> None:
    provider, client, order_id = await _agreed(marketplace)
    await _tell_until(marketplace, provider, "0")
    await marketplace.booked(provider, client, 3)  # at 11:40
    for changes, field in (
        ({"iv_start_time": "09:00"}, "iv_start_time"),
        ({"iv_start_time": "11:50"}, "iv_start_time"),
        ({"iv_start_time": "11:30", "iv_over_rules": "yes"}, "iv_start_time"),
        ({"iv_date": "2027-01-03"}, "iv_start_time"),
        ({"iv_duration": "4"}, "iv_duration"),
        ({"iv_session_position": 2}, "iv_session_position"),
        ({"iv_start_time": "noon"}, "iv_start_time"),
    ):
        answer = await _move(marketplace, provider, order_id, **changes)
        assert (answer["status"], list(answer["message"]["iv_msg"])) == (False, [field]), changes
    wrong = await marketplace.post(
        "update_move_terms", {"iv_told_until_hours": "721"}, marketplace.as_(provider)
    )
    assert list(wrong["message"]["iv_msg"]) == ["iv_told_until_hours"]


async def test_one_of_several_sessions_moves_between_its_neighbours(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    services = [await marketplace.service(provider) for _ in range(2)]
    slots = (await marketplace.slots(provider))[:2]
    body = marketplace.order(provider, services, slots)
    placed = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    order_id = placed["data"]["booking_data"]["order_id"]
    await marketplace.respond(provider, order_id, "accepted")
    await _tell_until(marketplace, provider, "0")
    first = await _move(marketplace, provider, order_id, iv_session_position=1)
    assert list(first["message"]["iv_msg"]) == ["iv_start_time"], "it would be after the second one"
    second = await _move(marketplace, provider, order_id, iv_session_position=2)
    assert second["data"]["how"] == "told", second
    assert await _starts(marketplace, client) == ("09:00", "14:30", "")


async def test_only_its_provider_moves_an_order(marketplace: "Marketplace") -> None:
    _, client, order_id = await _agreed(marketplace)
    other = await marketplace.provider()
    body = {"iv_order_id": order_id, "iv_date": DAY, "iv_start_time": "14:00"}
    for who, status in ((other, 404), (client, 403)):
        sent = await marketplace.http.post("/api/move_appointment", json=body, headers=marketplace.as_(who))
        assert sent.status_code == status


async def test_of_a_move_and_bookings_at_once_one_wins_and_each_loser_is_told(
    marketplace: "Marketplace",
) -> None:
    provider, _, order_id = await _agreed(marketplace)
    await _tell_until(marketplace, provider, "0")
    service = await marketplace.service(provider, confirmation="instant")
    clients = [await marketplace.person() for _ in range(4)]
    for number in (4, 6, 8):
        slot = (await marketplace.slots(provider))[number]
        body = marketplace.order(provider, [service], [slot])
        moved, *booked = await asyncio.gather(
            _move(marketplace, provider, order_id, iv_start_time=slot["provider_start_time"][11:16]),
            *(marketplace.post("create_appointment_order", body, marketplace.as_(each)) for each in clients),
        )
        assert [moved["status"], *(each["status"] for each in booked)].count(True) == 1, (moved, booked)
        assert moved["status"] or moved["message"]["iv_msg"] == {"iv_start_time": BOOKED}


async def test_a_client_is_asked_about_a_time_in_the_buffers_of_another_appointment(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    flexible = {"iv_tuesday_window_type": "flexible"}
    await marketplace.post("update_appointment_window", flexible, marketplace.as_(provider))
    service = await marketplace.service(provider, buffer_before=10, buffer_after=10, confirmation="instant")
    ids: list[str] = []
    for number in (0, 12):  # at 9:00 and 12:00
        slots = (await marketplace.slots(provider))[number : number + 1]
        body = marketplace.order(provider, [service], slots)
        placed = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
        ids.append(placed["data"]["booking_data"]["order_id"])
    beside = {"iv_start_time": placed["data"]["booking_data"]["provider_end_time"][11:16]}
    refused = await _move(marketplace, provider, ids[0], **beside)
    assert set(refused["message"]["iv_msg"]) == {"iv_over_rules", "iv_warning_buffer"}
    asked = await _move(marketplace, provider, ids[0], **beside, iv_over_rules="yes")
    assert asked["status"], asked
    answer = {"iv_order_id": ids[0], "iv_answer": "accepted"}
    assert (await marketplace.post("answer_new_time", answer, marketplace.as_(client)))["status"]
