"""update_appointment_order_request by the table, for provider, client and guest."""

import base64
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from booking.replays import REPLAYS
from chassis.db import Database
from contracts.events.booking import OrderAccepted, OrderCancelled, OrderCompleted, OrderStarted
from contracts.events.identity import AccountDeleted
from icalendar import Calendar

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def test_the_provider_accepts_starts_and_completes(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    accepted = await marketplace.respond(provider, order_id, "accepted", iv_feedback="See you")
    file = accepted["data"]["ical_content_data"]
    calendar = Calendar.from_ical(base64.b64decode(file["content"]))
    assert (calendar["METHOD"], file["filename"]) == ("REQUEST", "appointment-2027-01-05.ics")
    event = await marketplace.published.first(OrderAccepted)
    assert event.feedback == "See you"
    assert event.calendar
    assert event.calendar.content == file["content"]
    early = await marketplace.respond(provider, order_id, "completed")
    assert early["status"] is False
    started = await marketplace.respond(provider, order_id, "ongoing")
    assert started["data"]["additional_update"]["request_status"] == "ongoing"
    early = await marketplace.respond(provider, order_id, "completed")
    assert early["message"]["main_msg"] == "You can't complete an appointment before the agreed start time."
    marketplace.now += timedelta(days=1)
    done = await marketplace.respond(provider, order_id, "completed")
    assert done["data"]["booking_data"]["request_status"] == "completed"
    assert (await marketplace.published.first(OrderStarted)).actor == "provider"
    assert (await marketplace.published.first(OrderCompleted)).order.status == "completed"
    again = await marketplace.respond(provider, order_id, "completed")
    assert again["message"]["main_msg"] == "This appointment is already completed."


async def test_an_appointment_completes_by_itself_twelve_hours_after_its_last_session(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    slots = (await marketplace.slots(provider))[:3]
    sent = await marketplace.post(
        "create_appointment_order", marketplace.order(provider, [service], slots), marketplace.as_(client)
    )
    order_id = sent["data"]["booking_data"]["order_id"]
    unanswered = await marketplace.booked(provider, client)
    agreed = await marketplace.respond(provider, order_id, "accepted")
    ends = datetime.fromisoformat(slots[-1]["provider_end_time"])
    completes_at = agreed["data"]["booking_data"]["completes_at"]
    assert datetime.fromisoformat(completes_at) == ends + timedelta(hours=12)
    marketplace.now = datetime.fromisoformat(slots[0]["provider_end_time"])
    await marketplace.respond(provider, order_id, "missed")
    marketplace.now = ends + timedelta(hours=12) - timedelta(seconds=1)
    await marketplace.run_jobs()
    assert not marketplace.published.of(OrderCompleted)
    marketplace.now = ends + timedelta(hours=12)
    await marketplace.run_jobs()
    await marketplace.run_jobs()
    [completed] = await marketplace.published.wait_for(OrderCompleted)
    assert (completed.actor, completed.session) == ("system", None)
    assert [session.state for session in completed.order.sessions] == ["missed", "done", "done"]
    seen = (await marketplace.get(f"get_guest_booking/{order_id}", marketplace.as_(client)))["data"][
        "booking_data"
    ]
    assert (seen["request_status"], seen["completes_at"]) == ("completed", "")
    assert datetime.fromisoformat(seen["rate_by"]) == marketplace.now + timedelta(days=60)
    lapsed = await marketplace.get(f"get_guest_booking/{unanswered}", marketplace.as_(client))
    assert lapsed["data"]["booking_data"]["request_status"] == "cancelled", "not what nobody accepted"
    rated = {"iv_order_id": order_id, "iv_rating": 5, "iv_feedback": "A calm and thorough hour"}
    assert (await marketplace.post("create_appointment_rating", rated, marketplace.as_(client)))["status"]
    assert len(marketplace.published.of(OrderCompleted)) == 1


async def test_during_a_session_others_are_answered_but_not_started(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    orders = [await marketplace.booked(provider, client) for _ in range(4)]
    for order_id in orders[:2]:
        await marketplace.respond(provider, order_id, "accepted")
    assert (await marketplace.respond(provider, orders[0], "ongoing"))["status"]
    refused = await marketplace.respond(provider, orders[1], "ongoing")
    assert refused["message"]["main_msg"].startswith("You can't start another session")
    elsewhere = await marketplace.provider()
    theirs = await marketplace.booked(elsewhere, await marketplace.person())
    for response in ("accepted", "ongoing"):
        assert (await marketplace.respond(elsewhere, theirs, response))["status"], "others' sessions start"
    with_client = await marketplace.booked(elsewhere, client)
    await marketplace.respond(elsewhere, theirs, "cancelled")
    await marketplace.respond(elsewhere, with_client, "accepted")
    assert not (await marketplace.respond(elsewhere, with_client, "ongoing"))["status"], (
        "the client is in one"
    )
    for order_id, response in ((orders[2], "accepted"), (orders[3], "rejected"), (orders[1], "cancelled")):
        assert (await marketplace.respond(provider, order_id, response))["status"], response


async def test_what_the_table_does_not_have_is_refused_and_changes_nothing(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    for response in ("accepted", "rejected", "ongoing", "completed", "pending"):
        assert (await marketplace.respond(client, order_id, response))["status"] is False
    for response in ("ongoing", "completed", "cancelled", "pending"):
        assert (await marketplace.respond(provider, order_id, response))["status"] is False
    answer = await marketplace.respond(provider, order_id, "perhaps")
    assert "iv_response" in answer["message"]["iv_msg"]
    rows = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"][
        "request"
    ]
    assert [row["request_status"] for row in rows] == ["pending"]
    assert (await marketplace.respond(client, order_id, "cancelled"))["status"] is True


async def test_strangers_and_nobody_learn_nothing(marketplace: "Marketplace") -> None:
    provider, client, stranger = (
        await marketplace.provider(),
        await marketplace.person(),
        await marketplace.person(),
    )
    order_id = await marketplace.booked(provider, client)
    body = {"iv_order_id": order_id, "iv_response": "cancelled"}
    call = "/api/update_appointment_order_request"
    assert (
        await marketplace.http.post(call, json=body, headers=marketplace.as_(stranger))
    ).status_code == 404
    assert (await marketplace.http.post(call, json=body)).status_code == 401
    assert (await marketplace.http.post(call, json=body, params={"token": "x"})).status_code == 401
    unknown = body | {"iv_order_id": "no such order"}
    assert (
        await marketplace.http.post(call, json=unknown, headers=marketplace.as_(client))
    ).status_code == 404
    look = f"/api/get_guest_booking/{order_id}"
    assert (await marketplace.http.get(look)).status_code == 401
    assert (await marketplace.http.get(look, headers=marketplace.as_(stranger))).status_code == 404
    for side in (provider, client):
        assert (await marketplace.http.get(look, headers=marketplace.as_(side))).status_code == 200


async def test_a_remote_session_is_accepted_with_an_https_link_only(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, iv_delivery_mode="remote")
    for link in (
        "",
        "http://meet.example.com/x",
        "https://",
        "javascript:alert(1)",
        "https://a b.example.com",
    ):
        answer = await marketplace.respond(provider, order_id, "accepted", iv_delivery_location=link)
        assert answer["message"]["main_msg"] == "You have to provide a valid URL for the meeting link", link
        assert "iv_delivery_location" in answer["message"]["iv_msg"]
    answer = await marketplace.respond(
        provider, order_id, "accepted", iv_delivery_location="https://meet.example.com/x?y=1"
    )
    assert answer["data"]["booking_data"]["delivery_location"] == "https://meet.example.com/x?y=1"


async def test_a_cancelled_appointment_leaves_the_calendar_and_frees_its_time(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    accepted = await marketplace.respond(provider, order_id, "accepted")
    cancelled = await marketplace.respond(client, order_id, "cancelled")
    first, second = (
        Calendar.from_ical(base64.b64decode(answer["data"]["ical_content_data"]["content"]))
        for answer in (accepted, cancelled)
    )
    assert second["METHOD"] == "CANCEL"
    before, after = first.walk("VEVENT")[0], second.walk("VEVENT")[0]
    assert before["UID"] == after["UID"]
    assert (int(str(before["SEQUENCE"])), int(str(after["SEQUENCE"]))) == (0, 1)
    assert (await marketplace.slots(provider))[0]["provider_start_time"] == "2027-01-05T09:00:00Z"
    event = await marketplace.published.first(OrderCancelled)
    assert event.calendar
    assert event.calendar.method == "CANCEL"


async def test_nobody_has_two_sessions_ongoing(marketplace: "Marketplace") -> None:
    provider, other, client = (
        await marketplace.provider(),
        await marketplace.provider(),
        await marketplace.person(),
    )
    first, second = (
        await marketplace.booked(provider, client),
        await marketplace.booked(provider, await marketplace.person()),
    )
    elsewhere = await marketplace.booked(other, client)
    for who, order_id in ((provider, first), (provider, second), (other, elsewhere)):
        assert (await marketplace.respond(who, order_id, "accepted"))["status"] is True
    assert (await marketplace.respond(provider, first, "ongoing"))["status"] is True
    for who, order_id in ((provider, second), (other, elsewhere)):
        answer = await marketplace.respond(who, order_id, "ongoing")
        assert (
            answer["message"]["main_msg"] == "You can't start another session if there is an ongoing session"
        )
    await marketplace.respond(client, first, "cancelled")
    assert (await marketplace.respond(other, elsewhere, "ongoing"))["status"] is True


async def test_a_request_nobody_answered_is_cancelled_by_the_system(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id, accepted = (
        await marketplace.booked(provider, client),
        await marketplace.booked(provider, client),
    )
    await marketplace.respond(provider, accepted, "accepted")
    start = datetime(2027, 1, 5, 9, tzinfo=UTC)
    for marketplace.now, status in (
        (NOON, "pending"), (start - timedelta(microseconds=1), "pending"), (start, "cancelled"),
        (start + timedelta(hours=12), "cancelled"),
    ):  # fmt: skip
        if marketplace.now == start:
            assert (await marketplace.respond(provider, order_id, "accepted"))["status"] is False, "too late"
        await marketplace.run_jobs()
        rows = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"][
            "request"
        ]
        assert {row["order_id"]: row["request_status"] for row in rows} == {
            order_id: status, accepted: "accepted",
        }  # fmt: skip
    [cancelled] = await marketplace.published.wait_for(OrderCancelled)
    assert (cancelled.actor, cancelled.order.order_id) == ("system", order_id)


async def test_an_erased_account_stays_anonymous_in_the_bookings_of_others(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Client")
    kept, opened = await marketplace.booked(provider, client), await marketplace.booked(provider, client)
    await marketplace.respond(provider, kept, "rejected", iv_feedback="Dear Ana, I am ill on that day.")
    await marketplace.tell(AccountDeleted(account_id=client))
    rows = (await marketplace.get("get_booking_info", marketplace.as_(provider)))["data"]["bookings_list"][
        "order"
    ]
    by_id = {row["order_id"]: row for row in rows}
    assert {row["name"] for row in rows} == {"Deleted account"}
    assert by_id[opened]["request_status"] == "cancelled"
    assert "Ana" not in str(rows)
    assert f"{client}@example.com" not in str(rows)
    cancelled = await marketplace.published.first(OrderCancelled)
    assert cancelled.actor == "system"
    assert "Ana" not in cancelled.model_dump_json()
    await marketplace.tell(AccountDeleted(account_id=provider))
    answer = await marketplace.http.get(
        "/api/get_provider_appointment_window", params={"provider_id": provider}
    )
    assert answer.status_code == 404


async def test_the_whole_story_can_be_told_again(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.post(
        "update_appointment_window", {"iv_sunday_window_status": "open"}, marketplace.as_(provider)
    )
    order_id = await marketplace.booked(provider, client)
    for response in ("accepted", "ongoing", "cancelled"):
        await marketplace.respond(provider, order_id, response)
    await marketplace.respond(provider, await marketplace.booked(provider, client), "accepted")
    await marketplace.respond(provider, await marketplace.booked(provider, client), "rejected")
    await marketplace.respond(client, await marketplace.booked(provider, client), "cancelled")
    database = Database(marketplace.database_url)
    try:
        async with database.writing() as tx:
            events = [event for tell in REPLAYS async for event in tell(tx)]
    finally:
        await database.close()
    assert [event.key for event in events] == [
        "booking.hours.changed",
        "booking.client.first_requested",
        "booking.order.requested",
        "booking.order.accepted",
        "booking.order.cancelled",
        "booking.order.requested",
        "booking.order.accepted",
        "booking.order.requested",
        "booking.order.rejected",
        "booking.order.requested",
        "booking.order.cancelled",
    ]
