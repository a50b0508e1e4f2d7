"""Orders of guests: the mailed code, the link, and what guests are told."""

from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from contracts.events.booking import (
    GuestDataRequested,
    GuestErased,
    GuestLinkRequested,
    OrderAccepted,
    OrderCancelled,
    OrderMadeAnonymous,
    OrderRequested,
)
from contracts.events.identity import GuestCodeIssued
from contracts.guest_data import address_digest, key_digest

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
TAKEN = "This time has just been taken. Please choose another."


async def test_a_row_has_the_address_of_a_guest_and_of_no_account(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Client")
    service = await marketplace.service(provider)
    slots = await marketplace.slots(provider)
    _, bearer = await marketplace.guest("123456")
    body = marketplace.order(provider, [service], slots[:1], iv_user_category="guest")
    await marketplace.post("create_appointment_order", body | {"iv_guest_token": "123456"}, bearer)
    body = marketplace.order(provider, [service], slots[1:2])
    await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    lists = (await marketplace.get("get_booking_info", marketplace.as_(provider)))["data"]["bookings_list"]
    rows = {row["user_category"]: row for row in lists["order"]}
    assert rows["guest"]["guest_name"]
    assert "@" in rows["guest"]["guest_email"]
    assert (rows["active"]["guest_name"], rows["active"]["guest_email"]) == ("", "")


async def test_a_guest_books_with_the_mailed_code_and_reaches_the_booking_by_link(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    slots = await marketplace.slots(provider)
    _, bearer = await marketplace.guest("123456")
    body = marketplace.order(provider, [service], slots[:1], iv_user_category="guest")
    answer = await marketplace.post("create_appointment_order", body | {"iv_guest_token": ""}, bearer)
    assert "was sent to your email" in answer["message"]["iv_msg"]["iv_guest_token"]
    answer = await marketplace.post("create_appointment_order", body | {"iv_guest_token": "000000"}, bearer)
    assert answer["message"]["iv_msg"]["iv_guest_token"] == "This token is not the one that was sent to you."
    answer = await marketplace.post("create_appointment_order", body | {"iv_guest_token": "123456"}, bearer)
    assert answer["status"] is True
    order_id = answer["data"]["booking_data"]["order_id"]
    requested = await marketplace.published.first(OrderRequested)
    link = requested.order.guest_link
    assert link.startswith(
        f"https://openhours.test/guest_client/schedule_manager/pending_requests/{order_id}?token="
    )
    token = link.partition("?token=")[2]
    assert (await marketplace.get(f"get_guest_booking/{order_id}", token=token))["data"]["booking_data"][
        "order_id"
    ] == order_id
    assert (await marketplace.get(f"get_guest_booking/{order_id}", bearer))["status"] is True
    refused = await marketplace.http.post(
        "/api/update_appointment_order_request",
        params={"token": token},
        json={"iv_order_id": order_id, "iv_response": "cancelled"},
        headers=marketplace.as_(provider),
    )
    assert not refused.json()["status"], "a provider with the guest's link stays the provider"
    bad = await marketplace.http.get(f"/api/get_guest_booking/{order_id}", params={"token": token[:-1] + "_"})
    assert bad.status_code == 401
    answer = await marketplace.http.post(
        "/api/update_appointment_order_request",
        params={"token": token},
        json={"iv_order_id": order_id, "iv_response": "cancelled"},
    )
    assert answer.json()["data"]["booking_data"]["request_status"] == "cancelled"
    assert len(await marketplace.slots(provider)) == len(slots)


async def test_an_answer_holds_a_notice_only_for_an_account(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    _, bearer = await marketplace.guest("123456")
    for caller, token, receiver in ((bearer, "123456", None), (marketplace.as_(client), "", client)):
        body = marketplace.order(provider, [service], [slots.pop()], iv_guest_token=token)
        placed = await marketplace.post("create_appointment_order", body, caller)
        answer = {"iv_order_id": placed["data"]["booking_data"]["order_id"], "iv_response": "accepted"}
        accepted = await marketplace.post(
            "update_appointment_order_request", answer, marketplace.as_(provider)
        )
        notice = accepted["data"]["notification_data"]
        assert (notice and notice["notification_receiver_id"]) == receiver


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
    marketplace: "Marketplace", device: object, language: str
) -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    slots = await marketplace.slots(provider)
    _, bearer = await marketplace.guest("123456")
    body = marketplace.order(provider, [service], slots[:1], iv_guest_token="123456", iv_device_data=device)
    placed = await marketplace.post("create_appointment_order", body, bearer)
    assert (await marketplace.published.first(OrderRequested)).order.client_language == language
    answer = {"iv_order_id": placed["data"]["booking_data"]["order_id"], "iv_response": "accepted"}
    await marketplace.post("update_appointment_order_request", answer, marketplace.as_(provider))
    assert (await marketplace.published.first(OrderAccepted)).order.client_language == language


async def test_a_guest_has_five_tries_and_ten_minutes(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    slots = await marketplace.slots(provider)
    _, bearer = await marketplace.guest("123456")
    body = marketplace.order(provider, [service], slots[:1])
    for _ in range(5):
        answer = await marketplace.post("create_appointment_order", body | {"iv_guest_token": "1"}, bearer)
        assert answer["status"] is False
    answer = await marketplace.post("create_appointment_order", body | {"iv_guest_token": "123456"}, bearer)
    assert "Too many wrong tokens" in answer["message"]["main_msg"]
    _, late = await marketplace.guest("123456")
    marketplace.now += timedelta(minutes=11)
    answer = await marketplace.post("create_appointment_order", body | {"iv_guest_token": "123456"}, late)
    assert "expired" in answer["message"]["main_msg"]


async def test_a_code_ends_after_ten_minutes_and_the_newest_one_starts_the_tries_anew(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    guest_id, bearer = await marketplace.guest("123456")

    async def says(code: str, number: int = 0) -> str:
        body = marketplace.order(provider, [service], slots[number : number + 1], iv_guest_token=code)
        answer = await marketplace.post("create_appointment_order", body, bearer)
        return "" if answer["status"] else answer["message"]["main_msg"]

    def issued(code: str, minutes: int) -> GuestCodeIssued:
        digest = sha256(f"{guest_id}:{code}".encode()).hexdigest()
        expires_at = marketplace.now + timedelta(minutes=minutes)
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
    await marketplace.tell(
        issued("654321", 9), issued("123456", 10)
    )  # an older code, and the same one told again
    assert "Too many" in await says("654321", 1)
    await marketplace.tell(issued("222222", 11))
    assert "not the one" in await says("123456", 1)
    marketplace.now += timedelta(minutes=11, microseconds=-1)
    assert await says("222222", 1) == ""
    marketplace.now += timedelta(microseconds=1)
    assert "expired" in await says("222222", 2)


async def test_an_erased_guest_is_named_in_no_event_from_then_on(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    guest_id, bearer = await marketplace.guest("123456")
    body = marketplace.order(provider, [service], slots[:1], iv_user_category="guest")
    await marketplace.post("create_appointment_order", body | {"iv_guest_token": "123456"}, bearer)
    order = (await marketplace.published.first(OrderRequested)).order
    await marketplace.post("request_guest_data", {"iv_email": order.client_email})
    asked = await marketplace.published.first(GuestDataRequested)
    link = (await marketplace.published.first(GuestLinkRequested)).order.guest_link
    key = link.partition("&data=")[2]
    assert asked.address_digest == address_digest(order.client_email)
    assert asked.key_digest == key_digest(order.order_id, key)
    assert asked.expires_at == marketplace.now + timedelta(hours=1)
    marketplace.published.forget()
    await marketplace.post("erase_guest_data", {"iv_order_id": order.order_id, "iv_key": key})
    erased = await marketplace.published.first(GuestErased)
    assert erased.address_digest == asked.address_digest
    cancelled = await marketplace.published.first(OrderCancelled)
    of_order = [event for event in marketplace.published.events if event.aggregate == cancelled.aggregate]
    assert [type(event) for event in of_order] == [OrderMadeAnonymous, OrderCancelled]
    assert (cancelled.cause, cancelled.order.guest_link) == ("account_closed", "")
    told = " ".join(event.model_dump_json() for event in marketplace.published.events)
    assert not [word for word in (order.client_name, order.client_email, guest_id) if word in told]
    assert len(await marketplace.slots(provider)) == len(slots), "the time is free again"
