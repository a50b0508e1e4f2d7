"""Every statement fits the migrated database, and reads about as many rows as it answers."""

from typing import Final

import pytest
from notifications.app import DATABASE_SETTINGS
from notifications.order_news.hot_sql import tell
from notifications.order_news.store import find_sides
from testkit.databases_for_tests import Databases
from testkit.pytest_plugin import NewDatabase
from testkit.statement_reads import SMALL, Seeds, unexplained, wasteful_statements
from testkit.statements import statements_of, unfit_statements

pytestmark = pytest.mark.service

SEEDS: Final = Seeds(
    expressions={"mailbox_entry.receiver": "''", "interest.mailed_at": "now() - i * interval '1 hour'"},
    values={
        "before": "~",
        "before_id": "~",
        "notifications.alerts.store.GROW.0:alert_id": "new",
        "notifications.alerts.store.GROW.0:id": "new",
        "notifications.alerts.store.GROW.0:source": "new",
    },
    built={
        "notifications.order_news.store.find_sides.0": find_sides(2),
        "notifications.order_news.hot_sql.tell.0": tell((False, True), 2, opens=True),
    },
)
_MAILBOX: Final = "of the mailbox of a development set, which empties itself"
REASONS: Final = {
    "notifications.mail.claim_store.STATE.0": "a metric: counts the mails that wait, by index",
    "notifications.mail.store.DELETE_OF_ACCOUNT.1": _MAILBOX,
    "notifications.mail.store.DELETE_OF_ORDER.1": _MAILBOX,
    "notifications.mail.store.DELETE_TO_GUEST.1": _MAILBOX,
    "notifications.mail.store.RETRY_ALL.0": "of a command: goes through the mails that were given up",
    "notifications.messages.store.DELETE_EMPTY_CONVERSATIONS.0": SMALL,
    "notifications.push_queue.store.STATE.0": "a metric: counts the pushes that wait",
}


async def test_every_statement_fits_the_migrated_database(new_database: NewDatabase) -> None:
    assert len(statements_of("notifications")) >= 1
    assert await unfit_statements("notifications", await new_database("notifications")) == []


@pytest.mark.timeout(300)  # it writes some millions of rows
async def test_no_statement_reads_far_more_rows_than_it_answers(
    new_database: NewDatabase, databases: Databases
) -> None:
    url = databases.superuser_url(await new_database("notifications"))
    found = await wasteful_statements(("notifications",), url, SEEDS, DATABASE_SETTINGS)
    assert unexplained(found, REASONS) == {}
