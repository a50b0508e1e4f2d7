"""Every statement fits the migrated database, and reads about as many rows as it answers."""

from typing import Final

from testkit.statement_reads import SMALL, Seeds
from testkit.statement_tests import StatementTests

SEEDS: Final = Seeds(
    expressions={
        "data_export.export_id": "'k' || lpad(CAST(i AS text), 8, '0')",
        "expires_at": "now() + i * interval '1 minute'",
    },
)
REASONS: Final = {
    "identity.accounts.store.FIND_STAFF.0": "of a command, which lists the few accounts of the staff",
    "identity.guessing.store.KEEP_NEWEST.0": SMALL,
    "identity.mail_tokens.store.TAKE_RESET_REQUESTS.0": "a queue that is emptied every 30 seconds",
    "identity.projections.store.FIND_UNNAMED.0": "every ten minutes, for providers of a release before 1.0.0",
}


class TestStatements(StatementTests):
    """Those of identity."""

    service = "identity"
    seeds = SEEDS
    reasons = REASONS
