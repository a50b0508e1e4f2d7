"""Sessions at the client's address: travel, the area, who sees the address, and mending it."""

from typing import TYPE_CHECKING, Any, Final

import pytest
from booking.orders.evidence import evidence_of
from chassis.db import Database
from contracts.events.booking import PlaceChanged
from contracts.events.identity import AccountDeleted
from contracts.events.profiles import ProfileFacts, ProfileUpdated, TravelArea, VenueTerms
from contracts.events.profiles_moderation import ReportFiled

from services.booking.tests.service.test_flexible_hours import set_hours

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

HOME: Final[dict[str, Any]] = {
    "iv_client_street": " Torstraße 12 ", "iv_client_postcode": "10119", "iv_client_city": "Berlin",
    "iv_client_note": "Third floor",
}  # fmt: skip
AT_HOME: Final = "Torstraße 12, 10119 Berlin"
BERLIN: Final[dict[str, Any]] = {"iv_client_latitude": 52.53, "iv_client_longitude": "13.40"}
HAMBURG: Final[dict[str, Any]] = {"iv_client_latitude": 53.55, "iv_client_longitude": 9.99}
AREA: Final = TravelArea(postcodes=["101", "SW1"], radius_km=20, latitude=52.52, longitude=13.405)


async def goes_to(marketplace: "Marketplace", provider: str, area: TravelArea, revision: int = 2) -> None:
    """The provider's profile is told anew, with this area."""
    facts: dict[str, Any] = {
        "account_id": provider, "completed": True, "expertise": "Coaching", "category": "wellness",
        "country": "Germany-DE", "city": "Berlin", "currency": "EUR-DE", "delivery_mode": "hybrid",
        "location_address": "1 Main Street", "contact_phone": "1234567", "timezone": "UTC", "bio": "",
        "avatar": "", "venues": VenueTerms(area=area), "street_shown_to": "nobody", "revision": revision,
    }  # fmt: skip
    await marketplace.tell(ProfileUpdated(profile=ProfileFacts.model_validate(facts)))


async def visit(marketplace: "Marketplace", provider: str, **rules: Any) -> str:
    """A service of half an hour that is held at the client's, an hour of travel away."""
    return await marketplace.service(
        provider, at_client=True, **({"travel_before": 60, "travel_after": 60} | rules)
    )


async def place(
    marketplace: "Marketplace",
    provider: str,
    client: str,
    services: list[str],
    sent: dict[str, Any],
    slot_number: int = 0,
) -> dict[str, Any]:
    slot = (await marketplace.slots(provider, services=",".join(services)))[slot_number]
    body = marketplace.order(provider, services, [slot], **sent)
    return await marketplace.post("create_appointment_order", body, marketplace.as_(client))


async def row(marketplace: "Marketplace", who: str, side: str, status: str = "") -> tuple[str, str, bool]:
    query = {"status": status} if status else {}
    data = (await marketplace.get("get_booking_info", marketplace.as_(who), **query))["data"]
    shown = data["bookings_list"][side][0]
    return shown["delivery_location"], shown["place_note"], shown["at_client"]


async def test_an_address_is_asked_for_and_refused_beside_its_field(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await goes_to(marketplace, provider, AREA)
    service, studio = await visit(marketplace, provider), await marketplace.service(provider)
    empty = "This Field cannot be empty"
    no_location = (
        "This provider comes to clients within 20 km. Share your location so that it can be checked."
    )
    too_far = "This is farther away than this provider comes."
    apart = "The selected services are not held at the same place. Please book them one by one."
    missing = {"iv_client_street": empty, "iv_client_postcode": empty, "iv_client_city": empty}
    for services, typed, refused in (
        ([service], {}, missing),
        ([service], HOME | {"iv_client_postcode": "20095"}, {"iv_client_location": no_location}),
        ([service], HOME | HAMBURG | {"iv_client_postcode": "20095"}, {"iv_client_location": too_far}),
        ([service], HOME | {"iv_client_latitude": "north"}, {"iv_client_latitude": None}),
        ([service, studio], HOME, {"iv_service_list": apart}),
    ):
        sent = await place(marketplace, provider, client, services, typed)
        assert list(sent["message"]["iv_msg"]) == list(refused)
        assert sent["message"]["iv_msg"] == refused or None in refused.values()
    await goes_to(marketplace, provider, AREA.model_copy(update={"radius_km": None}), 3)
    sent = await place(marketplace, provider, client, [service], HOME | {"iv_client_postcode": "20095"})
    assert sent["message"]["iv_msg"] == {
        "iv_client_postcode": "This provider does not come to this postcode."
    }
    sent = await place(marketplace, provider, client, [service], HOME | {"iv_client_postcode": "sw1-a 2aa"})
    assert sent["status"]
    await goes_to(marketplace, provider, AREA.model_copy(update={"postcodes": []}), 4)
    sent = await place(marketplace, provider, client, [service], HOME | BERLIN)
    assert sent["status"]


async def test_only_both_sides_see_the_address_and_the_provider_not_of_what_came_to_nothing(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await visit(marketplace, provider)
    placed = await place(marketplace, provider, client, [service], HOME)
    order_id = placed["data"]["booking_data"]["order_id"]
    seen = (AT_HOME, "Third floor", True)
    assert await row(marketplace, client, "request") == seen == await row(marketplace, provider, "order")
    report = ReportFiled(
        report_id="r", reporter_id=client, reported_id=provider, report_type="appointments",
        issue_id=order_id, title="", filed_at=marketplace.now,
    )  # fmt: skip
    database = Database(marketplace.database_url)
    try:
        async with database.reading() as tx:
            evidence = await evidence_of(tx, report)
    finally:
        await database.close()
    assert (evidence["order_id"], evidence["delivery_location"]) == (order_id, "")
    await marketplace.respond(provider, order_id, "rejected")
    assert await row(marketplace, client, "request", "rejected") == seen
    assert await row(marketplace, provider, "order", "rejected") == ("", "", True)
    await marketplace.tell(AccountDeleted(account_id=client))
    assert await row(marketplace, provider, "order", "rejected") == ("", "", True)


async def test_both_sides_mend_it_until_the_end_and_the_other_is_told(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await goes_to(marketplace, provider, AREA.model_copy(update={"radius_km": None}))
    placed = await place(marketplace, provider, client, [await visit(marketplace, provider)], HOME)
    order_id = placed["data"]["booking_data"]["order_id"]
    body = HOME | {"iv_order_id": order_id}

    async def mend(who: str, change: dict[str, Any]) -> dict[str, Any]:
        return await marketplace.post("update_appointment_place", body | change, marketplace.as_(who))

    assert not (await mend(client, {"iv_client_note": "Fourth floor"}))["status"]  # not agreed yet
    await marketplace.respond(provider, order_id, "accepted")
    for change, beside in (
        ({}, "iv_client_street"),
        ({"iv_client_postcode": "20095"}, "iv_client_postcode"),
        ({"iv_client_city": "?"}, "iv_client_city"),
    ):
        assert list((await mend(client, change))["message"]["iv_msg"]) == [beside]
    assert (await mend(client, {"iv_client_note": "Fourth floor"}))["status"]
    assert await row(marketplace, provider, "order") == (AT_HOME, "Fourth floor", True)
    told = await marketplace.published.first(PlaceChanged)
    assert (told.actor, told.order.for_provider.place_note) == ("client", "Fourth floor")
    assert (await mend(provider, {"iv_delivery_location": "Torstraße 21, 10119 Berlin"}))["status"]
    assert await row(marketplace, client, "request") == ("Torstraße 21, 10119 Berlin", "", True)
    marketplace.now = marketplace.now.replace(day=6)
    assert not (await mend(client, {}))["status"]


async def test_travel_is_held_before_and_after_on_every_kind_of_hours(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.has_been_there(account_id=client)
    service, studio = await visit(marketplace, provider), await marketplace.service(provider)

    def starts(slots: list[dict[str, Any]]) -> list[str]:
        return [slot["provider_start_time"][11:16] for slot in slots]

    # Quota slots of 30 minutes with a pause of 10: 09:00, 09:40, 10:20, 11:00, 11:40, 12:20, 13:00 ...
    placed = await place(marketplace, provider, client, [studio], {}, 6)
    assert placed["status"]
    travelling = starts(await marketplace.slots(provider, services=service))
    assert travelling[:6] == ["09:00", "09:40", "10:20", "11:00", "15:00", "15:40"]
    assert "11:40" in starts(await marketplace.slots(provider, services=studio))
    placed = await place(marketplace, provider, client, [service], HOME, 1)  # 09:40 to 10:10
    assert placed["status"]
    assert starts(await marketplace.slots(provider, services=studio))[:2] == ["11:40", "12:20"]
    # Who asks for it all the same is refused, also in the database.
    late = marketplace.order(
        provider, [studio], [{"appointment_slot_id": "", "provider_start_time": "2027-01-05T11:00:00Z"}]
    )
    answer = await marketplace.post("create_appointment_order", late, marketplace.as_(client))
    assert list(answer["message"]["iv_msg"]) == ["iv_session_list"]


async def test_travel_on_flexible_hours_counts_as_the_largest_buffer(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await set_hours(marketplace, provider, iv_monday_flexible_step="10", iv_tuesday_flexible_step="10")
    service = await visit(marketplace, provider, travel_before=20, travel_after=40, buffer_after=60)
    placed = await place(marketplace, provider, client, [service], HOME)
    assert placed["status"]
    ends = placed["data"]["booking_data"]["provider_end_time"]
    first = (await marketplace.slots(provider, services=service))[0]["provider_start_time"]
    assert (ends[11:16], first[11:16]) == ("09:30", "10:50")
