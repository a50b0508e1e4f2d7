"""However often and in whatever order events come, they take effect once.

Every event that `contracts.subscriptions` names is delivered ten times to the service that consumes it, and
the whole database is compared, the outbox included. Those without an inbox row (`GUARDED`) also come in any
order from the beginning, between older and newer ones.
"""

import random
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Final

import asyncpg
import pytest
from chassis.db import Database
from chassis.inbox import Inbox
from chassis.metrics import Metrics
from chassis.tracing import SILENT
from ci.openapi import SERVICES, app_of
from contracts.event import Event
from contracts.events.identity import AccountDeleted, AccountRegistered
from contracts.subscriptions import GUARDED, SUBSCRIPTIONS
from local.databases import asyncpg_url
from testkit.event_versions import DIGEST, LATER, history_of, message_of
from testkit.pytest_plugin import NewDatabase, OwnerUrl

pytestmark = pytest.mark.service
TIMES: Final = 10
TOGETHER: Final = 7
PERSON: Final = "the account_id"
PEOPLE: Final = [
    f"the {role}_id"
    for role in (
        *("account", "provider", "client", "owner", "author", "sender", "receiver", "staff"),
        *("reporter", "reported", "blocker", "blocked", "original_owner"),
    )
]
SOON: Final = datetime.fromisoformat(LATER)
LATER_STILL: Final = SOON + timedelta(hours=1)
Rows = list[tuple[str, str]]
_POST: Final[Mapping[str, object]] = {
    "audience": "all",
    "state": "active",
    "publish_at": SOON,
    "announced": True,
}
_ORDER: Final[Mapping[str, object]] = {
    "provider_id": "the provider_id",
    "delivery_mode": "remote",
    "currency": "EUR-DE",
    "provider_timezone": "Europe/Berlin",
    "client_timezone": "Africa/Nairobi",
    "ends_at": LATER_STILL,
}
HELD: Final[dict[str, list[tuple[str, Mapping[str, object]]]]] = {
    "identity": [
        ("account", {"id": PERSON, "email": "a@b.test"}),
        ("account", {"id": "the client_id", "email": "c@b.test"}),
        ("login", {"id": "the login_id"}),
        ("data_export", {}),
        ("attempt", {"kind": "guest_code", "subject": bytes.fromhex(DIGEST)}),
    ],
    "profiles": [("report", {"report_type": "posts"}), ("user_request", {"account_id": DIGEST})],
    "feed": [
        ("post", {**_POST, "id": "the post_id"}),
        ("post", {**_POST, "id": "the issue_id", "owner_id": "the reported_id"}),
        ("post", {**_POST, "id": "another", "owner_id": PERSON}),
        ("comment", {"id": "the content_id", "author_id": "the owner_id"}),
        ("evidence_picture", {}),
    ],
    "booking": [
        (
            "booking_order",
            {**_ORDER, "order_id": "the content_id", "status": "completed", "client_id": "the owner_id"},
        ),
        ("rating", {"order_id": "the content_id", "client_id": "the owner_id", "stars": 5}),
        (
            "booking_order",
            {**_ORDER, "order_id": "the review_id", "status": "completed", "client_id": "the owner_id"},
        ),
        ("rating", {"order_id": "the review_id", "client_id": "the owner_id", "stars": 4}),
        ("booking_order", {**_ORDER, "order_id": "open", "status": "pending", "client_id": PERSON}),
        ("session", {"order_id": "open", "status": "pending", "ends_at": LATER_STILL}),
        (
            "reminder_plan",
            {"provider_id": "the account_id", "daily_summary": "every_day", "summary_at": SOON},
        ),
    ],
    "notifications": [
        ("device", {"login_id": "the login_id", "platform": "ios"}),
        ("alert", {"receiver_id": "the provider_id"}),
    ],
}
"""What a service holds of the things in the events, and is told by its own calls."""
ALIKE: Final = {"feed.evidence.kept", "notifications.evidence.kept"}
"""Nothing is left to do for these when `booking.evidence.kept` of the same report has been handled."""
REQUIRED: Final = """
    SELECT column_name, data_type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO'
        AND column_default IS NULL AND is_identity = 'NO'
"""
SAMPLES: Final[dict[str, object]] = {
    "timestamp with time zone": SOON,
    "jsonb": "[]",
    "boolean": False,
    "bytea": b"",
    "bigint": 1,
    "integer": 1,
    "smallint": 1,
}
EVERY_ROW: Final = """
    SELECT string_agg(
        format('SELECT %L, to_jsonb(r)::text FROM %I.%I r', table_name, table_schema, table_name),
        ' UNION ALL '
    )
    FROM information_schema.tables
    WHERE table_schema IN ('public', 'archive') AND table_name <> 'inbox'
"""
_CHANCE: Final = re.compile(r'[0-9a-f]{8}-[0-9a-f-]{27}|20[2-8]\d-[^"\\]+|"id": \d+')
"""What differs between two runs: new ids, and the present time."""


class Taking:
    """The consumers of a service on a database, all of which can be read."""

    def __init__(self, service: str, database: Database, connection: asyncpg.Connection) -> None:
        consumers = app_of(service).state.service.consumers
        self._inbox = Inbox(service, database, consumers, Metrics("test"), SILENT)
        self._connection = connection

    async def hold(self, table: str, columns: Mapping[str, object]) -> None:
        """Insert a row."""
        required = {
            name: SAMPLES.get(kind, f"the {name}")
            for name, kind in await self._connection.fetch(REQUIRED, table)
        }
        row = {**required, **columns}
        await self._connection.copy_records_to_table(table, records=[tuple(row.values())], columns=list(row))

    async def rows(self) -> Rows:
        """Every row of every table but the inbox, as its table and JSON."""
        every_row = await self._connection.fetchval(EVERY_ROW)
        return sorted((table, row) for table, row in await self._connection.fetch(every_row))

    async def comparable(self) -> Rows:
        """The same rows without what differs between two runs."""
        return sorted((table, _CHANCE.sub("…", row)) for table, row in await self.rows())

    async def take(self, *events: Event) -> None:
        """Deliver these one by one."""
        for event in events:
            await self._inbox.take(message_of(event))

    async def take_together(self, *events: Event) -> None:
        """Deliver these in batches."""
        for first in range(0, len(events), TOGETHER):
            await self._inbox.take_together([message_of(event) for event in events[first : first + TOGETHER]])


@asynccontextmanager
async def taking(service: str, url: str, owner: str) -> AsyncGenerator[Taking]:
    """The service's consumers on this database, with the rows of `HELD` in it."""
    database = Database(url)
    connection = await asyncpg.connect(asyncpg_url(owner))
    try:
        taken = Taking(service, database, connection)
        for table, columns in HELD[service]:
            await taken.hold(table, columns)
        yield taken
    finally:
        await connection.close()
        await database.close()


def lives_of(service: str) -> tuple[list[Event], list[Event]]:
    """All that the service is told of people, who are known from the beginning, and then of their end."""
    history = history_of(SUBSCRIPTIONS[service] - {AccountDeleted.key})
    registered = [event for event in history if isinstance(event, AccountRegistered)][:1]
    known = [
        AccountRegistered(account=each.account.model_copy(update={"account_id": account_id, "staff": True}))
        for each in registered
        for account_id in PEOPLE
    ]
    return [*known, *history], [AccountDeleted(account_id=account_id) for account_id in PEOPLE]


def shuffled(service: str, events: list[Event]) -> list[Event]:
    """Each of these ten times, in any order."""
    return random.Random(service).sample(events * TIMES, k=len(events) * TIMES)


@pytest.mark.parametrize("service", SERVICES)
async def test_every_event_takes_effect_once(
    service: str, new_database: NewDatabase, owner_url: OwnerUrl
) -> None:
    url = await new_database(service)
    lives, ends = lives_of(service)
    without_effect = set(SUBSCRIPTIONS[service])
    async with taking(service, url, owner_url(url)) as one:
        now = await one.rows()
        for event in lives + ends:
            before = now
            await one.take(event)
            now = await one.rows()
            if now != before:
                without_effect.discard(event.key)
            await one.take(event, event)
            await one.take_together(*[event] * (TIMES - 3))
            assert await one.rows() == now, event.key
        assert without_effect <= ALIKE, "the sample or what is held does not let it have one"
        await one.take_together(*shuffled(service, lives + ends))
        assert await one.rows() == now, "in batches"


@pytest.mark.parametrize("service", SERVICES)
async def test_a_batch_of_repetitions_does_what_single_events_do(
    service: str, new_database: NewDatabase, owner_url: OwnerUrl
) -> None:
    one_url, other_url = await new_database(service), await new_database(service)
    lives, ends = lives_of(service)
    async with (
        taking(service, one_url, owner_url(one_url)) as one,
        taking(service, other_url, owner_url(other_url)) as other,
    ):
        for events in (lives, ends):
            await one.take(*events)
            await other.take_together(*(event for event in events for _ in range(TIMES)))
            assert await other.comparable() == await one.comparable()


@pytest.mark.parametrize("service", SERVICES)
async def test_guarded_events_come_in_any_order(
    service: str, new_database: NewDatabase, owner_url: OwnerUrl
) -> None:
    one_url, other_url = await new_database(service), await new_database(service)
    history = history_of(GUARDED[service])
    ends = [AccountDeleted(account_id=each) for each in (PERSON, "the provider_id", "the client_id")]
    often = shuffled(service, history)
    async with (
        taking(service, one_url, owner_url(one_url)) as one,
        taking(service, other_url, owner_url(other_url)) as other,
    ):
        before = await one.comparable()
        await one.take(*history)
        in_order = await one.comparable()
        assert in_order != before
        await other.take_together(*often)
        assert await other.comparable() == in_order, "in batches"
        await one.take(*often)
        assert await one.comparable() == in_order, "one by one"
        await one.take(*ends)
        deleted = await one.rows()
        await one.take(*often)
        assert await one.rows() == deleted, "after the deletion"
