"""The provider's telephone and street in a client's bookings, events and calendars (product.md 3.6)."""

import base64
from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.booking import OrderAccepted, OrderRequested
from contracts.events.profiles import PaymentTerms, ProfileFacts, ProfileUpdated
from icalendar import Calendar

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

STREET, PHONE = "1 Main Street", "+1234567"


async def shows(
    marketplace: "Marketplace",
    provider: str,
    phone: str,
    street: str,
    revision: int = 2,
    payment: PaymentTerms | None = None,
) -> None:
    """The provider chooses who sees phone and street, and how to be paid."""
    facts = ProfileFacts.model_validate(
        {
            "account_id": provider, "completed": True, "expertise": "Coaching", "category": "wellness",
            "country": "Germany-DE", "city": "Berlin", "currency": "EUR-DE", "delivery_mode": "hybrid",
            "location_address": STREET, "contact_phone": PHONE.removeprefix("+"), "timezone": "UTC",
            "bio": "", "avatar": "", "payment": payment or PaymentTerms(),
            "phone_shown_to": phone, "street_shown_to": street, "revision": revision,
        }
    )  # fmt: skip
    await marketplace.tell(ProfileUpdated(profile=facts))


async def rows(marketplace: "Marketplace", who: str, side: str) -> dict[str, Any]:
    data = (await marketplace.get("get_booking_info", marketplace.as_(who)))["data"]
    return data["bookings_list"][side][0]


@pytest.mark.parametrize(
    ("shown_to", "status", "phone", "street"),
    [
        ("booked", "pending", "", ""),
        ("booked", "accepted", PHONE, STREET),
        ("booked", "rejected", "", ""),
        ("booked", "cancelled", "", ""),
        ("nobody", "pending", "", ""),
        ("nobody", "accepted", "", STREET),
        ("everybody", "rejected", PHONE, STREET),
    ],
)
async def test_a_client_sees_phone_and_street_as_the_provider_allows(
    marketplace: "Marketplace", shown_to: str, status: str, phone: str, street: str
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await shows(marketplace, provider, shown_to, shown_to)
    order_id = await marketplace.booked(provider, client)
    if status == "cancelled":
        await marketplace.respond(client, order_id, "cancelled")
    elif status != "pending":
        await marketplace.respond(provider, order_id, status)
    seen = await rows(marketplace, client, "request")
    assert (seen["contact_phone"], seen["delivery_location"]) == (phone, street)
    own = await rows(marketplace, provider, "order")
    assert (own["contact_phone"], own["delivery_location"]) == ("", STREET), "the provider knows the place"


async def test_the_first_answer_and_the_events_keep_to_it(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await shows(marketplace, provider, "nobody", "nobody")
    _, guest = await marketplace.guest()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    body = marketplace.order(
        provider, [service], slots[:1], iv_guest_token="123456", iv_user_category="guest"
    )
    placed = (await marketplace.post("create_appointment_order", body, guest))["data"]["booking_data"]
    assert (placed["contact_phone"], placed["delivery_location"]) == ("", "")
    told = (await marketplace.published.first(OrderRequested)).order
    assert (told.for_client.contact_phone, told.for_client.delivery_location) == ("", "")
    assert told.for_provider.delivery_location == told.delivery_location == STREET
    shown = await marketplace.get(f"get_guest_booking/{placed['order_id']}", guest)
    assert shown["data"]["booking_data"]["delivery_location"] == ""


async def test_an_order_tells_how_its_provider_wanted_to_be_paid(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    terms = PaymentTerms(fee_policy="negotiable", payment_methods=["cash"], payment_note="At the door.")
    await shows(marketplace, provider, "booked", "booked", payment=terms)
    order_id = await marketplace.booked(provider, client)
    assert (await marketplace.published.first(OrderRequested)).order.payment == terms
    await marketplace.respond(provider, order_id, "accepted")
    assert (await marketplace.published.first(OrderAccepted)).order.payment == terms


async def test_calendars_name_the_number_where_it_is_shown(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await shows(marketplace, provider, "booked", "booked")
    hidden = await marketplace.booked(provider, client)
    order_id = await marketplace.booked(provider, client, 1)
    await marketplace.respond(provider, order_id, "accepted")
    accepted = await marketplace.published.first(OrderAccepted)
    assert accepted.calendar is not None
    mailed = Calendar.from_ical(base64.b64decode(accepted.calendar.content)).walk("VEVENT")[0]
    assert mailed["contact"] == f"Paul Provider, {PHONE}"
    assert PHONE in str(mailed["description"])

    async def device_file(who: str, order: str) -> Any:
        answer = await marketplace.get(f"get_appointment_calendar/{order}", marketplace.as_(who))
        content = answer["data"]["ical_content_data"]["content"]
        return Calendar.from_ical(base64.b64decode(content)).walk("VEVENT")[0]

    assert (await device_file(client, order_id))["contact"] == f"Paul Provider, {PHONE}"
    assert "contact" not in await device_file(provider, order_id)
    await shows(marketplace, provider, "nobody", "booked", revision=3)
    await marketplace.respond(provider, hidden, "accepted")
    event = await device_file(client, hidden)
    assert "contact" not in event
    assert PHONE not in str(event["description"])
