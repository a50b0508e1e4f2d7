"""A suspended account offers no time and keeps no appointment; the staff see what a reported one was."""

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from chassis.clock import utc_now
from chassis.ids import new_id
from contracts.event import Event
from contracts.events.booking import OrderCancelled, OrderEvidenceKept
from contracts.events.identity import AccountDeleted
from contracts.events.profiles_moderation import ReportFiled, StandingChanged
from local.databases import asyncpg_url

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

WAITING = """
    SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()
"""
ORDERS = "SELECT status, coalesce(client_id, '') FROM booking_order"
OPEN_AGAIN = """
    WITH accounts AS (UPDATE account SET suspended = false, deleted = false)
    UPDATE provider SET suspended = false
"""


def standing(account_id: str, *, suspended: bool, revision: int) -> StandingChanged:
    """The staff's decision."""
    return StandingChanged(
        account_id=account_id, suspended=suspended, title="Fraud & Scams", note="", revision=revision
    )


def report(order_id: str, reporter_id: str, reported_id: str) -> ReportFiled:
    """A report of an appointment."""
    return ReportFiled(
        report_id=new_id(), reporter_id=reporter_id, reported_id=reported_id, report_type="appointments",
        issue_id=order_id, title="Fraud & Scams", filed_at=utc_now(),
    )  # fmt: skip


async def test_a_suspended_providers_appointments_are_called_off_and_their_time_is_not_offered(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Client")
    pending, accepted, over = [await marketplace.booked(provider, client) for _ in range(3)]
    await marketplace.respond(provider, accepted, "accepted")
    await marketplace.respond(provider, over, "rejected")
    fact = standing(provider, suspended=True, revision=1)
    for _ in range(2):
        await marketplace.tell(fact)
    rows = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"][
        "request"
    ]
    assert {row["order_id"]: row["request_status"] for row in rows} == {
        pending: "cancelled", accepted: "cancelled", over: "rejected",
    }  # fmt: skip
    events = await marketplace.published.wait_for(OrderCancelled, 2)
    assert [(event.actor, event.cause) for event in events] == [("system", "account_closed")] * 2
    assert {event.order.order_id for event in events} == {pending, accepted}
    assert (await marketplace.http.get(f"/api/get_ratings_info/{provider}")).status_code == 404
    query = {"provider_id": provider}
    assert (
        await marketplace.http.get("/api/get_provider_appointment_window", params=query)
    ).status_code == 404

    await marketplace.tell(standing(provider, suspended=False, revision=2))
    await marketplace.tell(standing(provider, suspended=True, revision=1))
    assert (
        await marketplace.http.get("/api/get_provider_appointment_window", params=query)
    ).status_code == 200
    assert await marketplace.booked(provider, client)


async def test_a_suspended_clients_requests_are_called_off(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Client")
    await marketplace.booked(provider, client)
    await marketplace.tell(standing(client, suspended=True, revision=1))
    rows = (await marketplace.get("get_booking_info", marketplace.as_(provider)))["data"]["bookings_list"][
        "order"
    ]
    assert [row["request_status"] for row in rows] == ["cancelled"]


async def in_turn(database: asyncpg.Connection, of: str, *works: Awaitable[Any]) -> list[Any]:
    """What `works` give that come one after the other to where they need the account's turn: each waits there
    with what it has read before it has it."""
    tasks: list[asyncio.Future[Any]] = []
    async with database.transaction():
        await database.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 4))", of)
        for work in works:
            tasks.append(asyncio.ensure_future(work))
            while await database.fetchval(WAITING) != len(tasks):
                assert not tasks[-1].done(), tasks[-1]
                await asyncio.sleep(0.01)
    return await asyncio.gather(*tasks)


@pytest.mark.parametrize("closed", ["provider", "client", "deleted client"])
async def test_an_order_placed_in_the_moment_of_a_suspension_does_not_stay(
    marketplace: "Marketplace", closed: str
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Client")
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    account = provider if closed == "provider" else client

    def order(number: int) -> Awaitable[dict[str, Any]]:
        body = marketplace.order(provider, [service], [slots[number]])
        return marketplace.post("create_appointment_order", body, marketplace.as_(client))

    def closing(revision: int) -> Event:
        if closed == "deleted client":
            return AccountDeleted(account_id=account)
        return standing(account, suspended=True, revision=revision)

    database = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        placed, _ = await in_turn(database, account, order(0), marketplace.tell(closing(1)))
        assert placed["status"]
        assert await database.fetch(ORDERS) == [("cancelled", "" if closed == "deleted client" else client)]
        await database.execute(OPEN_AGAIN)
        _, refused = await in_turn(database, account, marketplace.tell(closing(2)), order(1))
        assert not refused["status"]
        assert refused["message"]["main_msg"] == "You can't book an appointment with this provider."
        assert len(await database.fetch(ORDERS)) == 1
    finally:
        await database.close()


async def test_a_reported_appointment_is_told_to_the_staff_but_none_of_others(
    marketplace: "Marketplace",
) -> None:
    provider, client, other = (
        await marketplace.provider(),
        await marketplace.person("Ana Client"),
        await marketplace.person(),
    )
    order_id = await marketplace.booked(provider, client)
    good = report(order_id, client, provider)
    strangers, of_nothing = report(order_id, other, provider), report("nothing", client, provider)
    for each in (good, good, strangers, of_nothing):
        await marketplace.tell(each)
    evidence_of = {
        each.report_id: each.evidence for each in await marketplace.published.wait_for(OrderEvidenceKept, 3)
    }
    assert len(marketplace.published.of(OrderEvidenceKept)) == 3
    evidence = evidence_of[good.report_id]
    assert (evidence["order_id"], evidence["status"], evidence["client_name"]) == (
        order_id, "pending", "Ana Client",
    )  # fmt: skip
    others = good.model_copy(update={"report_id": new_id(), "event_id": new_id(), "report_type": "posts"})
    again = good.model_copy(update={"report_id": new_id(), "event_id": new_id()})
    await marketplace.tell(others, again)
    newest = (await marketplace.published.wait_for(OrderEvidenceKept, 4))[-1]
    assert newest.report_id == again.report_id, "reports of posts are not answered here"
    assert evidence["sessions"]
    assert evidence["services"]
    assert (evidence_of[strangers.report_id], evidence_of[of_nothing.report_id]) == ({}, {})
