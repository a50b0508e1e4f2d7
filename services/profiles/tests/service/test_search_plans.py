"""The two ways to search give the same pages, over a few hundred generated providers."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import orjson
import pytest
from bench.fixtures.providers import ProviderFixture
from chassis.clock import utc_now
from chassis.db import Connection, Database
from profiles.app import DATABASE_SETTINGS
from profiles.search import facets, store
from profiles.search.cursor import After
from profiles.search.facets import facets_for
from profiles.search.filters import Search
from profiles.search.rules import Frequencies, Way
from profiles.search.schemas import SearchRequest
from profiles.search.statistics import KnownFrequencies
from profiles.search.tokenizer import read
from sqlalchemy import text
from testkit.pytest_plugin import NewDatabase, OwnerUrl

pytestmark = pytest.mark.service

SIZE = 700
FIXTURE = ProviderFixture(0)
WORD, OTHER = FIXTURE.trades.words[0], FIXTURE.skills.words[0]
SEARCHES: list[dict[str, Any]] = [
    {},
    {"q": WORD},
    {"q": f"{WORD} {OTHER}"},
    {"q": OTHER, "delivery_mode": "remote"},
    {"q": WORD, "sort": "price", "max_cost": 45},
    {"category": "legal", "sort": "rating"},
    {"language": "french", "sort": "newest", "min_rating": 3.5},
    {"country": "PE", "sort": "price"},
    {"q": "nobodysaysthis"},
]


@pytest.fixture
async def tx(new_database: NewDatabase, owner_url: OwnerUrl) -> AsyncIterator[Connection]:
    url = await new_database("profiles")
    await ProviderFixture(SIZE).insert(owner_url(url))
    database = Database(url, settings=DATABASE_SETTINGS)
    async with database.reading() as reading:
        yield reading
    await database.close()


async def all_pages(tx: Connection, query: dict[str, Any], known: Frequencies, limit: int) -> list[str]:
    """Whoever is found, page by page."""
    request = SearchRequest.model_validate(query)
    search = Search(request, await read(tx, request.q, request.city, ""))
    found: list[str] = []
    after: After | None = After()
    while after is not None:
        page = await store.find(tx, search, known, after, limit)
        found += [provider["provider_id"] for provider in orjson.loads(page.providers)]
        after = page.following
    return found


def always(way: Way) -> Callable[..., Way]:
    """A decision that is made already."""

    def decided(*_: object) -> Way:
        return way

    return decided


async def test_both_ways_lead_to_the_same_pages(tx: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "REACH", 100)  # so that walks end early and gathering must help
    known = Frequencies(listings=SIZE)
    for query in SEARCHES:
        pages: dict[Way, list[str]] = {}
        for way in ("gather", "walk"):
            monkeypatch.setattr(store, "way_of", always(way))
            pages[way] = await all_pages(tx, query, known, limit=7)
        assert pages["walk"] == pages["gather"], query
        assert len(set(pages["walk"])) == len(pages["walk"]), query
    monkeypatch.undo()
    assert await all_pages(tx, {"q": "nobodysaysthis"}, known, limit=7) == []
    assert len(await all_pages(tx, {}, known, limit=100)) == SIZE


async def test_words_are_found_wherever_they_stand_and_ranked_by_where(tx: Connection) -> None:
    found = await all_pages(tx, {"q": WORD}, Frequencies(), limit=20)
    rows = await tx.session.execute(
        text(
            "SELECT account_id, expertise ~* :word AS expert FROM profile JOIN account USING (account_id) "
            "WHERE expertise ~* :word OR name ~* :word OR bio ~* :word"
        ),
        {"word": rf"\m{WORD}\M"},
    )
    truly = {row.account_id: row.expert for row in rows}
    assert set(found) >= set(truly)
    first = found[:20]
    assert sum(bool(truly.get(each)) for each in first) >= 18


async def test_estimates_come_near_the_truth(tx: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    known = await KnownFrequencies().current(tx, utc_now())
    assert known.listings == SIZE
    request = SearchRequest(delivery_mode="remote")
    search = Search(request, await read(tx, "", "", ""))
    exact = await facets_for(tx, search, known)
    assert exact["complete"]
    assert sum(value["count"] for value in exact["category"]) == exact["counted"]
    monkeypatch.setattr(facets, "SAMPLE", 150)
    about = await facets_for(tx, search, known)
    assert not about["complete"]
    assert abs(about["counted"] - exact["counted"]) <= exact["counted"] * 0.1
    everybody = await facets_for(tx, Search(SearchRequest(), search.reading), known)
    assert (everybody["complete"], everybody["counted"]) == (False, SIZE)
    assert abs(sum(value["count"] for value in everybody["country"]) - SIZE) <= SIZE * 0.03
