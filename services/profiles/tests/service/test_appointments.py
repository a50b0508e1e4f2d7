"""Appointments that two accounts have, as events of orders tell of them: the newest revision stays."""

import itertools
from collections.abc import AsyncIterator

import pytest
from chassis.bus import Message
from chassis.db import Database
from chassis.ids import new_id
from chassis.inbox import Inbox
from chassis.metrics import Metrics
from chassis.tracing import SILENT
from contracts.event import Event
from contracts.events.booking import OrderAccepted, OrderCancelled, OrderFacts, OrderRequested
from contracts.events.identity import AccountDeleted
from profiles.app import create_app
from profiles.settings import ProfilesSettings
from testkit.pytest_plugin import NewDatabase

from services.profiles.tests.service.test_circle_and_safety import order_of

pytestmark = pytest.mark.service


@pytest.fixture
async def database(new_database: NewDatabase) -> AsyncIterator[Database]:
    opened = Database(await new_database("profiles"))
    yield opened
    await opened.close()


@pytest.fixture
def inbox(database: Database) -> Inbox:
    consumers = create_app(ProfilesSettings(database_url=database.url)).state.service.consumers
    return Inbox("profiles", database, consumers, Metrics("profiles"), SILENT)


def steps_of(facts: OrderFacts) -> list[Event]:
    """Three steps of one order."""
    accepted = facts.model_copy(update={"revision": 2, "status": "accepted"})
    cancelled = facts.model_copy(update={"revision": 3, "status": "cancelled"})
    return [
        OrderRequested(order=facts, actor="client"),
        OrderAccepted(order=accepted, actor="provider"),
        OrderCancelled(order=cancelled, actor="client"),
    ]


def messages_of(*events: Event) -> list[Message]:
    return [
        Message(each.event_id, each.key, each.aggregate, each.model_dump_json().encode()) for each in events
    ]


async def kept(database: Database) -> dict[str, tuple[str, int]]:
    """Status and revision of each appointment."""
    async with database.reading() as tx:
        rows = await (await tx.driver()).fetch("SELECT order_id, status, revision FROM appointment")
    return {row["order_id"]: (row["status"], row["revision"]) for row in rows}


async def test_of_the_revisions_in_one_batch_the_newest_stays(inbox: Inbox, database: Database) -> None:
    expected: dict[str, tuple[str, int]] = {}
    for order in itertools.permutations(range(3)):
        facts, other = order_of(new_id(), new_id()), order_of(new_id(), new_id())
        steps = steps_of(facts)
        first, *others = (steps[place] for place in order)
        beside = OrderRequested(order=other, actor="client")
        await inbox.take_together(messages_of(first, beside, *others, first))
        expected |= {facts.order_id: ("cancelled", 3), other.order_id: ("completed", 1)}
    assert await kept(database) == expected


@pytest.mark.parametrize("events", [1, 2, 3, 5])
async def test_a_batch_is_one_statement(inbox: Inbox, database: Database, events: int) -> None:
    transactions = "SELECT xmin::text AS written_by FROM appointment"
    requested = [OrderRequested(order=order_of(new_id(), new_id()), actor="client") for _ in range(events)]
    await inbox.take_together(messages_of(*requested))
    async with database.reading() as tx:
        rows = await (await tx.driver()).fetch(transactions)
    assert len(rows) == events
    assert len({row["written_by"] for row in rows}) == 1


async def test_a_batch_leaves_out_the_appointments_of_deleted_accounts(
    inbox: Inbox, database: Database
) -> None:
    gone = new_id()
    await inbox.take(*messages_of(AccountDeleted(account_id=gone)))
    facts = order_of(new_id(), new_id())
    orders = [order_of(new_id(), gone), facts, order_of(gone, new_id())]
    await inbox.take_together(messages_of(*(OrderRequested(order=each, actor="client") for each in orders)))
    assert set(await kept(database)) == {facts.order_id}
