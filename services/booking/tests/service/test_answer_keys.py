"""Links that answer a request at once (product.md 5.3): what they can, and what they cannot."""

from typing import TYPE_CHECKING

import pytest
from booking.orders.answer_keys import ENDED_LINK
from contracts.events.booking import OrderAccepted, OrderRejected, OrderRequested

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def key_of(marketplace: "Marketplace", nth: int = 1) -> str:
    """The key that the event of the nth request told."""
    return (await marketplace.published.wait_for(OrderRequested, nth))[nth - 1].answer_key


async def test_a_provider_accepts_and_declines_by_the_key_of_a_request(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    one = await marketplace.booked(provider, client)
    key = await key_of(marketplace)
    answer = await marketplace.respond(provider, one, "accepted", iv_answer_key=key)
    assert answer["data"]["booking_data"]["request_status"] == "accepted"
    assert (await marketplace.published.first(OrderAccepted)).order.order_id == one
    other = await marketplace.booked(provider, client)
    key = await key_of(marketplace, 2)
    answer = await marketplace.respond(provider, other, "rejected", iv_answer_key=key)
    assert answer["data"]["booking_data"]["request_status"] == "rejected"
    assert (await marketplace.published.first(OrderRejected)).order.order_id == other


async def test_no_other_key_answers_and_the_key_alone_admits_nobody(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    await marketplace.booked(provider, client)
    key, other = await key_of(marketplace), await key_of(marketplace, 2)
    assert len({key, other, ""}) == 3
    for wrong in (other, key[:-1], key.swapcase(), "ä", " "):
        refused = await marketplace.respond(provider, order_id, "accepted", iv_answer_key=wrong)
        assert (refused["status"], refused["message"]["main_msg"]) == (False, ENDED_LINK), wrong
    by_client = await marketplace.respond(client, order_id, "accepted", iv_answer_key=key)
    assert by_client["status"] is False
    taken = {"iv_order_id": order_id, "iv_response": "accepted", "iv_answer_key": key}
    for headers, status in (({}, 401), (marketplace.as_(await marketplace.person()), 404)):
        found = await marketplace.http.post(
            "/api/update_appointment_order_request", json=taken, headers=headers
        )
        assert found.status_code == status, found.text
    too_long = await marketplace.respond(provider, order_id, "accepted", iv_answer_key="k" * 201)
    assert list(too_long["message"]["iv_msg"]) == ["iv_answer_key"]
    assert not marketplace.published.of(OrderAccepted)
    row = (await marketplace.get(f"get_guest_booking/{order_id}", marketplace.as_(provider)))["data"]
    assert row["booking_data"]["request_status"] == "pending"


async def test_a_key_ends_with_what_it_was_made_for(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    key = await key_of(marketplace)
    free = (await marketplace.slots(provider))[-1]
    wanted = [{each: free[each] for each in ("appointment_slot_id", "provider_start_time")}]
    asked = await marketplace.post(
        "propose_new_time", {"iv_order_id": order_id, "iv_session_list": wanted}, marketplace.as_(client)
    )
    assert asked["status"], asked
    refused = await marketplace.respond(provider, order_id, "accepted", iv_answer_key=key)
    assert refused["message"]["main_msg"] == ENDED_LINK
    assert (await marketplace.respond(provider, order_id, "accepted"))["status"]
    again = await marketplace.respond(provider, order_id, "cancelled", iv_answer_key=key)
    assert again["message"]["main_msg"] == ENDED_LINK, "nothing else is done by it"
