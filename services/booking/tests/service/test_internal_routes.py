"""What the gateway asks for its composed answers."""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from services.booking.tests.conftest import Town

pytestmark = pytest.mark.service


async def inside(town: "Town", call: str, who: str | None) -> dict[str, Any]:
    answer = await town.http.get(f"/internal/{call}", headers=town.as_(who) if who else {})
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def test_the_gateways_questions(town: "Town") -> None:
    provider, client = await town.provider(), await town.person()
    order_id = await town.booked(provider, client)
    lists = (await inside(town, "bookings", client))["bookings_list"]
    assert [row["order_id"] for row in lists["request"]] == [order_id]
    mine = (await inside(town, f"appointments_with/{provider}", client))["appointments_with_provider"]
    assert mine == [
        {"order_id": order_id, "client_start_time": "2027-01-05T09:00:00Z", "request_status": "pending"}
    ]
    assert (await inside(town, f"appointments_with/{provider}", None))["appointments_with_provider"] == []
    export = await inside(town, "export", provider)
    assert [row["order_id"] for row in export["bookings"]] == [order_id]
    assert export["appointment_window"]["monday_window_status"] == "open"


async def test_who_is_free_on_a_day(town: "Town") -> None:
    busy, free, closed = await town.provider(), await town.provider(), await town.provider()
    window = {"iv_tuesday_window_type": "custom", "iv_tuesday_custom_slots": [
        {"id": "a", "startTime": "09:00", "endTime": "10:00", "alias": "", "duration": "60"}
    ]}  # fmt: skip
    await town.post("update_appointment_window", window, town.as_(busy))
    await town.post("update_appointment_window", {"iv_tuesday_window_status": "closed"}, town.as_(closed))
    await town.booked(busy, await town.person())
    body = {"provider_ids": [busy, closed, "nobody", free], "date": "2027-01-05", "timezone": "UTC"}
    answer = await town.http.post("/internal/available_providers", json=body)
    assert answer.json()["data"]["provider_ids"] == [free]


async def test_long_lists_come_in_pages_without_gaps_or_repeats(town: "Town") -> None:
    provider, client = await town.provider(), await town.person()
    made = [await town.booked(provider, client) for _ in range(5)]
    found: list[str] = []
    cursor: str | None = None
    for _ in range(5):
        query = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        data = (await town.get("get_booking_info", town.as_(client), **query))["data"]
        found += [row["order_id"] for row in data["bookings_list"]["request"]]
        cursor = data["next_cursor"]
        if cursor is None:
            break
    assert found == sorted(made, reverse=True)
    data = (await town.get("get_booking_info", town.as_(client), status="accepted"))["data"]
    assert data["bookings_list"] == {"order": [], "request": []}
