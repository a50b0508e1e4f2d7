"""Who has had no appointment yet holds a few sessions at a time; the first completed one lifts that."""

from datetime import timedelta

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
