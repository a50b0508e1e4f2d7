"""An order that is sent again with its Idempotency-Key: one order, and the same answer, also at once."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import asyncpg
import httpx
import pytest
from chassis.http.idempotency import HEADER, OTHER_REQUEST
from client.api_client import eventually
from contracts.events.booking import OrderRequested
from contracts.events.profiles import ServiceChanged, ServiceFacts
from local.databases import asyncpg_url
from testkit.pytest_plugin import OwnerUrl

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

COUNT = """
    SELECT (SELECT count(*) FROM booking_order) AS orders, (SELECT count(*) FROM session) AS sessions,
        (SELECT count(*) FROM idempotency_key) AS keys
"""
WAITING = """
    SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid IN (
        SELECT pid FROM pg_locks WHERE database = (
            SELECT oid FROM pg_database WHERE datname = current_database()))
"""
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended($1, 4))"
"""The turn of a provider, as `hot_sql.LOCK_PARTIES` takes it."""


@pytest.fixture
async def outside(marketplace: "Marketplace", owner_url: OwnerUrl) -> AsyncIterator[asyncpg.Connection]:
    """A connection of the database's owner."""
    connection = await asyncpg.connect(asyncpg_url(owner_url(marketplace.database_url)))
    yield connection
    await connection.close()


async def _count(outside: asyncpg.Connection) -> tuple[int, int, int]:
    row = await outside.fetchrow(COUNT)
    assert row is not None
    return row["orders"], row["sessions"], row["keys"]


class Shop:
    """A provider with a service, and a client."""

    def __init__(self, marketplace: "Marketplace", provider: str, client: str, service: str) -> None:
        self.marketplace, self.provider = marketplace, provider
        self.service = service
        self.headers = marketplace.as_(client)
        self.archived = ServiceFacts(
            service_id=service,
            provider_id=provider,
            name="Talk",
            duration_minutes=30,
            cost_minor=2500,
            currency="EUR-DE",
            delivery_mode="hybrid",
            brief="",
            status="archived",
            revision=2,
        )

    async def body(self, number: int = 0, **changes: Any) -> dict[str, Any]:
        """A request for the `number`th free slot."""
        slot = (await self.marketplace.slots(self.provider))[number]
        return self.marketplace.order(self.provider, [self.service], [slot], **changes)

    async def send(self, body: dict[str, Any], key: str = "k") -> httpx.Response:
        """The request with its key."""
        headers = self.headers | {HEADER: key}
        return await self.marketplace.http.post("/api/create_appointment_order", json=body, headers=headers)


@pytest.fixture
async def shop(marketplace: "Marketplace") -> Shop:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    return Shop(marketplace, provider, await marketplace.person(), service)


async def test_an_order_sent_again_is_answered_as_before(shop: Shop, outside: asyncpg.Connection) -> None:
    body = await shop.body()
    first = await shop.send(body)
    assert first.json()["status"] is True
    again = await shop.send(body)  # the slot is taken: by this order
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["content-type"] == first.headers["content-type"]
    assert await _count(outside) == (1, 1, 1)
    await shop.send(await shop.body(), "another")
    assert len(await shop.marketplace.published.wait_for(OrderRequested, 2)) == 2


async def test_another_order_under_the_key_is_refused(shop: Shop, outside: asyncpg.Connection) -> None:
    await shop.send(await shop.body())
    free = await shop.body()
    wrong_total = free | {"iv_total_cost": 1}
    without_slot = free | {"iv_session_list": []}
    for body in (free, wrong_total, without_slot):
        answer = (await shop.send(body)).json()
        assert (answer["status"], answer["message"]["main_msg"]) == (False, OTHER_REQUEST)
    assert await _count(outside) == (1, 1, 1)


@pytest.mark.usefixtures("large_pool")
async def test_the_same_order_sent_at_once_is_placed_once(shop: Shop, outside: asyncpg.Connection) -> None:
    body = await shop.body()
    answers = await asyncio.gather(*(shop.send(body) for _ in range(12)))
    assert answers[0].json()["status"] is True
    assert {answer.content for answer in answers} == {answers[0].content}
    assert await _count(outside) == (1, 1, 1)


async def _until_waiting(outside: asyncpg.Connection, count: int) -> None:
    async def are_there() -> bool:
        return (await outside.fetchval(WAITING) or 0) >= count

    await eventually(are_there, f"{count} that wait", 20)


@pytest.mark.usefixtures("large_pool")
async def test_a_repetition_waits_for_the_order_in_progress(shop: Shop, outside: asyncpg.Connection) -> None:
    body = await shop.body()
    async with outside.transaction():
        await outside.execute(LOCK, shop.provider)
        first = asyncio.create_task(shop.send(body))
        await _until_waiting(outside, 1)
        again = asyncio.create_task(shop.send(body))
        await _until_waiting(outside, 2)
    answers = [await first, await again]
    assert answers[0].json()["status"] is True
    assert answers[0].content == answers[1].content
    assert await _count(outside) == (1, 1, 1)


@pytest.mark.usefixtures("large_pool")
async def test_a_repetition_that_rules_refuse_waits_for_the_order_in_progress(
    shop: Shop, outside: asyncpg.Connection
) -> None:
    body = await shop.body()
    async with outside.transaction():
        await outside.execute(LOCK, shop.provider)
        first = asyncio.create_task(shop.send(body))
        await _until_waiting(outside, 1)
        await shop.marketplace.tell(ServiceChanged(service=shop.archived))
        again = asyncio.create_task(shop.send(body))
        await _until_waiting(outside, 2)
    assert (await first).json()["status"] is True
    assert (await again).content == (await first).content
    assert await _count(outside) == (1, 1, 1)
    assert (await shop.send(body, "another")).json()["status"] is False


@pytest.mark.usefixtures("large_pool")
async def test_an_order_that_lost_its_slot_keeps_no_answer(shop: Shop, outside: asyncpg.Connection) -> None:
    body = await shop.body()
    async with outside.transaction():
        await outside.execute(LOCK, shop.provider)
        first = asyncio.create_task(shop.send(body))
        await _until_waiting(outside, 1)
        again = asyncio.create_task(shop.send(body))
        await _until_waiting(outside, 2)
        await outside.execute(
            "UPDATE account SET suspended = true WHERE account_id = $1",
            shop.provider,
        )
    answers = [(await first).json(), (await again).json()]
    assert [answer["status"] for answer in answers] == [False, False]
    assert await _count(outside) == (0, 0, 0)
    await outside.execute("UPDATE account SET suspended = false")
    assert (await shop.send(body)).json()["status"] is True
    assert await _count(outside) == (1, 1, 1)


async def test_an_answer_that_cannot_be_stored_leaves_no_order(
    shop: Shop, outside: asyncpg.Connection
) -> None:
    await outside.execute("ALTER TABLE idempotency_key ADD CONSTRAINT never CHECK (body IS NULL)")
    body = await shop.body()
    assert (await shop.send(body)).status_code == 500
    assert await _count(outside) == (0, 0, 0)
    assert await outside.fetchval("SELECT count(*) FROM outbox") == 0
    await outside.execute("ALTER TABLE idempotency_key DROP CONSTRAINT never")
    assert (await shop.send(body)).json()["status"] is True


async def test_a_guest_s_order_sent_again_is_answered_as_before(
    marketplace: "Marketplace", shop: Shop, outside: asyncpg.Connection
) -> None:
    _, shop.headers = await marketplace.guest("123456")
    body = await shop.body(iv_user_category="guest", iv_guest_token="123456")
    first = await shop.send(body)
    assert first.json()["status"] is True
    assert (await shop.send(body)).content == first.content
    assert await _count(outside) == (1, 1, 1)


async def test_nobody_s_order_is_refused_as_such_before_its_fields_are_read(
    marketplace: "Marketplace",
) -> None:
    url, headers = "/api/create_appointment_order", {HEADER: "k"}
    assert (await marketplace.http.post(url, json={}, headers=headers)).status_code == 401
    unreadable = await marketplace.http.post(url, content=b"{", headers={"content-type": "application/json"})
    assert unreadable.status_code == 200
    assert "could not be read" in unreadable.json()["message"]["main_msg"]
    form = await marketplace.http.post(
        url, data={"a": "b"}, headers=marketplace.as_(await marketplace.person())
    )
    assert "could not be read" in form.json()["message"]["main_msg"]
