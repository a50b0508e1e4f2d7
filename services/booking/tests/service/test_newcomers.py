"""Who has had no appointment yet holds a few sessions at a time; the first completed one lifts that."""

from datetime import timedelta
from typing import Any

import pytest
from booking.orders.rules import MOST_NEWCOMER_SESSIONS_WITH_PROVIDER

from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def _fill(marketplace: Marketplace, provider: str, client: str) -> bool:
    """Ask for as many sessions as a newcomer may, and for one more; whether that was taken."""
    service = await marketplace.service(provider)
    slots = await marketplace.slots(provider, "2027-01-06")
    answers = [
        await marketplace.post(
            "create_appointment_order",
            marketplace.order(provider, [service], [slot]),
            marketplace.as_(client),
        )
        for slot in slots[: MOST_NEWCOMER_SESSIONS_WITH_PROVIDER + 1]
    ]
    assert all(answer["status"] for answer in answers[:-1])
    return answers[-1]["status"]


async def test_the_first_completed_appointment_lifts_the_limit(marketplace: Marketplace) -> None:
    provider, client, missed = (
        await marketplace.provider(),
        await marketplace.person(),
        await marketplace.person(),
    )
    met = await marketplace.booked(provider, client)
    never = await marketplace.booked(provider, missed, 1)
    for order in (met, never):
        assert (await marketplace.respond(provider, order, "accepted"))["status"]
    marketplace.now += timedelta(days=1)
    assert (await marketplace.respond(provider, met, "ongoing"))["status"]
    assert (await marketplace.respond(provider, met, "completed"))["status"]
    assert (await marketplace.respond(provider, never, "missed"))["status"]
    assert await _fill(marketplace, provider, client)
    assert not await _fill(marketplace, await marketplace.provider(), missed), "who did not come is still new"


async def test_what_a_newcomer_proposes_counts_as_what_they_ask_for(marketplace: Marketplace) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, duration_minutes=90)
    slots = await marketplace.slots(provider, "2027-01-06")
    body = marketplace.order(provider, [service], slots[:3], iv_total_duration=90)
    placed = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    order_id = placed["data"]["booking_data"]["order_id"]

    async def propose(who: str, wanted: list[dict[str, Any]]) -> dict[str, Any]:
        listed = [
            {key: each[key] for key in ("appointment_slot_id", "provider_start_time")} for each in wanted
        ]
        said = {"iv_order_id": order_id, "iv_session_list": listed}
        return await marketplace.post("propose_new_time", said, marketplace.as_(who))

    spare = await propose(client, slots[3:7])
    assert spare["message"]["iv_msg"]["iv_session_list"].startswith(
        "You have selected 2 hrs, but only 1 hr 30"
    )
    assert "4 sessions" in (await propose(client, slots[3:6]))["message"]["main_msg"], "six are held then"
    assert (await propose(client, slots[1:4]))["status"], "one more than the agreed ones"
    assert (await propose(provider, slots[4:7]))["status"], "a provider's proposal is nobody's request"
    await marketplace.has_been_there(account_id=client)
    assert (await propose(client, slots[3:6]))["status"]
