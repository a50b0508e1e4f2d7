"""What the sides of an order hear is written once and as a whole, however often and late it comes."""

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Final

import asyncpg
import pytest
from chassis import metrics, tracing
from chassis.bus import Message
from chassis.db import Database, TextStatement
from chassis.ids import new_id
from chassis.inbox import Inbox
from contracts.event import Event
from contracts.events.booking import OrderMadeAnonymous, OrderRequested
from contracts.events.identity import AccountDeleted
from notifications.app import create_app
from notifications.handlers import consumers
from notifications.order_news.hot_sql import tell
from notifications.settings import NotificationsSettings

from services.notifications.tests.conftest import PUBLIC_URL, guest_order, order, registered
from services.notifications.tests.event_case import EventCase, Participants
from services.notifications.tests.order_event_cases import OF_ORDERS

pytestmark = pytest.mark.service
CASES: Final = [case for cases in OF_ORDERS.values() for case in cases]
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


async def deliver(inbox: Inbox, *events: Event) -> None:
    for event in events:
        payload = event.model_dump_json().encode()
        await inbox.take(Message(event.event_id, event.key, event.aggregate, payload))


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


async def test_ten_deliveries_in_any_order_tell_each_thing_once(inbox: Inbox, database: Database) -> None:
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
            await deliver(inbox, waiting.pop())

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
    statements: list[str] = []

    class Noting:
        def __init__(self, text: str) -> None:
            statements.append(text)

        def __enter__(self) -> None: ...

        def __exit__(self, *_: object) -> None: ...

    database.span = Noting
    await deliver(inbox, OrderRequested(order=order(), actor="client"))
    assert [text.split()[0] for text in statements] == ["SELECT", "WITH"]


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
