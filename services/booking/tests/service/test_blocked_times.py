"""Time that a provider blocks by hand: nobody books it, and it is never put over an appointment."""

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from contracts.events.booking import AvailabilityChanged
from contracts.events.identity import AccountDeleted
from local.databases import asyncpg_url

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
DAY, NEXT_WEEK = "2027-01-05", "2027-01-12"
TAKEN = "This time has just been taken. Please choose another."


async def _block(marketplace: "Marketplace", provider: str, **changes: Any) -> dict[str, Any]:
    body = {"iv_date": DAY, "iv_start_time": "09:00", "iv_end_time": "12:00", "iv_note": "Dentist"}
    return await marketplace.post("block_time", body | changes, marketplace.as_(provider))


async def _shown(marketplace: "Marketplace", provider: str) -> dict[str, Any]:
    asked = {"from": "2027-01-01", "to": "2027-02-28"}
    return (await marketplace.get("get_blocked_times", marketplace.as_(provider), **asked))["data"]


async def _first(marketplace: "Marketplace", provider: str, day: str = DAY) -> str:
    return (await marketplace.slots(provider, day))[0]["provider_start_time"]


@pytest.mark.parametrize(("window", "free"), [("quota", "12:20"), ("flexible", "12:00")])
async def test_blocked_time_is_offered_on_no_kind_of_window(
    marketplace: "Marketplace", window: str, free: str
) -> None:
    provider = await marketplace.provider()
    hours = {"iv_tuesday_window_type": window, "iv_tuesday_window_status": "open"}
    answer = await marketplace.post("update_appointment_window", hours, marketplace.as_(provider))
    assert answer["status"]
    assert await _first(marketplace, provider) == f"{DAY}T09:00:00Z"
    saved = await _block(marketplace, provider, iv_repeat="weekly", iv_until=NEXT_WEEK)
    assert (saved["message"]["main_msg"], saved["status"]) == ("This time is blocked.", True)
    for day in (DAY, NEXT_WEEK):
        assert await _first(marketplace, provider, day) == f"{day}T{free}:00Z"
    assert await _first(marketplace, provider, "2027-01-19") == "2027-01-19T09:00:00Z"
    assert await marketplace.published.first(AvailabilityChanged)


async def test_neither_next_free_times_nor_the_search_offer_it(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    await _block(marketplace, provider, iv_end_time="16:50")
    marketplace.now = datetime(2027, 1, 5, 8, tzinfo=UTC)
    asked = {"provider_id": provider, "timezone": "UTC", "duration": 30}
    times = (await marketplace.get("get_next_free_times", **asked))["data"]["times"]
    assert times[0]["provider_start_time"].startswith("2027-01-06"), "the rest of the day is too short"
    wanted = {"provider_ids": [provider, other], "date": DAY, "timezone": "UTC", "free_from": "09:00"}
    answer = await marketplace.http.post("/internal/available_providers", json=wanted | {"minutes": 30})
    assert answer.json()["data"]["provider_ids"] == [other]


async def test_a_block_is_listed_changed_and_removed(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    block = (await _block(marketplace, provider))["data"]["block"]
    assert (block["date"], block["start_time"], block["note"]) == (DAY, "09:00", "Dentist")
    changed = await _block(marketplace, provider, iv_block_id=block["block_id"], iv_end_time="10:00")
    assert changed["data"]["block"]["end_time"] == "10:00"
    shown = await _shown(marketplace, provider)
    assert [each["ends_at"] for each in shown["periods"]] == [f"{DAY}T10:00:00Z"]
    assert [each["block_id"] for each in shown["blocks"]] == [block["block_id"]]
    gone = {"iv_block_id": block["block_id"]}
    assert (await marketplace.post("unblock_time", gone, marketplace.as_(provider)))["status"]
    assert await _shown(marketplace, provider) == {"timezone": "UTC", "blocks": [], "periods": []}
    assert await _first(marketplace, provider) == f"{DAY}T09:00:00Z"


async def test_it_is_never_put_over_an_appointment(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.booked(provider, client)  # on the second day of the block
    refused = await _block(
        marketplace, provider, iv_date="2027-01-04", iv_start_time="09:10", iv_end_time="13:00",
        iv_repeat="daily", iv_until="2027-01-06",
    )  # fmt: skip
    assert "appointment" in refused["message"]["iv_msg"]["iv_start_time"]
    assert (await _shown(marketplace, provider))["blocks"] == []
    assert (await _block(marketplace, provider, iv_start_time="10:00"))["status"], "beside it, it is"


async def test_others_have_no_say_and_an_erased_account_leaves_nothing(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    client = await marketplace.person()
    block = (await _block(marketplace, provider))["data"]["block"]
    body = {"iv_block_id": block["block_id"]}
    for who, status in ((other, 404), (client, 403)):
        answer = await marketplace.http.post("/api/unblock_time", json=body, headers=marketplace.as_(who))
        assert answer.status_code == status
    assert len((await _shown(marketplace, provider))["blocks"]) == 1
    await marketplace.tell(AccountDeleted(account_id=provider))
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        assert await connection.fetchval("SELECT count(*) FROM blocked_time") == 0
    finally:
        await connection.close()


async def test_of_a_block_and_bookings_at_once_one_side_wins(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider, confirmation="instant")
    clients = [await marketplace.person() for _ in range(6)]
    for day in ("2027-01-06", "2027-01-07", "2027-01-08"):
        slot = (await marketplace.slots(provider, day))[0]
        body = marketplace.order(provider, [service], [slot])
        blocked, *answers = await asyncio.gather(
            _block(marketplace, provider, iv_date=day, iv_end_time="09:30"),
            *(marketplace.post("create_appointment_order", body, marketplace.as_(each)) for each in clients),
        )
        booked = [answer["status"] for answer in answers]
        assert [blocked["status"], *booked].count(True) == 1, (blocked, answers)
        assert all(each["message"]["main_msg"] == TAKEN for each in answers if not each["status"])
