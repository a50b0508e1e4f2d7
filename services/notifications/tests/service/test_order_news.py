"""What the sides of an order hear is written once and as a whole, however often and late it comes."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Final
from uuid import UUID

import asyncpg
import pytest
from chassis import metrics, tracing
from chassis.bus import Message
from chassis.bus.local import LocalBus
from chassis.db import Database, TextStatement
from chassis.ids import new_id
from chassis.inbox import Inbox
from chassis.metrics import Metrics
from chassis.tracing import Tracing
from contracts.event import Event
from contracts.events.booking import OrderCancelled, OrderMadeAnonymous, OrderRequested, OrderStarted
from contracts.events.identity import AccountDeleted
from notifications.app import create_app
from notifications.handlers import consumers
from notifications.order_news.hot_sql import tell
from notifications.order_news.store import find_sides
from notifications.settings import NotificationsSettings

from services.notifications.tests.conftest import PUBLIC_URL, guest_order, order, registered
from services.notifications.tests.event_case import EventCase, Participants
from services.notifications.tests.order_event_cases import OF_ORDERS
from services.notifications.tests.rating_event_cases import OF_RATINGS
from services.notifications.tests.reminder_event_cases import OF_REMINDERS

pytestmark = pytest.mark.service
CASES: Final = [case for cases in {**OF_ORDERS, **OF_REMINDERS, **OF_RATINGS}.values() for case in cases]
DELIVERIES: Final = 10
AT_ONCE: Final = 8
COUNTS: Final = TextStatement(
    """
    SELECT (SELECT count(*) FROM alert) AS alerts,
        (SELECT count(*) FROM outbox WHERE key = 'notifications.alert.raised') AS announced,
        (SELECT count(*) FROM device_push) AS pushes, (SELECT count(*) FROM mail) AS mails,
        (SELECT count(*) FROM conversation) AS conversations,
        (SELECT count(*) FROM conversation_side) AS sides, (SELECT count(*) FROM inbox) AS handled
    """
)
STORED_HTML: Final = TextStatement(
    "SELECT pg_column_size(html) AS stored, octet_length(html) AS written FROM mail"
)
COMPRESSED_FROM: Final = 2_000
"""PostgreSQL compresses a row that is larger than this many bytes, unless its table says otherwise."""
ADD_DEVICE: Final = TextStatement(
    """
    INSERT INTO device (digest, account_id, login_id, platform, registered_at, sealed)
    VALUES (:digest, :account_id, '', 'ios', now(), '')
    """
)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = Database(database_url, pool_size=AT_ONCE)
    yield opened
    await opened.close()


@pytest.fixture
def inbox(database: Database, database_url: str) -> Inbox:
    """Takes events as the service does, while nothing is sent."""
    app = create_app(NotificationsSettings(database_url=database_url, public_url=PUBLIC_URL))
    return Inbox("notifications", database, consumers(PUBLIC_URL), metrics.of(app), tracing.of(app))


def message_of(event: Event) -> Message:
    return Message(event.event_id, event.key, event.aggregate, event.model_dump_json().encode())


async def deliver(inbox: Inbox, *events: Event) -> None:
    for event in events:
        await inbox.take(message_of(event))


async def deliver_together(inbox: Inbox, *events: Event) -> None:
    await inbox.take_together([message_of(event) for event in events])


class Statements:
    """Notes the first word of each statement."""

    def __init__(self, database: Database) -> None:
        self.begun: list[str] = []
        database.span = self._span

    def _span(self, text: str) -> AbstractContextManager[None]:
        self.begun.append(text.split(maxsplit=1)[0])
        return nullcontext()


async def counts(database: Database) -> dict[str, int]:
    async with database.reading() as tx:
        found = await COUNTS.one(tx)
    assert found is not None
    return dict(found)


async def with_device(inbox: Inbox, database: Database, cast: Participants) -> None:
    """Let both accounts be known, and have a device each."""
    for role in ("provider", "client"):
        await deliver(inbox, registered(cast[role], role.title(), email=cast.email(role)))
        async with database.writing() as tx:
            await ADD_DEVICE.run(tx, digest=new_id(), account_id=cast[role])


def opens_conversation(event: Event) -> bool:
    steps = {"requested", "accepted", "rejected", "started", "completed", "cancelled"}
    facts = getattr(event, "order", None)
    return event.key in {f"booking.order.{step}" for step in steps} and bool(facts and facts.client_id)


@pytest.mark.parametrize("most_together", [1, 5])
async def test_ten_deliveries_in_any_order_tell_each_thing_once(
    inbox: Inbox, database: Database, most_together: int
) -> None:
    rows: list[tuple[EventCase, Event]] = []
    for case in CASES:
        cast = Participants(new_id())
        await with_device(inbox, database, cast)
        rows.append((case, case.make(cast)))
    before = await counts(database)
    events = [event for _, event in rows]
    waiting = random.Random(19).sample(DELIVERIES * events, k=DELIVERIES * len(events))

    async def work() -> None:
        while waiting:
            some = [waiting.pop() for _ in range(min(most_together, len(waiting)))]
            try:
                await (deliver(inbox, *some) if len(some) == 1 else deliver_together(inbox, *some))
            except asyncpg.DeadlockDetectedError:  # two batches with the same events: then one by one
                await deliver(inbox, *some)

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    told = [expected for case, _ in rows for expected in case.expects]
    alerts = sum(bool(expected.alert) for expected in told)
    pairs = sum(map(opens_conversation, events))
    assert await counts(database) == {
        "alerts": alerts,
        "announced": alerts,
        "pushes": alerts,
        "mails": sum(bool(expected.mail) for expected in told),
        "conversations": pairs,
        "sides": 2 * pairs,
        "handled": before["handled"] + len(events),
    }


async def test_another_event_of_the_same_fact_tells_nothing_again(inbox: Inbox, database: Database) -> None:
    facts = order()
    await deliver(inbox, OrderRequested(order=facts, actor="client"))
    before = await counts(database)
    await deliver(inbox, OrderRequested(order=facts, actor="client"))
    assert await counts(database) == {**before, "handled": 2}


async def test_a_forgotten_guest_does_not_come_back_with_a_late_delivery(
    inbox: Inbox, database: Database
) -> None:
    facts = guest_order()
    requested = OrderRequested(order=facts, actor="client")
    forgotten = OrderMadeAnonymous(order_id=facts.order_id, provider_id=facts.provider_id)
    await deliver(inbox, requested, forgotten)
    before = await counts(database)
    assert before["mails"] == 0
    await deliver(inbox, requested)
    assert await counts(database) == before


async def test_what_cannot_be_written_whole_is_not_written_at_all(inbox: Inbox, database: Database) -> None:
    facts = order(brief="No text holds a \0.")  # only the provider's mail quotes it
    with pytest.raises(asyncpg.CharacterNotInRepertoireError):
        await deliver(inbox, OrderRequested(order=facts, actor="client"))
    assert set((await counts(database)).values()) == {0}
    await deliver(inbox, OrderRequested(order=facts.model_copy(update={"brief": ""}), actor="client"))
    assert await counts(database) == {
        "alerts": 1,
        "announced": 1,
        "pushes": 0,
        "mails": 2,
        "conversations": 1,
        "sides": 2,
        "handled": 1,
    }


async def test_a_replayed_order_opens_the_conversation_and_is_no_news(
    inbox: Inbox, database: Database
) -> None:
    await deliver(inbox, OrderRequested(order=order(), actor="client", replayed=True))
    found = await counts(database)
    assert (found["alerts"], found["mails"], found["conversations"]) == (0, 0, 1)


async def test_a_deleted_account_has_no_conversations(inbox: Inbox, database: Database) -> None:
    facts = order()
    await deliver(inbox, AccountDeleted(account_id=facts.client_id))
    await deliver(inbox, OrderRequested(order=facts, actor="client"))
    assert (await counts(database))["conversations"] == 0


async def test_an_event_takes_two_statements(inbox: Inbox, database: Database) -> None:
    statements = Statements(database)
    await deliver(inbox, OrderRequested(order=order(), actor="client"))
    assert statements.begun == ["SELECT", "WITH"]


@pytest.mark.parametrize("events", [2, 3, 5])
async def test_events_that_wait_together_take_two_round_trips(
    inbox: Inbox, database: Database, events: int
) -> None:
    statements = Statements(database)
    bus = LocalBus({"notifications"})
    consuming = await bus.consume(
        "notifications", inbox.keys, inbox.take, inbox.dead_letter, together=inbox.take_together
    )
    requested = [OrderRequested(order=order(), actor="client") for _ in range(events)]
    await asyncio.gather(*(bus.publish(message_of(event)) for event in requested))
    await consuming.stop(5)
    assert statements.begun == ["SELECT", "WITH"]
    assert await counts(database) == {
        "alerts": events,
        "announced": events,
        "pushes": 0,
        "mails": 2 * events,
        "conversations": events,
        "sides": 2 * events,
        "handled": events,
    }


async def test_news_of_several_forms_are_written_together_or_not_at_all(
    inbox: Inbox, database: Database
) -> None:
    good, fails = order(), order(client_id="", brief="No text holds a \0.")
    with pytest.raises(asyncpg.CharacterNotInRepertoireError):
        await deliver_together(
            inbox,
            OrderRequested(order=good, actor="client"),
            OrderRequested(order=guest_order(), actor="client"),
            OrderRequested(order=fails, actor="client"),
        )
    assert set((await counts(database)).values()) == {0}
    statements = Statements(database)
    await deliver_together(
        inbox,
        OrderRequested(order=good, actor="client"),
        OrderRequested(order=guest_order(), actor="client"),
        OrderRequested(order=order(), actor="client"),
    )
    assert statements.begun == ["SELECT", "WITH", "WITH"]
    found = await counts(database)
    assert (found["handled"], found["alerts"], found["mails"], found["conversations"]) == (3, 3, 6, 2)


async def test_one_that_fails_spoils_no_other_that_waits_with_it(inbox: Inbox, database: Database) -> None:
    bus = LocalBus({"notifications"})
    consuming = await bus.consume(
        "notifications", inbox.keys, inbox.take, inbox.dead_letter, together=inbox.take_together
    )
    orders = [order(), order(brief="No text holds a \0."), order()]
    events = [OrderRequested(order=facts, actor="client") for facts in orders]
    await asyncio.gather(*(bus.publish(message_of(event)) for event in events))
    await consuming.stop(5)
    found = await counts(database)
    assert (found["handled"], found["alerts"], found["mails"]) == (2, 2, 4)
    async with database.reading() as tx:
        assert await (await tx.driver()).fetchval("SELECT event_id FROM dead_letter") == UUID(
            events[1].event_id
        )


async def test_an_event_that_is_in_a_batch_twice_tells_each_thing_once(
    inbox: Inbox, database: Database
) -> None:
    event, other = (OrderRequested(order=order(), actor="client") for _ in range(2))
    await deliver_together(inbox, event, other, event)
    await deliver_together(inbox, other, event)
    found = await counts(database)
    assert (found["handled"], found["alerts"], found["mails"]) == (2, 2, 4)
    counted = inbox._metrics.exposition().decode()
    for outcome, times in (("taken", 2), ("duplicate", 3)):
        assert f'{{key="{event.key}",outcome="{outcome}",service="notifications"}} {times}.0' in counted


async def test_the_events_of_one_order_keep_their_order_in_a_batch(inbox: Inbox, database: Database) -> None:
    """The news of the second one have another form: those of the first and the third could come together."""
    facts, other = order(), order()
    await deliver_together(
        inbox,
        OrderRequested(order=facts, actor="client"),
        OrderRequested(order=other, actor="client"),
        OrderStarted(order=facts, actor="provider"),
        OrderCancelled(order=facts, actor="client"),
    )
    async with database.reading() as tx:
        found = await (await tx.driver()).fetch("SELECT kind, source FROM alert ORDER BY ctid")
    kinds = [row["kind"] for row in found if facts.order_id in row["source"]]
    assert kinds == ["order_requested", "order_started", "order_cancelled"]


class Spans(Tracing):
    """Notes the trace of each event that is handled."""

    def __init__(self) -> None:
        self.traces: list[str | None] = []

    def handling(self, message: Message, consumer: str) -> AbstractContextManager[None]:
        self.traces.append(message.trace)
        return super().handling(message, consumer)


async def test_each_alert_of_a_batch_is_in_the_trace_of_its_event(database: Database) -> None:
    spans = Spans()
    inbox = Inbox("notifications", database, consumers(PUBLIC_URL), Metrics("notifications"), spans)
    traces = [f"00-{number:032x}-{number:016x}-01" for number in (1, 2)]
    events = [OrderRequested(order=order(), actor="client", trace=trace) for trace in traces]
    await inbox.take_together(
        [replace(message_of(each), trace=trace) for each, trace in zip(events, traces, strict=True)]
    )
    assert spans.traces == traces
    async with database.reading() as tx:
        found = await (await tx.driver()).fetch("SELECT aggregate, trace FROM outbox")
    assert {row["aggregate"]: row["trace"] for row in found} == {
        f"alerts:{each.order.provider_id}": each.trace for each in events
    }


@pytest.mark.parametrize("count", [2, 4, 8, 16, 32, 64])
async def test_the_sides_of_every_number_of_orders_are_found(database: Database, count: int) -> None:
    async with database.reading() as tx:
        await (await tx.driver()).prepare(find_sides(count).text)


@pytest.mark.parametrize("pushed", [(), (False,), (True,), (False, True)])
@pytest.mark.parametrize("mails", [0, 1, 2])
@pytest.mark.parametrize("opens", [False, True])
async def test_every_form_of_the_statement_fits_the_database(
    database: Database, pushed: tuple[bool, ...], mails: int, opens: bool
) -> None:
    async with database.reading() as tx:
        await (await tx.driver()).prepare(tell(pushed, mails, opens=opens).text)


async def test_a_waiting_mail_lies_in_its_row_as_it_is(inbox: Inbox, database: Database) -> None:
    await deliver(inbox, OrderRequested(order=order(), actor="client"))
    async with database.reading() as tx:
        stored = await STORED_HTML.all(tx)
    assert [row.stored >= row.written > COMPRESSED_FROM for row in stored] == [True, True]
