"""The soonest times at which a provider has enough time, over HTTP."""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

CALL = "get_next_free_times"


async def times(marketplace: "Marketplace", provider: str, **query: Any) -> list[dict[str, Any]]:
    answer = await marketplace.get(CALL, **({"provider_id": provider, "timezone": "UTC"} | query))
    assert answer["status"] is True, answer
    return answer["data"]["times"]


async def test_the_soonest_starts_are_told_with_the_slots_that_they_take(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    found = await times(marketplace, provider, duration="90")
    assert len(found) == 3
    for time in found:
        day = time["provider_start_time"][:10]
        offered = await marketplace.slots(provider, day, duration=90)
        first = offered.index({name: time[name] for name in offered[0]})
        assert time["run"] == offered[first : first + 3]
    days = [time["provider_start_time"][:10] for time in found]
    assert days == sorted(set(days)), "one start for each run"
    assert [time["run"] for time in await times(marketplace, provider, duration="90", limit="1")] == [
        found[0]["run"]
    ]
    alone = await times(marketplace, provider, limit=10)
    assert [len(time["run"]) for time in alone] == [1] * 10
    assert alone[0]["long_enough"] is None


async def test_time_that_is_taken_moves_the_next_times(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    [before] = await times(marketplace, provider, duration=30, limit=1)
    order = marketplace.order(provider, [await marketplace.service(provider)], before["run"])
    answer = await marketplace.post(
        "create_appointment_order", order, marketplace.as_(await marketplace.person())
    )
    assert answer["status"] is True, answer
    [after] = await times(marketplace, provider, duration=30, limit=1)
    assert after["provider_start_time"] > before["provider_start_time"]
    assert await times(marketplace, provider, duration=31 * 24 * 60) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("timezone", "Mars/Olympus"), ("limit", "0"), ("limit", "11"), ("limit", "1e1"),
        ("duration", "0"), ("duration", "44641"),
    ],
)  # fmt: skip
async def test_what_cannot_be_is_refused_beside_its_field(
    marketplace: "Marketplace", field: str, value: str
) -> None:
    provider = await marketplace.provider()
    query = {"provider_id": provider, "timezone": "UTC", field: value}
    answer = await marketplace.http.get(f"/api/{CALL}", params=query)
    assert list(answer.json()["message"]["iv_msg"]) == [field], answer.text


async def test_a_provider_whom_the_caller_may_not_see_has_none(marketplace: "Marketplace") -> None:
    nobody = {"provider_id": "nobody", "timezone": "UTC"}
    assert (await marketplace.http.get(f"/api/{CALL}", params=nobody)).status_code == 404
