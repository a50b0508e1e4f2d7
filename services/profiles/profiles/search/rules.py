"""How words and filters are read, and which way a search goes: pure rules."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from profiles.listings.rules import COST_BANDS

BEST_RATING: Final = 5

GATHERED_ROW: Final = 1.8
"""What a row costs that is looked up and sorted, in rows that are walked over."""


class Term(NamedTuple):
    """Any of these lexemes; a search is met by who meets all its terms."""

    lexemes: tuple[str, ...]
    prefix: bool = False
    """Whether the first lexeme also matches longer words that begin so."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The filters of a search; '' and None do not narrow."""

    category: str = ""
    country: str = ""
    town: str = ""
    """A city, read plainly."""
    delivery_mode: str = ""
    language: str = ""
    max_cost: float | None = None
    min_rating: float | None = None


def country_code_of(country: str) -> str:
    """'PE' of 'PE', 'pe' or 'Peru-PE'."""
    return country.rpartition("-")[2].strip().upper()


def marks_of(filters: Narrowing) -> list[Term]:
    """The terms of the filters. Cost and rating narrow to bands; the query has the exact bound."""
    marks = [
        Term((f"={sign}:{value}",))
        for sign, value in (
            ("c", filters.category),
            ("n", filters.country),
            ("t", filters.town),
            ("m", filters.delivery_mode),
            ("l", filters.language),
        )
        if value
    ]
    if filters.max_cost is not None and filters.max_cost < COST_BANDS[-1]:
        edges = COST_BANDS[: bisect_left(COST_BANDS, filters.max_cost) + 1]
        marks.append(Term(tuple(f"=$:{edge}" for edge in edges)))
    if filters.min_rating:
        marks.append(Term(tuple(f"=r:{stars}" for stars in range(int(filters.min_rating), BEST_RATING + 1))))
    return marks


def tsquery_of(terms: Sequence[Term]) -> str:
    """The terms as the text of a tsquery, every lexeme quoted; without terms what every listing meets."""
    return " & ".join(_any_of(term) for term in terms) or "'=all'"


def _any_of(term: Term) -> str:
    quoted = [
        f"'{lexeme.replace(chr(92), chr(92) * 2).replace(chr(39), chr(39) * 2)}'" for lexeme in term.lexemes
    ]
    if term.prefix:
        quoted[0] += ":*"
    return quoted[0] if len(quoted) == 1 else f"({' | '.join(quoted)})"


@dataclass(frozen=True, slots=True, eq=False)
class Frequencies:
    """How many listings there are, and which share of them contains each common lexeme."""

    listings: int = 0
    shares: Mapping[str, float] = field(default_factory=dict[str, float])
    rare: float = 0.0
    """The share of a lexeme that is not among the commoner ones, at most."""
    marks: Mapping[str, float] = field(default_factory=dict[str, float])
    """The lexemes that represent filters."""

    def share_of(self, terms: Iterable[Term]) -> float:
        """The share of listings that meet all terms, as if they had nothing to do with each other."""
        share = 1.0
        for term in terms:
            share *= min(1.0, sum(self.shares.get(lexeme, self.rare) for lexeme in term.lexemes))
        return share


Way = Literal["gather", "walk"]


def way_of(frequencies: Frequencies, terms: Sequence[Term], limit: int) -> Way:
    """How to find the first `limit` listings of an order at the least cost (product.md 3.7).

    gather: fetch all that meet the terms, by the inverted index, and sort them; costs what there is to find.
    walk: go along the order's own index and leave out who does not meet them; costs the more, the rarer.
    """
    listings, share = frequencies.listings, frequencies.share_of(terms)
    walked = min(limit / share, listings) if share else listings
    return "walk" if walked < listings * share * GATHERED_ROW else "gather"
