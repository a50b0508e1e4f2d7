"""A search in terms of listings: terms to meet, bounds, and the accounts to leave out."""

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Final

from profiles.search.rules import AtLeast, Condition, Narrowing, Term, country_code_of, marks_of, tsquery_of
from profiles.search.schemas import SearchRequest
from profiles.search.tokenizer import ParsedWords

MEETS: Final = """
    document @@ CAST(:query AS tsquery) AND cheapest <= :max_cost AND rating >= :min_rating
    AND provider_id <> ALL(CAST(:hidden AS text[]))
"""
"""The condition that a listing meets a search, with the values of `Search.values`."""
MOST_DISPENSABLE: Final = 6
"""Words of which those with most are looked for; others are given up first."""
NO_LIMIT: Final = Decimal(10) ** 18


@dataclass(frozen=True)
class Search:
    """The requested search, and how its words were read."""

    query: SearchRequest
    reading: ParsedWords
    least: int = 0
    """How many of the words are enough; 0: all of them."""

    @property
    def words(self) -> list[Condition]:
        """The words that must be met."""
        return [AtLeast(self._dispensable, self.least)] if self.least else [*self.reading.words]

    @property
    def ranking_words(self) -> list[Condition]:
        """The words by which those who meet them are ranked."""
        return [AtLeast(self._dispensable, 1)] if self.least else [*self.reading.words]

    @property
    def _dispensable(self) -> tuple[Term, ...]:
        return tuple(self.reading.words[:MOST_DISPENSABLE])

    @property
    def with_fewer_words(self) -> list["Search"]:
        """The searches for all words but one, but two, ...: the longest first. Of one word there is none."""
        words = len(self.reading.words)
        most = min(words - 1, MOST_DISPENSABLE)
        return [replace(self, least=least) for least in range(most, 0, -1)]

    @cached_property
    def terms(self) -> list[Condition]:
        """Words and marks; none when nothing narrows."""
        query = self.query
        narrowing = Narrowing(
            category=query.category,
            country=country_code_of(query.country),
            town=self.reading.town,
            delivery_mode=query.delivery_mode,
            language=query.language,
            max_cost=query.max_cost,
            min_rating=query.min_rating,
        )
        return [*self.words, *marks_of(narrowing)]

    @property
    def by_words(self) -> bool:
        """Whether the words decide the order."""
        return self.query.sort == "relevance" and bool(self.reading.words)

    @cached_property
    def values(self) -> dict[str, object]:
        """The values of `MEETS`."""
        cost, rating = self.query.max_cost, self.query.min_rating
        return {
            "query": tsquery_of(self.terms),
            "max_cost": NO_LIMIT if cost is None else Decimal(str(cost)),
            "min_rating": Decimal(str(rating or 0)),
            "hidden": self.reading.hidden,
        }
