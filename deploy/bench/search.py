"""The cost of a search among many providers, against a read of as many rows by primary key."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

import orjson
from chassis.clock import utc_now
from chassis.db import Connection, Database
from contracts.rules.options import CATEGORIES
from local.databases import create_database, migrate
from profiles.app import DATABASE_SETTINGS
from profiles.search.cursor import After
from profiles.search.facets import facets_for
from profiles.search.filters import Search
from profiles.search.schemas import SearchRequest
from profiles.search.statistics import KnownFrequencies
from profiles.search.store import find
from profiles.search.tokenizer import read
from sqlalchemy import text

from bench.fixtures.providers import ProviderFixture
from bench.processes import throwaway_postgres

SMALL, LARGE = 10_000, 100_000
"""Numbers of providers; each has three services."""
SEARCHES, ROUNDS, PAGE = 320, 3, 20
TIMES_GOAL, GROWTH_GOAL = 10.0, 2.0

_PROVIDERS: Final = text("SELECT * FROM profile WHERE account_id = ANY(:ids)")
_SERVICES: Final = text("SELECT * FROM service WHERE service_id = ANY(:ids)")


@dataclass
class SearchTimes:
    """Seconds of each search, and of the read by key of the rows that it found."""

    searches: list[float] = field(default_factory=list[float])
    reads: list[float] = field(default_factory=list[float])

    @property
    def times(self) -> float:
        """The 95th percentile of the searches ÷ the median of the reads."""
        return sorted(self.searches)[int(len(self.searches) * 0.95)] / median(self.reads)


async def search_cost(folder: Path) -> list[str]:
    """Measure the search at both sizes; returns the lines to print."""
    taken: dict[int, SearchTimes] = {}
    with throwaway_postgres(folder / "search", buffers="512MB") as server:
        for size in (SMALL, LARGE):
            url = await create_database(server, f"search_{size}")
            await migrate("profiles", url)
            await ProviderFixture(size).insert(url)
            database = Database(url, settings=DATABASE_SETTINGS)
            taken[size] = await _measure(database)
            await database.close()
    large = taken[LARGE]
    growth = mean(large.searches) / mean(taken[SMALL].searches)
    return [
        f"search among {LARGE:,} providers, a page and its facets: 95 % within {large.times:.1f} times "
        f"a read of as many rows by primary key (goal {TIMES_GOAL:.0f}; "
        f"{mean(large.reads) / mean(large.searches):.0%} of its throughput)",
        f"search, cost at {LARGE:,} ÷ at {SMALL:,} providers: {growth:.2f} (goal {GROWTH_GOAL:.0f})",
    ]


async def _measure(database: Database) -> SearchTimes:
    known, taken = KnownFrequencies(), SearchTimes()
    searches = list(_searches(ProviderFixture(0)))
    async with database.reading() as tx:
        for turn in range(ROUNDS):
            for criteria, pages in searches:
                after: After | None = After()
                for _ in range(pages):
                    if after is None:
                        break
                    begun = time.perf_counter()
                    found, after = await _search(tx, known, criteria, after)
                    searched = time.perf_counter()
                    await _read(tx, found)
                    done = time.perf_counter()
                    if turn:  # the first round warms the caches of both
                        taken.searches.append(searched - begun)
                        taken.reads.append(done - searched)
    return taken


async def _search(
    tx: Connection, known: KnownFrequencies, criteria: SearchRequest, after: After
) -> tuple[tuple[str, str], After | None]:
    """Do what the call does between request and answer."""
    search = Search(criteria, await read(tx, criteria.q, criteria.city, ""))
    frequencies = await known.current(tx, utc_now())
    page = await find(tx, search, frequencies, after, PAGE)
    if after == After():
        await facets_for(tx, search, frequencies)
    return (page.providers, page.services), page.following


async def _read(tx: Connection, found: tuple[str, str]) -> None:
    providers, services = (orjson.loads(rows) for rows in found)
    (await tx.session.execute(_PROVIDERS, {"ids": [row["provider_id"] for row in providers]})).all()
    (await tx.session.execute(_SERVICES, {"ids": [row["service_id"] for row in services]})).all()


def _searches(fixture: ProviderFixture) -> Iterator[tuple[SearchRequest, int]]:
    """Searches and how many pages each reads: common and rare words, misspellings, filters."""
    dice = random.Random(3)
    trades, skills, names, cities = (
        fixture.trades.words,
        fixture.skills.words,
        fixture.names.words,
        fixture.cities.words,
    )
    for number in range(SEARCHES):
        word, skill = dice.choice(trades[:40]), dice.choice(skills[:400])
        misspelt = dice.choice([trade for trade in trades if len(trade) > 6])
        kinds: list[tuple[dict[str, Any], int]] = [
            ({}, 2),
            ({"q": dice.choice(trades[:10])}, 3),
            ({"q": dice.choice(trades)}, 1),
            ({"q": skill}, 2),
            ({"q": skill, "sort": "newest"}, 1),
            ({"q": f"{dice.choice(names[:900])} {dice.choice(names[:900])}"}, 1),
            ({"q": misspelt[:3] + misspelt[4:]}, 1),
            ({"q": word[:4]}, 1),
            ({"q": word, "city": dice.choice(cities[:60])}, 1),
            ({"q": word, "min_rating": 4, "language": "arabic"}, 1),
            ({"q": dice.choice(fixture.prose.words[:200])}, 1),
            ({"category": dice.choice(CATEGORIES)}, 2),
            ({"category": dice.choice(CATEGORIES), "language": "french", "sort": "rating"}, 1),
            ({"country": "PE", "max_cost": 30, "sort": "price"}, 2),
            ({"city": dice.choice(cities)}, 1),
            ({"delivery_mode": "remote", "sort": "rating"}, 1),
        ]
        query, pages = kinds[number % len(kinds)]
        yield SearchRequest.model_validate(query), pages
