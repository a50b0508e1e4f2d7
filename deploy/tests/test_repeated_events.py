"""Events without an inbox row: however often and in whatever order they come, they take effect once.

Each event that `contracts.subscriptions.GUARDED` names is delivered ten times, between older and newer ones
of the same thing, and again after the deletion of everybody it names.
"""

import json
import random
from typing import Any, Final

import asyncpg
import pytest
from chassis.bus import Message
from chassis.db import Database
from chassis.ids import new_id
from chassis.inbox import Inbox
from chassis.metrics import Metrics
from chassis.tracing import SILENT
from ci.openapi import SERVICES, app_of
from contracts.event import EVENTS, Event
from contracts.events.identity import AccountDeleted
from contracts.subscriptions import GUARDED
from generate.event_examples import FOLDER
from local.databases import asyncpg_url
from testkit.pytest_plugin import NewDatabase

pytestmark = pytest.mark.service
TIMES: Final = 10
VERSIONS: Final = 3
PEOPLE: Final = ("the account_id", "the provider_id", "the client_id")
CHANGING: Final = {"name", "avatar", "username", "average"}
ACCOUNT: Final = (
    "INSERT INTO account (id, name, email, password_hash, created_at)"
    " VALUES ('the account_id', '', 'a@b.test', '', '2026-01-01')"
)
COLUMNS: Final = """
    SELECT table_name,
        format(
            'SELECT %s FROM %I', string_agg(quote_ident(column_name), ', ' ORDER BY column_name), table_name
        ) AS rows
    FROM information_schema.columns
    WHERE table_schema = 'public' AND NOT coalesce(column_default, '') LIKE '%now()%'
    GROUP BY table_name ORDER BY table_name
"""


def version_of(key: str, number: int) -> Event:
    """The example of an event with this revision, and with values that no other version has."""
    content = json.loads((FOLDER / f"{key}.json").read_text())
    return EVENTS[key].model_validate({**_changed(content, number), "event_id": new_id()})


def _changed(content: Any, number: int) -> Any:
    if isinstance(content, list):
        return [_changed(each, number) for each in content]
    if not isinstance(content, dict):
        return content
    found = {name: _changed(value, number) for name, value in content.items()}
    found |= {name: f"{name} {number}" for name in CHANGING & found.keys() if isinstance(found[name], str)}
    return (
        found
        | ({"average": float(number)} if "average" in found else {})
        | ({"revision": number} if "revision" in found else {})
    )


def message_of(event: Event) -> Message:
    """The event in transit."""
    return Message(event.event_id, event.key, event.aggregate, event.model_dump_json().encode())


async def content_of(url: str) -> dict[str, list[str]]:
    """Every row of every table, without the times at which rows were written."""
    connection = await asyncpg.connect(asyncpg_url(url))
    try:
        tables = await connection.fetch(COLUMNS)
        return {
            row["table_name"]: sorted(str(tuple(each)) for each in await connection.fetch(row["rows"]))
            for row in tables
        }
    finally:
        await connection.close()


async def taking(service: str, url: str) -> tuple[Inbox, Database]:
    """What takes the service's events into this database."""
    database = Database(url)
    if service == "identity":
        connection = await asyncpg.connect(asyncpg_url(url))
        await connection.execute(ACCOUNT)
        await connection.close()
    consumers = app_of(service).state.service.consumers
    return Inbox(service, database, consumers, Metrics("test"), SILENT), database


@pytest.mark.parametrize("service", SERVICES)
async def test_repeated_events_change_nothing_more(service: str, new_database: NewDatabase) -> None:
    keys = sorted(GUARDED[service])
    history = [version_of(key, number) for number, key in enumerate(keys * VERSIONS, 1)]
    often = [message_of(event) for event in history * TIMES]
    dice = random.Random(service)
    dice.shuffle(often)
    one_url, other_url = await new_database(service), await new_database(service)
    (one, one_database), (other, other_database) = (
        await taking(service, one_url),
        await taking(service, other_url),
    )
    try:
        before = await content_of(one_url)
        for event in history:
            await one.take(message_of(event))
        in_order = await content_of(one_url)
        assert in_order != before
        assert in_order["inbox"] == in_order["outbox"] == []
        for first in range(0, len(often), 7):
            await other.take_together(often[first : first + 7])
        assert await content_of(other_url) == in_order, "in batches"
        for message in often:
            await one.take(message)
        assert await content_of(one_url) == in_order, "one by one"
        for account_id in PEOPLE:
            await one.take(message_of(AccountDeleted(account_id=account_id)))
        deleted = await content_of(one_url)
        for message in often:
            await one.take(message)
        assert await content_of(one_url) == deleted, "after the deletion"
    finally:
        await one_database.close()
        await other_database.close()
