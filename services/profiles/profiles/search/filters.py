"""A search in terms of listings: terms to meet, bounds, and the accounts to leave out."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

from profiles.search.rules import Narrowing, Term, country_code_of, marks_of, tsquery_of
from profiles.search.schemas import SearchRequest
from profiles.search.tokenizer import ParsedWords

MEETS: Final = """
    document @@ CAST(:query AS tsquery) AND cheapest <= :max_cost AND rating >= :min_rating
    AND provider_id <> ALL(CAST(:hidden AS text[]))
"""
"""The condition that a listing meets a search, with the values of `Search.values`."""
NO_LIMIT: Final = Decimal(10) ** 18


@dataclass(frozen=True)
class Search:
    """The requested search, and how its words were read."""

    query: SearchRequest
    reading: ParsedWords

    @cached_property
    def terms(self) -> list[Term]:
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
        return [*self.reading.words, *marks_of(narrowing)]

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
