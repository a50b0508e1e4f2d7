"""Placing orders over HTTP against a real database (api.md 4)."""

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

import httpx
import orjson
import pytest
from booking.orders.schemas import OrderPlaced
from chassis.http.envelope import Answer
from contracts.events.booking import AvailabilityChanged, OrderRequested
from contracts.events.profiles import BlockChanged
from contracts.rules import messages

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
TAKEN = "This time has just been taken. Please choose another."


async def test_a_client_books_a_free_slot_and_the_slot_is_gone(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    slots = await marketplace.slots(provider)
    assert [slot["provider_start_time"] for slot in slots][:2] == [
        "2027-01-05T09:00:00Z",
        "2027-01-05T09:40:00Z",
    ]
    answer = await marketplace.post(
        "create_appointment_order", marketplace.order(provider, [service], slots[:1]), marketplace.as_(client)
    )
    assert answer == Answer[OrderPlaced].model_validate(answer, strict=True).model_dump()
    assert answer["status"] is True
    assert answer["message"]["main_msg"].startswith(
        "Your booking request has been sent to the service provider."
    )
    booking = answer["data"]["booking_data"]
    assert booking["request_status"] == "pending"
    assert booking["name"] == "Paul Provider"
    assert booking["total_cost"] == 25
    assert booking["delivery_location"] == "", "a request alone shows no street"
    assert (await marketplace.slots(provider))[0]["provider_start_time"] == "2027-01-05T09:40:00Z"
    requested = await marketplace.published.first(OrderRequested)
    assert requested.order.for_provider.name == "Ana Client"
    assert requested.order.for_client.name == "Paul Provider"
    assert requested.order.client_timezone == "Asia/Kolkata"
    moved = await marketplace.published.first(AvailabilityChanged)
    assert moved.provider_id == provider
    lists = (await marketplace.get("get_booking_info", marketplace.as_(provider)))["data"]["bookings_list"]
    assert [(row["order_id"], row["delivery_location"]) for row in lists["order"]] == [
        (booking["order_id"], "1 Main Street")
    ]
    assert lists["request"] == []


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({}, (False, "unpaid", "unpaid")),
        (
            {
                "iv_multiple_clients": True,
                "iv_client_pay_status": "paid",
                "iv_provider_pay_status": "received",
            },
            (True, "paid", "received"),
        ),
        ({"iv_multiple_clients": "true", "iv_client_pay_status": " "}, (True, "unpaid", "unpaid")),
        ({"iv_multiple_clients": "false", "iv_provider_pay_status": ""}, (False, "unpaid", "unpaid")),
    ],
)
async def test_an_order_keeps_for_how_many_it_is_and_what_was_said_of_payment(
    marketplace: "Marketplace", sent: dict[str, Any], kept: tuple[bool, str, str]
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, **sent)
    await marketplace.respond(provider, order_id, "accepted")
    for who, side in ((provider, "order"), (client, "request")):
        lists = (await marketplace.get("get_booking_info", marketplace.as_(who)))["data"]["bookings_list"]
        [row] = lists[side]
        assert (row["multiple_clients"], row["client_pay_status"], row["provider_pay_status"]) == kept
    requested = await marketplace.published.first(OrderRequested)
    assert requested.order.for_client.client_pay_status == kept[1]


async def test_an_order_keeps_the_brief_of_its_services(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, brief="Bring a towel.")
    slots = await marketplace.slots(provider)
    body = marketplace.order(provider, [service], slots[:1])
    assert (await marketplace.post("create_appointment_order", body, marketplace.as_(client)))["status"]
    await marketplace.service(provider, service_id=service, brief="Bring nothing.", revision=2)
    data = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]
    [ordered] = orjson.loads(data["bookings_list"]["request"][0]["services"])
    assert ordered["brief"] == "Bring a towel."


@pytest.mark.usefixtures("large_pool")
async def test_one_slot_cannot_be_taken_twice_by_two_hundred_at_once(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    slots = await marketplace.slots(provider)
    clients = [await marketplace.person(f"Client {number}") for number in range(20)]
    body = marketplace.order(provider, [service], slots[:1])

    async def book(number: int) -> httpx.Response:
        return await marketplace.http.post(
            "/api/create_appointment_order", json=body, headers=marketplace.as_(clients[number % 20])
        )

    answers = await asyncio.gather(*(book(number) for number in range(200)))
    assert Counter(answer.status_code for answer in answers) == {200: 200}
    said = Counter((answer.json()["status"], answer.json()["message"]["main_msg"][:40]) for answer in answers)
    assert said[(False, TAKEN[:40])] == 199
    assert len(said) == 2


@pytest.mark.usefixtures("large_pool")
async def test_orders_of_several_sessions_that_cross_never_deadlock(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    slots = await marketplace.slots(provider)
    bodies = [
        marketplace.order(provider, [service], [slots[n % 6], slots[(n * 5 + 1) % 6]]) for n in range(40)
    ]
    bodies = [
        body for body in bodies if len({s["provider_start_time"] for s in body["iv_session_list"]}) == 2
    ]
    answers = await asyncio.gather(
        *(
            marketplace.http.post("/api/create_appointment_order", json=body, headers=marketplace.as_(client))
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
async def test_totals_and_services_are_recomputed(
    marketplace: "Marketplace", change: dict[str, Any], message: str
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    body = marketplace.order(provider, [service], (await marketplace.slots(provider))[:1]) | change
    answer = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    assert (answer["status"], answer["message"]["main_msg"]) == (False, message)


async def test_the_refusals_of_an_order(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    remote = await marketplace.service(provider, delivery_mode="remote")
    archived = await marketplace.service(provider, status="archived")
    slots = await marketplace.slots(provider)

    async def refused(body: dict[str, Any], who: str = client) -> dict[str, Any]:
        answer = await marketplace.post("create_appointment_order", body, marketplace.as_(who))
        assert answer["status"] is False
        return answer["message"]

    assert (await refused(marketplace.order(provider, [service], slots[:1]), provider))["main_msg"] == (
        "You can't book an appointment on your own page."
    )
    message = await refused(marketplace.order(provider, [remote], slots[:1]))
    assert message["main_msg"] == "This provider does not offer in-person services."
    assert message["iv_msg"]["iv_delivery_mode"] == message["main_msg"]
    assert (
        "no longer offered" in (await refused(marketplace.order(provider, [archived], slots[:1])))["main_msg"]
    )
    message = await refused(
        marketplace.order(provider, [service, remote], slots[:1], iv_delivery_mode="remote")
    )
    assert message["main_msg"] == "30 mins is not sufficient time for your 2 selected services."
    past = [slots[0] | {"provider_start_time": "2027-01-04T09:00:00Z", "appointment_slot_id": ""}]
    assert "not offered" in (await refused(marketplace.order(provider, [service], past)))["main_msg"]
    misaligned = [slots[0] | {"provider_start_time": "2027-01-05T09:05:00Z", "appointment_slot_id": ""}]
    assert "not offered" in (await refused(marketplace.order(provider, [service], misaligned)))["main_msg"]
    await marketplace.tell(BlockChanged(blocker_id=provider, blocked_id=client, blocked=True, revision=1))
    assert "can't book" in (await refused(marketplace.order(provider, [service], slots[:1])))["main_msg"]
    answer = await marketplace.http.get(
        "/api/get_available_slots",
        params={"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"},
        headers=marketplace.as_(client),
    )
    assert answer.status_code == 404


async def test_bad_bodies_are_answered_in_the_envelope(marketplace: "Marketplace") -> None:
    client = await marketplace.person()
    for body in ({}, {"iv_provider_id": 3}, {"iv_session_list": "[", "iv_service_list": "x"}):
        answer = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
        assert answer["status"] is False
        assert answer["message"]["iv_msg"]
    unknown = marketplace.order(
        "nobody", ["x"], [{"appointment_slot_id": "", "provider_start_time": "2027-01-05T09:00:00Z"}]
    )
    answer = await marketplace.http.post(
        "/api/create_appointment_order", json=unknown, headers=marketplace.as_(client)
    )
    assert answer.status_code == 404
    assert (await marketplace.http.post("/api/create_appointment_order", json=unknown)).status_code == 401


async def test_lists_may_come_as_json_strings(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    slot = (await marketplace.slots(provider))[0]
    body = marketplace.order(provider, [service], [slot]) | {
        "iv_service_list": f'["{service}"]',
        "iv_session_list": f'[{{"appointment_slot_id": "{slot["appointment_slot_id"]}", '
        f'"provider_start_time": "{slot["provider_start_time"]}"}}]',
        "iv_total_cost": "25",
        "iv_total_duration": "30",
    }
    assert (await marketplace.post("create_appointment_order", body, marketplace.as_(client)))[
        "status"
    ] is True


@pytest.mark.parametrize("field", ["iv_session_list", "iv_service_list"])
async def test_an_order_has_fifty_sessions_and_services_at_most(
    marketplace: "Marketplace", field: str
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    slots = await marketplace.slots(provider)
    whole = marketplace.order(provider, [await marketplace.service(provider)], slots[:1])
    for count, too_many in ((50, False), (51, True)):
        body = whole | {field: whole[field] * count}
        refused = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
        said = refused["message"]["iv_msg"].get(field)
        assert (said == messages.TOO_MANY.format(n=50)) is too_many, said


@pytest.mark.parametrize(
    ("mode", "named", "location"),
    [("in-person", "3 Other Street", "3 Other Street"), ("remote", "3 Other Street", "")],
)
async def test_an_appointment_in_person_is_where_the_client_said(
    marketplace: "Marketplace", mode: str, named: str, location: str
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    slots = await marketplace.slots(provider)
    body = marketplace.order(
        provider, [await marketplace.service(provider)], slots[:1],
        iv_delivery_mode=mode, iv_delivery_location=named,
    )  # fmt: skip
    await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    lists = (await marketplace.get("get_booking_info", marketplace.as_(provider)))["data"]["bookings_list"]
    assert [row["delivery_location"] for row in lists["order"]] == [location]


async def test_what_was_answered_makes_room_for_other_requests(marketplace: "Marketplace") -> None:
    await marketplace.has_been_there(email="gus@example.com")
    provider = await marketplace.provider()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    orders: list[str] = []

    async def asks(number: int, email: str = "") -> bool:
        guest_id, bearer = await marketplace.guest("123456")
        if email:
            bearer = marketplace.tokens.bearer(marketplace.tokens.guest(guest_id, "Olu", email))
        body = marketplace.order(provider, [service], [slots[number]], iv_guest_token="123456")
        answer = await marketplace.post("create_appointment_order", body, bearer)
        if answer["status"]:
            orders.append(answer["data"]["booking_data"]["order_id"])
        return answer["status"]

    assert all([await asks(number) for number in range(10)])
    assert not await asks(10)
    assert await asks(10, "olu@example.com"), "another guest has requests of their own"
    await marketplace.respond(provider, orders[0], "rejected")
    assert await asks(0)


async def test_nobody_holds_a_whole_calendar(marketplace: "Marketplace") -> None:
    await marketplace.has_been_there(email="gus@example.com")
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    slots = await marketplace.slots(provider)
    for slot in slots[:10]:
        _, bearer = await marketplace.guest("123456")
        body = marketplace.order(provider, [service], [slot], iv_guest_token="123456")
        assert (await marketplace.post("create_appointment_order", body, bearer))["status"] is True
    _, bearer = await marketplace.guest("123456")
    body = marketplace.order(provider, [service], slots[10:11], iv_guest_token="123456")
    answer = await marketplace.post("create_appointment_order", body, bearer)
    assert (
        answer["message"]["main_msg"]
        == "You already have several requests waiting for this provider's answer."
    )
    other = await marketplace.provider()
    service = await marketplace.service(other)
    body = marketplace.order(other, [service], slots[:1], iv_guest_token="123456")
    assert (await marketplace.post("create_appointment_order", body, bearer))["status"] is True
