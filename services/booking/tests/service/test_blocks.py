"""A block between two accounts, in whichever direction, hides each side's time from the other."""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from services.booking.tests.conftest import Town

pytestmark = pytest.mark.service

DAY: dict[str, Any] = {"from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}


async def seen(town: "Town", provider: str, who: str) -> dict[str, Any]:
    """Whether each call shows `who` the provider: True or False by the name of the call."""
    calls: dict[str, dict[str, Any]] = {
        "get_available_slots": DAY | {"provider_id": provider},
        "get_provider_appointment_window": {"provider_id": provider},
        "get_provider_appointment_settings_and_booking_history": {"provider_id": provider},
        f"get_ratings_info/{provider}": {},
    }
    shown: dict[str, Any] = {}
    for call, query in calls.items():
        answer = await town.http.get(f"/api/{call}", params=query, headers=town.as_(who))
        assert answer.status_code in {200, 404}
        shown[call.partition("/")[0]] = answer.status_code == 200
    found = await town.get("get_next_free_slots", town.as_(who), provider_ids=provider)
    shown["get_next_free_slots"] = found["data"]["next_free"][provider] is not None
    return shown


@pytest.mark.parametrize("blocker", ["provider", "client"])
async def test_a_block_in_either_direction_hides_a_providers_time(town: "Town", blocker: str) -> None:
    provider, client, other = await town.provider(), await town.person(), await town.person()
    service, slots = await town.service(provider), await town.slots(provider)
    body = town.order(provider, [service], slots[:1])
    pair = (provider, client) if blocker == "provider" else (client, provider)
    await town.block(*pair)
    assert set((await seen(town, provider, client)).values()) == {False}
    assert set((await seen(town, provider, other)).values()) == {True}, "others see it as before"
    refused = await town.post("create_appointment_order", body, town.as_(client))
    assert refused["message"]["main_msg"] == "You can't book an appointment with this provider."

    await town.block(*pair, blocked=False, revision=3)
    await town.block(*pair, blocked=True, revision=2)
    assert set((await seen(town, provider, client)).values()) == {True}
    assert (await town.post("create_appointment_order", body, town.as_(client)))["status"]
