"""An order of several sessions: each has a state of its own, and the order's status follows from them."""

import asyncio
import base64
import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from contracts.events.booking import OrderCompleted, OrderEvidenceKept, OrderStarted, SessionEnded
from contracts.events.booking_reminders import ReminderDue
from contracts.events.profiles_moderation import ReportFiled, StandingChanged
from icalendar import Calendar
from local.databases import asyncpg_url

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

DAYS = ("2027-01-05", "2027-01-06", "2027-01-07")
WORDS = {"iv_feedback": "A very good session"}
STARTS = [datetime.fromisoformat(f"{day}T09:00:00Z") for day in DAYS]


async def booked(marketplace: "Marketplace", provider: str, client: str) -> str:
    """An accepted order of the first slot of three days; its id."""
    slots = [(await marketplace.slots(provider, day))[0] for day in DAYS]
    body = marketplace.order(provider, [await marketplace.service(provider)], slots)
    placed = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    assert placed["status"], placed
    order_id = placed["data"]["booking_data"]["order_id"]
    assert (await marketplace.respond(provider, order_id, "accepted"))["status"]
    return order_id


async def row_of(marketplace: "Marketplace", who: str, order_id: str) -> dict[str, Any]:
    lists = (await marketplace.get("get_booking_info", marketplace.as_(who)))["data"]["bookings_list"]
    return next(row for row in [*lists["order"], *lists["request"]] if row["order_id"] == order_id)


def states(row: dict[str, Any]) -> list[str]:
    return [session["session_state"] for session in json.loads(row["session_time"])]


async def free_at_nine(marketplace: "Marketplace", provider: str) -> list[bool]:
    """Of each of the three days, whether its first slot is offered."""
    slots = await marketplace.slots(provider, DAYS[0], DAYS[-1])
    offered = {slot["provider_start_time"] for slot in slots}
    return [f"{day}T09:00:00Z" in offered for day in DAYS]


async def test_only_the_last_session_completes_an_order_and_no_other_is_freed(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    story: list[tuple[str, list[str], int, str]] = []
    for start in STARTS:
        marketplace.now = start
        for response in ("ongoing", "completed"):
            assert await free_at_nine(marketplace, provider) == [False] * 3
            answer = await marketplace.respond(provider, order_id, response)
            assert answer["status"], answer
            row = await row_of(marketplace, client, order_id)
            assert answer["data"]["additional_update"]["request_status"] == row["request_status"]
            story.append((row["request_status"], states(row), row["due_position"], row["due_start_time"]))
    assert story == [
        ("ongoing", ["ongoing", "upcoming", "upcoming"], 1, "2027-01-05T09:00:00Z"),
        ("accepted", ["done", "upcoming", "upcoming"], 2, "2027-01-06T09:00:00Z"),
        ("ongoing", ["done", "ongoing", "upcoming"], 2, "2027-01-06T09:00:00Z"),
        ("accepted", ["done", "done", "upcoming"], 3, "2027-01-07T09:00:00Z"),
        ("ongoing", ["done", "done", "ongoing"], 3, "2027-01-07T09:00:00Z"),
        ("completed", ["done", "done", "done"], 3, "2027-01-07T09:00:00Z"),
    ]
    started = await marketplace.published.wait_for(OrderStarted, 3)
    assert [event.session and event.session.position for event in started] == [1, 2, 3]
    ended = await marketplace.published.wait_for(SessionEnded, 2)
    assert [(event.session and event.session.state, event.order.status) for event in ended] == [
        ("done", "accepted"), ("done", "accepted"),
    ]  # fmt: skip
    assert all(event.calendar is None for event in ended), "the appointment is not entered anew"
    [completed] = await marketplace.published.wait_for(OrderCompleted)
    assert completed.session
    assert completed.session.position == 3


async def test_nobody_takes_a_later_session_of_an_order_that_goes_on(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    later = (await marketplace.slots(provider, DAYS[1]))[:1]
    order_id = await booked(marketplace, provider, client)
    marketplace.now = STARTS[0]
    for response in ("ongoing", "completed"):
        assert (await marketplace.respond(provider, order_id, response))["status"]
    body = marketplace.order(provider, [service], later)
    others = [await marketplace.person() for _ in range(5)]
    answers = await asyncio.gather(
        *(marketplace.post("create_appointment_order", body, marketplace.as_(other)) for other in others)
    )
    assert {answer["message"]["main_msg"] for answer in answers} == {
        "This time has just been taken. Please choose another."
    }
    shown = await marketplace.get(
        "get_provider_appointment_settings_and_booking_history",
        marketplace.as_(provider),
        provider_id=provider,
    )
    [held] = shown["data"]["booking_info"]
    assert [each["provider_start_time"] for each in json.loads(held["session_time"])] == [
        "2027-01-06T09:00:00Z", "2027-01-07T09:00:00Z",
    ], "what is over holds no time"  # fmt: skip


async def test_a_client_who_does_not_come_misses_one_session(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    early = await marketplace.respond(provider, order_id, "missed")
    assert early["message"]["main_msg"] == "You can't mark a session as missed before its start time."
    marketplace.now = STARTS[0]
    by_client = await marketplace.respond(client, order_id, "missed")
    assert by_client["message"]["main_msg"].startswith("Only the provider can")
    missed = await marketplace.respond(provider, order_id, "missed")
    assert missed["message"]["main_msg"] == "Your response was successfully submitted."
    text = missed["data"]["notification_data"]["notification_text"]
    assert text == "Paul Provider has marked your session as missed."
    row = await row_of(marketplace, client, order_id)
    assert (row["request_status"], states(row)) == ("accepted", ["missed", "upcoming", "upcoming"])
    next_one = await marketplace.respond(provider, order_id, "missed")
    assert next_one["status"] is False, "the next session has not begun"
    marketplace.now = STARTS[1]
    for response in ("ongoing", "missed"):
        assert (await marketplace.respond(provider, order_id, response))["status"]
    marketplace.now = STARTS[2]
    assert (await marketplace.respond(provider, order_id, "missed"))["status"]
    row = await row_of(marketplace, provider, order_id)
    assert (row["request_status"], states(row)) == ("completed", ["missed"] * 3)
    ended = await marketplace.published.wait_for(SessionEnded, 2)
    assert [event.session and event.session.state for event in ended] == ["missed", "missed"]
    rating = {
        "iv_order_id": order_id,
        "iv_provider_id": provider,
        "iv_rating": "4",
        **WORDS,
    }
    held = await marketplace.post("create_appointment_rating", rating, marketplace.as_(client))
    assert held["message"]["main_msg"].startswith("This appointment did not take place")
    contest = {"iv_order_id": order_id, "iv_feedback": "I was there."}
    assert (await marketplace.post("contest_no_show", contest, marketplace.as_(client)))["status"]
    assert (await marketplace.post("create_appointment_rating", rating, marketplace.as_(client)))["status"]


async def test_an_order_that_goes_on_cannot_be_rated(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    marketplace.now = STARTS[0]
    for response in ("ongoing", "completed"):
        await marketplace.respond(provider, order_id, response)
    rating = {"iv_order_id": order_id, "iv_provider_id": provider, "iv_rating": "5", **WORDS}
    answer = await marketplace.post("create_appointment_rating", rating, marketplace.as_(client))
    assert answer["message"]["main_msg"] == "You can only rate an appointment once it is completed."


async def test_an_answer_for_a_session_that_is_no_longer_due_changes_nothing(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    marketplace.now = STARTS[1]  # the first two sessions have begun
    assert (await marketplace.respond(provider, order_id, "missed", iv_session_position=1))["status"]
    stale = await marketplace.respond(provider, order_id, "missed", iv_session_position=1)
    assert stale["status"] is False
    assert stale["message"]["iv_msg"]["iv_session_position"].startswith("Another session")
    row = await row_of(marketplace, client, order_id)
    assert (row["due_position"], states(row)) == (2, ["missed", "upcoming", "upcoming"])
    assert (await marketplace.respond(provider, order_id, "ongoing", iv_session_position="2"))["status"]


async def test_between_two_sessions_others_may_be_started(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    other = await marketplace.booked(provider, client)
    await marketplace.respond(provider, other, "accepted")
    marketplace.now = STARTS[0]
    await marketplace.respond(provider, order_id, "ongoing")
    assert not (await marketplace.respond(provider, other, "ongoing"))["status"]
    await marketplace.respond(provider, order_id, "completed")
    assert (await marketplace.respond(provider, other, "ongoing"))["status"]
    assert not (await marketplace.respond(provider, order_id, "ongoing"))["status"]


async def test_both_sides_are_reminded_of_every_session(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    for number, start in enumerate(STARTS):
        for before in (timedelta(hours=24), timedelta(hours=1), timedelta(0)):
            marketplace.now = max(marketplace.now, start - before)
            await marketplace.run_jobs()
            if before == timedelta(0):
                responses = ("missed",) if number == 1 else ("ongoing", "completed")
                for response in responses:
                    assert (await marketplace.respond(provider, order_id, response))["status"]
    reminders = await marketplace.published.wait_for(ReminderDue, 5)
    assert [(event.session.position, event.hours_ahead) for event in reminders] == [
        (1, 1),  # it was accepted within the day
        (2, 24), (2, 1), (3, 24), (3, 1),
    ]  # fmt: skip


async def test_an_order_that_has_begun_is_not_moved(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    await marketplace.respond(provider, order_id, "ongoing")  # early
    marketplace.now = STARTS[0]
    await marketplace.respond(provider, order_id, "completed")
    slot = (await marketplace.slots(provider, "2027-01-08"))[0]
    body = {
        "iv_order_id": order_id,
        "iv_session_list": [{"provider_start_time": slot["provider_start_time"]}],
    }
    answer = await marketplace.post("propose_new_time", body, marketplace.as_(client))
    assert answer["message"]["main_msg"] == "An appointment whose start time has passed can't be moved."


async def test_the_file_for_a_device_holds_what_is_still_to_come(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    marketplace.now = STARTS[0]
    for response in ("ongoing", "completed"):
        await marketplace.respond(provider, order_id, response)
    answer = await marketplace.get(f"get_appointment_calendar/{order_id}", marketplace.as_(client))
    file = Calendar.from_ical(base64.b64decode(answer["data"]["ical_content_data"]["content"]))
    assert [str(event["UID"]) for event in file.walk("VEVENT")] == [
        f"{order_id}-1@openhours", f"{order_id}-2@openhours",
    ], "under the names that they had"  # fmt: skip


async def test_what_was_held_stays_so_when_the_rest_is_called_off(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    marketplace.now = STARTS[0]
    for response in ("ongoing", "completed"):
        await marketplace.respond(provider, order_id, response)
    await marketplace.tell(
        StandingChanged(account_id=client, suspended=True, title="Spam", note="", revision=1)
    )
    row = await row_of(marketplace, provider, order_id)
    sessions = json.loads(row["session_time"])
    assert [session["request_status"] for session in sessions] == ["completed", "cancelled", "cancelled"]
    assert row["request_status"] == "cancelled"
    assert await free_at_nine(marketplace, provider) == [False, True, True]


async def test_a_report_keeps_the_state_of_each_session(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    marketplace.now = STARTS[0]
    await marketplace.respond(provider, order_id, "missed")
    report = ReportFiled(
        report_id="report-1",
        reporter_id=client,
        reported_id=provider,
        report_type="appointments",
        issue_id=order_id,
        title="Fraud & Scams",
        filed_at=marketplace.now,
    )
    await marketplace.tell(report)
    kept = await marketplace.published.first(OrderEvidenceKept)
    sessions = kept.evidence["sessions"]
    assert isinstance(sessions, list)
    assert [dict(each)["state"] for each in sessions if isinstance(each, dict)] == [
        "missed", "upcoming", "upcoming",
    ]  # fmt: skip


async def test_the_version_before_may_go_on_writing_only_the_status(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await booked(marketplace, provider, client)
    database = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        for status, follow in (
            ("ongoing", ["ongoing", "upcoming", "upcoming"]), ("completed", ["done", "done", "done"]),
        ):  # fmt: skip
            await database.execute("UPDATE booking_order SET status = $1", status)
            assert states(await row_of(marketplace, client, order_id)) == follow
        with pytest.raises(asyncpg.CheckViolationError):
            await database.execute("UPDATE session SET state = 'lost'")
    finally:
        await database.close()
