"""An export is complete: every column that names an account is read for it, or has a reason here why not.

What an export reads is seen from the statements that run. A new table with an account in it fails here until
its service exports it or says why not (product.md 1.10).
"""

import re
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Final

import asyncpg
import pytest
from chassis.app import ServiceDefinition
from chassis.db import Database
from chassis.ids import new_id
from chassis.tables import metadata as chassis_tables
from ci.openapi import SERVICES, app_of
from local.databases import asyncpg_url
from sqlalchemy import MetaData
from testkit.pytest_plugin import NewDatabase

pytestmark = pytest.mark.service

ACCOUNTS: Final = frozenset(
    {
        "account_id", "actor_id", "author_id", "blocked_id", "blocker_id", "client_id", "first_id",
        "gone_id", "invited_id", "other_id", "owner_id", "provider_id", "receiver_id", "reported_id",
        "reporter_id", "second_id", "sender_id", "staff_id",
    }
)  # fmt: skip
"""Columns that hold the id of an account."""
OTHERS: Final = frozenset(
    {
        "act_id", "alert_id", "block_id", "calendar_id", "conversation_id", "credential_id", "entry_id",
        "event_id", "export_id", "file_id", "guest_id", "issue_id", "latest_id", "login_id", "message_id",
        "moved_id", "order_id", "original_id", "place_id", "post_id", "report_id", "request_id", "review_id",
        "service_id", "slot_id", "thing_id",
    }
)  # fmt: skip
"""Columns that hold the id of something else."""
WHO_IT_IS: Final = {"identity": "account", "feed": "author", "notifications": "person"}
"""The table of accounts whose `id` is the account's."""

NEW_ACCOUNT: Final = (
    "INSERT INTO account (id, name, email, password_hash, created_at) VALUES ($1, 'Mara', $2, '', now())"
)
COPY: Final = "a copy of what another service owns and exports"
PRIVATE: Final = "what others did about this account is their private data"
OF_OTHERS: Final = "the row is another account's, and in that one's export"
NO_FACTS: Final = "only a digest or a counter that is needed for minutes"
OF_GONE: Final = "the account is gone, or a report about it, which is private; the service cannot read these"
OF_THE_EXPORT: Final = "the export itself"
EXCEPTIONS: Final[dict[str, dict[str, str]]] = {
    "identity": {
        "challenge.account_id": NO_FACTS,
        "confirmation_code.account_id": NO_FACTS,
        "mail_link.account_id": NO_FACTS,
        "ended_login.account_id": NO_FACTS,
        "deleted_account.account_id": "the account is gone",
        "data_export.account_id": OF_THE_EXPORT,
    },
    "profiles": {
        "appointment.client_id": COPY,
        "appointment.provider_id": COPY,
        "archived_report.gone_id": OF_GONE,
        "archived_report.reported_id": OF_GONE,
        "archived_report.reporter_id": OF_GONE,
        "block.blocked_id": PRIVATE,
        "interest.provider_id": PRIVATE,
        "report.reported_id": PRIVATE,
        "review_standing.owner_id": "how a rating or answer stands, which is exported where it was written",
        "search_listing.provider_id": "words of profile and services, made ready for the search",
        "sitemap_page.first_id": "where a page of a public list begins",
        "staff_act.account_id": "the staff's record; decisions are told to the account when they are made",
        "staff_act.staff_id": "the staff's record, which is not the member's own",
    },
    "feed": {
        "block.blocked_id": PRIVATE,
        "block.blocker_id": COPY,
        "circle.account_id": COPY,
        "circle.provider_id": PRIVATE,
        "completed_pair.client_id": COPY,
        "completed_pair.provider_id": COPY,
        "evidence_picture.owner_id": "kept for the staff while they look at a report",
        "sitemap_page.first_id": "where a page of a public list begins",
    },
    "booking": {
        "block.blocked_id": PRIVATE,
        "block.blocker_id": COPY,
        "blocked_time.provider_id": "the times of blocks, which are exported",
        "client.account_id": PRIVATE,
        "client.client_id": "an id of the provider's own list, and no account's",
        "client_file.client_id": "an id of the provider's own list, and no account's",
        "client_person.client_id": "by what the orders of a client are known, who is exported",
        "client_person.provider_id": "by what the orders of a client are known, who is exported",
        "schedule_look.account_id": "until when the account has looked; what it looked at is exported",
        "service.provider_id": COPY,
        "session.provider_id": "sessions are read with their orders",
    },
    "notifications": {
        "alert.actor_id": OF_OTHERS,
        "alert_fact.actor_id": OF_OTHERS,
        "alert_fact.receiver_id": "what an alert that is exported counts",
        "block.blocked_id": PRIVATE,
        "block.blocker_id": COPY,
        "conversation.first_id": "conversations are read by their sides",
        "conversation.second_id": "conversations are read by their sides",
        "conversation_side.other_id": OF_OTHERS,
        "former_mail_token.account_id": "digests of links in mails of before",
        "interest.account_id": COPY,
        "interest.provider_id": PRIVATE,
        "mailbox_entry.account_id": "the mailbox of development alone",
        "message.sender_id": "messages of both sides are read by their conversation",
        "device_push.account_id": "a push that waits for a moment",
    },
}
OF_EVERY_SERVICE: Final = {"data_export_part.account_id": OF_THE_EXPORT}


def tables_of(service: str) -> MetaData:
    """The tables of a service without those of the chassis."""
    return import_module(f"{service}.models_registry").metadata


def account_columns(service: str) -> set[str]:
    """Every column of a service that holds the id of an account, as 'table.column'."""
    found = {
        f"{table.name}.{column.name}"
        for metadata in (tables_of(service), chassis_tables)
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name in ACCOUNTS
    }
    return found | ({f"{WHO_IT_IS[service]}.id"} if service in WHO_IT_IS else set())


def reads(statement: str, place: str) -> bool:
    """Whether the statement finds rows of the table by this column."""
    table, _, column = place.partition(".")
    name = re.escape(table)
    if not re.search(rf"\b(?:FROM|JOIN)\s+{name}\b", statement):
        return False
    aliases = "|".join([name, *re.findall(rf"\b(?:FROM|JOIN)\s+{name}\s+(?:AS\s+)?(\w+)", statement)])
    return bool(re.search(rf"(?:(?<![\w.])|\b(?:{aliases})\.){column} = (?:ANY \()?\$\d", statement))


async def with_account(service: str, url: str) -> str:
    """The id of an account. Identity needs a row for it, because it collects nothing for unknown ones."""
    account_id = new_id()
    if service == "identity":
        connection = await asyncpg.connect(asyncpg_url(url))
        await connection.execute(
            NEW_ACCOUNT,
            account_id,
            f"{account_id}@example.com",
        )
        await connection.close()
    return account_id


async def statements_of_export(service: str, url: str) -> list[str]:
    """The SQL that runs while the service collects its part of an export."""
    definition: ServiceDefinition = app_of(service).state.service
    assert definition.data_export is not None
    seen: list[str] = []

    @contextmanager
    def record(statement: str) -> Generator[None]:
        seen.append(statement)
        yield

    account_id = await with_account(service, url)
    database = Database(url, pool_size=1)
    database.span = record
    async with database.reading() as connection:
        assert await definition.data_export.collect(connection, account_id) is not None
    await database.close()
    return seen


@pytest.mark.parametrize("service", SERVICES)
async def test_every_column_with_an_account_is_exported_or_has_a_reason(
    new_database: NewDatabase, service: str
) -> None:
    statements = await statements_of_export(service, await new_database(service))
    exported = {place for place in account_columns(service) if any(reads(each, place) for each in statements)}
    exceptions = {**EXCEPTIONS[service], **OF_EVERY_SERVICE}
    assert sorted(account_columns(service) - exported - set(exceptions)) == [], "neither exported nor excused"
    assert sorted(set(exceptions) & exported) == [], "excused, but exported"
    assert sorted(set(exceptions) - account_columns(service)) == [], "excused, but not there"


@pytest.mark.parametrize("service", SERVICES)
def test_every_id_is_known_as_an_account_s_or_not(service: str) -> None:
    unknown = {
        f"{table.name}.{column.name}"
        for metadata in (tables_of(service), chassis_tables)
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name.endswith("_id") and column.name not in ACCOUNTS | OTHERS
    }
    assert sorted(unknown) == []
