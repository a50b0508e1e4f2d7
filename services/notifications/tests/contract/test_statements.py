"""Every statement fits the migrated database, and reads about as many rows as it answers."""

from typing import Final

from notifications.app import DATABASE_SETTINGS
from notifications.order_news.hot_sql import tell
from notifications.order_news.store import find_sides
from testkit.statement_reads import SMALL, Seeds
from testkit.statement_tests import StatementTests

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


class TestStatements(StatementTests):
    """Those of notifications."""

    service = "notifications"
    seeds = SEEDS
    reasons = REASONS
    settings = DATABASE_SETTINGS
