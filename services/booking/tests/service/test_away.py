"""A provider who is away: which times clients may have, and what they read."""

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from contracts.events.booking import AvailabilityChanged
from contracts.events.profiles import ProfileFacts, ProfileUpdated
from local.databases import asyncpg_url

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

ON_MONDAY = "2027-01-11"
RETURN = date(2027, 1, 11)
"""A Monday; NOON is the Monday before."""


async def pause(
    marketplace: "Marketplace", provider: str, until: date | None, revision: int = 2, *, away: bool = True
) -> None:
    profile = ProfileFacts(
        account_id=provider, completed=True, expertise="Coaching", category="wellness",
        country="Germany-DE", city="Berlin", currency="EUR-DE", delivery_mode="hybrid",
        location_address="1 Main Street", contact_phone="1234567", timezone="UTC", bio="We coach.",
        avatar="", away=away, away_until=until, revision=revision,
    )  # fmt: skip
    await marketplace.tell(ProfileUpdated(profile=profile))


async def order(
    marketplace: "Marketplace", client: str, provider: str, slot: dict[str, Any], language: str = "en"
) -> dict[str, Any]:
    body = marketplace.order(provider, [await marketplace.service(provider)], [slot])
    headers = {**marketplace.as_(client), "Accept-Language": language}
    return await marketplace.post("create_appointment_order", body, headers)


async def next_free(marketplace: "Marketplace", provider: str) -> str | None:
    answer = await marketplace.get("get_next_free_slots", provider_ids=provider)
    return answer["data"]["next_free"][provider]


async def free_on(marketplace: "Marketplace", provider: str, day: str) -> bool:
    body = {"provider_ids": [provider], "date": day, "timezone": "UTC"}
    answer = await marketplace.http.post("/internal/available_providers", json=body)
    return provider in answer.json()["data"]["provider_ids"]


async def test_no_time_before_the_day_of_return_is_offered_and_the_day_ends_it_by_itself(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    before = await marketplace.slots(provider)
    await pause(marketplace, provider, RETURN)
    changed = await marketplace.published.first(AvailabilityChanged)
    assert (changed.provider_id, changed.ends_at - changed.starts_at) == (provider, timedelta(days=62))
    back = await marketplace.slots(provider, "2027-01-04", "2027-01-12")
    assert back[0]["provider_start_time"] == f"{ON_MONDAY}T09:00:00Z"
    assert await next_free(marketplace, provider) == f"{ON_MONDAY}T09:00:00Z"
    assert not await free_on(marketplace, provider, "2027-01-05")
    assert await free_on(marketplace, provider, ON_MONDAY)
    refused = await order(marketplace, client, provider, before[0])
    assert refused["message"]["iv_msg"] == {"iv_session_list": "This provider is away until 11 January."}
    said = (await order(marketplace, client, provider, before[0], "de"))["message"]["main_msg"]
    assert said == "Dieser Anbieter ist bis 11. Januar nicht da."
    assert (await order(marketplace, client, provider, back[0]))["status"]

    marketplace.now = NOON.replace(day=11, hour=0, minute=1)
    assert (await marketplace.slots(provider, ON_MONDAY))[0]["provider_start_time"] > f"{ON_MONDAY}T09:30"
    assert (await order(marketplace, client, provider, back[1]))["status"]


async def test_without_a_day_nothing_is_offered_and_what_is_booked_stays(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    asked = await marketplace.booked(provider, client)
    free = await marketplace.slots(provider)
    await pause(marketplace, provider, None)
    assert await marketplace.slots(provider, "2027-01-04", "2027-03-01") == []
    assert await next_free(marketplace, provider) is None
    refused = await order(marketplace, client, provider, free[0])
    words = "This provider is away and takes no bookings at the moment."
    assert refused["message"]["iv_msg"] == {"iv_session_list": words}
    preview = await marketplace.post("preview_appointment_window", {}, marketplace.as_(provider))
    assert any(day["slots"] for day in preview["data"]["days"]), "the owner edits hours as ever"

    assert (await marketplace.respond(provider, asked, "accepted"))["status"]
    wanted = [{key: free[1][key] for key in ("appointment_slot_id", "provider_start_time")}]
    move = {"iv_order_id": asked, "iv_session_list": wanted, "iv_feedback": ""}
    moved = await marketplace.post("propose_new_time", move, marketplace.as_(client))
    assert moved["message"]["iv_msg"] == {"iv_session_list": words}
    assert (await marketplace.post("propose_new_time", move, marketplace.as_(provider)))["status"]


async def test_screens_hear_of_a_pause_that_begins_moves_or_ends_and_of_nothing_else(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    for revision, until in enumerate((RETURN, RETURN, None), 2):
        await pause(marketplace, provider, until, revision)
    await pause(marketplace, provider, None, 5, away=False)
    await pause(marketplace, provider, None, 4)
    assert len(await marketplace.published.wait_for(AvailabilityChanged, 3)) == 3
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        assert await connection.fetchval("SELECT away_until FROM provider") is None
    finally:
        await connection.close()
    assert await marketplace.slots(provider)
