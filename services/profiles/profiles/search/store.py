"""Finding providers: one query on the search entries, keyset-paged in each of the four orders.

Words are met by their stems' spelling (full text, weighted) or by likeness (trigrams), so that a typing error
and a missing accent still find. `word_similarity`'s threshold is PostgreSQL's own default.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from chassis.envelope import Refusal
from chassis.paging import Page, cursor_of
from sqlalchemy import (
    ColumnElement,
    Float,
    and_,
    cast,
    exists,
    func,
    literal,
    not_,
    or_,
    select,
    text,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncSession

from profiles.safety.models import block
from profiles.search.models import search_entry as entry
from profiles.search.rules import NO_SERVICE, country_code_of, modes_that_meet
from profiles.search.schemas import Sort, Wanted
from profiles.services.store import ServiceRow, service_of

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
UNKNOWN_CURSOR: Final = "This list cannot be continued from there."

_SERVICES = text(
    """
    SELECT s.* FROM unnest(CAST(:provider_ids AS text[])) WITH ORDINALITY AS wanted (provider_id, place)
    CROSS JOIN LATERAL (
        SELECT * FROM service
        WHERE provider_id = wanted.provider_id AND status = 'active'
          AND (CAST(:modes AS text[]) IS NULL OR delivery_mode = ANY(CAST(:modes AS text[])))
          AND (CAST(:max_cost AS numeric) IS NULL
               OR cost_minor <= CAST(:max_cost AS numeric) * power(10::numeric, minor_digits))
        ORDER BY word_similarity(unaccent(lower(:q)), unaccent(lower(name))) DESC, service_id
        LIMIT 3
    ) s
    ORDER BY wanted.place
    """
)


@dataclass(frozen=True)
class FoundRow:
    """A provider that was found, and the key it was ordered by."""

    provider_id: str
    key: float
    cheapest: float | None


def _typed(wanted: Wanted) -> ColumnElement[str]:
    return func.unaccent(func.lower(wanted.q))


def _score(wanted: Wanted) -> ColumnElement[Any]:
    """Relevance: the words' rank and likeness, then ratings and their number, a little."""
    liked = entry.c.rating * func.ln(1 + entry.c.reviews) / 50
    if not wanted.q:
        return cast(func.round(cast(liked, entry.c.rating.type), 4), Float)
    query = func.websearch_to_tsquery(text("'simple'"), _typed(wanted))
    rank = func.ts_rank_cd(entry.c.document, query) * 2
    likeness = func.word_similarity(_typed(wanted), entry.c.words)
    return cast(rank + likeness + cast(liked, Float), Float)


def _key(wanted: Wanted) -> ColumnElement[Any]:
    keys: dict[Sort, ColumnElement[Any]] = {
        "rating": entry.c.rating,
        "price": entry.c.cheapest,
        "newest": entry.c.listed_at,
    }
    return keys.get(wanted.sort) if wanted.sort in keys else _score(wanted)  # pyright: ignore[reportReturnType]


def _filters(wanted: Wanted, viewer_id: str) -> list[ColumnElement[bool]]:
    met: list[ColumnElement[bool]] = []
    if wanted.q:
        query = func.websearch_to_tsquery(text("'simple'"), _typed(wanted))
        met.append(or_(entry.c.document.op("@@")(query), _typed(wanted).op("<%")(entry.c.words)))
    if wanted.category:
        met.append(entry.c.category == wanted.category)
    if wanted.country:
        met.append(entry.c.country_code == country_code_of(wanted.country))
    if wanted.city:
        met.append(entry.c.city == func.unaccent(func.lower(wanted.city)))
    if wanted.delivery_mode:
        met.append(entry.c.delivery_modes.overlap(modes_that_meet(wanted.delivery_mode)))
    if wanted.language:
        met.append(entry.c.languages.contains([wanted.language]))
    if wanted.max_cost is not None:
        met.append(entry.c.cheapest <= wanted.max_cost)
    if wanted.min_rating is not None:
        met.append(entry.c.rating >= wanted.min_rating)
    if viewer_id:
        met.append(not_(_blocked(viewer_id)))
    return met


def _blocked(viewer_id: str) -> ColumnElement[bool]:
    one_way = and_(block.c.blocker_id == viewer_id, block.c.blocked_id == entry.c.provider_id)
    other_way = and_(block.c.blocked_id == viewer_id, block.c.blocker_id == entry.c.provider_id)
    return or_(
        exists(select(literal(1)).select_from(block).where(block.c.blocked, one_way)),
        exists(select(literal(1)).select_from(block).where(block.c.blocked, other_way)),
    )


def _after(wanted: Wanted, page: Page) -> tuple[object, str] | None:
    """The key and id after which the page begins. Raises `Refusal` for a cursor of another list."""
    if page.after is None:
        return None
    if len(page.after) != 3 or page.after[0] != wanted.sort or not isinstance(page.after[1], int | float):
        raise Refusal(UNKNOWN_CURSOR)
    key, provider_id = page.after[1], str(page.after[2])
    if wanted.sort == "newest":
        return _EPOCH + timedelta(microseconds=min(max(int(key), 0), 10**17)), provider_id
    return key, provider_id


def _number(key: object) -> float:
    if isinstance(key, datetime):
        return (key - _EPOCH) // timedelta(microseconds=1)
    return float(key)  # pyright: ignore[reportArgumentType]


async def find(
    session: AsyncSession, wanted: Wanted, page: Page, viewer_id: str
) -> tuple[list[FoundRow], str | None]:
    """A page of providers, and the cursor of the next one."""
    key = _key(wanted)
    found = select(entry.c.provider_id, key.label("key"), entry.c.cheapest).where(
        *_filters(wanted, viewer_id)
    )
    ordered = found.subquery() if wanted.sort == "relevance" else None
    key_column = ordered.c.key if ordered is not None else key
    id_column = ordered.c.provider_id if ordered is not None else entry.c.provider_id
    statement = select(ordered) if ordered is not None else found
    upwards = wanted.sort == "price"
    after = _after(wanted, page)
    if after:
        here = tuple_(key_column, id_column)
        statement = statement.where(here > after if upwards else here < after)
    order = (key_column.asc(), id_column.asc()) if upwards else (key_column.desc(), id_column.desc())
    rows = (await session.execute(statement.order_by(*order).limit(page.limit + 1))).all()
    kept = [
        FoundRow(row[0], _number(row[1]), None if row[2] >= NO_SERVICE else float(row[2]))
        for row in rows[: page.limit]
    ]
    more = len(rows) > page.limit
    return kept, cursor_of(wanted.sort, kept[-1].key, kept[-1].provider_id) if more else None


async def fitting_services(
    session: AsyncSession, wanted: Wanted, provider_ids: Sequence[str]
) -> list[ServiceRow]:
    """Up to three services of each provider that fit, those most like the words first."""
    values = {
        "provider_ids": list(provider_ids),
        "modes": modes_that_meet(wanted.delivery_mode) if wanted.delivery_mode else None,
        "max_cost": wanted.max_cost,
        "q": wanted.q,
    }
    return [service_of(row) for row in (await session.execute(_SERVICES, values)).mappings()]
