"""How those found divide, for the filters that narrow a search further."""

from collections import defaultdict
from functools import lru_cache
from typing import Final, TypedDict

import orjson
from chassis.db import Connection, TextStatement

from profiles.search.filters import MEETS, Search
from profiles.search.rules import BEST_RATING, Frequencies, Way

SAMPLE: Final = 500
"""Matches that are looked at; of more, the counts are estimated from these."""
STRETCH: Final = 2_000
"""Listings that are looked through for a sample of matches that are not rare."""
RARE: Final = 0.03
MOST_LOOKED_UP: Final = 10_000
SHOWN: Final = 20
"""Values of one facet at most."""
_SOURCES: Final[dict[Way, str]] = {
    "gather": """
        SELECT facets FROM (SELECT facets FROM search_listing WHERE <meets> OFFSET 0) met LIMIT :sample
    """,
    # When somebody joined has nothing to do with what they offer: the newest stand for all.
    "walk": """
        SELECT facets FROM (
            SELECT * FROM search_listing ORDER BY listed_at DESC, provider_id DESC LIMIT :stretch
        ) newest WHERE <meets> LIMIT :sample
    """,
}
_DIVIDED: Final = """
    SELECT json_object_agg(facet, count)::text FROM (
        SELECT facet, count(*) AS count FROM (
            SELECT unnest(facets || ARRAY['found']) AS facet FROM (<source>) sample
        ) met GROUP BY facet
    ) divided
"""
_DIVIDE: Final = {
    way: TextStatement(_DIVIDED.replace("<source>", source).replace("<meets>", MEETS))
    for way, source in _SOURCES.items()
}
_OF_MARKS: Final = {"=c:": "category", "=n:": "country", "=m:": "delivery_mode", "=l:": "language"}
Counts = dict[str, dict[str, int]]


class FacetValueJson(TypedDict):
    """The fields of `FacetValue`."""

    value: str
    count: int


class FacetsJson(TypedDict):
    """The fields of `Facets`."""

    complete: bool
    counted: int
    category: list[FacetValueJson]
    country: list[FacetValueJson]
    city: list[FacetValueJson]
    delivery_mode: list[FacetValueJson]
    language: list[FacetValueJson]
    min_rating: list[FacetValueJson]


async def facets_for(tx: Connection, search: Search, frequencies: Frequencies) -> FacetsJson:
    """The facets of a search: counted while they are few, else estimated."""
    if not search.terms and frequencies.listings > SAMPLE:
        return _of_all(frequencies)
    expected = frequencies.listings * frequencies.share_of(search.terms)
    common = expected > MOST_LOOKED_UP or expected > max(SAMPLE, frequencies.listings * RARE)
    way: Way = "walk" if common else "gather"
    values = search.values | {"sample": SAMPLE} | ({"stretch": STRETCH} if common else {})
    found: dict[str, int] = orjson.loads(await _DIVIDE[way].value(tx, **values) or "{}")
    seen = found.pop("found", 0)
    counts: Counts = defaultdict(dict)
    for name, count in found.items():
        facet, _, value = name.partition(":")
        counts[facet][value] = count
    if way == "gather" and seen < SAMPLE:
        return _shown(counts, counted=seen, complete=True)
    expected = max(seen, expected)
    return _shown(counts, counted=rounded(expected), complete=False, scale=expected / max(seen, 1))


@lru_cache(maxsize=1)
def _of_all(frequencies: Frequencies) -> FacetsJson:
    """The facets of a search that nothing narrows, from what is known of the marks.

    They are the same as long as the frequencies are, which are read anew every few minutes.
    """
    counts: Counts = defaultdict(dict)
    stars = [0] * (BEST_RATING + 1)
    for lexeme, share in frequencies.marks.items():
        sign, value, count = lexeme[:3], lexeme[3:], round(share * frequencies.listings)
        if sign in _OF_MARKS:
            counts[_OF_MARKS[sign]][value] = count
        elif sign == "=r:":
            stars[int(value)] = count
    counts["min_rating"] = {str(least): sum(stars[least:]) for least in range(1, BEST_RATING + 1)}
    return _shown(counts, counted=rounded(frequencies.listings), complete=False, scale=1.0)


def rounded(count: float) -> int:
    """An estimate with its two first digits."""
    whole = round(count)
    unit = 10 ** max(0, len(str(whole)) - 2)
    return round(whole / unit) * unit


def _shown(counts: Counts, *, counted: int, complete: bool, scale: float | None = None) -> FacetsJson:
    def of(facet: str) -> list[FacetValueJson]:
        commonest = sorted(counts.get(facet, {}).items(), key=_commonest_first)[:SHOWN]
        return [
            {"value": value, "count": count if scale is None else rounded(count * scale)}
            for value, count in commonest
            if count
        ]

    return {
        "complete": complete,
        "counted": counted,
        "category": of("category"),
        "country": of("country"),
        "city": of("city"),
        "delivery_mode": of("delivery_mode"),
        "language": of("language"),
        "min_rating": of("min_rating"),
    }


def _commonest_first(value: tuple[str, int]) -> tuple[int, str]:
    return -value[1], value[0]
