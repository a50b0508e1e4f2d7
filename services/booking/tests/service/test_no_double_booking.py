"""A provider never has two active sessions that overlap, whoever books, moves and cancels at once."""

import random
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, cast

import httpx
import pytest
from bench.overlap import Calendar, Load, Slot, inspect_sessions
from booking.app import create_app
from booking.settings import BookingSettings
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from client.api_client import ApiAnswer, ApiClient, Json
from testkit.fake_identity import Tokens

from services.booking.tests.conftest import KEY

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

SECONDS, WORKERS, CLIENTS = 8.0, 12, 6


@pytest.fixture
async def second(marketplace: "Marketplace", tokens: Tokens) -> AsyncIterator[httpx.AsyncClient]:
    """Another booking service on the same database."""
    settings = BookingSettings.model_validate(
        {"database_url": marketplace.database_url, "guest_link_key": KEY}
    )
    app = create_app(settings, Wiring(bus=LocalBus(), transport=tokens.transport, clock=marketplace.clock))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://second.test") as client,
    ):
        yield client


@pytest.mark.usefixtures("large_pool")
async def test_no_sessions_overlap_under_load_on_two_services(
    marketplace: "Marketplace", second: httpx.AsyncClient
) -> None:
    account = await marketplace.provider()
    service = await marketplace.service(account)

    def caller(account_id: str, number: int) -> ApiClient:
        return ApiClient((marketplace.http, second)[number % 2], marketplace.tokens.account(account_id))

    provider = caller(account, 0)
    clients = [caller(await marketplace.person(), number) for number in range(CLIENTS)]

    async def find_slots(who: ApiClient) -> list[Slot]:
        asked = {"from": "2027-01-05", "to": "2027-01-06", "timezone": "UTC", "provider_id": account}
        answer = await who.must_get("get_available_slots", **asked)
        return [slot for day in answer.list("days") for slot in cast("list[Slot]", day["slots"])]

    def order_fields(_: ApiClient, slots: list[Slot]) -> dict[str, Json]:
        return marketplace.order(account, [service], slots)

    async def set_slot_minutes(minutes: int) -> ApiAnswer:
        fields = {f"iv_{day}_quota_duration": str(minutes) for day in ("tuesday", "wednesday")}
        return await provider.post("update_appointment_window", **fields)

    seed = random.SystemRandom().randrange(10**6)
    load = Load(Calendar(provider, clients, find_slots, order_fields, set_slot_minutes), seed)
    await load.run(SECONDS, WORKERS)
    found = await inspect_sessions(marketplace.database_url)
    assert found.overlaps == 0, load
    assert found.refused, "the constraint let a session be put across another"
    assert found.deadlocks == 0, load
    assert load.failures == [], load
    assert load.outcomes["done"] > WORKERS, load
