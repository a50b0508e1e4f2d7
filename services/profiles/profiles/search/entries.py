"""Keeping a provider's search entry in step, in the transaction that changes what it is made of."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_REFRESH = text(
    """
    INSERT INTO search_entry (provider_id, words, document, category, country_code, city, delivery_modes,
                              languages, cheapest, rating, reviews, listed_at)
    SELECT p.account_id,
           unaccent(lower(concat_ws(
               ' ', a.name, replace(a.username, '_', ' '), p.expertise, s.names, p.skill_words))),
           setweight(to_tsvector('simple', unaccent(concat_ws(' ', a.name, p.expertise))), 'A')
               || setweight(to_tsvector('simple', unaccent(concat_ws(' ', s.names, p.skill_words))), 'B')
               || setweight(to_tsvector('simple', unaccent(
                      concat_ws(' ', p.category_words, p.city, p.country))), 'C')
               || setweight(to_tsvector('simple', unaccent(p.bio)), 'D'),
           p.category, right(p.country, 2), unaccent(lower(p.city)),
           coalesce(s.modes, '{}') || p.delivery_mode, p.languages,
           coalesce(s.cheapest, 1e15), coalesce(r.average, 0), coalesce(r.reviews, 0), p.completed_at
    FROM (
        SELECT *, array_to_string(skills, ' ') AS skill_words, replace(category, '_', ' ') AS category_words
        FROM profile WHERE account_id = :provider_id AND completed_at IS NOT NULL
    ) p
    JOIN account a ON a.account_id = p.account_id AND NOT a.deleted
    LEFT JOIN rating_summary r ON r.provider_id = p.account_id
    LEFT JOIN LATERAL (
        SELECT string_agg(name, ' ') AS names, array_agg(DISTINCT delivery_mode) AS modes,
               min(cost_minor / power(10::numeric, minor_digits)) AS cheapest
        FROM service WHERE provider_id = p.account_id AND status = 'active'
    ) s ON true
    ON CONFLICT (provider_id) DO UPDATE
        SET words = excluded.words, document = excluded.document, category = excluded.category,
            country_code = excluded.country_code, city = excluded.city,
            delivery_modes = excluded.delivery_modes, languages = excluded.languages,
            cheapest = excluded.cheapest, rating = excluded.rating, reviews = excluded.reviews,
            listed_at = excluded.listed_at
    """
)
_REMOVE = text("DELETE FROM search_entry WHERE provider_id = :provider_id")


async def refresh_entry(session: AsyncSession, provider_id: str) -> None:
    """Make the entry anew from the profile, its services and its ratings; no provider, no entry."""
    await session.execute(_REFRESH, {"provider_id": provider_id})


async def remove_entry(session: AsyncSession, provider_id: str) -> None:
    """Nobody finds this provider any more."""
    await session.execute(_REMOVE, {"provider_id": provider_id})
