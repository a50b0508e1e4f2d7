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


async def next_of(marketplace: "Marketplace", provider: str, **query: Any) -> dict[str, Any] | None:
    """The next time of one provider, as lists show it."""
    data = (await marketplace.get("get_next_free_slots", provider_ids=provider, **query))["data"]
    time = data["times"][provider]
    assert data["next_free"][provider] == (time["provider_start_time"] if time else None)
    return time


HALF_HOUR_FIRST: dict[str, Any] = {
    "iv_timezone": "UTC",
    **{
        f"iv_{day}_window_status": "closed"
        for day in ("wednesday", "thursday", "friday", "saturday", "sunday", "monday")
    },
    "iv_tuesday_window_type": "custom",
    "iv_tuesday_custom_slots": [
        {"startTime": "09:00", "endTime": "09:30"},
        {"startTime": "13:00", "endTime": "13:30"},
        {"startTime": "13:30", "endTime": "14:00"},
        {"startTime": "18:00", "endTime": "19:00"},
    ],
}
"""Custom hours of one day of the week: nine o'clock is half an hour long."""


async def test_the_next_slot_of_a_service_is_long_enough_for_it(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await marketplace.post("update_appointment_window", HALF_HOUR_FIRST, marketplace.as_(provider))
    short = await marketplace.service(provider)
    long = await marketplace.service(provider, duration_minutes=60)
    late = await marketplace.service(provider, minimum_notice=7 * 24 * 60)
    never = await marketplace.service(provider, offered_days=1)
    starts = {
        service: time and (time["provider_start_time"], len(time["run"]))
        for service in (short, long, late, never)
        for time in [await next_of(marketplace, provider, services=service)]
    }
    assert starts == {
        short: ("2027-01-05T09:00:00Z", 1),
        long: ("2027-01-05T13:00:00Z", 2),
        late: ("2027-01-12T09:00:00Z", 1),
        never: None,
    }


async def test_the_next_slot_of_a_service_follows_the_filters(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    await marketplace.post("update_appointment_window", HALF_HOUR_FIRST, marketplace.as_(provider))
    service = await marketplace.service(provider)

    async def start(**query: Any) -> str | None:
        time = await next_of(marketplace, provider, services=service, **query)
        return time["provider_start_time"] if time else None

    assert await start(available_on="2027-01-12") == "2027-01-12T09:00:00Z"
    assert await start(available_on="2027-01-12", free_from="17:00") == "2027-01-12T18:00:00Z"
    assert await start(available_on="2027-01-12", minutes=60) == "2027-01-12T13:00:00Z"
    assert await start(available_on="2027-01-12", free_from="10:00", free_until="13:15") is None
    assert await start(available_on="2027-01-13") is None
    both = {"provider_ids": f"{provider},{other}", "services": service}
    data = (await marketplace.get("get_next_free_slots", **both))["data"]
    assert data["next_free"][other] is None, "no time without a service"
    without = (await marketplace.get("get_next_free_slots", provider_ids=other))["data"]
    assert without["next_free"][other] is not None
    assert without["times"] == {}


async def test_services_that_are_not_offered_have_no_next_slot(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    theirs = await marketplace.service(other)
    archived = await marketplace.service(provider, status="archived")
    for service in (theirs, archived, "nothing"):
        assert await next_of(marketplace, provider, services=service) is None
    many = ",".join(str(number) for number in range(51))
    refused = await marketplace.get("get_next_free_slots", provider_ids=provider, services=many)
    assert list(refused["message"]["iv_msg"]) == ["services"]
