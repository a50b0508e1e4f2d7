"""The statements that find a page of providers, put together of named pieces.

Each is one round trip: `matched` holds who meets the search, `page` those of them that are shown (and one
more, to know whether the list goes on). The rows become JSON inside PostgreSQL.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from chassis.db import Record, TextStatement

from profiles.search.filters import MEETS
from profiles.search.rules import Way
from profiles.search.schemas import Sort

_KEYS: Final[dict[Sort, str]] = {
    "relevance": "quality",
    "rating": "rating",
    "price": "cheapest",
    "newest": "listed_at",
}
# OFFSET 0: who meets the search is found by its words alone, not by the index of an order as well.
_SOURCES: Final[dict[Way, str]] = {
    "gather": """
        SELECT provider_id, <column> AS key FROM (
            SELECT provider_id, <column> FROM search_listing WHERE <meets> OFFSET 0
        ) met WHERE true<and_beyond> LIMIT :bound
    """,
    "walk": """
        SELECT provider_id, <column> AS key FROM (
            SELECT * FROM search_listing WHERE true<and_beyond>
            ORDER BY <column> <turn>, provider_id <turn> LIMIT :reach
        ) walked WHERE <meets> LIMIT :bound
    """,
}
_BY_KEY: Final = """
    candidate AS (SELECT NULL AS key, NULL AS provider_id WHERE false),
    page AS (
        SELECT provider_id, key, row_number() OVER () AS place FROM (
            SELECT provider_id, key FROM matched ORDER BY key <turn>, provider_id <turn> LIMIT :limit + 1
        ) first
    )
"""
# Words rank within windows of the best: ts_rank of a name is near 0.6, of a bio near 0.03, quality below 2.
# Whole words count more than beginnings and what a trade is called otherwise.
_BY_WORDS: Final = """
    candidate AS (
        SELECT key, provider_id FROM matched ORDER BY key DESC, provider_id DESC LIMIT :window + 1
    ),
    ranked AS (
        SELECT c.provider_id,
               c.key + 2 * ts_rank('{0.05, 0.2, 0.6, 1.0}', l.document, CAST(:words AS tsquery))
                   + ts_rank('{0.05, 0.2, 0.6, 1.0}', l.document, CAST(:typed_words AS tsquery)) AS key
        FROM (SELECT * FROM candidate LIMIT :window) c JOIN search_listing l USING (provider_id)
    ),
    page AS (
        SELECT provider_id, key, row_number() OVER () AS place FROM (
            SELECT provider_id, key FROM ranked WHERE true<and_in_window>
            ORDER BY key DESC, provider_id DESC LIMIT :limit + 1
        ) first
    )
"""
_PROVIDERS: Final = """
    SELECT json_agg(json_build_object(
        'provider_id', a.account_id, 'owner_id', a.account_id, 'name', a.name, 'username', a.username,
        'avatar', p.avatar, 'expertise', p.expertise, 'category', p.category, 'city', p.city,
        'country', p.country, 'currency', l.currency, 'delivery_mode', p.delivery_mode,
        'onboardProfile', true,
        'manual_verification', CASE WHEN p.manually_verified THEN 'verified' ELSE 'unverified' END,
        'rating_all_avg', trim_scale(l.rating), 'rating_client_size', l.reviews, 'trusted_by', l.trusted_by,
        'cheapest', CASE WHEN l.cheapest < 1e15 THEN trim_scale(l.cheapest) END,
        'away', away.now,
        'away_until', CASE WHEN away.now THEN coalesce(p.away_until::text, '') ELSE '' END,
        'away_message', CASE WHEN away.now THEN p.away_message ELSE '' END
    ) ORDER BY page.place)
    FROM page JOIN search_listing l USING (provider_id)
    JOIN account a ON a.account_id = page.provider_id JOIN profile p ON p.account_id = page.provider_id
    CROSS JOIN LATERAL (SELECT p.away AND coalesce(p.away_ends_at > now(), true) AS now) away
    WHERE page.place <= :limit
"""
_SERVICES: Final = """
    SELECT json_agg(json_build_object(
        'service_id', s.service_id, 'provider_id', s.provider_id, 'service', s.name,
        'duration', s.duration_minutes, 'currency', s.currency, 'delivery_mode', s.delivery_mode,
        'cost', trim_scale(s.cost_minor / power(10::numeric, s.minor_digits)),
        'brief', s.brief, 'status', s.status,
        'confirmation', s.confirmation, 'price_kind', s.price_kind
    ) ORDER BY page.place, s.number)
    FROM page CROSS JOIN LATERAL (
        SELECT *, row_number() OVER () AS number FROM (
            SELECT * FROM service
            WHERE provider_id = page.provider_id AND status = 'active'
              AND delivery_mode = ANY(CAST(:modes AS text[]))
              AND cost_minor <= :max_cost * power(10::numeric, minor_digits)
              AND (price_kind <> 'on_request' OR :max_cost >= 1e15)
            ORDER BY <likest>service_id LIMIT 3
        ) best
    ) s
    WHERE page.place <= :limit
"""
_PAGE: Final = """
    WITH matched AS MATERIALIZED (<source>), <pages>
    SELECT coalesce((<providers>)::text, '[]') AS providers, coalesce((<services>)::text, '[]') AS services,
           (SELECT count(*) FROM matched) AS found, (SELECT count(*) FROM page) AS rows,
           (SELECT <key_text> FROM page WHERE place = :limit) AS last_key,
           (SELECT provider_id FROM page WHERE place = :limit) AS last_id,
           (SELECT count(*) FROM candidate) AS candidates,
           (SELECT key::text FROM candidate OFFSET :window - 1 LIMIT 1) AS window_key,
           (SELECT provider_id FROM candidate OFFSET :window - 1 LIMIT 1) AS window_id
"""


@dataclass(frozen=True, slots=True)
class Shape:
    """What distinguishes the statements."""

    sort: Sort
    way: Way
    by_words: bool
    """Within windows, by how well the words fit."""
    beyond: bool
    """After a row, or after a window."""
    in_window: bool = False
    """After a row of this window."""


@cache
def page_statement(shape: Shape) -> TextStatement[Record]:
    """The statement of this shape."""
    up = shape.sort == "price"
    parts = {
        "source": _SOURCES[shape.way],
        "pages": _BY_WORDS if shape.by_words else _BY_KEY,
        "providers": _PROVIDERS,
        "services": _SERVICES,
        "meets": MEETS,
        "and_beyond": f" AND (<column>, provider_id) {'>' if up else '<'} (:after_key, :after_id)"
        if shape.beyond
        else "",
        "and_in_window": " AND (key, provider_id) < (:row_key, :row_id)" if shape.in_window else "",
        "likest": "word_similarity(:typed, lower(unaccent(name))) DESC, " if shape.by_words else "",
        "key_text": "CAST(extract(epoch FROM key) * 1000000 AS bigint)::text"
        if shape.sort == "newest"
        else "key::text",
        "column": _KEYS[shape.sort],
        "turn": "ASC" if up else "DESC",
    }
    statement = _PAGE
    for name, part in parts.items():
        statement = statement.replace(f"<{name}>", part)
    return TextStatement(statement)
