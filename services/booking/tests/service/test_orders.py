"""Placing orders over HTTP against a real database (api.md 4)."""

import asyncio
from collections import Counter
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from contracts.events.booking import AvailabilityChanged, OrderAccepted, OrderRequested
from contracts.events.identity import GuestCodeIssued
from contracts.events.profiles import BlockChanged

if TYPE_CHECKING:
    from services.booking.tests.conftest import Town

pytestmark = pytest.mark.service
TAKEN = "This time has just been taken. Please choose another."


async def test_a_client_books_a_free_slot_and_the_slot_is_gone(town: "Town") -> None:
    provider, client = await town.provider(), await town.person()
    service = await town.service(provider)
    slots = await town.slots(provider)
    assert [slot["provider_start_time"] for slot in slots][:2] == [
        "2027-01-05T09:00:00Z",
        "2027-01-05T09:40:00Z",
    ]
    answer = await town.post(
        "create_appointment_order", town.order(provider, [service], slots[:1]), town.as_(client)
    )
    assert answer["status"] is True
    assert answer["message"]["main_msg"].startswith(
        "Your booking request has been sent to the service provider."
    )
    booking = answer["data"]["booking_data"]
    assert booking["request_status"] == "pending"
    assert booking["name"] == "Paul Provider"
    assert booking["total_cost"] == 25
    assert booking["delivery_location"] == "1 Main Street"
    assert (await town.slots(provider))[0]["provider_start_time"] == "2027-01-05T09:40:00Z"
    requested = await town.published.first(OrderRequested)
    assert requested.order.for_provider.name == "Ana Client"
    assert requested.order.client_timezone == "Asia/Kolkata"
    moved = await town.published.first(AvailabilityChanged)
    assert moved.provider_id == provider
    lists = (await town.get("get_booking_info", town.as_(provider)))["data"]["bookings_list"]
    assert [row["order_id"] for row in lists["order"]] == [booking["order_id"]]
    assert lists["request"] == []


@pytest.mark.usefixtures("large_pool")
async def test_one_slot_cannot_be_taken_twice_by_two_hundred_at_once(town: "Town") -> None:
    provider = await town.provider()
    service = await town.service(provider)
    slots = await town.slots(provider)
    clients = [await town.person(f"Client {number}") for number in range(20)]
    body = town.order(provider, [service], slots[:1])

    async def book(number: int) -> httpx.Response:
        return await town.http.post(
            "/api/create_appointment_order", json=body, headers=town.as_(clients[number % 20])
        )

    answers = await asyncio.gather(*(book(number) for number in range(200)))
    assert Counter(answer.status_code for answer in answers) == {200: 200}
    said = Counter((answer.json()["status"], answer.json()["message"]["main_msg"][:40]) for answer in answers)
    assert said[(False, TAKEN[:40])] == 199
    assert len(said) == 2


@pytest.mark.usefixtures("large_pool")
async def test_orders_of_several_sessions_that_cross_never_deadlock(town: "Town") -> None:
    provider, client = await town.provider(), await town.person()
    service = await town.service(provider)
    slots = await town.slots(provider)
    bodies = [town.order(provider, [service], [slots[n % 6], slots[(n * 5 + 1) % 6]]) for n in range(40)]
    bodies = [
        body for body in bodies if len({s["provider_start_time"] for s in body["iv_session_list"]}) == 2
    ]
    answers = await asyncio.gather(
        *(
            town.http.post("/api/create_appointment_order", json=body, headers=town.as_(client))
            for body in bodies
        )
    )
    assert {answer.status_code for answer in answers} == {200}
    placed = [answer.json()["data"]["booking_data"] for answer in answers if answer.json()["status"]]
    starts = [booking["provider_start_time"] for booking in placed]
    assert len(starts) == len(set(starts)) > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"iv_total_cost": 24}, "The price or duration of a selected service has changed."),
        ({"iv_total_duration": 45}, "The price or duration of a selected service has changed."),
        ({"iv_total_currency": "USD-US"}, "The price or duration of a selected service has changed."),
        ({"iv_total_services": 2}, "The price or duration of a selected service has changed."),
        ({"iv_service_list": ["nothing"]}, "A selected service is no longer offered."),
    ],
)
async def test_totals_and_services_are_recomputed(town: "Town", change: dict[str, Any], message: str) -> None:
    provider, client = await town.provider(), await town.person()
    service = await town.service(provider)
    body = town.order(provider, [service], (await town.slots(provider))[:1]) | change
    answer = await town.post("create_appointment_order", body, town.as_(client))
    assert (answer["status"], answer["message"]["main_msg"]) == (False, message)


async def test_the_refusals_of_an_order(town: "Town") -> None:
    provider, client = await town.provider(), await town.person()
    service = await town.service(provider)
    remote = await town.service(provider, delivery_mode="remote")
    archived = await town.service(provider, status="archived")
    slots = await town.slots(provider)

    async def refused(body: dict[str, Any], who: str = client) -> dict[str, Any]:
        answer = await town.post("create_appointment_order", body, town.as_(who))
        assert answer["status"] is False
        return answer["message"]

    assert (await refused(town.order(provider, [service], slots[:1]), provider))["main_msg"] == (
        "You can't book an appointment on your own page."
    )
    message = await refused(town.order(provider, [remote], slots[:1]))
    assert message["main_msg"] == "This provider does not offer in-person services."
    assert message["iv_msg"]["iv_delivery_mode"] == message["main_msg"]
    assert "no longer offered" in (await refused(town.order(provider, [archived], slots[:1])))["main_msg"]
    message = await refused(town.order(provider, [service, remote], slots[:1], iv_delivery_mode="remote"))
    assert message["main_msg"] == "30 mins is not sufficient time for your 2 selected services."
    past = [slots[0] | {"provider_start_time": "2027-01-04T09:00:00Z", "appointment_slot_id": ""}]
    assert "not offered" in (await refused(town.order(provider, [service], past)))["main_msg"]
    crooked = [slots[0] | {"provider_start_time": "2027-01-05T09:05:00Z", "appointment_slot_id": ""}]
    assert "not offered" in (await refused(town.order(provider, [service], crooked)))["main_msg"]
    await town.tell(BlockChanged(blocker_id=provider, blocked_id=client, blocked=True, revision=1))
    assert "can't book" in (await refused(town.order(provider, [service], slots[:1])))["main_msg"]
    answer = await town.http.get(
        "/api/get_available_slots",
        params={"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"},
        headers=town.as_(client),
    )
    assert answer.status_code == 404


async def test_bad_bodies_are_answered_in_the_envelope(town: "Town") -> None:
    client = await town.person()
    for body in ({}, {"iv_provider_id": 3}, {"iv_session_list": "[", "iv_service_list": "x"}):
        answer = await town.post("create_appointment_order", body, town.as_(client))
        assert answer["status"] is False
        assert answer["message"]["iv_msg"]
    unknown = town.order(
        "nobody", ["x"], [{"appointment_slot_id": "", "provider_start_time": "2027-01-05T09:00:00Z"}]
    )
    answer = await town.http.post("/api/create_appointment_order", json=unknown, headers=town.as_(client))
    assert answer.status_code == 404
    assert (await town.http.post("/api/create_appointment_order", json=unknown)).status_code == 401


async def test_lists_may_come_as_json_strings(town: "Town") -> None:
    provider, client = await town.provider(), await town.person()
    service = await town.service(provider)
    slot = (await town.slots(provider))[0]
    body = town.order(provider, [service], [slot]) | {
        "iv_service_list": f'["{service}"]',
        "iv_session_list": f'[{{"appointment_slot_id": "{slot["appointment_slot_id"]}", '
        f'"provider_start_time": "{slot["provider_start_time"]}"}}]',
        "iv_total_cost": "25",
        "iv_total_duration": "30",
    }
    assert (await town.post("create_appointment_order", body, town.as_(client)))["status"] is True


async def test_a_guest_books_with_the_mailed_code_and_reaches_the_booking_by_link(town: "Town") -> None:
    provider = await town.provider()
    service = await town.service(provider)
    slots = await town.slots(provider)
    _, bearer = await town.guest("123456")
    body = town.order(provider, [service], slots[:1], iv_user_category="guest")
    answer = await town.post("create_appointment_order", body | {"iv_guest_token": "000000"}, bearer)
    assert answer["message"]["iv_msg"]["iv_guest_token"] == "This token is not the one that was sent to you."
    answer = await town.post("create_appointment_order", body | {"iv_guest_token": "123456"}, bearer)
    assert answer["status"] is True
    order_id = answer["data"]["booking_data"]["order_id"]
    requested = await town.published.first(OrderRequested)
    link = requested.order.guest_link
    assert link.startswith(
        f"https://openhours.test/guest_client/schedule_manager/pending_requests/{order_id}?token="
    )
    token = link.partition("?token=")[2]
    assert (await town.get(f"get_guest_booking/{order_id}", token=token))["data"]["booking_data"][
        "order_id"
    ] == order_id
    assert (await town.get(f"get_guest_booking/{order_id}", bearer))["status"] is True
    bad = await town.http.get(f"/api/get_guest_booking/{order_id}", params={"token": token[:-1] + "_"})
    assert bad.status_code == 401
    answer = await town.http.post(
        "/api/update_appointment_order_request",
        params={"token": token},
        json={"iv_order_id": order_id, "iv_response": "cancelled"},
    )
    assert answer.json()["data"]["booking_data"]["request_status"] == "cancelled"
    assert len(await town.slots(provider)) == len(slots)


@pytest.mark.parametrize(
    ("device", "language"),
    [
        ('{"language": "ar"}', "arabic"),
        ({"language": "french"}, "french"),
        ({"language": 7}, "english"),
        ({}, "english"),
    ],
)
async def test_an_order_keeps_the_language_of_the_guests_device(
    town: "Town", device: object, language: str
) -> None:
    provider = await town.provider()
    service = await town.service(provider)
    slots = await town.slots(provider)
    _, bearer = await town.guest("123456")
    body = town.order(provider, [service], slots[:1], iv_guest_token="123456", iv_device_data=device)
    placed = await town.post("create_appointment_order", body, bearer)
    assert (await town.published.first(OrderRequested)).order.client_language == language
    answer = {"iv_order_id": placed["data"]["booking_data"]["order_id"], "iv_response": "accepted"}
    await town.post("update_appointment_order_request", answer, town.as_(provider))
    assert (await town.published.first(OrderAccepted)).order.client_language == language


async def test_a_guest_has_five_tries_and_ten_minutes(town: "Town") -> None:
    provider = await town.provider()
    service = await town.service(provider)
    slots = await town.slots(provider)
    _, bearer = await town.guest("123456")
    body = town.order(provider, [service], slots[:1])
    for _ in range(5):
        answer = await town.post("create_appointment_order", body | {"iv_guest_token": "1"}, bearer)
        assert answer["status"] is False
    answer = await town.post("create_appointment_order", body | {"iv_guest_token": "123456"}, bearer)
    assert "Too many wrong tokens" in answer["message"]["main_msg"]
    _, late = await town.guest("123456")
    town.now += timedelta(minutes=11)
    answer = await town.post("create_appointment_order", body | {"iv_guest_token": "123456"}, late)
    assert "expired" in answer["message"]["main_msg"]


async def test_a_code_ends_after_ten_minutes_and_the_newest_one_starts_the_tries_anew(town: "Town") -> None:
    provider = await town.provider()
    service, slots = await town.service(provider), await town.slots(provider)
    guest_id, bearer = await town.guest("123456")

    async def says(code: str, number: int = 0) -> str:
        body = town.order(provider, [service], slots[number : number + 1], iv_guest_token=code)
        answer = await town.post("create_appointment_order", body, bearer)
        return "" if answer["status"] else answer["message"]["main_msg"]

    def issued(code: str, minutes: int) -> GuestCodeIssued:
        digest = sha256(f"{guest_id}:{code}".encode()).hexdigest()
        expires_at = town.now + timedelta(minutes=minutes)
        return GuestCodeIssued(
            guest_id=guest_id,
            name="Gus Guest",
            email="gus@example.com",
            code_hash=digest,
            expires_at=expires_at,
        )

    for _ in range(4):
        assert "not the one" in await says("1")
    assert await says("123456") == "", "the fifth try may be the right one"
    assert "not the one" in await says("1", 1)
    assert "Too many" in await says("123456", 1)
    await town.tell(issued("654321", 9), issued("123456", 10))  # an older code, and the same one told again
    assert "Too many" in await says("654321", 1)
    await town.tell(issued("222222", 11))
    assert "not the one" in await says("123456", 1)
    town.now += timedelta(minutes=11, microseconds=-1)
    assert await says("222222", 1) == ""
    town.now += timedelta(microseconds=1)
    assert "expired" in await says("222222", 2)


async def test_what_was_answered_makes_room_for_other_requests(town: "Town") -> None:
    provider = await town.provider()
    service, slots = await town.service(provider), await town.slots(provider)
    orders: list[str] = []

    async def asks(number: int, email: str = "") -> bool:
        guest_id, bearer = await town.guest("123456")
        if email:
            bearer = town.tokens.bearer(town.tokens.guest(guest_id, "Olu", email))
        body = town.order(provider, [service], [slots[number]], iv_guest_token="123456")
        answer = await town.post("create_appointment_order", body, bearer)
        if answer["status"]:
            orders.append(answer["data"]["booking_data"]["order_id"])
        return answer["status"]

    assert all([await asks(number) for number in range(10)])
    assert not await asks(10)
    assert await asks(10, "olu@example.com"), "another guest has requests of their own"
    await town.respond(provider, orders[0], "rejected")
    assert await asks(0)


async def test_nobody_holds_a_whole_calendar(town: "Town") -> None:
    provider = await town.provider()
    service = await town.service(provider)
    slots = await town.slots(provider)
    for slot in slots[:10]:
        _, bearer = await town.guest("123456")
        body = town.order(provider, [service], [slot], iv_guest_token="123456")
        assert (await town.post("create_appointment_order", body, bearer))["status"] is True
    _, bearer = await town.guest("123456")
    body = town.order(provider, [service], slots[10:11], iv_guest_token="123456")
    answer = await town.post("create_appointment_order", body, bearer)
    assert (
        answer["message"]["main_msg"]
        == "You already have several requests waiting for this provider's answer."
    )
    other = await town.provider()
    service = await town.service(other)
    body = town.order(other, [service], slots[:1], iv_guest_token="123456")
    assert (await town.post("create_appointment_order", body, bearer))["status"] is True
