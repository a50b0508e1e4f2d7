"""What a word asks for, in words of those who offer it (product.md 3.7), read from `trade_words.toml`."""

import tomllib
from importlib import resources
from typing import Any, Final, NamedTuple

from chassis.remembered import remembered

_SOURCE: Final[dict[str, Any]] = tomllib.loads(
    resources.files(__package__ or "").joinpath("trade_words.toml").read_text(encoding="utf-8")
)


class Trade(NamedTuple):
    """Something that providers of some categories offer. A word with a star stands for all that begin so."""

    categories: tuple[str, ...]
    """Whoever offers it is of one of these; without any, everybody may."""
    words: tuple[str, ...]
    """What providers call it."""
    asked: tuple[str, ...] = ()
    """What else people call it, or why they need it."""


def _trade(words: str, categories: str = "", asked: str = "") -> Trade:
    return Trade(tuple(categories.split()), tuple(words.split()), tuple(asked.split()))


SMALL_WORDS: Final = frozenset[str](_SOURCE["small_words"].split())
"""Words that say nothing of what is wanted."""
TRADES: Final = (
    *(_trade(**source) for source in _SOURCE["trades"]),
    *(_trade(names) for names in _SOURCE["cities"]),
)
"""What is offered, and the cities that have several names."""


@remembered(4_096)
def trades_of(word: str) -> tuple[Trade, ...]:
    """What a word asks for; of a city the other names."""
    return tuple(
        trade for trade in TRADES if any(_stands_for(each, word) for each in trade.words + trade.asked)
    )


def _stands_for(listed: str, word: str) -> bool:
    return word.startswith(listed[:-1]) if listed.endswith("*") else word == listed
