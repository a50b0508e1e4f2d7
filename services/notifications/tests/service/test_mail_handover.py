"""Mails of orders go from the event to the sender of its process: claimed, once, and after the commit."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import pytest
from chassis import metrics, tracing
from chassis.bus import Message
from chassis.clock import utc_now
from chassis.db import Database, TextStatement, Transaction
from chassis.ids import new_id
from chassis.inbox import Inbox
from client.api_client import eventually
from contracts.event import Event
from contracts.events.booking import OrderRequested
from notifications.app import create_app
from notifications.handlers import consumers
from notifications.mail import queue_worker, store
from notifications.mail.handover import Handover
from notifications.mail.queue_worker import MailWorker
from notifications.mail.store import Envelope, Mail
from notifications.settings import NotificationsSettings
from notifications.templates.mails import MailContent

from services.notifications.tests.conftest import PUBLIC_URL, order

pytestmark = pytest.mark.service
MINUTE = timedelta(minutes=1)
ROOM = 4
IN_ORDER = TextStatement(
    "SELECT template, sent_at IS NOT NULL AS sent, next_attempt_at > now() AS claimed FROM mail ORDER BY id"
)


class Taken:
    """A transport that notes what it takes, and takes nothing while a test holds it."""

    def __init__(self) -> None:
        self.mails: list[Mail] = []
        self.open = asyncio.Event()
        self.open.set()

    async def send(self, mail: Mail) -> None:
        """Take it."""
        self.mails.append(mail)
        await self.open.wait()

    async def release(self) -> None:
        """Do nothing."""


@pytest.fixture
def transport() -> Taken:
    return Taken()


@pytest.fixture
async def sender(database: Database, transport: Taken) -> AsyncIterator[MailWorker]:
    """A sender that has found nothing to do, and looks again only when a test says so."""
    worker = MailWorker(database, transport, utc_now, ROOM, MINUTE)
    await worker.send_due()
    yield worker
    transport.open.set()
    await worker.stop(5)


@pytest.fixture
def inbox(database: Database, database_url: str, sender: MailWorker) -> Inbox:
    app = create_app(NotificationsSettings(database_url=database_url, public_url=PUBLIC_URL))
    handover = Handover()
    handover.sender = sender
    taken_by = consumers(PUBLIC_URL, handover)
    return Inbox("notifications", database, taken_by, metrics.of(app), tracing.of(app))


def message(event: Event) -> Message:
    return Message(event.event_id, event.key, event.aggregate, event.model_dump_json().encode())


def requested() -> OrderRequested:
    return OrderRequested(order=order(), actor="client")


async def rows(database: Database) -> list[tuple[str, bool, bool]]:
    """Template, whether it is sent and whether it is claimed, of each mail."""
    async with database.reading() as tx:
        return [(row.template, row.sent, row.claimed) for row in await IN_ORDER.all(tx)]


async def all_ended(sender: MailWorker) -> None:
    async def none_left() -> bool:
        return not sender._sending

    await eventually(none_left)


async def test_the_mails_of_an_order_are_sent_without_a_look_at_the_queue(
    inbox: Inbox, database: Database, sender: MailWorker, transport: Taken
) -> None:
    statements: list[str] = []

    class Noting:
        def __init__(self, text: str) -> None:
            statements.append(text)

        def __enter__(self) -> None: ...

        def __exit__(self, *_: object) -> None: ...

    database.span = Noting
    await inbox.take(message(requested()))
    await all_ended(sender)
    assert len(transport.mails) == 2
    assert len(statements) == 2, "one read, one write; none by the sender"
    await sender.send_due()
    assert len(statements) == 3, "both are recorded as sent by one statement"
    assert [sent for _, sent, _ in await rows(database)] == [True, True]


async def test_mails_in_quick_succession_are_recorded_together(
    inbox: Inbox, database: Database, sender: MailWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_worker, "PACE_SECONDS", 3600.0)
    sender._recorded_at = -3600.0
    woken = database.notifier(store.QUEUE)
    await inbox.take(message(requested()))
    await all_ended(sender)
    assert await woken.wait(5), "the first ones are recorded at once"
    await sender.send_due()
    await inbox.take(message(requested()))
    await all_ended(sender)
    assert woken._pending.empty(), "those that follow are not yet"
    await inbox.take(message(requested()))
    await all_ended(sender)
    assert await woken.wait(5), "until there is no room for more"
    await sender.send_due()
    await inbox.take(message(requested()))
    await all_ended(sender)
    assert woken._pending.empty()
    await sender.stop(5)
    assert [sent for _, sent, _ in await rows(database)] == [True] * 8, "or the process ends"


async def test_what_is_handed_over_is_what_lies_in_the_queue(
    inbox: Inbox, database: Database, sender: MailWorker, transport: Taken
) -> None:
    transport.open.clear()
    await inbox.take(message(requested()))
    await asyncio.sleep(0)
    async with database.writing() as tx:
        driver = await tx.driver()
        await driver.execute("UPDATE mail SET next_attempt_at = now()")
    again = Taken()
    other = MailWorker(database, again, utc_now, ROOM, MINUTE)
    await other.send_due()
    await other.stop(5)
    assert sorted(again.mails, key=lambda mail: mail.id) == sorted(transport.mails, key=lambda mail: mail.id)


async def test_nobody_else_claims_what_was_handed_over_until_the_claim_ends(
    inbox: Inbox, database: Database, transport: Taken
) -> None:
    transport.open.clear()
    await inbox.take(message(requested()))
    assert [claimed for _, _, claimed in await rows(database)] == [True, True]
    others = Taken()
    other = MailWorker(database, others, utc_now, ROOM, MINUTE)
    await other.send_due()
    assert not other._sending
    async with database.writing() as tx:  # as if this process had been killed a minute ago
        await (await tx.driver()).execute(
            "UPDATE mail SET next_attempt_at = next_attempt_at - interval '1 min'"
        )
    await other.send_due()
    await other.stop(5)
    assert len(others.mails) == 2


async def test_a_fact_that_is_told_again_is_mailed_once(
    inbox: Inbox, sender: MailWorker, transport: Taken
) -> None:
    event = requested()
    same = OrderRequested(order=event.order, actor="client")
    for each in (event, event, same):
        await inbox.take(message(each))
        await all_ended(sender)
        await sender.send_due()
    assert len(transport.mails) == 2
    assert sender._reserved == 0


async def test_nothing_is_sent_of_what_is_rolled_back(
    inbox: Inbox, database: Database, sender: MailWorker, transport: Taken
) -> None:
    fails = OrderRequested(order=order(brief="No text holds a \0."), actor="client")
    with pytest.raises(asyncpg.CharacterNotInRepertoireError):
        await inbox.take_together([message(requested()), message(fails)])
    await all_ended(sender)
    assert (transport.mails, sender._reserved) == ([], 0)
    assert await rows(database) == []
    await inbox.take_together([message(requested()), message(requested())])
    await all_ended(sender)
    assert len(transport.mails) == ROOM


async def test_nothing_is_sent_before_the_commit(
    inbox: Inbox, database: Database, transport: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent_before: list[int] = []
    commit = Transaction.commit

    async def slow(tx: Transaction) -> None:
        await asyncio.sleep(0.05)
        sent_before.append(len(transport.mails))
        await commit(tx)

    monkeypatch.setattr(Transaction, "commit", slow)
    await inbox.take_together([message(requested()), message(requested())])
    assert sent_before == [0]
    assert len(await rows(database)) == ROOM


async def test_there_is_no_room_for_more_and_the_rest_waits_in_the_queue(
    inbox: Inbox, database: Database, sender: MailWorker, transport: Taken
) -> None:
    transport.open.clear()
    await asyncio.gather(*(inbox.take(message(requested())) for _ in range(4)))
    await asyncio.sleep(0)
    assert len(transport.mails) == len(sender._sending) == ROOM
    assert sorted(claimed for _, _, claimed in await rows(database)) == [False] * 4 + [True] * 4
    transport.open.set()
    await all_ended(sender)
    assert not sender.reserve(1), "what is taken and not recorded counts"
    await sender.send_due()
    await all_ended(sender)
    await sender.send_due()
    assert {sent for _, sent, _ in await rows(database)} == {True}


async def test_a_code_that_waits_goes_before_what_could_be_handed_over(
    inbox: Inbox, database: Database, sender: MailWorker, transport: Taken
) -> None:
    transport.open.clear()
    for _ in range(2):
        await inbox.take(message(requested()))
    await asyncio.sleep(0)
    async with database.writing() as tx:
        code = Envelope(new_id(), "code@example.com", "code", not_after=utc_now() + MINUTE)
        await store.enqueue(tx, code, MailContent("Code", "1\n", "<p>1</p>\n"), utc_now())
    await sender.send_due()  # its commit woke the sender, which has no room
    transport.open.set()
    await all_ended(sender)
    sender._accepted.clear()  # there is room again, before the sender looks
    await inbox.take(message(requested()))
    await sender.send_due()
    await all_ended(sender)
    assert [mail.template for mail in transport.mails][ROOM] == "code"
