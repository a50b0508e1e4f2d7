"""How words and filters are read, and which way a search goes: pure rules."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import prod
from typing import Final, Literal, NamedTuple

from profiles.listings.rules import COST_BANDS
from profiles.search.trade_words import Trade

BEST_RATING: Final = 5

GATHERED_ROW: Final = 1.8
"""What a row costs that is looked up and sorted, in rows that are walked over."""


class Term(NamedTuple):
    """Any of these lexemes; a search is met by who meets all its terms."""

    lexemes: tuple[str, ...]
    prefix: bool = False
    """Whether the first lexeme also matches longer words that begin so."""
    trades: tuple[Trade, ...] = ()
    """What providers of their categories call what is meant."""


class AtLeast(NamedTuple):
    """So many of these terms; who meets more of them is met by it, too."""

    terms: tuple[Term, ...]
    least: int


Condition = Term | AtLeast
"""A search is met by who meets each of its conditions."""


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


def tsquery_of(conditions: Sequence[Condition]) -> str:
    """The conditions as the text of a tsquery, every lexeme quoted; without any what every listing meets."""
    return " & ".join(map(_query_of, conditions)) or "'=all'"


def _query_of(condition: Condition) -> str:
    if isinstance(condition, Term):
        return _any_of(condition)
    enough = combinations(map(_any_of, condition.terms), condition.least)
    return f"({' | '.join(' & '.join(each) for each in enough)})"


def typed_words_query(terms: Sequence[Term]) -> str:
    """Any of the words as they were typed, as the text of a tsquery."""
    return " | ".join(_quoted(term.lexemes[0]) for term in terms) or "'=all'"


def _any_of(term: Term) -> str:
    words = [_quoted(lexeme) for lexeme in term.lexemes]
    if term.prefix:
        words[0] += ":*"
    words += [_offered(trade) for trade in term.trades]
    return words[0] if len(words) == 1 else f"({' | '.join(words)})"


def _offered(trade: Trade) -> str:
    """A provider of the categories who uses one of the words."""
    words = " | ".join(
        f"{_quoted(word[:-1])}:*" if word.endswith("*") else _quoted(word) for word in trade.words
    )
    categories = " | ".join(_quoted(f"=c:{category}") for category in trade.categories)
    return f"({categories}) & ({words})" if categories else words


def _quoted(lexeme: str) -> str:
    return f"'{lexeme.replace(chr(92), chr(92) * 2).replace(chr(39), chr(39) * 2)}'"


@dataclass(frozen=True, slots=True, eq=False)
class Frequencies:
    """How many listings there are, and which share of them contains each common lexeme."""

    listings: int = 0
    shares: Mapping[str, float] = field(default_factory=dict[str, float])
    rare: float = 0.0
    """The share of a lexeme that is not among the commoner ones, at most."""
    marks: Mapping[str, float] = field(default_factory=dict[str, float])
    """The lexemes that represent filters."""
    ordered: Sequence[str] = field(init=False)
    """The common lexemes, those that begin alike beside each other."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "ordered", sorted(self.shares))

    def share_of(self, conditions: Iterable[Condition]) -> float:
        """The share of listings that meet all conditions, as if they had nothing to do with each other."""
        return prod(min(1.0, self._share_of(condition)) for condition in conditions)

    def _share_of(self, condition: Condition) -> float:
        if isinstance(condition, AtLeast):
            return sum(map(self.share_of, combinations(condition.terms, condition.least)))
        words = self._share_of_beginning(condition.lexemes[0]) if condition.prefix else 0.0
        words += sum(map(self._share_of_lexeme, condition.lexemes[condition.prefix :]))
        return words + sum(map(self._share_of_trade, condition.trades))

    def _share_of_lexeme(self, lexeme: str) -> float:
        return self.shares.get(lexeme, self.rare)

    def _share_of_beginning(self, beginning: str) -> float:
        """The share of who uses a common word that begins so; a rare one, if none does."""
        share, at = 0.0, bisect_left(self.ordered, beginning)
        while at < len(self.ordered) and self.ordered[at].startswith(beginning):
            share, at = share + self.shares[self.ordered[at]], at + 1
        return min(1.0, share or self.rare)

    def _share_of_trade(self, trade: Trade) -> float:
        categories = sum(self._share_of_lexeme(f"=c:{category}") for category in trade.categories) or 1.0
        words = sum(
            self._share_of_beginning(word[:-1]) if word.endswith("*") else self._share_of_lexeme(word)
            for word in trade.words
        )
        return min(1.0, categories) * min(1.0, words)


Way = Literal["gather", "walk"]


def way_of(frequencies: Frequencies, conditions: Sequence[Condition], limit: int) -> Way:
    """How to find the first `limit` listings of an order at the least cost (product.md 3.7).

    gather: fetch all that meet them, by the inverted index, and sort them; costs what there is to find.
    walk: go along the order's own index and leave out who does not meet them; costs the more, the rarer.
    """
    listings, share = frequencies.listings, frequencies.share_of(conditions)
    walked = min(limit / share, listings) if share else listings
    return "walk" if walked < listings * share * GATHERED_ROW else "gather"
