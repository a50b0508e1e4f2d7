"""Moving an appointment: who may propose and answer, which time is held, and which events are published."""

import base64
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import asyncpg
import orjson
import pytest
from booking.reschedule import rules
from contracts.events.booking import AvailabilityChanged, OrderMoved, OrderRequested, TimeDeclined
from contracts.events.booking_reminders import ReminderDue
from icalendar import Calendar
from local.databases import asyncpg_url

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


@pytest.fixture
async def agreed(marketplace: "Marketplace") -> tuple[str, str, str]:
    """A provider, a client, and their accepted order of tomorrow's second slot."""
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, 1)
    assert (await marketplace.respond(provider, order_id, "accepted"))["status"]
    return provider, client, order_id


async def propose(
    marketplace: "Marketplace", who: str, order_id: str, slots: list[dict[str, Any]], **more: Any
) -> dict[str, Any]:
    wanted = [{key: slot[key] for key in ("appointment_slot_id", "provider_start_time")} for slot in slots]
    body = {"iv_order_id": order_id, "iv_session_list": wanted, "iv_feedback": "Later?", **more}
    return await marketplace.post("propose_new_time", body, marketplace.as_(who))


async def answer(marketplace: "Marketplace", who: str, order_id: str, said: str) -> dict[str, Any]:
    return await marketplace.post(
        "answer_new_time", {"iv_order_id": order_id, "iv_answer": said}, marketplace.as_(who)
    )


async def starts(marketplace: "Marketplace", provider: str) -> list[str]:
    return [slot["provider_start_time"] for slot in await marketplace.slots(provider)]


async def test_the_other_side_accepts_and_the_appointment_moves(
    marketplace: "Marketplace", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    free = await marketplace.slots(provider)
    proposed = await propose(marketplace, client, order_id, free[3:4])
    booking = proposed["data"]["booking_data"]
    assert (booking["proposed_by"], booking["proposed_note"]) == ("client", "Later?")
    wanted = free[3]["provider_start_time"]
    assert orjson.loads(booking["proposed_session_time"])[0]["provider_start_time"] == wanted
    left = await starts(marketplace, provider)
    assert wanted not in left, "the proposed time is held"
    assert booking["provider_start_time"] not in left, "the old one still is"

    said = await answer(marketplace, provider, order_id, "accepted")
    moved = said["data"]["booking_data"]
    assert (moved["provider_start_time"], moved["proposed_by"]) == (wanted, "")
    assert moved["request_status"] == "accepted"
    assert said["data"]["ical_content_data"]["content"]
    left = await starts(marketplace, provider)
    assert wanted not in left
    assert booking["provider_start_time"] in left, "the old time is free"
    # One by the request, one by the proposal; the answer takes the new time and frees the old one.
    changed = await marketplace.published.wait_for(AvailabilityChanged, 4)
    assert {event.starts_at for event in changed[2:]} == {
        datetime.fromisoformat(start) for start in (wanted, booking["provider_start_time"])
    }
    published_event = await marketplace.published.first(OrderMoved)
    assert published_event.calendar
    assert published_event.calendar.method == "REQUEST"
    content = base64.b64decode(said["data"]["ical_content_data"]["content"])
    event = Calendar.from_ical(content).walk("VEVENT")[0]
    assert int(str(event["SEQUENCE"])) == 1, "calendars take the later file only when its number is higher"
    assert published_event.order.guest_link == "", "a client with an account needs no secret link"


async def test_declined_or_withdrawn_the_agreed_time_stands(
    marketplace: "Marketplace", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    before = await starts(marketplace, provider)
    for proposer, answering, said in (
        (client, provider, "declined"),
        (provider, client, "declined"),
        (provider, provider, "withdrawn"),
    ):
        assert (await propose(marketplace, proposer, order_id, (await marketplace.slots(provider))[2:3]))[
            "status"
        ]
        assert await starts(marketplace, provider) != before
        assert (await answer(marketplace, answering, order_id, said))["status"]
        assert await starts(marketplace, provider) == before


async def test_nobody_answers_for_the_other_side(
    marketplace: "Marketplace", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    nothing = await answer(marketplace, client, order_id, "accepted")
    assert nothing["message"]["main_msg"] == "There is no proposed time to answer."
    await propose(marketplace, client, order_id, (await marketplace.slots(provider))[2:3])
    for who, said in ((client, "accepted"), (client, "declined"), (provider, "withdrawn")):
        assert not (await answer(marketplace, who, order_id, said))["status"]
    stranger = await marketplace.person()
    body = {"iv_order_id": order_id, "iv_answer": "accepted"}
    for headers, code in ((marketplace.as_(stranger), 404), ({}, 401)):
        refused = await marketplace.http.post("/api/answer_new_time", json=body, headers=headers)
        assert refused.status_code == code


async def test_half_of_the_new_time_may_be_the_old_one(marketplace: "Marketplace") -> None:
    """Two sessions, moved by one slot: the order's own time does not count as taken."""
    provider, client = await marketplace.provider(), await marketplace.person()
    services = [await marketplace.service(provider), await marketplace.service(provider)]
    free = await marketplace.slots(provider)
    placed = await marketplace.post(
        "create_appointment_order", marketplace.order(provider, services, free[0:2]), marketplace.as_(client)
    )
    order_id = placed["data"]["booking_data"]["order_id"]
    days = {"from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}
    seen = await marketplace.get(
        "get_available_slots", marketplace.as_(client), provider_id=provider, order_id=order_id, **days
    )
    mine = seen["data"]["days"][0]["slots"]
    assert mine == free, "the order's own time counts as free"
    assert (await propose(marketplace, client, order_id, mine[1:3]))["status"]
    assert len(await marketplace.slots(provider)) == len(free) - 3
    assert (await answer(marketplace, provider, order_id, "accepted"))["status"]
    assert await starts(marketplace, provider) == [
        slot["provider_start_time"] for slot in [free[0], *free[3:]]
    ]


async def test_what_cannot_be_proposed(marketplace: "Marketplace", agreed: tuple[str, str, str]) -> None:
    provider, client, order_id = agreed
    other = await marketplace.booked(provider, await marketplace.person(), 0)
    held = (await marketplace.get("get_booking_info", marketplace.as_(provider)))["data"]["bookings_list"][
        "order"
    ]
    theirs = next(row for row in held if row["order_id"] == other)
    taken = {"appointment_slot_id": "", "provider_start_time": theirs["provider_start_time"]}
    refused = await propose(marketplace, client, order_id, [taken])
    assert refused["message"]["iv_msg"]["iv_session_list"] == (
        "This time has just been taken. Please choose another."
    )
    mine = next(row for row in held if row["order_id"] == order_id)
    same = {"appointment_slot_id": "", "provider_start_time": mine["provider_start_time"]}
    assert not (await propose(marketplace, client, order_id, [same]))["status"]
    never = {"appointment_slot_id": "", "provider_start_time": "2027-01-05T03:00:00Z"}
    assert not (await propose(marketplace, client, order_id, [never]))["status"]
    await marketplace.respond(client, order_id, "cancelled")
    free = (await marketplace.slots(provider))[3:4]
    refused = await propose(marketplace, client, order_id, free)
    assert refused["message"]["main_msg"] == "Only a pending or accepted appointment can be moved."


@pytest.mark.parametrize("blocker", ["provider", "client"])
async def test_who_is_blocked_sends_no_proposals(
    marketplace: "Marketplace", agreed: tuple[str, str, str], blocker: str
) -> None:
    provider, client, order_id = agreed
    free = (await marketplace.slots(provider))[3:4]
    await marketplace.block(*((provider, client) if blocker == "provider" else (client, provider)))
    for who in (provider, client):
        refused = await propose(marketplace, who, order_id, free)
        assert refused["message"]["main_msg"] == "You can't propose another time for this appointment."


async def reminded(marketplace: "Marketplace", *after: timedelta) -> list[tuple[str, int]]:
    """The reminders published at these times after Monday noon: start and hours ahead."""
    for at in after:
        marketplace.now = NOON + at
        await marketplace.run_jobs()
    await marketplace.all_published()
    return [
        (f"{event.session.starts_at:%d %H:%M}", event.hours_ahead)
        for event in marketplace.published.of(ReminderDue)
    ]


async def test_the_new_time_is_reminded_of_and_the_old_one_no_longer(
    marketplace: "Marketplace", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    [later, *_] = await marketplace.slots(provider, "2027-01-07")
    await propose(marketplace, client, order_id, [later])
    assert (await answer(marketplace, provider, order_id, "accepted"))["status"]
    # The old time was Tuesday 09:40, the new one is Thursday 09:00.
    hours = (20.7, 21.6, 45, 48, 68, 69)
    assert await reminded(marketplace, *(timedelta(hours=each) for each in hours)) == [
        ("07 09:00", 24),
        ("07 09:00", 1),
    ]


async def test_a_request_that_was_moved_is_not_reminded_of(
    marketplace: "Marketplace", agreed: tuple[str, str, str]
) -> None:
    provider, client, _ = agreed
    pending = await marketplace.booked(provider, client, 4)
    [later, *_] = await marketplace.slots(provider, "2027-01-06")
    await propose(marketplace, client, pending, [later])
    moved = (await answer(marketplace, provider, pending, "accepted"))["data"]["booking_data"]
    assert (moved["request_status"], moved["provider_start_time"]) == (
        "pending",
        later["provider_start_time"],
    )
    # The request is for Wednesday 09:00, the accepted appointment for Tuesday 09:40.
    hours = (20.7, 21.2, 22, 44)
    assert await reminded(marketplace, *(timedelta(hours=each) for each in hours)) == [("05 09:40", 1)]


async def test_an_appointment_is_not_moved_for_ever(
    marketplace: "Marketplace", agreed: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MOST_PROPOSALS", 3)
    provider, client, order_id = agreed
    free = await marketplace.slots(provider)
    proposed = [(await propose(marketplace, client, order_id, [free[3 + n]]))["status"] for n in range(4)]
    assert proposed == [True, True, True, False]


async def test_a_proposed_time_is_not_reminded_of(
    marketplace: "Marketplace", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    await propose(marketplace, client, order_id, (await marketplace.slots(provider))[:1])
    # Tuesday 08:05: an hour before the proposed time, more than an hour before the agreed one.
    assert await reminded(marketplace, timedelta(hours=20, minutes=5), timedelta(hours=20, minutes=45)) == [
        ("05 09:40", 1)
    ]


async def test_a_request_that_is_moved_before_it_is_accepted_has_no_calendar_file_yet(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, 1)
    free = await marketplace.slots(provider)
    await propose(marketplace, client, order_id, free[3:4])
    said = await answer(marketplace, provider, order_id, "accepted")
    assert said["data"]["booking_data"]["request_status"] == "pending"
    assert said["data"]["ical_content_data"] is None
    assert (await marketplace.published.first(OrderMoved)).calendar is None
    accepted = await marketplace.respond(provider, order_id, "accepted")
    assert accepted["data"]["booking_data"]["provider_start_time"] == free[3]["provider_start_time"]
    assert await reminded(marketplace, timedelta(hours=22, minutes=45)) == [("05 11:40", 1)]


async def test_a_step_of_the_order_ends_the_proposal(
    marketplace: "Marketplace", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    free = await starts(marketplace, provider)
    await propose(marketplace, client, order_id, (await marketplace.slots(provider))[2:3])
    before = len(await marketplace.published.wait_for(AvailabilityChanged, 2))  # by the request, the proposal
    answered = await marketplace.respond(provider, order_id, "ongoing")
    assert answered["data"]["booking_data"]["proposed_by"] == ""
    assert await starts(marketplace, provider) == free
    freed = await marketplace.published.wait_for(AvailabilityChanged, before + 1)
    assert freed[-1].starts_at == datetime.fromisoformat(free[2])


@pytest.mark.parametrize(
    ("number", "lapses"),
    [(0, "2027-01-05T09:00:00Z"), (4, "2027-01-05T09:40:00Z")],
    ids=["an earlier time lapses when it comes", "a later one when the agreed time comes"],
)
async def test_a_proposal_that_nobody_answers_lapses(
    marketplace: "Marketplace", agreed: tuple[str, str, str], number: int, lapses: str
) -> None:
    provider, client, order_id = agreed
    [wanted] = (await marketplace.slots(provider))[number : number + 1]
    await propose(marketplace, client, order_id, [wanted])
    at = datetime.fromisoformat(lapses)
    for marketplace.now, proposer in ((at - timedelta(microseconds=1), "client"), (at, "")):
        await marketplace.run_jobs()
        info = await marketplace.get("get_booking_info", marketplace.as_(client))
        [row] = info["data"]["bookings_list"]["request"]
        assert (row["proposed_by"], row["request_status"]) == (proposer, "accepted")
    event = await marketplace.published.first(TimeDeclined)
    assert (event.actor, event.proposed_by) == ("system", "client")
    assert (await answer(marketplace, provider, order_id, "accepted"))["status"] is False
    marketplace.now = NOON
    assert wanted in await marketplace.slots(provider), "what was held for it is free"


async def test_guests_move_their_appointments_by_the_mailed_link(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    _, headers = await marketplace.guest()
    free = await marketplace.slots(provider)
    body = marketplace.order(provider, [service], free[:1], iv_guest_token="123456", iv_user_category="guest")
    placed = await marketplace.post("create_appointment_order", body, headers)
    order_id = placed["data"]["booking_data"]["order_id"]
    event = await marketplace.published.first(OrderRequested)
    token = event.order.guest_link.rpartition("token=")[2]
    wanted = {
        "iv_order_id": order_id,
        "iv_session_list": [
            {"appointment_slot_id": "", "provider_start_time": free[2]["provider_start_time"]}
        ],
    }
    answered = await marketplace.http.post("/api/propose_new_time", params={"token": token}, json=wanted)
    assert answered.json()["status"], answered.text
    assert (await answer(marketplace, provider, order_id, "accepted"))["status"]
    assert await starts(marketplace, provider) == [
        slot["provider_start_time"] for slot in [*free[:2], *free[3:]]
    ]


async def test_the_database_holds_proposed_time_like_any_other(
    marketplace: "Marketplace", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    free = await marketplace.slots(provider)
    await propose(marketplace, client, order_id, free[3:4])
    database = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        held = await database.fetch("SELECT starts_at FROM session WHERE proposed AND status = 'accepted'")
        assert len(held) == 1
        with pytest.raises(asyncpg.ExclusionViolationError):
            await database.execute(
                """
                INSERT INTO session (order_id, position, slot_id, provider_id, starts_at, ends_at, status)
                SELECT order_id, 7, '', provider_id, $1::timestamptz, $1::timestamptz + interval '9 min',
                    status
                FROM booking_order LIMIT 1
                """,
                held[0]["starts_at"],
            )
    finally:
        await database.close()


async def test_a_time_at_which_the_provider_is_elsewhere_by_now_cannot_be_accepted(
    marketplace: "Marketplace", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    free = await marketplace.slots(provider)
    assert (await propose(marketplace, provider, order_id, free[3:4]))["status"]
    elsewhere = await marketplace.provider()
    body = marketplace.order(elsewhere, [await marketplace.service(elsewhere)], free[3:4])
    placed = await marketplace.post("create_appointment_order", body, marketplace.as_(provider))
    assert placed["status"], placed
    refused = await answer(marketplace, client, order_id, "accepted")
    assert refused["message"]["main_msg"] == "This time has just been taken. Please choose another."
    assert not refused["status"]
    listed = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"]
    assert listed["request"][0]["provider_start_time"] == "2027-01-05T09:40:00Z"
    assert (await answer(marketplace, client, order_id, "declined"))["status"]
