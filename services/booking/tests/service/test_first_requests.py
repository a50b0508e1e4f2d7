"""Identity is told of the first request of an account, by the statement that places it, and of no other."""

import asyncio
from typing import TYPE_CHECKING

import asyncpg
import pytest
from booking.orders import hot_sql
from chassis.db import Record, TextStatement
from chassis.http.idempotency import HEADER
from contracts.events.booking import ClientFirstRequested, OrderRequested
from contracts.events.identity import AccountDeleted, AccountFacts, AccountRegistered, AccountRenamed
from local.databases import asyncpg_url
from testkit.pytest_plugin import OwnerUrl

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
REQUESTED = "SELECT account_id FROM account WHERE requested"


async def _told(marketplace: "Marketplace") -> list[str]:
    """The accounts of which identity was told so far: one more orders last, and its event is awaited.

    Events of two accounts may change places, so all others have left the outbox before.
    """
    await marketplace.all_published()
    last = await marketplace.person()
    await marketplace.booked(await marketplace.provider(), last)
    async with asyncio.timeout(10):
        while last not in [event.account_id for event in marketplace.published.of(ClientFirstRequested)]:
            count = len(marketplace.published.of(ClientFirstRequested))
            await marketplace.published.wait_for(ClientFirstRequested, count + 1, seconds=10)
    return [
        event.account_id
        for event in marketplace.published.of(ClientFirstRequested)
        if event.account_id != last
    ]


@pytest.mark.parametrize("keys", [["one", "two"], ["", ""]], ids=["with a key", "without one"])
async def test_the_first_request_of_an_account_is_told_and_no_other(
    marketplace: "Marketplace", keys: list[str]
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    for key, slot in zip(keys, slots, strict=False):
        body = marketplace.order(provider, [service], [slot])
        headers = marketplace.as_(client) | ({HEADER: key} if key else {})
        assert (await marketplace.post("create_appointment_order", body, headers))["status"]
    assert len(await marketplace.published.wait_for(OrderRequested, 2)) == 2
    assert await _told(marketplace) == [client]


async def test_requests_sent_at_once_tell_it_at_least_once(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    bodies = [marketplace.order(provider, [service], [slot]) for slot in slots[:3]]
    asked = (marketplace.post("create_appointment_order", body, marketplace.as_(client)) for body in bodies)
    assert all(answer["status"] for answer in await asyncio.gather(*asked))
    assert set(await _told(marketplace)) == {client}


async def test_a_guest_is_no_account(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    _, bearer = await marketplace.guest("123456")
    body = marketplace.order(provider, [service], slots[:1], iv_user_category="guest")
    placed = await marketplace.post("create_appointment_order", body | {"iv_guest_token": "123456"}, bearer)
    assert placed["status"]
    assert await _told(marketplace) == []


async def test_a_refused_request_tells_nothing(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    body = marketplace.order(provider, [service], slots[:1])
    clients = [await marketplace.person() for _ in range(4)]
    answers = await asyncio.gather(
        *(marketplace.post("create_appointment_order", body, marketplace.as_(each)) for each in clients)
    )
    taken = [client for client, answer in zip(clients, answers, strict=True) if answer["status"]]
    assert await _told(marketplace) == taken
    loser = next(client for client in clients if client not in taken)
    await marketplace.booked(provider, loser)
    assert await _told(marketplace) != taken


async def test_an_account_whose_events_come_late_is_told_too(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    body = marketplace.order(provider, [service], slots[:1])
    waiting = asyncio.create_task(
        marketplace.post("create_appointment_order", body, marketplace.as_("latecomer"))
    )
    await asyncio.sleep(0.1)
    facts = AccountFacts(
        account_id="latecomer", name="Lea", email="lea@example.com", username="lea", verified=True,
        created_at=marketplace.now, revision=1,
    )  # fmt: skip
    await marketplace.tell(AccountRegistered(account=facts))
    assert (await waiting)["status"]
    assert await _told(marketplace) == ["latecomer"]


async def test_what_is_remembered_of_it_goes_with_the_account(
    marketplace: "Marketplace", owner_url: OwnerUrl
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.booked(provider, client)
    connection = await asyncpg.connect(asyncpg_url(owner_url(marketplace.database_url)))
    try:
        assert await connection.fetchval(REQUESTED) == client
        await marketplace.tell(AccountDeleted(account_id=client))
        assert await connection.fetchval(REQUESTED) is None
    finally:
        await connection.close()


async def test_an_account_of_before_the_update_is_told_with_its_next_request(
    marketplace: "Marketplace", owner_url: OwnerUrl
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.booked(provider, client)
    connection = await asyncpg.connect(asyncpg_url(owner_url(marketplace.database_url)))
    await connection.execute("UPDATE account SET requested = false")
    await connection.close()
    await marketplace.booked(provider, client)
    assert await _told(marketplace) == [client, client]


@pytest.mark.parametrize("statement", [hot_sql.PLACE_ORDER, hot_sql.PLACE_ORDER_ONCE])
def test_a_request_that_is_not_the_first_writes_no_more_than_it_did(statement: TextStatement[Record]) -> None:
    assert "account" not in statement.text


async def test_a_locked_account_is_not_waited_for_and_told_again(
    marketplace: "Marketplace", owner_url: OwnerUrl
) -> None:
    """Who closes an account has its row locked and waits for the turn that the order has: no deadlock."""
    provider, client = await marketplace.provider(), await marketplace.person()
    connection = await asyncpg.connect(asyncpg_url(owner_url(marketplace.database_url)))
    try:
        async with connection.transaction():
            await connection.execute("SELECT FROM account WHERE account_id = $1 FOR UPDATE", client)
            await marketplace.booked(provider, client)
    finally:
        await connection.close()
    await marketplace.booked(provider, client)
    await marketplace.booked(provider, client)
    assert await _told(marketplace) == [client, client]


async def test_news_of_the_account_leave_it_told(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.booked(provider, client)
    facts = AccountFacts(
        account_id=client, name="Ana Other", email="other@example.com", username="other", verified=True,
        created_at=marketplace.now, revision=2,
    )  # fmt: skip
    await marketplace.tell(AccountRenamed(account=facts))
    await marketplace.booked(provider, client)
    assert await _told(marketplace) == [client]
