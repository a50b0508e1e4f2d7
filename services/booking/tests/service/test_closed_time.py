"""Closing time that is booked, over HTTP: what is told before, and asking clients for other times."""

from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.booking import OtherTimeAsked

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

TOMORROW = "2027-01-05"
DAY_OFF = [{"date": TOMORROW, "note": "Dentist"}]


async def outside(marketplace: "Marketplace", who: str, **fields: Any) -> list[str]:
    answer = await marketplace.post("get_orders_outside_hours", fields, marketplace.as_(who))
    assert answer["status"], answer
    assert answer["data"]["total"] == len(answer["data"]["orders"])
    return [each["order_id"] for each in answer["data"]["orders"]]


async def ask(marketplace: "Marketplace", who: str, *order_ids: str, **fields: Any) -> dict[str, Any]:
    body = {"iv_order_ids": list(order_ids), "iv_feedback": "I am at the dentist.", **fields}
    return await marketplace.post("ask_for_other_times", body, marketplace.as_(who))


async def test_what_a_change_would_close_is_told_before_it_is_saved(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Client")
    await marketplace.has_been_there(account_id=client)
    early, late = await marketplace.booked(provider, client, 0), await marketplace.booked(provider, client, 9)
    await marketplace.respond(provider, early, "accepted")
    assert await outside(marketplace, provider, iv_date_overrides=DAY_OFF) == [early, late]
    assert await outside(marketplace, provider, iv_tuesday_quota_end_time="12:00") == [late]
    assert await outside(marketplace, provider, iv_tuesday_quota_duration="7") == [], "it is open still"
    assert await outside(marketplace, provider, iv_away="yes") == [early, late]
    assert await outside(marketplace, provider, iv_away="yes", iv_away_until="2027-01-05") == []
    assert await outside(marketplace, provider, iv_away="no", iv_away_until="") == []
    answer = await marketplace.post(
        "get_orders_outside_hours", {"iv_date_overrides": DAY_OFF}, marketplace.as_(provider)
    )
    [first, _] = answer["data"]["orders"]
    assert (first["name"], first["services"], first["request_status"]) == ("Ana Client", ["Talk"], "accepted")
    assert first["sessions"] == [{"starts_at": "2027-01-05T09:00:00Z", "ends_at": "2027-01-05T09:30:00Z"}]
    assert len(await marketplace.slots(provider)) > 5, "nothing was saved"
    await marketplace.respond(client, early, "cancelled")
    assert await outside(marketplace, provider, iv_date_overrides=DAY_OFF) == [late]
    await marketplace.post(
        "update_appointment_window", {"iv_date_overrides": DAY_OFF}, marketplace.as_(provider)
    )
    assert await outside(marketplace, provider, iv_date_overrides=DAY_OFF) == [], "it was outside before"


async def test_hours_that_cannot_be_are_refused_beside_their_field(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    wrong = {"iv_monday_quota_end_time": "08:00", "iv_away": "perhaps", "iv_away_until": "soon"}
    for field, value in wrong.items():
        body = {field: value, "iv_monday_quota_start_time": "09:00"}
        answer = await marketplace.post("get_orders_outside_hours", body, marketplace.as_(provider))
        assert list(answer["message"]["iv_msg"]) == [field], answer
    refused = await marketplace.http.post(
        "/api/get_orders_outside_hours", json={}, headers=marketplace.as_(client)
    )
    assert refused.status_code == 403


async def test_clients_are_asked_with_the_reason_and_the_next_free_times(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.has_been_there(account_id=client)
    order_id = await marketplace.booked(provider, client, 0)
    await marketplace.respond(provider, order_id, "accepted")
    await marketplace.post(
        "update_appointment_window", {"iv_date_overrides": DAY_OFF}, marketplace.as_(provider)
    )
    answer = await ask(marketplace, provider, order_id)
    assert answer["data"] == {"asked": [order_id], "not_asked": []}
    event = await marketplace.published.first(OtherTimeAsked)
    assert (event.order.order_id, event.feedback) == (order_id, "I am at the dentist.")
    starts = [each.starts_at.isoformat() for each in event.free_times]
    assert starts == ["2027-01-04T12:20:00+00:00", "2027-01-06T09:00:00+00:00", "2027-01-07T09:00:00+00:00"]
    assert all((each.ends_at - each.starts_at).total_seconds() == 1800 for each in event.free_times)
    assert event.order.for_client.feedback == "I am at the dentist."
    assert event.order.status == "accepted", "the agreed time stays"
    away = await ask(marketplace, provider, order_id, iv_away="yes", iv_away_until="2027-01-08")
    assert away["status"]
    [_, later] = await marketplace.published.wait_for(OtherTimeAsked, 2)
    assert later.free_times[0].starts_at.isoformat() == "2027-01-08T09:00:00+00:00", "not before the return"


async def test_who_cannot_be_asked_is_named_and_the_others_are_asked(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider(name="Otto Other")
    client, blocked = await marketplace.person(), await marketplace.person()
    asked, across, over = (
        await marketplace.booked(provider, client, 0),
        await marketplace.booked(provider, blocked, 1),
        await marketplace.booked(provider, client, 2),
    )
    await marketplace.block(blocked, provider)
    await marketplace.respond(client, over, "cancelled")
    data = (await ask(marketplace, provider, over, across, asked))["data"]
    assert data["asked"] == [asked]
    assert {each["order_id"]: each["reason"] for each in data["not_asked"]} == {
        across: "You can't propose another time for this appointment.",
        over: "Only a pending or accepted appointment can be moved.",
    }
    foreign = await marketplace.booked(other, client, 3)
    body = {"iv_order_ids": [asked, foreign]}
    answer = await marketplace.http.post(
        "/api/ask_for_other_times", json=body, headers=marketplace.as_(provider)
    )
    assert answer.status_code == 404
    refused = await marketplace.http.post(
        "/api/ask_for_other_times", json=body, headers=marketplace.as_(client)
    )
    assert refused.status_code == 403
    [_] = await marketplace.published.wait_for(OtherTimeAsked, 1)
    empty = await marketplace.post("ask_for_other_times", {"iv_order_ids": []}, marketplace.as_(provider))
    assert list(empty["message"]["iv_msg"]) == ["iv_order_ids"]


async def test_an_order_is_asked_about_no_more_often_than_times_are_proposed(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    order_id = await marketplace.booked(provider, await marketplace.person(), 0)
    for _ in range(20):
        assert (await ask(marketplace, provider, order_id))["data"]["asked"] == [order_id]
    [last] = (await ask(marketplace, provider, order_id))["data"]["not_asked"]
    assert last["reason"] == "Other times were proposed too often for this appointment."
