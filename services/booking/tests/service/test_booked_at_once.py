"""Services that are booked at once: the order is an appointment the moment it is placed."""

import asyncio
import base64
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.booking import OrderAccepted, OrderRequested
from contracts.events.booking_reminders import ReminderDue

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
TAKEN = "This time has just been taken. Please choose another."
BOOKED = "Your appointment is booked."


async def _place(
    marketplace: "Marketplace",
    provider: str,
    services: list[str],
    bearer: dict[str, str],
    number: int = 0,
    **changes: Any,
) -> dict[str, Any]:
    slots = (await marketplace.slots(provider, "2027-01-06"))[number : number + len(services)]
    body = marketplace.order(provider, services, slots, **changes)
    return await marketplace.post("create_appointment_order", body, bearer)


def _status(answer: dict[str, Any]) -> str:
    assert answer["status"], answer
    return answer["data"]["booking_data"]["request_status"]


async def _met(marketplace: "Marketplace", provider: str, client: str) -> None:
    """Let an appointment of the two take place, and the clock stand before all others again."""
    order, before = await marketplace.booked(provider, client), marketplace.now
    assert (await marketplace.respond(provider, order, "accepted"))["status"]
    marketplace.now += timedelta(days=1)
    for step in ("ongoing", "completed"):
        assert (await marketplace.respond(provider, order, step))["status"]
    marketplace.now = before


async def test_one_step_takes_the_slot_and_makes_the_appointment(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, confirmation="instant")
    answer = await _place(marketplace, provider, [service], marketplace.as_(client))
    assert (answer["message"]["main_msg"], _status(answer)) == (BOOKED, "accepted")
    booking = answer["data"]["booking_data"]
    assert (booking["answer_by"], booking["email"]) == ("", f"{provider}@example.com")
    file = answer["data"]["ical_content_data"]
    told = await marketplace.published.first(OrderAccepted)
    assert told.calendar
    assert (told.actor, told.at_once, told.calendar.content) == ("client", True, file["content"])
    assert b"METHOD:REQUEST" in base64.b64decode(file["content"])
    assert b"SEQUENCE:0" in base64.b64decode(file["content"])
    assert not marketplace.published.of(OrderRequested)
    again = await marketplace.respond(client, booking["order_id"], "cancelled")
    assert b"SEQUENCE:1" in base64.b64decode(again["data"]["ical_content_data"]["content"])


async def test_both_sides_are_reminded_of_what_was_booked_at_once(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, confirmation="instant")
    assert _status(await _place(marketplace, provider, [service], marketplace.as_(client))) == "accepted"
    marketplace.now += timedelta(days=1)
    await marketplace.run_jobs()
    assert (await marketplace.published.first(ReminderDue)).hours_ahead == 24


async def test_known_clients_are_those_who_had_an_appointment_with_this_provider(
    marketplace: "Marketplace",
) -> None:
    provider, client, stranger = (
        await marketplace.provider(), await marketplace.person(), await marketplace.person(),
    )  # fmt: skip
    await marketplace.has_been_there(account_id=stranger)  # with somebody else
    await _met(marketplace, provider, client)
    service = await marketplace.service(provider, confirmation="known")
    asked = await _place(marketplace, provider, [service], marketplace.as_(stranger))
    assert _status(asked) == "pending"
    assert asked["data"]["ical_content_data"] is None
    assert _status(await _place(marketplace, provider, [service], marketplace.as_(client))) == "accepted"
    both = [service, await marketplace.service(provider, confirmation="instant")]
    assert _status(await _place(marketplace, provider, both, marketplace.as_(client))) == "accepted"
    mixed = [service, await marketplace.service(provider)]
    assert _status(await _place(marketplace, provider, mixed, marketplace.as_(client))) == "pending"


async def test_a_guest_is_known_by_the_address(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider, confirmation="known")
    code, (_, bearer) = "123456", await marketplace.guest()
    first = await _place(marketplace, provider, [service], bearer, iv_guest_token=code)
    assert _status(first) == "pending"
    order = first["data"]["booking_data"]["order_id"]
    assert (await marketplace.respond(provider, order, "accepted"))["status"]
    before, marketplace.now = marketplace.now, marketplace.now + timedelta(days=2)
    for step in ("ongoing", "completed"):
        assert (await marketplace.respond(provider, order, step))["status"]
    marketplace.now = before
    _, later = await marketplace.guest()
    assert (
        _status(await _place(marketplace, provider, [service], later, 1, iv_guest_token=code)) == "accepted"
    )


async def test_who_is_blocked_books_nothing_and_remote_needs_the_providers_link(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, confirmation="instant")
    remote = await _place(
        marketplace, provider, [service], marketplace.as_(client), iv_delivery_mode="remote"
    )
    assert _status(remote) == "pending"
    await marketplace.block(provider, client)
    refused = await _place(marketplace, provider, [service], marketplace.as_(client))
    assert refused["message"]["main_msg"] == "You can't book an appointment with this provider."


async def test_thirty_at_once_for_one_slot_make_one_appointment(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider, confirmation="instant")
    clients = [await marketplace.person() for _ in range(30)]
    slot = (await marketplace.slots(provider))[0]
    body = marketplace.order(provider, [service], [slot])
    answers = await asyncio.gather(
        *(marketplace.post("create_appointment_order", body, marketplace.as_(each)) for each in clients)
    )
    assert [_status(answer) for answer in answers if answer["status"]] == ["accepted"]
    refused = [answer["message"] for answer in answers if not answer["status"]]
    assert [each["main_msg"] for each in refused] == [TAKEN] * 29
    assert all(each["iv_msg"]["iv_session_list"] == TAKEN for each in refused)


async def test_nobody_fills_a_calendar_on_the_first_day(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, confirmation="instant")
    _, guest = await marketplace.guest()
    for bearer, code in ((marketplace.as_(client), ""), (guest, "123456")):
        answers = [
            await _place(marketplace, provider, [service], bearer, iv_guest_token=code) for _ in range(5)
        ]
        assert [answer["status"] for answer in answers] == [True] * 4 + [False]
        assert "4 sessions" in answers[-1]["message"]["iv_msg"]["iv_session_list"]


async def test_what_is_booked_at_once_counts_among_the_open_requests(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await marketplace.has_been_there(email="gus@example.com")
    service = await marketplace.service(provider, confirmation="instant")
    _, guest = await marketplace.guest()
    answers = [
        await _place(marketplace, provider, [service], guest, iv_guest_token="123456") for _ in range(11)
    ]
    assert [answer["status"] for answer in answers] == [True] * 10 + [False]


async def test_a_repeated_request_is_answered_with_the_same_file(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, confirmation="instant")
    slot = (await marketplace.slots(provider))[0]
    body = marketplace.order(provider, [service], [slot])
    once = marketplace.as_(client) | {"Idempotency-Key": "the-same"}
    first = await marketplace.post("create_appointment_order", body, once)
    assert first["data"]["ical_content_data"]
    assert await marketplace.post("create_appointment_order", body, once) == first
