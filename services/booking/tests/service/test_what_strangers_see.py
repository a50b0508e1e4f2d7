"""What a provider's hours and orders show to those who are not a party."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import orjson
import pytest
from contracts.events.booking import OrderAccepted, OrderRequested

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

WINDOW = "get_provider_appointment_window"
HISTORY = "get_provider_appointment_settings_and_booking_history"
CUSTOM_SLOTS = [{"startTime": "09:00", "endTime": "10:00", "alias": "Draft for spring"}]
LUNCH = [{"startTime": "12:00", "endTime": "13:00"}]


async def info_of(marketplace: "Marketplace", provider: str, viewer: str = "") -> dict[str, Any]:
    headers = marketplace.as_(viewer) if viewer else {}
    return (await marketplace.get(WINDOW, headers, provider_id=provider))["data"]["appointment_info"]


async def test_settings_that_do_not_apply_are_for_their_owner(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    set_hours = {
        "iv_monday_window_type": "quota",
        "iv_monday_custom_slots": CUSTOM_SLOTS,
        "iv_tuesday_window_type": "custom",
        "iv_tuesday_custom_slots": CUSTOM_SLOTS,
        "iv_tuesday_quota_time_off": LUNCH,
    }
    await marketplace.post("update_appointment_window", set_hours, marketplace.as_(provider))
    own, seen = await info_of(marketplace, provider, provider), await info_of(marketplace, provider)
    assert [slot["alias"] for slot in own["monday_custom_slots"]] == ["Draft for spring"]
    assert own["tuesday_quota_time_off"] == LUNCH
    assert seen["monday_custom_slots"] == []
    assert seen["tuesday_quota_time_off"] == []
    assert [slot["alias"] for slot in seen["tuesday_custom_slots"]] == ["Draft for spring"]


async def test_days_off_that_are_over_are_for_their_owner(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    days = [{"date": "2027-01-05"}, {"date": "2027-01-20"}]
    await marketplace.post(
        "update_appointment_window", {"iv_date_overrides": days}, marketplace.as_(provider)
    )
    marketplace.now += timedelta(days=7)

    async def dates(viewer: str = "") -> list[str]:
        return [each["date"] for each in (await info_of(marketplace, provider, viewer))["date_overrides"]]

    assert await dates(provider) == ["2027-01-05", "2027-01-20"]
    assert await dates() == ["2027-01-20"]


async def test_the_history_does_not_tell_strangers_what_belongs_together(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    slots = (await marketplace.slots(provider))[:2]
    body = marketplace.order(provider, [service], slots)
    assert (await marketplace.post("create_appointment_order", body, marketplace.as_(client)))["status"]

    async def sessions(viewer: str = "") -> list[int]:
        headers = marketplace.as_(viewer) if viewer else {}
        data = (await marketplace.get(HISTORY, headers, provider_id=provider))["data"]
        return [len(orjson.loads(entry["session_time"])) for entry in data["booking_info"]]

    assert await sessions(provider) == [2]
    assert await sessions(client) == await sessions() == [1, 1]


async def test_whoever_requests_learns_the_providers_mail_address_when_they_accept(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)

    async def email() -> str:
        data = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]
        return data["bookings_list"]["request"][0]["email"]

    assert await email() == ""
    assert (await marketplace.published.first(OrderRequested)).order.for_client.email == ""
    await marketplace.respond(provider, order_id, "accepted")
    assert await email() == f"{provider}@example.com"
    assert (await marketplace.published.first(OrderAccepted)).order.for_client.email != ""
    await marketplace.respond(provider, order_id, "cancelled")
    assert await email() == ""


async def test_a_token_that_is_not_good_is_said_before_anything_else(marketplace: "Marketplace") -> None:
    bad = {"Authorization": "Bearer nobody's"}
    for query in ("", "?provider_id=p&from=2027-02-01&to=2027-01-01&timezone=UTC"):
        answer = await marketplace.http.get(f"/api/get_available_slots{query}", headers=bad)
        assert answer.status_code == 401
