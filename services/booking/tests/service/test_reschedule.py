"""Moving an appointment: who may propose and answer, what is held meanwhile, and what everybody is told."""

import base64
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import asyncpg
import orjson
import pytest
from contracts.events.booking import OrderMoved, OrderRequested, ReminderDue, TimeDeclined
from icalendar import Calendar
from local.databases import asyncpg_url

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Town

pytestmark = pytest.mark.service


@pytest.fixture
async def agreed(town: "Town") -> tuple[str, str, str]:
    """A provider, a client, and their accepted order of tomorrow's second slot."""
    provider, client = await town.provider(), await town.person()
    order_id = await town.booked(provider, client, 1)
    assert (await town.respond(provider, order_id, "accepted"))["status"]
    return provider, client, order_id


async def propose(
    town: "Town", who: str, order_id: str, slots: list[dict[str, Any]], **more: Any
) -> dict[str, Any]:
    wanted = [{key: slot[key] for key in ("appointment_slot_id", "provider_start_time")} for slot in slots]
    body = {"iv_order_id": order_id, "iv_session_list": wanted, "iv_feedback": "Later?", **more}
    return await town.post("propose_new_time", body, town.as_(who))


async def answer(town: "Town", who: str, order_id: str, said: str) -> dict[str, Any]:
    return await town.post("answer_new_time", {"iv_order_id": order_id, "iv_answer": said}, town.as_(who))


async def starts(town: "Town", provider: str) -> list[str]:
    return [slot["provider_start_time"] for slot in await town.slots(provider)]


async def test_the_other_side_accepts_and_the_appointment_moves(
    town: "Town", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    free = await town.slots(provider)
    proposed = await propose(town, client, order_id, free[3:4])
    booking = proposed["data"]["booking_data"]
    assert (booking["proposed_by"], booking["proposed_note"]) == ("client", "Later?")
    wanted = free[3]["provider_start_time"]
    assert orjson.loads(booking["proposed_session_time"])[0]["provider_start_time"] == wanted
    left = await starts(town, provider)
    assert wanted not in left, "the proposed time is held"
    assert booking["provider_start_time"] not in left, "the old one still is"

    said = await answer(town, provider, order_id, "accepted")
    moved = said["data"]["booking_data"]
    assert (moved["provider_start_time"], moved["proposed_by"]) == (wanted, "")
    assert moved["request_status"] == "accepted"
    assert said["data"]["ical_content_data"]["content"]
    left = await starts(town, provider)
    assert wanted not in left
    assert booking["provider_start_time"] in left, "the old time is free"
    told = await town.published.first(OrderMoved)
    assert told.calendar
    assert told.calendar.method == "REQUEST"
    content = base64.b64decode(said["data"]["ical_content_data"]["content"])
    event = Calendar.from_ical(content).walk("VEVENT")[0]
    assert int(str(event["SEQUENCE"])) == 1, "calendars take the later file only when its number is higher"
    assert told.order.guest_link == "", "a client with an account needs no secret link"


async def test_declined_or_withdrawn_the_agreed_time_stands(
    town: "Town", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    before = await starts(town, provider)
    for proposer, answering, said in (
        (client, provider, "declined"),
        (provider, client, "declined"),
        (provider, provider, "withdrawn"),
    ):
        assert (await propose(town, proposer, order_id, (await town.slots(provider))[2:3]))["status"]
        assert await starts(town, provider) != before
        assert (await answer(town, answering, order_id, said))["status"]
        assert await starts(town, provider) == before


async def test_nobody_answers_for_the_other_side(town: "Town", agreed: tuple[str, str, str]) -> None:
    provider, client, order_id = agreed
    nothing = await answer(town, client, order_id, "accepted")
    assert nothing["message"]["main_msg"] == "There is no proposed time to answer."
    await propose(town, client, order_id, (await town.slots(provider))[2:3])
    for who, said in ((client, "accepted"), (client, "declined"), (provider, "withdrawn")):
        assert not (await answer(town, who, order_id, said))["status"]
    stranger = await town.person()
    body = {"iv_order_id": order_id, "iv_answer": "accepted"}
    for headers, code in ((town.as_(stranger), 404), ({}, 401)):
        refused = await town.http.post("/api/answer_new_time", json=body, headers=headers)
        assert refused.status_code == code


async def test_half_of_the_new_time_may_be_the_old_one(town: "Town") -> None:
    """Two sessions, moved by one slot: what the order holds already does not stand in its way."""
    provider, client = await town.provider(), await town.person()
    services = [await town.service(provider), await town.service(provider)]
    free = await town.slots(provider)
    placed = await town.post(
        "create_appointment_order", town.order(provider, services, free[0:2]), town.as_(client)
    )
    order_id = placed["data"]["booking_data"]["order_id"]
    days = {"from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}
    seen = await town.get(
        "get_available_slots", town.as_(client), provider_id=provider, order_id=order_id, **days
    )
    mine = seen["data"]["days"][0]["slots"]
    assert mine == free, "the order's own time counts as free"
    assert (await propose(town, client, order_id, mine[1:3]))["status"]
    assert len(await town.slots(provider)) == len(free) - 3
    assert (await answer(town, provider, order_id, "accepted"))["status"]
    assert await starts(town, provider) == [slot["provider_start_time"] for slot in [free[0], *free[3:]]]


async def test_what_cannot_be_proposed(town: "Town", agreed: tuple[str, str, str]) -> None:
    provider, client, order_id = agreed
    other = await town.booked(provider, await town.person(), 0)
    held = (await town.get("get_booking_info", town.as_(provider)))["data"]["bookings_list"]["order"]
    theirs = next(row for row in held if row["order_id"] == other)
    taken = {"appointment_slot_id": "", "provider_start_time": theirs["provider_start_time"]}
    refused = await propose(town, client, order_id, [taken])
    assert refused["message"]["iv_msg"]["iv_session_list"] == (
        "This time has just been taken. Please choose another."
    )
    mine = next(row for row in held if row["order_id"] == order_id)
    same = {"appointment_slot_id": "", "provider_start_time": mine["provider_start_time"]}
    assert not (await propose(town, client, order_id, [same]))["status"]
    never = {"appointment_slot_id": "", "provider_start_time": "2027-01-05T03:00:00Z"}
    assert not (await propose(town, client, order_id, [never]))["status"]
    await town.respond(client, order_id, "cancelled")
    free = (await town.slots(provider))[3:4]
    refused = await propose(town, client, order_id, free)
    assert refused["message"]["main_msg"] == "Only a pending or accepted appointment can be moved."


@pytest.mark.parametrize("blocker", ["provider", "client"])
async def test_who_is_blocked_sends_no_proposals(
    town: "Town", agreed: tuple[str, str, str], blocker: str
) -> None:
    provider, client, order_id = agreed
    free = (await town.slots(provider))[3:4]
    await town.block(*((provider, client) if blocker == "provider" else (client, provider)))
    for who in (provider, client):
        refused = await propose(town, who, order_id, free)
        assert refused["message"]["main_msg"] == "You can't propose another time for this appointment."


async def reminded(town: "Town", *after: timedelta) -> list[tuple[str, int]]:
    """Start and hours ahead of the sessions that are reminded of at these times after Monday noon."""
    for at in after:
        town.now = NOON + at
        await town.run_jobs()
    await town.published.wait_for(ReminderDue)
    return [
        (f"{told.session.starts_at:%d %H:%M}", told.hours_ahead) for told in town.published.of(ReminderDue)
    ]


async def test_the_new_time_is_reminded_of_and_the_old_one_no_longer(
    town: "Town", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    [later, *_] = await town.slots(provider, "2027-01-07")
    await propose(town, client, order_id, [later])
    assert (await answer(town, provider, order_id, "accepted"))["status"]
    # The old time was Tuesday 09:40, the new one is Thursday 09:00.
    hours = (20.7, 21.6, 45, 48, 68, 69)
    assert await reminded(town, *(timedelta(hours=each) for each in hours)) == [
        ("07 09:00", 24),
        ("07 09:00", 1),
    ]


async def test_a_proposed_time_is_not_reminded_of(town: "Town", agreed: tuple[str, str, str]) -> None:
    provider, client, order_id = agreed
    await propose(town, client, order_id, (await town.slots(provider))[:1])
    # Tuesday 08:05: an hour before the proposed time, more than an hour before the agreed one.
    assert await reminded(town, timedelta(hours=20, minutes=5), timedelta(hours=20, minutes=45)) == [
        ("05 09:40", 1)
    ]


async def test_a_request_that_is_moved_before_it_is_accepted_has_no_calendar_file_yet(town: "Town") -> None:
    provider, client = await town.provider(), await town.person()
    order_id = await town.booked(provider, client, 1)
    free = await town.slots(provider)
    await propose(town, client, order_id, free[3:4])
    said = await answer(town, provider, order_id, "accepted")
    assert said["data"]["booking_data"]["request_status"] == "pending"
    assert said["data"]["ical_content_data"] is None
    assert (await town.published.first(OrderMoved)).calendar is None
    accepted = await town.respond(provider, order_id, "accepted")
    assert accepted["data"]["booking_data"]["provider_start_time"] == free[3]["provider_start_time"]
    assert await reminded(town, timedelta(hours=22, minutes=45)) == [("05 11:40", 1)]


async def test_a_step_of_the_order_ends_the_proposal(town: "Town", agreed: tuple[str, str, str]) -> None:
    provider, client, order_id = agreed
    free = await starts(town, provider)
    await propose(town, client, order_id, (await town.slots(provider))[2:3])
    answered = await town.respond(provider, order_id, "ongoing")
    assert answered["data"]["booking_data"]["proposed_by"] == ""
    assert await starts(town, provider) == free


@pytest.mark.parametrize(
    ("number", "lapses"),
    [(0, "2027-01-05T09:00:00Z"), (4, "2027-01-05T09:40:00Z")],
    ids=["an earlier time lapses when it comes", "a later one when the agreed time comes"],
)
async def test_a_proposal_that_nobody_answers_lapses(
    town: "Town", agreed: tuple[str, str, str], number: int, lapses: str
) -> None:
    provider, client, order_id = agreed
    [wanted] = (await town.slots(provider))[number : number + 1]
    await propose(town, client, order_id, [wanted])
    at = datetime.fromisoformat(lapses)
    for town.now, proposer in ((at - timedelta(microseconds=1), "client"), (at, "")):
        await town.run_jobs()
        info = await town.get("get_booking_info", town.as_(client))
        [row] = info["data"]["bookings_list"]["request"]
        assert (row["proposed_by"], row["request_status"]) == (proposer, "accepted")
    told = await town.published.first(TimeDeclined)
    assert (told.actor, told.proposed_by) == ("system", "client")
    assert (await answer(town, provider, order_id, "accepted"))["status"] is False
    town.now = NOON
    assert wanted in await town.slots(provider), "what was held for it is free"


async def test_guests_move_their_appointments_by_the_mailed_link(town: "Town") -> None:
    provider = await town.provider()
    service = await town.service(provider)
    _, headers = await town.guest()
    free = await town.slots(provider)
    body = town.order(provider, [service], free[:1], iv_guest_token="123456", iv_user_category="guest")
    placed = await town.post("create_appointment_order", body, headers)
    order_id = placed["data"]["booking_data"]["order_id"]
    told = await town.published.first(OrderRequested)
    token = told.order.guest_link.rpartition("token=")[2]
    wanted = {
        "iv_order_id": order_id,
        "iv_session_list": [
            {"appointment_slot_id": "", "provider_start_time": free[2]["provider_start_time"]}
        ],
    }
    answered = await town.http.post("/api/propose_new_time", params={"token": token}, json=wanted)
    assert answered.json()["status"], answered.text
    assert (await answer(town, provider, order_id, "accepted"))["status"]
    assert await starts(town, provider) == [slot["provider_start_time"] for slot in [*free[:2], *free[3:]]]


async def test_the_database_holds_proposed_time_like_any_other(
    town: "Town", agreed: tuple[str, str, str]
) -> None:
    provider, client, order_id = agreed
    free = await town.slots(provider)
    await propose(town, client, order_id, free[3:4])
    database = await asyncpg.connect(asyncpg_url(town.database_url))
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
