"""Every statement fits the migrated database, and reads about as many rows as it answers."""

from itertools import product
from typing import Final

from feed.app import DATABASE_SETTINGS
from feed.timeline.hot_sql import feed_page
from testkit.statement_reads import Seeds
from testkit.statement_tests import StatementTests

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


class TestStatements(StatementTests):
    """Those of feed."""

    service = "feed"
    seeds = SEEDS
    reasons = REASONS
    settings = DATABASE_SETTINGS
