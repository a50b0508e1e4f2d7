"""Consumers: the inbox, dead letters and their redelivery, broadcast subscribers, a stop that drains."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import pytest
from chassis import dead_letters
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus import Message
from chassis.bus.local import LocalBus
from chassis.db import Database, TextStatement, Transaction
from chassis.events import Consumer, Listener, subscribe
from chassis.hot_sql import ENTER_INBOX
from chassis.inbox import entry
from chassis.settings import ServiceSettings
from client.api_client import eventually
from contracts.event import Event
from contracts.events.identity import AccountDeleted, PreferencesChanged
from fastapi import FastAPI
from sqlalchemy import text
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

pytestmark = pytest.mark.service
WRITE = text("INSERT INTO entry (account_id, revision) VALUES (:account, :revision)")
Create = Callable[[ServiceSettings, Wiring | None], FastAPI]


def changed(account: str, revision: int) -> PreferencesChanged:
    """An event of the aggregate `account`."""
    return PreferencesChanged(account_id=account, channels={}, revision=revision)


@subscribe(PreferencesChanged)
async def write_entry(event: PreferencesChanged, tx: Transaction) -> None:
    """Not idempotent, so that the test notices when the inbox lets an event through twice."""
    values = {"account": event.account_id, "revision": event.revision}
    await tx.session.execute(
        text("INSERT INTO entry (account_id, revision) VALUES (:account, :revision)"), values
    )


class FailingHandler:
    """A second handler of the same event. It fails for one account as long as `fails` is true."""

    def __init__(self) -> None:
        self.fails = True
        self.calls = 0

    async def __call__(self, event: PreferencesChanged, _: Transaction) -> None:
        if event.account_id == "unlucky":
            self.calls += 1
            if self.fails:
                raise LookupError("nothing there")


def application(*consumers: Consumer, listeners: tuple[Listener, ...] = ()) -> Create:
    """A service named `journal` with a consumer."""

    def create_app(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
        service = ServiceDefinition("journal", settings, routers=[], consumers=consumers, listeners=listeners)
        return create_service(service, wiring or Wiring())

    return create_app


async def entries(database: Database) -> list[tuple[str, int]]:
    """What the handlers wrote, in the order of their commits."""
    async with database.reading() as tx:
        rows = await tx.session.execute(text("SELECT account_id, revision FROM entry ORDER BY id"))
        return [(row.account_id, row.revision) for row in rows]


@pytest.mark.usefixtures("large_pool")
async def test_an_event_that_comes_twice_takes_effect_once(
    service_app: ServiceApp, published: EventRecorder, database: Database
) -> None:
    await service_app(application(write_entry), ServiceSettings(database_url=database.url))
    event = changed("a", 1)
    await published.tell(event, event, changed("a", 2))
    await asyncio.gather(*(published.tell(event) for _ in range(5)))
    assert await entries(database) == [("a", 1), ("a", 2)]


ENTER_AND_WRITE: Final = TextStatement(
    """
    WITH entered AS (<enter>),
    written AS (
        INSERT INTO entry (account_id, revision)
        SELECT :account_id, CAST(:revision AS bigint) FROM entered
    )
    SELECT event_id FROM entered
    """.replace("<enter>", ENTER_INBOX)
)


@subscribe(PreferencesChanged, together=True, enters_inbox=True)
async def enter_and_write(events: Sequence[PreferencesChanged], tx: Transaction) -> list[bool]:
    """Write the entries and the inbox rows with one statement, in one round trip."""
    values = [
        {"account_id": event.account_id, "revision": event.revision, **entry("journal", event)}
        for event in events
    ]
    new = {str(row.event_id): True for row in await ENTER_AND_WRITE.all_of_each(tx, values)}
    return [new.pop(event.event_id, False) for event in events]


@pytest.mark.usefixtures("large_pool")
async def test_a_handler_that_enters_the_inbox_itself_takes_effect_once(
    service_app: ServiceApp, published: EventRecorder, database: Database
) -> None:
    await service_app(application(enter_and_write), ServiceSettings(database_url=database.url))
    event = changed("a", 1)
    await asyncio.gather(*(published.tell(event) for _ in range(10)))
    await published.tell(changed("a", 2), event)
    assert await entries(database) == [("a", 1), ("a", 2)]


async def test_a_handler_that_enters_the_inbox_itself_has_the_event_for_itself(
    service_app: ServiceApp, database: Database
) -> None:
    both = application(enter_and_write, write_entry)
    with pytest.raises(ValueError, match=r"must be the only handler of identity\.preferences\.changed"):
        await service_app(both, ServiceSettings(database_url=database.url))


async def test_an_event_nobody_knows_is_passed_over(
    service_app: ServiceApp, bus: LocalBus, database: Database
) -> None:
    await service_app(application(write_entry), ServiceSettings(database_url=database.url))
    message = Message(
        "01900000-0000-7000-8000-000000000000", "test.of.tomorrow", "a", b"{}", target="journal"
    )
    await bus.publish(message)
    assert await entries(database) == []


class Forgotten(PreferencesChanged):
    """An event that its author has not registered, so that no message would ever become one."""

    key = "test.of.nobody"


async def test_a_service_that_handles_an_unregistered_event_does_not_start(
    service_app: ServiceApp, database: Database
) -> None:
    @subscribe(Forgotten)
    async def never_called(_: Forgotten, __: Transaction) -> None: ...

    with pytest.raises(ValueError, match="Forgotten is not a registered event"):
        await service_app(application(never_called), ServiceSettings(database_url=database.url))


async def test_the_handlers_of_one_event_take_effect_together_or_not_at_all(
    service_app: ServiceApp, published: EventRecorder, database: Database
) -> None:
    stumbling = FailingHandler()
    app = application(write_entry, subscribe(PreferencesChanged)(stumbling))
    await service_app(app, ServiceSettings(database_url=database.url))
    await published.tell(changed("unlucky", 1), changed("lucky", 1))
    assert stumbling.calls == 5
    assert await entries(database) == [("lucky", 1)]


@pytest.mark.usefixtures("large_pool")
async def test_events_that_wait_together_are_one_transaction(
    service_app: ServiceApp, published: EventRecorder, database: Database
) -> None:
    async def write_transaction(event: PreferencesChanged, tx: Transaction) -> None:
        number = await tx.session.scalar(text("SELECT txid_current()"))
        await tx.session.execute(WRITE, {"account": str(number), "revision": event.revision})

    app = application(subscribe(PreferencesChanged)(write_transaction))
    await service_app(app, ServiceSettings(database_url=database.url))
    events = [changed(f"account {number}", number) for number in range(10)]
    await asyncio.gather(*(published.tell(event) for event in [*events, *events]))
    written = await entries(database)
    assert sorted(revision for _, revision in written) == list(range(10)), "each once"
    assert len({number for number, _ in written}) < 5, "several in one transaction"


@pytest.mark.usefixtures("large_pool")
async def test_one_that_fails_spoils_no_other_of_its_transaction(
    service_app: ServiceApp, published: EventRecorder, database: Database
) -> None:
    stumbling = FailingHandler()
    app = application(write_entry, subscribe(PreferencesChanged)(stumbling))
    await service_app(app, ServiceSettings(database_url=database.url))
    events = [changed("unlucky", 0), *(changed(f"lucky {number}", number) for number in range(1, 8))]
    await asyncio.gather(*(published.tell(event) for event in events))
    assert sorted(await entries(database)) == [(f"lucky {number}", number) for number in range(1, 8)]
    assert stumbling.calls in {5, 6}, "five times by itself, and perhaps once among the others"
    async with database.reading() as tx:
        assert await tx.session.scalar(text("SELECT count(*) FROM dead_letter")) == 1


class TakingTogether:
    """Writes entries in one call, and notes how many events each call has; one account spoils the call."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    async def __call__(self, events: Sequence[PreferencesChanged], tx: Transaction) -> Sequence[bool]:
        self.calls.append(len(events))
        await asyncio.sleep(0.01)
        new = await enter_and_write.take_together(events, tx)
        if any(event.account_id == "unlucky" for event in events):
            raise LookupError("nothing there")
        return new


@pytest.mark.usefixtures("large_pool")
async def test_a_handler_of_several_events_gets_those_that_wait_in_one_call(
    service_app: ServiceApp, published: EventRecorder, database: Database
) -> None:
    taking = TakingTogether()
    consumer = subscribe(PreferencesChanged, together=True, enters_inbox=True)(taking)
    await service_app(application(consumer), ServiceSettings(database_url=database.url))
    events = [changed(f"account {number}", number) for number in range(10)]
    await asyncio.gather(*(published.tell(event) for event in [*events, *events]))
    assert sorted(revision for _, revision in await entries(database)) == list(range(10)), "each once"
    assert sum(taking.calls) == 20
    assert max(taking.calls) > 1


@pytest.mark.usefixtures("large_pool")
async def test_a_handler_of_several_events_gets_each_by_itself_when_one_fails(
    service_app: ServiceApp, published: EventRecorder, database: Database
) -> None:
    taking = TakingTogether()

    @subscribe(PreferencesChanged, together=True, guarded_by="revision")
    async def keep(events: Sequence[PreferencesChanged], tx: Transaction) -> None:
        await taking(events, tx)

    await service_app(application(keep), ServiceSettings(database_url=database.url))
    events = [changed("unlucky", 0), *(changed(f"lucky {number}", number) for number in range(1, 4))]
    await asyncio.gather(*(published.tell(event) for event in events))
    written = [account for account, _ in await entries(database) if account != "unlucky"]
    assert sorted(written) == [f"lucky {number}" for number in range(1, 4)]
    async with database.reading() as tx:
        assert await tx.session.scalar(text("SELECT count(*) FROM dead_letter")) == 1


@pytest.mark.usefixtures("large_pool")
async def test_events_of_several_handlers_are_handled_one_after_another(
    service_app: ServiceApp, published: EventRecorder, database: Database
) -> None:
    taking = TakingTogether()
    consumer = subscribe(PreferencesChanged, together=True, enters_inbox=True)(taking)
    erased: list[str] = []

    @subscribe(AccountDeleted)
    async def erase(event: AccountDeleted, _: Transaction) -> None:
        erased.append(event.account_id)

    await service_app(application(consumer, erase), ServiceSettings(database_url=database.url))
    events = [
        changed("a", 1),
        AccountDeleted(account_id="b"),
        changed("c", 2),
        AccountDeleted(account_id="d"),
    ]
    await asyncio.gather(*(published.tell(event) for event in events))
    assert sorted(await entries(database)) == [("a", 1), ("c", 2)]
    assert sorted(erased) == ["b", "d"]
    assert taking.calls == [1, 1]


def test_a_handler_of_several_events_keeps_them_from_taking_effect_twice() -> None:
    with pytest.raises(ValueError, match="needs a guard, or enters them into the inbox itself"):
        subscribe(PreferencesChanged, together=True)(TakingTogether())
    with pytest.raises(ValueError, match="no use for others"):
        Consumer((PreferencesChanged,), TakingTogether(), gather_seconds=1)


async def test_a_dead_letter_can_be_looked_at_and_handed_over_again(
    service_app: ServiceApp, published: EventRecorder, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    stumbling = FailingHandler()
    settings = ServiceSettings(database_url=database.url)
    await service_app(application(write_entry, subscribe(PreferencesChanged)(stumbling)), settings)
    event = changed("unlucky", 1)
    await published.tell(event)

    looked_at = await dead_letters.run("journal", settings, again=False)
    assert [(letter.event_id, letter.reason) for letter in looked_at] == [
        (event.event_id, "LookupError: nothing there")
    ]
    assert event.event_id in capsys.readouterr().out

    stumbling.fails = False
    await dead_letters.run("journal", settings, again=True)

    async def arrived() -> bool:
        return await entries(database) == [("unlucky", 1)]

    await eventually(arrived)
    assert await dead_letters.run("journal", settings, again=False) == []


async def test_a_malformed_event_becomes_a_dead_letter(
    service_app: ServiceApp, bus: LocalBus, database: Database
) -> None:
    settings = ServiceSettings(database_url=database.url)
    await service_app(application(write_entry), settings)
    event_id = "01900000-0000-7000-8000-000000000001"
    await bus.publish(Message(event_id, PreferencesChanged.key, "a", b'{"account_id": 7}'))
    assert [letter.event_id for letter in await dead_letters.run("journal", settings, again=False)] == [
        event_id
    ]


async def test_a_listener_sees_an_event_once_and_a_failing_one_harms_nobody(
    service_app: ServiceApp, published: EventRecorder, database: Database
) -> None:
    seen: list[Event] = []

    @subscribe(PreferencesChanged, durable=False)
    async def stumble(_: PreferencesChanged) -> None:
        raise LookupError

    @subscribe(PreferencesChanged, AccountDeleted, durable=False)
    async def note(event: PreferencesChanged | AccountDeleted) -> None:
        seen.append(event)

    await service_app(application(listeners=(stumble, note)), ServiceSettings(database_url=database.url))
    first, second = changed("a", 1), AccountDeleted(account_id="a")
    await published.tell(first, first, second)

    async def all_seen() -> bool:
        return len(seen) >= 2

    await eventually(all_seen)
    assert seen == [first, second]


async def test_a_stop_waits_for_what_is_in_hand(bus: LocalBus, tokens: Tokens, database: Database) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    @subscribe(PreferencesChanged)
    async def dawdle(event: PreferencesChanged, tx: Transaction) -> None:
        begun.set()
        await go_on.wait()
        await write_entry(event, tx)

    settings = ServiceSettings(database_url=database.url, drain_seconds=5)
    app = application(dawdle)(settings, Wiring(bus=bus, transport=tokens.transport))
    telling = EventRecorder(bus)
    async with app.router.lifespan_context(app):
        in_hand = asyncio.create_task(telling.tell(changed("a", 1)))
        await begun.wait()
        asyncio.get_running_loop().call_later(0.2, go_on.set)
    await in_hand
    assert await entries(database) == [("a", 1)]
    with pytest.raises(ConnectionError):
        await telling.tell(changed("a", 2))
