"""A provider's figures over HTTP, against orders that were placed (product.md 4.18)."""

import csv
import io
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from contracts.events.identity import AccountDeleted, AccountFacts, AccountRenamed

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

RANGE = {"from_date": "2027-01-04", "to_date": "2027-01-10"}
"""The week of the slots that `Marketplace.booked` takes."""


async def asked(
    marketplace: "Marketplace", who: str, views: dict[str, int] | None = None, **query: str
) -> dict[str, Any]:
    """The whole answer of the call that the gateway makes for get_figures."""
    answer = await marketplace.http.post(
        "/internal/figures", params=RANGE | query, json={"views": views}, headers=marketplace.as_(who)
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


async def figures(
    marketplace: "Marketplace", who: str, views: dict[str, int] | None = None, **query: str
) -> dict[str, Any]:
    return (await asked(marketplace, who, views, **query))["data"]


async def held(marketplace: "Marketplace", provider: str, client: str, number: int, outcome: str) -> None:
    """An order whose session was completed or missed."""
    order_id, before = await marketplace.booked(provider, client, number), marketplace.now
    for status in ("accepted", "ongoing"):
        await marketplace.respond(provider, order_id, status)
    marketplace.now = before + timedelta(days=1)
    assert (await marketplace.respond(provider, order_id, outcome))["status"]
    marketplace.now = before


async def test_the_figures_are_those_of_the_orders_that_were_placed(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    ana, bea = await marketplace.person("Ana"), await marketplace.person("Bea")
    for client in (ana, bea):
        await marketplace.has_been_there(account_id=client)
    await held(marketplace, provider, ana, 0, "completed")
    await held(marketplace, provider, ana, 1, "missed")
    coming = await marketplace.booked(provider, bea, 2)
    await marketplace.respond(provider, coming, "accepted")
    await marketplace.booked(provider, bea, 3)
    declined = await marketplace.booked(provider, bea, 4)
    await marketplace.respond(provider, declined, "rejected")
    for number, (who, agreed) in enumerate([(provider, True), (bea, True), (bea, False)], 5):
        order_id = await marketplace.booked(provider, bea, number)
        if agreed:
            await marketplace.respond(provider, order_id, "accepted")
        assert (await marketplace.respond(who, order_id, "cancelled"))["status"]
    await marketplace.booked(other, ana)
    found = await figures(marketplace, provider)
    placed_on = marketplace.now.date()
    requests = 8 if RANGE["from_date"] <= placed_on.isoformat() <= RANGE["to_date"] else 0
    assert found["figures"] == {
        "bookings": 3, "completed": 2, "minutes": 60, "income": [{"currency": "EUR-DE", "amount": 50.0}],
        "new_clients": 2, "returning_clients": 0, "no_shows": 1,
        "cancelled": {"by_provider": 1, "by_client": 2, "by_system": 0, "unknown": 0},
        "declined": 1, "requests": requests, "views": None,
    }  # fmt: skip
    [day] = [part for part in found["series"] if part["bookings"]]
    assert (day["starts"], day["bookings"], day["cancelled"]) == ("2027-01-05", 3, 3)
    assert [(each["bookings"], each["former_bookings"]) for each in found["services"]] == [(1, 0)] * 3
    assert sum(each["sessions"] for each in found["hours"]) == 3
    assert {each["weekday"] for each in found["hours"]} == {1}
    assert (await figures(marketplace, other))["figures"]["bookings"] == 0


async def test_what_the_system_cancels_is_of_neither_side(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.booked(provider, client)
    marketplace.now += timedelta(days=3)
    await marketplace.run_jobs()
    cancelled = (await figures(marketplace, provider))["figures"]["cancelled"]
    assert cancelled == {"by_provider": 0, "by_client": 0, "by_system": 1, "unknown": 0}


async def test_a_client_is_new_in_the_range_of_the_first_appointment(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await held(marketplace, provider, client, 0, "completed")
    [slot, *_] = await marketplace.slots(provider, "2027-01-12")
    body = marketplace.order(provider, [await marketplace.service(provider)], [slot])
    placed = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    order_id = placed["data"]["booking_data"]["order_id"]
    assert (await marketplace.respond(provider, order_id, "accepted"))["status"]
    week = {"from_date": "2027-01-11", "to_date": "2027-01-17"}
    found = await figures(marketplace, provider, None, **week)
    now, formerly = found["figures"], found["former_figures"]
    assert (now["new_clients"], now["returning_clients"], now["bookings"]) == (0, 1, 1)
    assert (formerly["new_clients"], formerly["returning_clients"], formerly["bookings"]) == (1, 0, 1)
    assert found["former_range"] == RANGE
    await marketplace.tell(AccountDeleted(account_id=client))
    found = await figures(marketplace, provider, None, **week)
    assert (found["figures"]["bookings"], found["figures"]["cancelled"]["by_system"]) == (0, 1)
    assert (found["former_figures"]["bookings"], found["former_figures"]["new_clients"]) == (1, 0)


async def test_a_guest_and_the_account_with_their_address_are_one_client(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    _, bearer = await marketplace.guest("123456")
    [slot, *_] = await marketplace.slots(provider)
    body = marketplace.order(
        provider, [await marketplace.service(provider)], [slot],
        iv_user_category="guest", iv_guest_token="123456",
    )  # fmt: skip
    placed = await marketplace.post("create_appointment_order", body, bearer)
    by_guest = placed["data"]["booking_data"]["order_id"]
    for order_id in (by_guest, await marketplace.booked(provider, client, 1)):
        assert (await marketplace.respond(provider, order_id, "accepted"))["status"]
    assert (await figures(marketplace, provider))["figures"]["new_clients"] == 2
    facts = AccountFacts(
        account_id=client, name="Gus", email="gus@example.com", username=client, verified=True,
        created_at=marketplace.now, revision=50,
    )  # fmt: skip
    await marketplace.tell(AccountRenamed(account=facts))
    await marketplace.get("get_clients", marketplace.as_(provider))
    assert (await figures(marketplace, provider))["figures"]["new_clients"] == 1


async def test_days_and_hours_are_those_of_the_zone(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider("Asia/Kathmandu"), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    booking = (await marketplace.respond(provider, order_id, "accepted"))["data"]["booking_data"]
    starts = datetime.fromisoformat(booking["provider_start_time"])
    for zone in ("UTC", "Pacific/Kiritimati", "Asia/Kathmandu"):
        local = starts.astimezone(ZoneInfo(zone))
        found = await figures(marketplace, provider, timezone=zone)
        assert found["hours"] == [{"weekday": local.weekday(), "hour": local.hour, "sessions": 1}]
        assert [part["starts"] for part in found["series"] if part["bookings"]] == [f"{local:%Y-%m-%d}"]
    own = await figures(marketplace, provider)
    assert own["timezone"] == "Asia/Kathmandu"


async def test_views_are_added_to_their_days(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    views = {"2027-01-04": 3, "2027-01-10": 2, "2027-01-03": 7, "2026-12-01": 99}
    found = await figures(marketplace, provider, views)
    assert [part["views"] for part in found["series"]] == [3, 0, 0, 0, 0, 0, 2]
    assert (found["figures"]["views"], found["former_figures"]["views"]) == (5, 7)
    assert (await figures(marketplace, provider, {"2027-01-05": 1}))["former_figures"]["views"] is None


async def test_a_range_that_is_none_is_refused_beside_its_field(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    for query, field in (
        ({"to_date": "2027-01-03"}, "to_date"),
        ({"to_date": "2031-01-03"}, "to_date"),
        ({"from_date": "soon"}, "from_date"),
        ({"to_date": "2101-01-01"}, "to_date"),
        ({"timezone": "Mars/Olympus"}, "timezone"),
    ):
        answer = await asked(marketplace, provider, None, **query)
        assert not answer["status"]
        assert list(answer["message"]["iv_msg"]) == [field], query


async def test_only_providers_have_figures(marketplace: "Marketplace") -> None:
    client = await marketplace.person()
    for call in ("figures", "figures_file"):
        answer = await marketplace.http.post(
            f"/internal/{call}", params=RANGE, json={"views": None}, headers=marketplace.as_(client)
        )
        assert answer.status_code == 403
        nobody = await marketplace.http.post(f"/internal/{call}", params=RANGE, json={"views": None})
        assert nobody.status_code == 401


async def test_the_file_has_a_row_for_each_part(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await held(marketplace, provider, client, 0, "completed")
    answer = await marketplace.http.post(
        "/internal/figures_file",
        params=RANGE,
        json={"views": {"2027-01-05": 4}},
        headers=marketplace.as_(provider),
    )
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    header, *rows = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"), newline=""))
    assert header[-1] == "income EUR"
    assert len(rows) == 7
    assert rows[1] == ["2027-01-05", "1", "1", "0.50", "0", "0", rows[1][6], "4", "25"]
