"""Reading what was typed: its words as the listings know them, a typing error as what was meant."""

from dataclasses import dataclass
from typing import Any, Final

import orjson
from chassis.db import Connection, TextStatement

from profiles.search.rules import Term
from profiles.search.trade_words import SMALL_WORDS, trades_of

SHORTEST_PREFIX: Final = 2
MOST_WORDS: Final = 10
"""Of more, the first ones count."""
LIKE_ENOUGH: Final = 0.4
"""How similar (by trigrams, 0 to 1) a word must be to replace one that no listing uses."""
MOST_ALIKE: Final = 4
LAST: Final = "\U0010ffff"
"""Comes after every letter."""

# `forms`: singular and plural, where they are in use; `longer`: there are words that begin so.
_READ = TextStatement(
    """
    SELECT plain(:city) AS town,
           ARRAY(SELECT blocked_id FROM block WHERE blocker_id = :viewer_id AND blocked
                 UNION SELECT blocker_id FROM block WHERE blocked_id = :viewer_id AND blocked) AS hidden,
           (SELECT json_agg(typed ORDER BY typed.place)::text FROM (
               SELECT lexeme, positions[cardinality(positions)] AS place, used.known, used.longer,
                      ARRAY(SELECT word FROM search_word
                            WHERE used.known AND word = ANY(ARRAY[lexeme || 's', lexeme || 'es',
                                  regexp_replace(lexeme, 's$', ''), regexp_replace(lexeme, 'es$', '')])
                              AND word <> lexeme ORDER BY word) AS forms,
                      ARRAY(SELECT word FROM search_word
                            WHERE NOT used.known AND NOT used.longer AND word % lexeme
                              AND similarity(word, lexeme) >= :like_enough
                            ORDER BY similarity(word, lexeme) DESC, word LIMIT :most_alike) AS alike
               FROM (
                   SELECT * FROM unnest(to_tsvector('simple', plain(:typed))) ORDER BY positions LIMIT :most
               ) word
               CROSS JOIN LATERAL (
                   SELECT EXISTS (SELECT FROM search_word WHERE word = lexeme) AS known,
                          EXISTS (SELECT FROM search_word
                                  WHERE word > lexeme AND word < lexeme || :last) AS longer
               ) used
           ) typed) AS words
    """
)


@dataclass(frozen=True, slots=True)
class ParsedWords:
    """What a search asks for, as the listings know it."""

    words: list[Term]
    town: str
    """The city, read plainly."""
    hidden: list[str]
    """Who blocks the viewer, and whom the viewer blocks."""
    corrected: str | None
    """The words that are searched for instead of a typing error."""


NOTHING: Final = ParsedWords([], "", [], None)


async def read(tx: Connection, typed: str, city: str, viewer_id: str) -> ParsedWords:
    """Read words and city (product.md 3.7), and look up whom the viewer must not see (product.md 7.1).

    `viewer_id` is '' for a visitor.
    """
    if not (typed or city or viewer_id):
        return NOTHING
    values: dict[str, object] = {
        "typed": typed,
        "city": city,
        "viewer_id": viewer_id,
        "like_enough": LIKE_ENOUGH,
        "most_alike": MOST_ALIKE,
        "last": LAST,
        "most": MOST_WORDS,
    }
    row = await _READ.one(tx, **values)
    assert row is not None
    words = _without_small_words(orjson.loads(row.words) if row.words else [])
    terms = [term for word in words if (term := _term(word))]
    meant = [word["alike"][0] if _is_mistyped(word) else word["lexeme"] for word in words]
    mistyped = any(map(_is_mistyped, words))
    return ParsedWords(terms, row.town.strip(), row.hidden, " ".join(meant) if mistyped else None)


def _without_small_words(words: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The words that say what is wanted; small ones alone are taken at their word."""
    return [word for word in words if word["lexeme"] not in SMALL_WORDS] or words


def _is_mistyped(word: dict[str, Any]) -> bool:
    return bool(word["alike"]) and not trades_of(word["lexeme"])


def _term(word: dict[str, Any]) -> Term | None:
    """A word also matches longer ones that begin so, its forms, and what its trade is called otherwise.

    A single letter that begins a word says nothing yet.
    """
    lexeme: str = word["lexeme"]
    if word["longer"] and len(lexeme) < SHORTEST_PREFIX:
        return None
    trades = trades_of(lexeme)
    others = word["alike"] if _is_mistyped(word) else word["forms"]
    return Term((lexeme, *others), prefix=word["longer"], trades=trades)
