"""How common words and marks are: what PostgreSQL's own statistics say, read anew every few minutes."""

from datetime import datetime, timedelta
from typing import Annotated, Final

from chassis.db import Connection, TextStatement
from fastapi import Depends, Request

from profiles.search.rules import Frequencies

KEPT_FOR: Final = timedelta(minutes=5)

_READ = TextStatement(
    """
    SELECT greatest(c.reltuples, 0)::int AS listings,
           coalesce(CAST(CAST(s.most_common_elems AS text) AS text[]), '{}') AS lexemes,
           coalesce(s.most_common_elem_freqs, '{}') AS shares
    FROM pg_class c
    LEFT JOIN pg_stats s
        ON s.tablename = c.relname AND s.attname = 'document' AND s.schemaname = current_schema()
    WHERE c.oid = CAST('search_listing' AS regclass)
    """
)


class KnownFrequencies:
    """The frequencies of one service process."""

    def __init__(self) -> None:
        self._known = Frequencies()
        self._until: datetime | None = None

    async def current(self, tx: Connection, now: datetime) -> Frequencies:
        """The frequencies, at most `KEPT_FOR` old. Before the first ANALYZE there are none."""
        if self._until is None or now >= self._until:
            self._until = now + KEPT_FOR
            row = await _READ.one(tx)
            assert row is not None
            shares = dict(zip(row.lexemes, row.shares, strict=False))
            marks = {lexeme: share for lexeme, share in shares.items() if lexeme.startswith("=")}
            self._known = Frequencies(row.listings, shares, min(shares.values(), default=0.0), marks)
        return self._known


async def _of_service(request: Request) -> KnownFrequencies:
    return request.app.state.search_frequencies


SearchFrequencies = Annotated[KnownFrequencies, Depends(_of_service)]
