"""Booking's copies of accounts, profiles and services: the newest revision wins, and deletion is final."""

from typing import TYPE_CHECKING, Any

import asyncpg
import orjson
import pytest
from contracts.events.identity import AccountDeleted, AccountFacts, AccountRenamed
from contracts.events.profiles import (
    AvatarChanged,
    ProfileFacts,
    ProfileUpdated,
    ServiceChanged,
    ServiceFacts,
)
from contracts.events.profiles_moderation import StandingChanged
from local.databases import asyncpg_url

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


def account(account_id: str, name: str, revision: int) -> AccountFacts:
    """An account as identity publishes it."""
    return AccountFacts(
        account_id=account_id, name=name, email=f"{name.lower()}@example.com", username=name.lower(),
        verified=True, created_at=NOON, revision=revision,
    )  # fmt: skip


def profile(account_id: str, revision: int, **changed: Any) -> ProfileFacts:
    """A profile as profiles publishes it."""
    facts: dict[str, Any] = {
        "account_id": account_id, "completed": True, "expertise": "Coaching", "category": "wellness",
        "country": "Germany-DE", "city": "Berlin", "currency": "EUR-DE", "delivery_mode": "hybrid",
        "location_address": "1 Main Street", "contact_phone": "1234567", "timezone": "UTC", "bio": "",
        "avatar": "", "revision": revision,
    }  # fmt: skip
    return ProfileFacts.model_validate(facts | changed)


def service(service_id: str, provider_id: str, revision: int, **changed: Any) -> ServiceFacts:
    """A service as profiles publishes it."""
    facts: dict[str, Any] = {
        "service_id": service_id, "provider_id": provider_id, "name": "Talk", "duration_minutes": 30,
        "cost_minor": 2500, "currency": "EUR-DE", "delivery_mode": "hybrid", "brief": "", "status": "active",
        "revision": revision,
    }  # fmt: skip
    return ServiceFacts.model_validate(facts | changed)


async def test_older_news_changes_nothing(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    talk = await marketplace.service(provider)
    await marketplace.tell(
        AccountRenamed(account=account(client, "New", 3)),
        AccountRenamed(account=account(client, "Old", 2)),
        AvatarChanged(account_id=client, avatar="/media/avatars/new.webp", revision=3),
        AvatarChanged(account_id=client, avatar="/media/avatars/old.webp", revision=2),
        ProfileUpdated(profile=profile(provider, 3, location_address="2 New Street")),
        ProfileUpdated(profile=profile(provider, 2, location_address="3 Old Street", completed=False)),
        ServiceChanged(service=service(talk, provider, 3, name="New talk")),
        ServiceChanged(service=service(talk, provider, 2, name="Old talk", status="archived")),
    )
    body = marketplace.order(provider, [talk], (await marketplace.slots(provider))[:1])
    assert (await marketplace.post("create_appointment_order", body, marketplace.as_(client)))["status"]
    [row] = (await marketplace.get("get_booking_info", marketplace.as_(provider)))["data"]["bookings_list"][
        "order"
    ]
    assert (row["name"], row["email"], row["username"], row["avatar"]) == (
        "New", "new@example.com", "new", "/media/avatars/new.webp",
    )  # fmt: skip
    assert row["delivery_location"] == "2 New Street"
    assert "New talk" in row["services"]


async def test_the_booking_rules_of_a_service_are_kept(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    rules: dict[str, Any] = {
        "buffer_before": 10, "buffer_after": 15, "minimum_notice": 120, "booking_horizon": 30,
        "most_per_day": 4, "most_per_week": 12, "offered_days": 0b0010101, "confirmation": "known",
        "price_kind": "from", "free_cancellation_hours": 24, "late_cancellation": "refused",
        "cancellation_words": "Half is due.",
    }  # fmt: skip
    plain: dict[str, Any] = {
        "buffer_before": 0, "buffer_after": 0, "minimum_notice": None, "booking_horizon": None,
        "most_per_day": None, "most_per_week": None, "offered_days": 127, "confirmation": "request",
        "price_kind": "fixed", "free_cancellation_hours": None, "late_cancellation": "allowed",
        "cancellation_words": "",
    }  # fmt: skip
    database = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    query = f"SELECT {', '.join(rules)} FROM service WHERE service_id = 'talk'"  # noqa: S608
    try:
        kept: list[dict[str, Any]] = []
        for revision, facts in enumerate(({}, rules, {}), 1):
            await marketplace.tell(ServiceChanged(service=service("talk", provider, revision, **facts)))
            kept.append(dict(await database.fetchrow(query) or {}))
    finally:
        await database.close()
    assert kept == [plain, rules, plain]


async def test_an_order_keeps_what_its_prices_mean_and_open_ones_count_nothing(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    talk, walk = [
        await marketplace.service(provider, service_id=name, name=name, cost_minor=minor, price_kind=kind)
        for name, minor, kind in (("talk", 2450, "from"), ("walk", 0, "on_request"))
    ]
    slots = await marketplace.slots(provider)
    body = marketplace.order(provider, [talk, walk], slots[:2]) | {"iv_total_cost": 24.5}
    nothing = body | {"iv_total_cost": 0}
    refused = await marketplace.post("create_appointment_order", nothing, marketplace.as_(client))
    assert not refused["status"]
    assert (await marketplace.post("create_appointment_order", body, marketplace.as_(client)))["status"]
    free = marketplace.order(provider, [walk], slots[3:4]) | {"iv_total_cost": 0}
    assert (await marketplace.post("create_appointment_order", free, marketplace.as_(client)))["status"]
    rows = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"]
    shown = {row["total_cost"]: orjson.loads(row["services"]) for row in rows["request"]}
    kinds = {
        cost: [(each["cost"], each["price_kind"]) for each in services] for cost, services in shown.items()
    }
    assert kinds == {24.5: [(24.5, "from"), (0, "on_request")], 0.0: [(0, "on_request")]}


async def test_a_deleted_account_is_not_brought_back_by_late_news(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Client")
    talk = await marketplace.service(provider)
    order_id = await marketplace.booked(provider, client)
    await marketplace.respond(provider, order_id, "rejected")
    await marketplace.tell(
        AccountDeleted(account_id=provider),
        ProfileUpdated(profile=profile(provider, 9)),
        ServiceChanged(service=service(talk, provider, 9)),
        StandingChanged(account_id=provider, suspended=False, title="", note="", revision=9),
        AccountDeleted(account_id=client),
        AccountRenamed(account=account(client, "Back", 9)),
        AvatarChanged(account_id=client, avatar="/media/avatars/back.webp", revision=9),
    )
    for call, query in (
        ("get_provider_appointment_window", {"provider_id": provider}),
        ("get_available_slots", {"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05"}),
    ):
        answer = await marketplace.http.get(f"/api/{call}", params=query | {"timezone": "UTC"})
        assert answer.status_code == 404, call
    found = await marketplace.get("get_next_free_slots", provider_ids=provider)
    assert found["data"]["next_free"] == {provider: None}
    [row] = (await marketplace.get("get_booking_info", marketplace.as_(provider)))["data"]["bookings_list"][
        "order"
    ]
    assert (row["name"], row["avatar"]) == ("Deleted account", "")
    database = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        kept = await database.fetch("SELECT a::text FROM account a WHERE a::text ILIKE '%back%'")
    finally:
        await database.close()
    assert kept == [], "nor is what was told too late kept"


async def test_nothing_is_left_of_a_deleted_providers_hours_and_calendar(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    assert (
        await marketplace.post(
            "update_appointment_window", {"iv_sunday_window_status": "open"}, marketplace.as_(provider)
        )
    )["status"]
    await marketplace.post("update_calendar_feed", {"iv_action": "create"}, marketplace.as_(provider))
    database = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    tables = ("hours", "calendar_feed")
    try:
        assert [await database.fetchval(f"SELECT count(*) FROM {each}") for each in tables] == [1, 1]  # noqa: S608
        await marketplace.tell(AccountDeleted(account_id=provider))
        assert [await database.fetchval(f"SELECT count(*) FROM {each}") for each in tables] == [0, 0]  # noqa: S608
    finally:
        await database.close()


@pytest.mark.parametrize("state", ["suspended", "incomplete"])
async def test_who_is_suspended_or_not_complete_offers_no_time(
    marketplace: "Marketplace", state: str
) -> None:
    provider, other, client = (
        await marketplace.provider(),
        await marketplace.provider(),
        await marketplace.person(),
    )
    talk = await marketplace.service(provider)
    body = marketplace.order(provider, [talk], (await marketplace.slots(provider))[:1])

    async def offered() -> list[bool]:
        asked = {"provider_ids": [provider, other], "date": "2027-01-05", "timezone": "UTC"}
        free = await marketplace.http.post("/internal/available_providers", json=asked)
        found = await marketplace.get("get_next_free_slots", provider_ids=f"{provider},{other}")
        slots = {"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}
        shown = (await marketplace.http.get("/api/get_available_slots", params=slots)).status_code == 200
        assert other in free.json()["data"]["provider_ids"]
        assert found["data"]["next_free"][other] is not None
        return [
            provider in free.json()["data"]["provider_ids"],
            found["data"]["next_free"][provider] is not None,
            shown,
        ]

    assert await offered() == [True, True, True]
    if state == "suspended":
        gone = StandingChanged(account_id=provider, suspended=True, title="", note="", revision=1)
        back = StandingChanged(account_id=provider, suspended=False, title="", note="", revision=2)
        await marketplace.tell(gone)
    else:
        back = ProfileUpdated(profile=profile(provider, 3))
        await marketplace.tell(ProfileUpdated(profile=profile(provider, 2, completed=False)))
    assert await offered() == [False, False, False]
    answer = await marketplace.http.post(
        "/api/create_appointment_order", json=body, headers=marketplace.as_(client)
    )
    assert answer.status_code == 404
    await marketplace.tell(back)
    assert await offered() == [True, True, True]


async def test_who_was_suspended_before_the_first_profile_offers_no_time(marketplace: "Marketplace") -> None:
    somebody, other = await marketplace.person(), await marketplace.person()
    await marketplace.tell(
        StandingChanged(account_id=somebody, suspended=True, title="", note="", revision=1),
        ProfileUpdated(profile=profile(somebody, 1)),
        ProfileUpdated(profile=profile(other, 1)),
    )
    query = {"from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}
    statuses = [
        (
            await marketplace.http.get("/api/get_available_slots", params={**query, "provider_id": each})
        ).status_code
        for each in (somebody, other)
    ]
    assert statuses == [404, 200]


async def test_a_suspension_that_is_told_again_calls_nothing_off(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.booked(provider, client)
    again = StandingChanged(account_id=client, suspended=True, title="", note="", revision=1, replayed=True)
    await marketplace.tell(again)
    [row] = (await marketplace.get("get_booking_info", marketplace.as_(provider)))["data"]["bookings_list"][
        "order"
    ]
    assert row["request_status"] == "pending"
