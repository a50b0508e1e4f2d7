"""The subscription feed, files for the device, and reminders."""

import base64
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.booking_reminders import ReminderDue
from icalendar import Calendar

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def change(marketplace: "Marketplace", who: str, action: str) -> str:
    answer = await marketplace.post("update_calendar_feed", {"iv_action": action}, marketplace.as_(who))
    return answer["data"]["feed_url"].removeprefix("https://openhours.test")


async def shown_address(marketplace: "Marketplace", who: str) -> str:
    shown = await marketplace.get("get_calendar_feed", marketplace.as_(who))
    return shown["data"]["feed_url"].removeprefix("https://openhours.test")


def events_in(content: bytes) -> list[Any]:
    return list(Calendar.from_ical(content).walk("VEVENT"))


async def test_the_feed_holds_what_is_official_on_both_sides(marketplace: "Marketplace") -> None:
    provider, client, colleague = (
        await marketplace.provider(),
        await marketplace.person(),
        await marketplace.provider(),
    )
    assert await shown_address(marketplace, provider) == ""
    address = await change(marketplace, provider, "create")
    assert events_in((await marketplace.http.get(address)).content) == []
    as_provider = await marketplace.booked(provider, client, 0)
    as_client = await marketplace.booked(colleague, provider, 3)
    await marketplace.booked(provider, client, 5)
    await marketplace.respond(provider, as_provider, "accepted")
    await marketplace.respond(colleague, as_client, "accepted")
    answer = await marketplace.http.get(address)
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    events = events_in(answer.content)
    assert [str(event["UID"]) for event in events] == [
        f"{as_provider}-0@openhours",
        f"{as_client}-0@openhours",
    ]
    assert str(events[0]["SUMMARY"]) == "Talk: Ana Client"
    assert all("ATTENDEE" not in event for event in events)
    unchanged = await marketplace.http.get(address, headers={"If-None-Match": answer.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    await marketplace.respond(provider, as_provider, "cancelled")
    assert len(events_in((await marketplace.http.get(address)).content)) == 1


async def test_an_address_ends_when_it_is_reset_or_revoked(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.person()
    first = await change(marketplace, provider, "create")
    assert await change(marketplace, provider, "create") == first
    assert await shown_address(marketplace, provider) == first
    second = await change(marketplace, provider, "reset")
    assert (await marketplace.http.get(first)).status_code == 404
    assert (await marketplace.http.get(second)).status_code == 200
    assert await shown_address(marketplace, provider) == second
    assert await change(marketplace, provider, "revoke") == ""
    assert await shown_address(marketplace, provider) == ""
    assert (await marketplace.http.get(second)).status_code == 404
    third = await change(marketplace, provider, "create")
    assert third not in {first, second}, "what was revoked stays so"
    await change(marketplace, other, "create")
    stolen = third.replace(provider, other)
    for wrong in (stolen, third[:-6] + "x.ics", "/api/calendar_feed/nobody/x.ics"):
        assert (await marketplace.http.get(wrong)).status_code == 404
    assert (await marketplace.http.get("/api/get_calendar_feed")).status_code == 401


async def test_an_accepted_appointment_is_a_file_for_either_side(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    early = await marketplace.get(f"get_appointment_calendar/{order_id}", marketplace.as_(client))
    assert early["message"]["main_msg"] == "Only an accepted appointment can be added to a calendar."
    await marketplace.respond(provider, order_id, "accepted")
    for who, name in ((provider, "Talk: Ana Client"), (client, "Talk: Paul Provider")):
        answer = await marketplace.get(f"get_appointment_calendar/{order_id}", marketplace.as_(who))
        content = base64.b64decode(answer["data"]["ical_content_data"]["content"])
        [event] = events_in(content)
        assert str(event["SUMMARY"]) == name
        assert b"METHOD:PUBLISH" in content
    stranger = marketplace.as_(await marketplace.person())
    refused = await marketplace.http.get(f"/api/get_appointment_calendar/{order_id}", headers=stranger)
    assert refused.status_code == 404


async def test_people_are_reminded_a_day_and_an_hour_ahead_and_only_then(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, 5)  # tomorrow 12:20, 24 h 20 min from now
    await marketplace.respond(provider, order_id, "accepted")
    pending = await marketplace.booked(provider, client, 7)
    for minutes in (0, 10, 30, 31, 600, 23 * 60, 23 * 60 + 30, 24 * 60, 24 * 60 + 30):
        marketplace.now = NOON + timedelta(minutes=minutes)
        await marketplace.run_jobs()
        await marketplace.run_jobs()
        events = [
            (event.order.order_id, event.hours_ahead) for event in marketplace.published.of(ReminderDue)
        ]
        if minutes < 20:
            assert events == []
    await marketplace.published.wait_for(ReminderDue, 2)
    events = [(event.order.order_id, event.hours_ahead) for event in marketplace.published.of(ReminderDue)]
    assert events == [(order_id, 24), (order_id, 1)]
    assert pending not in dict(events)


async def test_every_one_of_sessions_that_follow_each_other_is_reminded_of(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    tuesday, thursday = await marketplace.slots(provider), await marketplace.slots(provider, "2027-01-07")
    body = marketplace.order(provider, [service], [tuesday[5], tuesday[7], thursday[0]])
    placed = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    order_id = placed["data"]["booking_data"]["order_id"]
    await marketplace.respond(provider, order_id, "accepted")
    for hours in (1, 24, 25, 26, 46, 68):
        marketplace.now = NOON + timedelta(hours=hours)
        await marketplace.run_jobs()
    events = await marketplace.published.wait_for(ReminderDue, 6)
    first, second, last = (each["provider_start_time"] for each in (tuesday[5], tuesday[7], thursday[0]))
    assert [(f"{each.session.starts_at:%Y-%m-%dT%H:%M:%SZ}", each.hours_ahead) for each in events] == [
        (first, 24), (second, 24), (first, 1), (second, 1), (last, 24), (last, 1),
    ]  # fmt: skip


async def test_a_session_twelve_hours_after_another_has_its_own_reminder(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    long_day = {
        "iv_wednesday_quota_start_time": "06:00", "iv_wednesday_quota_end_time": "18:30",
        "iv_wednesday_quota_duration": "30", "iv_wednesday_quota_buffer": "0",
    }  # fmt: skip
    assert (await marketplace.post("update_appointment_window", long_day, marketplace.as_(provider)))[
        "status"
    ]
    slots = await marketplace.slots(provider, "2027-01-06")
    body = marketplace.order(provider, [await marketplace.service(provider)], [slots[0], slots[24]])
    placed = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    await marketplace.respond(provider, placed["data"]["booking_data"]["order_id"], "accepted")
    for hours in (18, 30):
        marketplace.now = NOON + timedelta(hours=hours)
        await marketplace.run_jobs()
    events = await marketplace.published.wait_for(ReminderDue, 2)
    assert [(f"{each.session.starts_at:%d %H:%M}", each.hours_ahead) for each in events] == [
        ("06 06:00", 24), ("06 18:00", 24),
    ]  # fmt: skip


async def test_the_feed_keeps_what_is_over_for_ninety_days(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    address = await change(marketplace, provider, "create")
    for status, day in (("accepted", 0), ("ongoing", 1), ("completed", 1)):
        marketplace.now = NOON + timedelta(days=day)
        assert (await marketplace.respond(provider, order_id, status))["status"]
        assert len(events_in((await marketplace.http.get(address)).content)) == 1, status
    over = datetime(2027, 1, 5, 9, 30, tzinfo=UTC) + timedelta(days=90)
    for marketplace.now, kept in ((over - timedelta(seconds=1), 1), (over, 0)):
        assert len(events_in((await marketplace.http.get(address)).content)) == kept


async def test_who_accepts_within_the_day_reminds_once_and_a_cancelled_session_never(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    kept, gone = await marketplace.booked(provider, client, 0), await marketplace.booked(provider, client, 1)
    for order_id in (kept, gone):
        await marketplace.respond(provider, order_id, "accepted")
    await marketplace.respond(client, gone, "cancelled")
    marketplace.now = NOON + timedelta(hours=20, minutes=45)  # Tuesday 08:45
    await marketplace.run_jobs()
    [event] = await marketplace.published.wait_for(ReminderDue)
    assert (event.order.order_id, event.hours_ahead) == (kept, 1)
