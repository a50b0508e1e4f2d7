"""A provider enters an appointment for a client: over the own rules if confirmed, never over another one."""

import asyncio
import base64
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from booking.jobs import forget_guests_of_old_orders
from chassis.db import Database
from chassis.jobs import run_once
from contracts.events.booking import OrderAccepted
from contracts.events.identity import AccountDeleted
from local.databases import asyncpg_url

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
DAY = "2027-01-05"
BOOKED = "You have another appointment at this time."
WAITS = """
    SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
"""


async def _enter(marketplace: "Marketplace", provider: str, service: str, **changes: Any) -> dict[str, Any]:
    body: dict[str, Any] = {
        "iv_client_name": "Wanda Walk-in", "iv_service_list": [service], "iv_date": DAY,
        "iv_start_time": "09:00",
    }  # fmt: skip
    return await marketplace.post("create_own_booking", body | changes, marketplace.as_(provider))


async def _clients(marketplace: "Marketplace", provider: str) -> list[dict[str, Any]]:
    return (await marketplace.get("get_clients", marketplace.as_(provider)))["data"]["clients"]


async def _forget_old_orders(marketplace: "Marketplace") -> None:
    database = Database(marketplace.database_url)
    try:
        await run_once(forget_guests_of_old_orders(timedelta(days=365)), database, marketplace.now)
    finally:
        await database.close()


async def test_a_walk_in_needs_nothing_but_a_name(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    answer = await _enter(marketplace, provider, service, iv_client_phone="030123456", iv_cost="19.50")
    assert answer["message"]["main_msg"] == "The appointment is in your calendar."
    booking = answer["data"]["booking_data"]
    assert (booking["request_status"], booking["name"], booking["email"]) == ("accepted", "Wanda Walk-in", "")
    assert (booking["total_cost"], booking["delivery_location"]) == (19.5, "1 Main Street")
    assert answer["data"]["ical_content_data"]
    told = await marketplace.published.first(OrderAccepted)
    assert (told.actor, told.at_once, told.order.client_email) == ("provider", True, "")
    [client] = await _clients(marketplace, provider)
    assert (client["client_id"], client["phone"]) == (answer["data"]["client_id"], "030123456")
    again = await _enter(marketplace, provider, service, iv_client_id=client["client_id"], iv_client_name="",
                         iv_start_time="10:00")  # fmt: skip
    assert again["data"]["client_id"] == client["client_id"]
    shown = await marketplace.get(f"get_client/{client['client_id']}", marketplace.as_(provider))
    assert len(shown["data"]["client"]["orders"]) == 2
    assert (await marketplace.slots(provider))[0]["provider_start_time"] == f"{DAY}T11:00:00Z"


async def test_it_is_no_request_and_no_change_of_others(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    answer = await _enter(marketplace, provider, await marketplace.service(provider))
    days = {"from_date": "2027-01-01", "to_date": "2027-01-31"}
    found = await marketplace.http.post(
        "/internal/figures", params=days, json={"views": None}, headers=marketplace.as_(provider)
    )
    figures = found.json()["data"]["figures"]
    assert (figures["bookings"], figures["requests"], figures["new_clients"]) == (1, 0, 1)
    changes = await marketplace.get("get_schedule_changes", marketplace.as_(provider))
    assert changes["data"]["changes"] == []
    order_id = answer["data"]["booking_data"]["order_id"]
    assert (await marketplace.respond(provider, order_id, "cancelled"))["status"]


async def test_a_client_with_an_account_has_it_among_the_own_orders(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.respond(provider, await marketplace.booked(provider, client, 8), "accepted")
    [known] = await _clients(marketplace, provider)
    service = await marketplace.service(provider, free_cancellation_hours=48, late_cancellation="refused")
    answer = await _enter(marketplace, provider, service, iv_client_id=known["client_id"], iv_client_name="")
    listed = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"]
    order, _ = listed["request"]
    assert (order["request_status"], order["name"]) == ("accepted", "Paul Provider")
    assert answer["data"]["booking_data"]["name"] == "Ana Client"
    cancelled = await marketplace.respond(client, order["order_id"], "cancelled")
    assert cancelled["status"], "who did not book has agreed to no terms"


async def test_an_unproven_address_is_told_no_words(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    link = "https://meet.example.com/room/1"
    await _enter(marketplace, provider, service, iv_client_email="Somebody@example.com",
                 iv_brief="Buy my pills", iv_delivery_mode="remote", iv_delivery_location=link)  # fmt: skip
    told = await marketplace.published.first(OrderAccepted)
    assert told.order.client_email == "somebody@example.com"
    assert (told.order.address_proven, told.order.for_client.delivery_location) == (False, "")
    assert told.order.for_provider.delivery_location == link
    assert told.calendar
    assert "pills" not in base64.b64decode(told.calendar.content).decode()
    assert told.order.guest_link
    page = await marketplace.get(f"get_guest_booking/{told.order.order_id}", None,
                                 token=told.order.guest_link.split("token=")[1])  # fmt: skip
    assert page["data"]["booking_data"]["delivery_location"] == link, "who opens the link has the address"


async def test_own_rules_need_a_confirmation_that_names_each(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    flexible, strict = (
        {"iv_tuesday_window_type": "flexible"},
        {"iv_minimum_notice": "1440", "iv_most_per_day": "1"},
    )
    assert (await marketplace.post("update_appointment_window", flexible, marketplace.as_(provider)))[
        "status"
    ]
    buffered = await marketplace.service(provider, buffer_before=30, buffer_after=30)
    booking = marketplace.order(provider, [buffered], (await marketplace.slots(provider))[8:9])
    placed = await marketplace.post("create_appointment_order", booking, marketplace.as_(client))
    assert placed["status"], placed  # at 11:00
    await marketplace.post("update_appointment_window", strict, marketplace.as_(provider))
    block = {"iv_date": DAY, "iv_start_time": "08:00", "iv_end_time": "09:30"}
    await marketplace.post("block_time", block, marketplace.as_(provider))
    marketplace.now = datetime(2027, 1, 5, 7, tzinfo=UTC)
    wanted: dict[str, Any] = {"iv_start_time": "08:45", "iv_duration": "110"}
    refused = await _enter(marketplace, provider, buffered, **wanted)
    assert set(refused["message"]["iv_msg"]) == {
        "iv_over_rules", "iv_warning_hours", "iv_warning_blocked", "iv_warning_buffer", "iv_warning_limit",
        "iv_warning_notice",
    }  # fmt: skip
    assert not refused["status"]
    entered = await _enter(marketplace, provider, buffered, **wanted, iv_over_rules="yes")
    assert entered["status"], entered
    over = await _enter(marketplace, provider, buffered, iv_start_time="11:15", iv_over_rules="yes")
    assert over["message"]["iv_msg"] == {"iv_start_time": BOOKED}, "never over another appointment"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"iv_client_name": ""}, "iv_client_name"),
        ({"iv_client_email": "nobody"}, "iv_client_email"),
        ({"iv_client_phone": "12"}, "iv_client_phone"),
        ({"iv_start_time": "25:00"}, "iv_start_time"),
        ({"iv_date": "2027-01-03"}, "iv_start_time"),
        ({"iv_cost": "1.234"}, "iv_cost"),
        ({"iv_cost": "-1"}, "iv_cost"),
        ({"iv_duration": "0"}, "iv_duration"),
        ({"iv_service_list": ["none"]}, "iv_service_list"),
        ({"iv_delivery_mode": "remote"}, "iv_delivery_location"),
        ({"iv_delivery_mode": "remote", "iv_delivery_location": "http://x.example"}, "iv_delivery_location"),
        ({"iv_place_id": "none"}, "iv_place_id"),
    ],
)
async def test_bad_input_is_refused_beside_its_field(
    marketplace: "Marketplace", changes: dict[str, Any], field: str
) -> None:
    provider = await marketplace.provider()
    answer = await _enter(marketplace, provider, await marketplace.service(provider), **changes)
    assert (answer["status"], list(answer["message"]["iv_msg"])) == (False, [field])
    assert await _clients(marketplace, provider) == []


async def test_nobody_enters_for_clients_of_others_or_across_a_block(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    client = await marketplace.person()
    service, of_other = await marketplace.service(provider), await marketplace.service(other)
    client_id = (await _enter(marketplace, provider, service))["data"]["client_id"]
    body = {"iv_client_id": client_id, "iv_service_list": [of_other], "iv_date": DAY, "iv_start_time": "9:00"}
    body["iv_start_time"] = "09:00"
    for who, status in ((other, 404), (client, 403)):
        sent = await marketplace.http.post("/api/create_own_booking", json=body, headers=marketplace.as_(who))
        assert sent.status_code == status
    await marketplace.block(client, provider)
    address = {"iv_client_email": f"{client}@example.com", "iv_start_time": "12:00"}
    assert "iv_client_id" in (await _enter(marketplace, provider, service, **address))["message"]["iv_msg"]
    own = {"iv_client_email": f"{provider}@example.com", "iv_start_time": "12:00"}
    assert "iv_client_email" in (await _enter(marketplace, provider, service, **own))["message"]["iv_msg"]


async def test_new_addresses_are_counted(marketplace: "Marketplace", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("booking.own_bookings.service.MOST_NEW_ADDRESSES", 2)
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    answers = [
        await _enter(marketplace, provider, service, iv_client_email=f"{hour}@example.com",
                     iv_start_time=f"{hour}:00")
        for hour in (10, 11, 12)
    ]  # fmt: skip
    assert [each["status"] for each in answers] == [True, True, False]
    assert list(answers[2]["message"]["iv_msg"]) == ["iv_client_email"]
    marketplace.now += timedelta(hours=20)
    tomorrow = {"iv_client_email": "13@example.com", "iv_start_time": "13:00", "iv_date": "2027-01-06"}
    assert not (await _enter(marketplace, provider, service, **tomorrow))["status"]
    marketplace.now += timedelta(hours=5)
    assert (await _enter(marketplace, provider, service, **tomorrow))["status"]


async def test_of_own_bookings_and_clients_at_once_one_wins_and_each_loser_is_told(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider, confirmation="instant")
    clients = [await marketplace.person() for _ in range(4)]
    for day in ("2027-01-06", "2027-01-07", "2027-01-08", "2027-01-09"):
        slot = (await marketplace.slots(provider, day))[0]
        body = marketplace.order(provider, [service], [slot])
        block = {"iv_date": day, "iv_start_time": "09:10", "iv_end_time": "09:20"}
        sent = await asyncio.gather(
            marketplace.post("block_time", block, marketplace.as_(provider)),
            *(_enter(marketplace, provider, service, iv_date=day, iv_over_rules=yes)
              for yes in ("no", "no", "yes")),
            *(marketplace.post("create_appointment_order", body, marketplace.as_(each)) for each in clients),
        )  # fmt: skip
        blocked, *entered = sent[:4]
        booked = [answer["status"] for answer in (*entered, *sent[4:])]
        assert booked.count(True) == 1 or (blocked["status"] and booked.count(True) == 0), sent
        assert not blocked["status"] or not any(answer["status"] for answer in (*entered[:2], *sent[4:]))
        assert all(each["message"]["iv_msg"] for each in sent if not each["status"])


async def test_it_waits_for_no_other_order(marketplace: "Marketplace") -> None:
    """Steps of an order lock it before its provider's time. Else both would wait for each other."""
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    other = await marketplace.booked(provider, await marketplace.person(), 3)
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        async with connection.transaction():
            await connection.execute("SELECT FROM booking_order WHERE order_id = $1 FOR UPDATE", other)
            async with asyncio.timeout(10):
                entered = await _enter(marketplace, provider, service, iv_client_email="wanda@example.com")
    finally:
        await connection.close()
    assert entered["status"]
    assert entered["data"]["client_id"] in [
        each["client_id"] for each in await _clients(marketplace, provider)
    ]


async def test_it_does_not_hold_the_time_while_the_clients_are_entered(marketplace: "Marketplace") -> None:
    """Who reads the list enters clients, and waits for orders whose steps wait for the provider's time."""
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 6))", provider)
            entering = asyncio.create_task(_enter(marketplace, provider, service))
            async with asyncio.timeout(10):
                while not await connection.fetchval(WAITS):  # noqa: ASYNC110 - asks PostgreSQL
                    await asyncio.sleep(0.02)
            assert await connection.fetchval(
                "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 4))", provider
            )
    finally:
        await connection.close()
    assert (await entering)["status"]


async def test_who_is_erased_or_long_gone_is_no_client_any_more(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    await _enter(marketplace, provider, service)
    await marketplace.respond(provider, await marketplace.booked(provider, client, 8), "accepted")
    assert len(await _clients(marketplace, provider)) == 2
    await marketplace.tell(AccountDeleted(account_id=client))
    assert [each["name"] for each in await _clients(marketplace, provider)] == ["Wanda Walk-in"]
    marketplace.now += timedelta(days=400)
    await _forget_old_orders(marketplace)
    assert await _clients(marketplace, provider) == []
