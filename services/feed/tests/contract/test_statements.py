"""Every statement fits the migrated database, and reads about as many rows as it answers."""

from itertools import product
from typing import Final

import pytest
from feed.app import DATABASE_SETTINGS
from feed.timeline.hot_sql import feed_page
from testkit.databases_for_tests import Databases
from testkit.pytest_plugin import NewDatabase
from testkit.statement_reads import Seeds, unexplained, wasteful_statements
from testkit.statements import statements_of, unfit_statements

pytestmark = pytest.mark.service

SEEDS: Final = Seeds(
    expressions={
        "post.announced": "true",
        "post.category": "'legal'",
        "post.state": "'active'",
        "post.audience": "'all'",
        "post.publish_at": "now() - i * interval '1 minute'",
        "post.original_id": "NULL",
        "sitemap_page.number": "i",
    },
    values={"category": "legal", "key": "~", "before_id": "~"},
    built={
        f"feed.timeline.hot_sql.feed_page.{number}": feed_page(*variant, limit=20)
        for number, variant in enumerate(product((False, True), repeat=2))
    },
)
REASONS: Final = {
    "feed.media.store.FIND_WITHOUT_FACTS.0": "of a command that is run once",
    "feed.public_pages.store.PAGES.2": "the table has a row for ten thousand posts",
}


async def test_every_statement_fits_the_migrated_database(new_database: NewDatabase) -> None:
    assert len(statements_of("feed")) >= 1
    assert await unfit_statements("feed", await new_database("feed")) == []


@pytest.mark.timeout(300)  # it writes some millions of rows
async def test_no_statement_reads_far_more_rows_than_it_answers(
    new_database: NewDatabase, databases: Databases
) -> None:
    url = databases.superuser_url(await new_database("feed"))
    found = await wasteful_statements(("feed",), url, SEEDS, DATABASE_SETTINGS)
    assert unexplained(found, REASONS) == {}
