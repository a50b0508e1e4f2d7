"""The internal calls with which the gateway composes answers."""

from typing import TYPE_CHECKING, Any

import pytest
from booking.orders import listing

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def inside(marketplace: "Marketplace", call: str, who: str | None) -> dict[str, Any]:
    answer = await marketplace.http.get(f"/internal/{call}", headers=marketplace.as_(who) if who else {})
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def test_the_gateways_questions(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    later = await marketplace.booked(provider, client)
    await marketplace.booked(provider, await marketplace.person("Olu Other"))
    await marketplace.booked(await marketplace.provider(), client)
    lists = (await inside(marketplace, "bookings", client))["bookings_list"]
    assert order_id in [row["order_id"] for row in lists["request"]]
    mine = (await inside(marketplace, f"appointments_with/{provider}", client))["appointments_with_provider"]
    assert mine == [
        {"order_id": later, "client_start_time": "2027-01-05T09:40:00Z", "request_status": "pending"},
        {"order_id": order_id, "client_start_time": "2027-01-05T09:00:00Z", "request_status": "pending"},
    ]
    assert (await inside(marketplace, f"appointments_with/{provider}", None))[
        "appointments_with_provider"
    ] == []
    export = await inside(marketplace, "export", provider)
    assert order_id in [row["order_id"] for row in export["bookings"]]
    assert export["appointment_window"]["monday_window_status"] == "open"


async def test_who_is_free_on_a_day(marketplace: "Marketplace") -> None:
    busy, free, closed = (
        await marketplace.provider(),
        await marketplace.provider(),
        await marketplace.provider(),
    )
    window = {"iv_tuesday_window_type": "custom", "iv_tuesday_custom_slots": [
        {"id": "a", "startTime": "09:00", "endTime": "10:00", "alias": "", "duration": "60"}
    ]}  # fmt: skip
    await marketplace.post("update_appointment_window", window, marketplace.as_(busy))
    await marketplace.post(
        "update_appointment_window", {"iv_tuesday_window_status": "closed"}, marketplace.as_(closed)
    )
    await marketplace.booked(busy, await marketplace.person())
    body = {"provider_ids": [busy, closed, "nobody", free], "date": "2027-01-05", "timezone": "UTC"}
    answer = await marketplace.http.post("/internal/available_providers", json=body)
    assert answer.json()["data"]["provider_ids"] == [free]


async def free_for(marketplace: "Marketplace", providers: list[str], **wanted: str | int) -> list[int]:
    """The positions of those who have the wanted time on 2027-01-05 in UTC."""
    body = {"provider_ids": providers, "date": "2027-01-05", "timezone": "UTC", **wanted}
    answer = await marketplace.http.post("/internal/available_providers", json=body)
    return [providers.index(each) for each in answer.json()["data"]["provider_ids"]]


async def test_who_has_enough_time_within_a_part_of_a_day(marketplace: "Marketplace") -> None:
    slots, flexible = await marketplace.provider(), await marketplace.provider()
    both = [slots, flexible]
    await marketplace.post(
        "update_appointment_window", {"iv_tuesday_window_type": "flexible"}, marketplace.as_(flexible)
    )
    # The last slots begin at 15:40 and 16:20; both providers close at 17:00.
    assert await free_for(marketplace, both, free_from="16:00", minutes=30) == [0, 1]
    assert await free_for(marketplace, both, free_from="16:00", minutes=60) == [1]
    assert await free_for(marketplace, both, free_from="15:30", minutes=60) == [0, 1]
    assert await free_for(marketplace, both, free_from="16:15", minutes=60) == []
    assert await free_for(marketplace, both, free_until="10:00", minutes=60) == [1]
    assert await free_for(marketplace, both, free_until="10:30", minutes=60) == [0, 1]
    assert await free_for(marketplace, both, free_from="16:30") == [1]
    assert await free_for(marketplace, both, minutes=481) == []
    await marketplace.booked(slots, await marketplace.person())
    assert await free_for(marketplace, both, free_until="09:40", minutes=30) == [1]


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"free_from": "9"}, "free_from"),
        ({"free_until": "24:10"}, "free_until"),
        ({"free_from": "17:00", "free_until": "17:00"}, "free_until"),
        ({"minutes": 4}, "minutes"),
        ({"minutes": "abc"}, "minutes"),
    ],
)
async def test_a_part_of_a_day_that_is_none_is_refused(
    marketplace: "Marketplace", wanted: dict[str, str | int], field: str
) -> None:
    body = {"provider_ids": [], "date": "2027-01-05", **wanted}
    answer = (await marketplace.http.post("/internal/available_providers", json=body)).json()
    assert answer["status"] is False
    assert set(answer["message"]["iv_msg"]) == {field}


async def test_the_whole_list_has_older_bookings_only_while_they_are_open(
    marketplace: "Marketplace", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MAX_LIMIT", 1)
    provider, client = await marketplace.provider(), await marketplace.person()
    made = [await marketplace.booked(provider, client) for _ in range(4)]
    await marketplace.respond(client, made[0], "cancelled")
    await marketplace.respond(provider, made[1], "accepted")
    await marketplace.respond(provider, made[3], "rejected")
    data = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]
    listed = [row["order_id"] for row in data["bookings_list"]["request"]]
    assert listed == [made[3], made[2], made[1]]


async def test_long_lists_come_in_pages_without_gaps_or_repeats(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    made = [await marketplace.booked(provider, client) for _ in range(4)]
    found: list[str] = []
    cursor: str | None = None
    for _ in range(5):
        query = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        data = (await marketplace.get("get_booking_info", marketplace.as_(client), **query))["data"]
        found += [row["order_id"] for row in data["bookings_list"]["request"]]
        cursor = data["next_cursor"]
        if cursor is None:
            break
    assert found == sorted(made, reverse=True)
    data = (await marketplace.get("get_booking_info", marketplace.as_(client), status="accepted"))["data"]
    assert data["bookings_list"] == {"order": [], "request": []}
