"""Accepting remote requests of providers who have set how their links come about (product.md 3.12)."""

from base64 import b64decode
from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.booking import OrderAccepted
from contracts.events.profiles import ProfileFacts, ProfileUpdated, RemoteTerms, VenueTerms

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

TYPED = "https://elsewhere.example.org/typed"


async def sets(marketplace: "Marketplace", provider: str, venues: VenueTerms, revision: int = 2) -> None:
    """The provider's profile is told anew, with these venues."""
    profile = ProfileFacts(
        account_id=provider, completed=True, expertise="Coaching", category="wellness",
        country="Germany-DE", city="Berlin", currency="EUR-DE", delivery_mode="hybrid",
        location_address="1 Main Street", contact_phone="1234567", timezone="UTC", bio="We coach.",
        avatar="", venues=venues, revision=revision,
    )  # fmt: skip
    await marketplace.tell(ProfileUpdated(profile=profile))


async def row(marketplace: "Marketplace", who: str, side: str) -> dict[str, Any]:
    data = (await marketplace.get("get_booking_info", marketplace.as_(who)))["data"]
    return data["bookings_list"][side][0]


async def test_a_remote_request_is_accepted_without_a_typed_link(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    template = RemoteTerms(kind="template", link="https://meet.example.org/{order}")
    await sets(marketplace, provider, VenueTerms(remote=template))
    order_id = await marketplace.booked(provider, client, iv_delivery_mode="remote")
    link = f"https://meet.example.org/{order_id}"
    assert (await row(marketplace, provider, "order"))["remote_link"] == link
    asked = await row(marketplace, client, "request")
    assert (asked["remote_link"], asked["delivery_location"]) == ("", "")
    answer = await marketplace.respond(provider, order_id, "accepted")
    assert answer["status"], answer
    assert (await row(marketplace, client, "request"))["delivery_location"] == link
    assert (await row(marketplace, provider, "order"))["remote_link"] == ""
    assert (await marketplace.published.first(OrderAccepted)).order.delivery_location == link


async def test_a_typed_link_counts_and_a_wrong_one_is_refused(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await sets(
        marketplace, provider, VenueTerms(remote=RemoteTerms(kind="room", server="https://meet.example.org"))
    )
    order_id = await marketplace.booked(provider, client, iv_delivery_mode="remote")
    refused = await marketplace.respond(
        provider, order_id, "accepted", iv_delivery_location="http://a.example"
    )
    assert list(refused["message"]["iv_msg"]) == ["iv_delivery_location"]
    await marketplace.respond(provider, order_id, "accepted", iv_delivery_location=TYPED)
    assert (await row(marketplace, client, "request"))["delivery_location"] == TYPED


async def test_without_settings_a_remote_request_needs_its_link_as_before(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, iv_delivery_mode="remote")
    assert (await row(marketplace, provider, "order"))["remote_link"] == ""
    refused = await marketplace.respond(provider, order_id, "accepted")
    assert list(refused["message"]["iv_msg"]) == ["iv_delivery_location"]


async def test_a_remote_service_is_booked_at_once_with_the_link_of_the_settings(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    template = RemoteTerms(kind="template", link="https://meet.example.org/{order}")
    await sets(marketplace, provider, VenueTerms(remote=template))
    service = await marketplace.service(provider, confirmation="instant")
    [slot, *_] = await marketplace.slots(provider)
    body = marketplace.order(provider, [service], [slot], iv_delivery_mode="remote")
    placed = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    booking = placed["data"]["booking_data"]
    link = f"https://meet.example.org/{booking['order_id']}"
    assert (booking["request_status"], booking["delivery_location"]) == ("accepted", link)
    calendar = b64decode(placed["data"]["ical_content_data"]["content"]).decode()
    assert link in calendar.replace("\r\n ", "")
    assert (await row(marketplace, provider, "order"))["delivery_location"] == link
