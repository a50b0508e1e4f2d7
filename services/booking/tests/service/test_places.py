"""Orders at one of several places: what they keep, who sees it, and another place later."""

import base64
from typing import TYPE_CHECKING, Any, Final

import pytest
from contracts.events.booking import OrderAccepted, PlaceChanged
from contracts.events.identity import AccountDeleted
from contracts.events.profiles import PlaceFacts, ProfileFacts, ProfileUpdated, VenueTerms
from icalendar import Calendar

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

STUDIO: Final = PlaceFacts(
    place_id="studio", name="Studio", street="Torstraße 12", postcode="10119", city="Berlin",
    country="Germany-DE", note="Second yard",
)  # fmt: skip
KIOSK: Final = STUDIO.model_copy(
    update={"place_id": "kiosk", "name": "Kiosk", "street": "Am Markt 1", "note": ""}
)
AT_STUDIO, AT_KIOSK = "Torstraße 12, 10119 Berlin, Germany", "Am Markt 1, 10119 Berlin, Germany"


async def sets(
    marketplace: "Marketplace", provider: str, *places: PlaceFacts, revision: int = 2, street: str = "booked"
) -> None:
    """The provider's profile is told anew, with these places."""
    facts: dict[str, Any] = {
        "account_id": provider, "completed": True, "expertise": "Coaching", "category": "wellness",
        "country": "Germany-DE", "city": "Berlin", "currency": "EUR-DE", "delivery_mode": "hybrid",
        "location_address": "1 Main Street", "contact_phone": "1234567", "timezone": "UTC", "bio": "",
        "avatar": "", "venues": VenueTerms(places=list(places)), "street_shown_to": street,
        "revision": revision,
    }  # fmt: skip
    await marketplace.tell(ProfileUpdated(profile=ProfileFacts.model_validate(facts)))


async def row(marketplace: "Marketplace", who: str, side: str) -> tuple[str, str, str]:
    data = (await marketplace.get("get_booking_info", marketplace.as_(who)))["data"]
    shown = data["bookings_list"][side][0]
    return shown["place_name"], shown["delivery_location"], shown["place_note"]


async def test_an_order_keeps_name_and_address_of_its_place(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await sets(marketplace, provider, KIOSK, STUDIO)
    order_id = await marketplace.booked(provider, client, iv_place_id="studio")
    kept = ("Studio", AT_STUDIO, "Second yard")
    assert await row(marketplace, client, "request") == ("Studio", "", ""), "a request alone shows no street"
    assert await row(marketplace, provider, "order") == kept
    await sets(marketplace, provider, revision=3)  # archived
    await marketplace.respond(provider, order_id, "accepted")
    assert await row(marketplace, client, "request") == kept == await row(marketplace, provider, "order")
    told = await marketplace.published.first(OrderAccepted)
    assert told.calendar is not None
    entry = Calendar.from_ical(base64.b64decode(told.calendar.content)).walk("VEVENT")[0]
    assert entry["location"] == f"Studio, {AT_STUDIO}"
    assert "Second yard" in str(entry["description"])
    await marketplace.tell(AccountDeleted(account_id=provider))
    assert await row(marketplace, client, "request") == ("", "", "")


async def test_without_a_choice_it_is_the_usual_place_and_hidden_addresses_stay_hidden(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await sets(marketplace, provider, STUDIO, KIOSK, street="nobody")
    order_id = await marketplace.booked(provider, client)
    assert await row(marketplace, client, "request") == ("Studio", "", "")
    await marketplace.respond(provider, order_id, "accepted")
    assert await row(marketplace, client, "request") == ("Studio", AT_STUDIO, "Second yard")


async def test_a_service_is_offered_at_its_own_places_alone(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await sets(marketplace, provider, STUDIO, KIOSK)
    service = await marketplace.service(provider, place_ids=["kiosk"])
    slot = (await marketplace.slots(provider))[0]
    for chosen, fields, shown in (("studio", ["iv_place_id"], None), ("", [], AT_KIOSK)):
        body = marketplace.order(provider, [service], [slot], iv_place_id=chosen)
        answer = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
        assert list(answer["message"]["iv_msg"]) == fields
        assert not shown or (await row(marketplace, provider, "order"))[1] == shown


async def test_an_appointment_moves_to_another_place(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await sets(marketplace, provider, STUDIO, KIOSK)
    order_id = await marketplace.booked(provider, client)
    await marketplace.respond(provider, order_id, "accepted")
    for place_id, beside in (("studio", True), ("gone", True), ("kiosk", False)):
        body = {"iv_order_id": order_id, "iv_place_id": place_id}
        answer = await marketplace.post("update_appointment_place", body, marketplace.as_(provider))
        assert list(answer["message"]["iv_msg"]) == (["iv_place_id"] if beside else [])
    assert await row(marketplace, client, "request") == ("Kiosk", AT_KIOSK, "")
    told = await marketplace.published.first(PlaceChanged)
    assert (told.order.for_client.place_name, told.order.delivery_location) == ("Kiosk", AT_KIOSK)
    body = {"iv_order_id": order_id, "iv_delivery_location": "3 Side Street"}
    await marketplace.post("update_appointment_place", body, marketplace.as_(provider))
    assert await row(marketplace, client, "request") == ("", "3 Side Street", "")
