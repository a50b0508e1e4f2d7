"""Reminders as their provider wants them, clients who say that they come, and follow-ups."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.booking import OrderCompleted
from contracts.events.booking_reminders import AttendanceConfirmed, FollowUpDue, ReminderDue

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
MAIL_AT_TWO_DAYS = {"minutes_ahead": 2880, "by_mail": True, "by_push": False}
PUSH_AT_TWO_HOURS = {"minutes_ahead": 120, "by_mail": False, "by_push": True}


async def save(marketplace: "Marketplace", who: str, **fields: Any) -> dict[str, Any]:
    return await marketplace.post("update_reminder_plan", fields, marketplace.as_(who))


async def passed(marketplace: "Marketplace", *hours: float) -> None:
    for each in hours:
        marketplace.now = NOON + timedelta(hours=each)
        await marketplace.run_jobs()


async def test_sessions_are_reminded_of_as_their_provider_has_chosen(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    before = await marketplace.booked(provider, client, 5)  # tomorrow 12:20
    await marketplace.respond(provider, before, "accepted")
    saved = await save(marketplace, provider, iv_reminders=[PUSH_AT_TWO_HOURS, MAIL_AT_TWO_DAYS])
    assert saved["data"]["reminders"] == [MAIL_AT_TWO_DAYS, PUSH_AT_TWO_HOURS]
    service = await marketplace.service(provider, confirmation="instant")
    [friday, *_] = await marketplace.slots(provider, "2027-01-08")  # 09:00
    body = marketplace.order(provider, [service], [friday])
    after = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    await passed(marketplace, 1, 22, 22.5, 25, 45, 46, 90, 91.5)
    events = await marketplace.published.wait_for(ReminderDue, 3)
    later = after["data"]["booking_data"]["order_id"]
    assert [(each.order.order_id, each.minutes_ahead, each.by_mail, each.by_push) for each in events] == [
        (before, 120, False, True),
        (later, 2880, True, False),
        (later, 120, False, True),
    ]
    shown = await marketplace.get("get_reminder_plan", marketplace.as_(provider))
    assert (shown["data"]["follow_up_hours"], shown["data"]["daily_summary"]) == (None, "off")


async def test_a_provider_can_want_no_reminders_and_the_standard_ones_again(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, 5)
    await marketplace.respond(provider, order_id, "accepted")
    await save(marketplace, provider, iv_reminders=[])
    await passed(marketplace, 1)
    assert not marketplace.published.of(ReminderDue)
    standard = [
        {"minutes_ahead": 60, "by_mail": True, "by_push": True},
        {"minutes_ahead": "1440", "by_mail": True, "by_push": True},
    ]
    await save(marketplace, provider, iv_reminders=standard)
    await passed(marketplace, 2, 23.5)
    assert (await marketplace.published.first(ReminderDue)).minutes_ahead == 60


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"iv_reminders": [MAIL_AT_TWO_DAYS, MAIL_AT_TWO_DAYS]}, "iv_reminders"),
        ({"iv_reminders": [{"minutes_ahead": 60, "by_mail": False, "by_push": False}]}, "iv_reminders"),
        ({"iv_reminders": [{"minutes_ahead": 9}]}, "iv_reminders"),
        ({"iv_reminders": [{"minutes_ahead": 60 + n} for n in range(6)]}, "iv_reminders"),
        ({"iv_follow_up_hours": "721"}, "iv_follow_up_hours"),
        ({"iv_daily_summary": "hourly"}, "iv_daily_summary"),
    ],
)
async def test_a_plan_that_cannot_be_is_refused_beside_its_field(
    marketplace: "Marketplace", fields: dict[str, Any], field: str
) -> None:
    refused = await save(marketplace, await marketplace.provider(), **fields)
    assert (refused["status"], list(refused["message"]["iv_msg"])) == (False, [field])


async def test_only_providers_have_a_plan(marketplace: "Marketplace") -> None:
    headers = marketplace.as_(await marketplace.person())
    for answer in (
        await marketplace.http.get("/api/get_reminder_plan", headers=headers),
        await marketplace.http.post("/api/update_reminder_plan", json={}, headers=headers),
    ):
        assert answer.status_code == 403


async def test_a_client_says_once_that_they_come_and_a_new_time_asks_again(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, 5)
    said: dict[str, Any] = {"iv_order_id": order_id}
    early = await marketplace.post("confirm_attendance", said, marketplace.as_(client))
    assert early["message"]["main_msg"].endswith("an appointment that was accepted.")
    await marketplace.respond(provider, order_id, "accepted")
    wrong = await marketplace.post("confirm_attendance", said, marketplace.as_(provider))
    assert wrong["message"]["main_msg"] == "Only the client can say that they come."
    for _ in range(2):
        answer = await marketplace.post("confirm_attendance", said, marketplace.as_(client))
        assert '"coming":true' in answer["data"]["booking_data"]["session_time"]
    [event] = await marketplace.published.wait_for(AttendanceConfirmed)
    assert (event.session.coming, event.order.for_provider.revision) == (True, 3)
    listed = await marketplace.get("get_booking_info", marketplace.as_(provider))
    assert '"coming":true' in str(listed)
    [friday, *_] = await marketplace.slots(provider, "2027-01-08")
    moved = {"iv_order_id": order_id, "iv_session_list": [friday]}
    assert (await marketplace.post("propose_new_time", moved, marketplace.as_(client)))["status"]
    accepted = {"iv_order_id": order_id, "iv_answer": "accepted"}
    answer = await marketplace.post("answer_new_time", accepted, marketplace.as_(provider))
    assert '"coming":false' in answer["data"]["booking_data"]["session_time"]
    marketplace.now = NOON + timedelta(days=5)
    late = await marketplace.post("confirm_attendance", said, marketplace.as_(client))
    assert late["message"]["main_msg"] == "This session has begun already."


async def test_a_guest_says_so_by_the_mailed_link_and_a_stranger_cannot(marketplace: "Marketplace") -> None:
    provider, stranger = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, confirmation="instant")
    _, headers = await marketplace.guest()
    body = marketplace.order(provider, [service], (await marketplace.slots(provider))[:1])
    placed = await marketplace.post("create_appointment_order", body | {"iv_guest_token": "123456"}, headers)
    said = {"iv_order_id": placed["data"]["booking_data"]["order_id"]}
    foreign = await marketplace.http.post(
        "/api/confirm_attendance", json=said, headers=marketplace.as_(stranger)
    )
    assert foreign.status_code == 404
    assert (await marketplace.http.post("/api/confirm_attendance?token=x", json=said)).status_code == 401
    marketplace.now = NOON + timedelta(hours=20.5)
    await marketplace.run_jobs()
    link = (await marketplace.published.first(ReminderDue)).order.guest_link
    answer = await marketplace.post(f"confirm_attendance?token={link.partition('token=')[2]}", said)
    assert answer["status"]
    await marketplace.published.first(AttendanceConfirmed)


async def test_who_has_not_rated_is_followed_up_once(marketplace: "Marketplace") -> None:
    provider, client, other = (
        await marketplace.provider(),
        await marketplace.person(),
        await marketplace.person(),
    )
    await save(marketplace, provider, iv_follow_up_hours=24)
    silent, rated = (
        await marketplace.booked(provider, client, 0),
        await marketplace.booked(provider, other, 1),
    )
    for order_id in (silent, rated):
        await marketplace.respond(provider, order_id, "accepted")
    await passed(marketplace, 36)  # complete by themselves twelve hours after their sessions
    assert len(await marketplace.published.wait_for(OrderCompleted, 2)) == 2
    rating = {"iv_order_id": rated, "iv_rating": 5, "iv_feedback": "It was good.", "iv_trusted": "no"}
    answer = await marketplace.post("create_appointment_rating", rating, marketplace.as_(other))
    assert answer["status"], answer
    await passed(marketplace, 59)
    assert not marketplace.published.of(FollowUpDue)
    await passed(marketplace, 60, 61, 100)
    events = await marketplace.published.wait_for(FollowUpDue)
    assert [each.order.order_id for each in events] == [silent]


async def test_without_a_wish_for_it_nobody_is_followed_up(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, 0)
    await marketplace.respond(provider, order_id, "accepted")
    await save(marketplace, provider, iv_follow_up_hours=1)
    await passed(marketplace, 36)
    await save(marketplace, provider, iv_follow_up_hours="")
    await passed(marketplace, 40)
    assert not marketplace.published.of(FollowUpDue)
