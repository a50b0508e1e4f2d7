"""Every statement fits the migrated database, and reads about as many rows as it answers."""

from itertools import product
from typing import Final

from profiles.app import DATABASE_SETTINGS
from profiles.search.queries import Shape, page_statement
from profiles.search.rules import Way
from profiles.search.schemas import Sort
from testkit.statement_reads import SMALL, Seeds
from testkit.statement_tests import StatementTests

WAYS: Final[tuple[Way, ...]] = ("gather", "walk")
SORTS: Final[tuple[Sort, ...]] = ("relevance", "rating", "price", "newest")
SHAPES: Final = [
    *(Shape(sort, way, False, beyond) for sort, way, beyond in product(SORTS, WAYS, (False, True))),
    *(Shape("relevance", way, True, beyond, True) for way, beyond in product(WAYS, (False, True))),
]
SEEDS: Final = Seeds(
    expressions={
        "profile.completed_at": "now()",
        "search_listing.document": "array_to_tsvector(ARRAY['=all', 'word' || i % m])",
        "search_listing.cheapest": "i % 997",
        "search_listing.quality": "i % 997",
        "search_listing.edition": "i % 2",
        "search_listing.rating": "i % 500 / 100.0",
        "search_listing.facets": "ARRAY[repeat('x', 600)]",  # a row is as wide as with the words of a page
        "sitemap_page.number": "i",
    },
    larger={"search_listing": 60_000, "account": 60_000},  # 20,000 are rightly read as a whole
    values={
        "query": "word5",
        "words": "word5",
        "typed_words": "word5",
        "like": "%nobody%",
        "before": "~",
        "profiles.search.queries:max_cost": "1e15",
        "profiles.search.queries:min_rating": "0",
        "profiles.search.facets:max_cost": "1e15",
        "profiles.search.facets:min_rating": "0",
        "profiles.search.facets:stretch": "2000",
        "profiles.search.facets:sample": "500",
        "profiles.search.queries:reach": "4000",
        "profiles.search.queries:window": "60",
        "profiles.listings.hot_sql.LOCK_OLDER.0:edition": "1",
        "profiles.safety.store.FILE.0:report_id": "of-the-test",
        "profiles.page_views.store.ADD.0:provider_ids": "{}",
        "profiles.projections.store.KEEP_APPOINTMENTS.0:order_id": "{}",
        "profiles.projections.store.KEEP_APPOINTMENTS.0:provider_id": "{}",
        "profiles.projections.store.KEEP_APPOINTMENTS.0:client_id": "{}",
        "profiles.projections.store.KEEP_APPOINTMENTS.0:status": "{}",
    },
    built={
        f"profiles.search.queries.page_statement.{number}": page_statement(shape)
        for number, shape in enumerate(SHAPES)
    },
)
_LOOKS_THROUGH: Final = "looks through so many listings of its order at most (search.rules.way_of)"
REASONS: Final = {
    "profiles.avatar.store.FIND_WITHOUT_RENDITIONS.0": "of a command that is run once",
    "profiles.moderation.hot_sql.FOUND_ACCOUNTS.0": SMALL,
    "profiles.moderation.hot_sql.REPORTS_ABOUT.0": SMALL,
    "profiles.moderation.store.COUNT_WAITING.0": "counts what waits for the staff, by index",
    "profiles.public_pages.store.PAGES.2": "the table has a row for ten thousand listings",
    "profiles.search.facets._DIVIDE.1": _LOOKS_THROUGH,
    "profiles.report_archive.command.FIND.2": "of a command, which courts ask for",
    "profiles.support_requests.store.FIND_ANSWERED.0": "for the staff; skips the newest, which wait",
} | {
    f"profiles.search.queries.page_statement.{number}": _LOOKS_THROUGH
    for number, shape in enumerate(SHAPES)
    if shape.way == "walk"
}


class TestStatements(StatementTests):
    """Those of profiles."""

    service = "profiles"
    seeds = SEEDS
    reasons = REASONS
    settings = DATABASE_SETTINGS
