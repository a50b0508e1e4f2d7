"""Every statement fits the migrated database, and reads about as many rows as it answers."""

from typing import Final

import pytest
from testkit.databases_for_tests import Databases
from testkit.pytest_plugin import NewDatabase
from testkit.statement_reads import SMALL, Seeds, unexplained, wasteful_statements
from testkit.statements import statements_of, unfit_statements

pytestmark = pytest.mark.service

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


async def test_every_statement_fits_the_migrated_database(new_database: NewDatabase) -> None:
    assert len(statements_of("identity")) >= 1
    assert await unfit_statements("identity", await new_database("identity")) == []


@pytest.mark.timeout(300)  # it writes some millions of rows
async def test_no_statement_reads_far_more_rows_than_it_answers(
    new_database: NewDatabase, databases: Databases
) -> None:
    url = databases.superuser_url(await new_database("identity"))
    found = await wasteful_statements(("identity",), url, SEEDS)
    assert unexplained(found, REASONS) == {}
