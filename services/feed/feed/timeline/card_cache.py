"""Cards as they are for everybody, remembered by the rows that they were built from.

A card follows from up to four rows: the post, its owner, and of a repost the original and its owner. A row's
version is its `xmin`, the transaction that wrote it; a name or a rating that changed makes another version,
and so another card. Building the cards of a page in the database takes twice the time of finding them.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from typing import Final

import orjson
from chassis.db import Database
from chassis.remembered import forgetting
from fastapi import FastAPI

from feed.timeline.hot_sql import BUILD_CARDS

REMEMBERED: Final = 20_000
"""Cards, of some 1.2 kB each."""
FORGOTTEN_AT_ONCE: Final = 1_000


class CardCache:
    """The cards of one process, without what differs between viewers."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}

    async def texts(self, database: Database, versions: Sequence[str]) -> list[bytes | None]:
        """The cards of these versions, each an open JSON object that wants its end.

        One that changed since its version was read comes as it is now; None for one that is gone.
        """
        known = self._texts
        missing = [version for version in versions if version not in known]
        if not missing:
            return [known[version] for version in versions]
        built = await _built(database, missing)
        self._remember(built)
        now = {post_of(version): text for version, text in built.items()}
        return [known.get(version) or now.get(post_of(version)) for version in versions]

    def forget(self) -> None:
        """Remember no card: one may name an author who has been erased since."""
        self._texts.clear()

    def _remember(self, built: dict[str, bytes]) -> None:
        if len(self._texts) + len(built) > REMEMBERED:
            for version in list(islice(self._texts, FORGOTTEN_AT_ONCE)):
                del self._texts[version]
        self._texts |= built


def post_of(version: str) -> str:
    """The id of the post whose card has this version."""
    return version.partition(" ")[0]


async def _built(database: Database, versions: Sequence[str]) -> dict[str, bytes]:
    row = await database.read_one(BUILD_CARDS, {"ids": [post_of(version) for version in versions]})
    cards = orjson.loads(row.cards or "[]") if row else []
    return {version: card.encode() for version, card in cards}


@asynccontextmanager
async def cards_ready(app: FastAPI) -> AsyncGenerator[None]:
    """`app.state.cards` while the service runs."""
    app.state.cards = cards = CardCache()
    async with forgetting(cards.forget):
        yield
