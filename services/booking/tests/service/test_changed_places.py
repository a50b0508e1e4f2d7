"""Another place or link for an agreed appointment: who may, until when, and what both sides get."""

import base64
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.booking import PlaceChanged
from icalendar import Calendar

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

LINK, OTHER = "https://meet.example.org/first", "https://meet.example.org/second"


async def change(marketplace: "Marketplace", who: str, order_id: str, place: str) -> dict[str, Any]:
    body = {"iv_order_id": order_id, "iv_delivery_location": place}
    return await marketplace.post("update_appointment_place", body, marketplace.as_(who))


async def agreed(marketplace: "Marketplace", mode: str, link: str = "") -> tuple[str, str, str]:
    """Provider, client and an accepted order of tomorrow, 9:00 to 9:30."""
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, iv_delivery_mode=mode)
    assert (await marketplace.respond(provider, order_id, "accepted", iv_delivery_location=link))["status"]
    return provider, client, order_id


def entry_of(content: str) -> Any:
    return Calendar.from_ical(base64.b64decode(content)).walk("VEVENT")[0]


async def test_another_link_is_told_with_a_calendar_file_of_a_higher_sequence(
    marketplace: "Marketplace",
) -> None:
    provider, client, order_id = await agreed(marketplace, "remote", LINK)
    for number, link in enumerate((OTHER, LINK), 1):
        answer = await change(marketplace, provider, order_id, link)
        assert answer["status"], answer
        entry = entry_of(answer["data"]["ical_content_data"]["content"])
        assert (entry["sequence"], entry["location"]) == (number, link)
        told = (await marketplace.published.wait_for(PlaceChanged, number))[-1]
        assert (told.order.delivery_location, told.actor, told.order.status) == (link, "provider", "accepted")
        assert told.calendar is not None
        assert entry_of(told.calendar.content)["sequence"] == number
    rows = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"]
    assert rows["request"][0]["delivery_location"] == LINK


async def test_an_address_in_person_changes_too(marketplace: "Marketplace") -> None:
    provider, _, order_id = await agreed(marketplace, "in-person")
    answer = await change(marketplace, provider, order_id, "  2 Side Street ")
    assert answer["data"]["booking_data"]["delivery_location"] == "2 Side Street"


@pytest.mark.parametrize(
    ("mode", "place"),
    [
        ("remote", "http://meet.example.org/a"),
        ("remote", "javascript:alert(1)"),
        ("remote", ""),
        ("remote", LINK),
        ("in-person", ""),
        ("in-person", "x" * 151),
        ("in-person", "1 Main Street"),
    ],
)
async def test_what_is_no_place_or_the_same_is_refused_beside_the_field(
    marketplace: "Marketplace", mode: str, place: str
) -> None:
    provider, _, order_id = await agreed(marketplace, mode, LINK)
    refused = await change(marketplace, provider, order_id, place)
    assert (refused["status"], list(refused["message"]["iv_msg"])) == (False, ["iv_delivery_location"])


async def test_only_the_provider_may_from_the_acceptance_to_the_end(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    assert not (await change(marketplace, provider, order_id, "2 Side Street"))["status"]
    await marketplace.respond(provider, order_id, "accepted")
    assert not (await change(marketplace, client, order_id, "2 Side Street"))["status"]
    stranger = await marketplace.person("Someone Else")
    body = {"iv_order_id": order_id, "iv_delivery_location": "2 Side Street"}
    for headers, status in ((marketplace.as_(stranger), 404), ({}, 401)):
        answer = await marketplace.http.post("/api/update_appointment_place", json=body, headers=headers)
        assert answer.status_code == status
    marketplace.now = NOON + timedelta(hours=21, minutes=29)  # a minute before the end
    assert (await change(marketplace, provider, order_id, "2 Side Street"))["status"]
    marketplace.now = NOON + timedelta(hours=21, minutes=30)
    assert not (await change(marketplace, provider, order_id, "3 Side Street"))["status"]
