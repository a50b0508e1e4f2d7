"""A block between two accounts, in whichever direction, hides each side's time from the other."""

from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.profiles_moderation import StandingChanged

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

DAY: dict[str, Any] = {"from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}


async def seen(marketplace: "Marketplace", provider: str, who: str) -> dict[str, Any]:
    """Whether each call shows `who` the provider: True or False by the name of the call."""
    calls: dict[str, dict[str, Any]] = {
        "get_available_slots": DAY | {"provider_id": provider},
        "get_provider_appointment_window": {"provider_id": provider},
        "get_provider_appointment_settings_and_booking_history": {"provider_id": provider},
        f"get_ratings_info/{provider}": {},
    }
    shown: dict[str, Any] = {}
    for call, query in calls.items():
        answer = await marketplace.http.get(f"/api/{call}", params=query, headers=marketplace.as_(who))
        assert answer.status_code in {200, 404}
        shown[call.partition("/")[0]] = answer.status_code == 200
    found = await marketplace.get("get_next_free_slots", marketplace.as_(who), provider_ids=provider)
    shown["get_next_free_slots"] = found["data"]["next_free"][provider] is not None
    return shown


@pytest.mark.parametrize("blocker", ["provider", "client"])
async def test_a_block_in_either_direction_hides_a_providers_time(
    marketplace: "Marketplace", blocker: str
) -> None:
    provider, client, other = (
        await marketplace.provider(),
        await marketplace.person(),
        await marketplace.person(),
    )
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    body = marketplace.order(provider, [service], slots[:1])
    pair = (provider, client) if blocker == "provider" else (client, provider)
    await marketplace.block(*pair)
    assert set((await seen(marketplace, provider, client)).values()) == {False}
    assert set((await seen(marketplace, provider, other)).values()) == {True}, "others see it as before"
    refused = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    assert refused["message"]["main_msg"] == "You can't book an appointment with this provider."

    await marketplace.block(*pair, blocked=False, revision=3)
    await marketplace.block(*pair, blocked=True, revision=2)
    assert set((await seen(marketplace, provider, client)).values()) == {True}
    assert (await marketplace.post("create_appointment_order", body, marketplace.as_(client)))["status"]


@pytest.mark.parametrize("why", ["blocked by the provider", "blocks the provider", "suspended"])
async def test_a_guest_is_refused_what_the_account_with_that_address_is(
    marketplace: "Marketplace", why: str
) -> None:
    provider, account = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    match why:
        case "blocked by the provider":
            await marketplace.block(provider, account)
        case "blocks the provider":
            await marketplace.block(account, provider)
        case _:
            standing = StandingChanged(account_id=account, suspended=True, title="Spam", note="", revision=1)
            await marketplace.tell(standing)
    slots = await marketplace.slots(provider)
    taken: list[bool] = []
    for email in (f"{account}@example.com", "somebody@example.com"):
        _, bearer = await marketplace.guest("123456", email=email)
        body = marketplace.order(
            provider, [service], slots[:1], iv_user_category="guest", iv_guest_token="123456"
        )
        taken.append((await marketplace.post("create_appointment_order", body, bearer))["status"])
    assert taken == [False, True]
