"""Measured SQL of search listings.

A listing's document holds the words of a provider, weighted by where they stand (name and expertise; services
and skills; category, city and what everybody sees of the places; bio), and beside them a mark for each filter
that the provider meets (see `search.rules.marks_of`). So one GIN index answers any mixture of words and
filters. The database's function `plain` takes accents, capitals and punctuation off a text, in listings and
in searches alike. `EDITION` grows with what a document holds: a job makes older listings anew.
"""

from typing import Final

from chassis.db import TextStatement

# Ratings count the more the more of them there are: four imagined ones of 3.5 are added to the real ones.
_QUALITY: Final = """
    round((((r.average * r.reviews + 3.5 * 4) / (r.reviews + 4)) / 5
           + 0.05 * ln(1 + t.trusted_by) + CASE WHEN p.manually_verified THEN 0.05 ELSE 0 END)::numeric, 6)
"""
# What everybody sees of the places: the street only of who shows it to everybody (product.md 3.12).
_PLACES: Final = """
    (SELECT string_agg(concat_ws(' ', name, place.city,
                                 CASE WHEN street_shown_to = 'everybody'
                                     THEN concat_ws(' ', street, postcode) END), ' ' ORDER BY position)
     FROM place WHERE place.provider_id = profile.account_id AND NOT archived)
"""
_LISTINGS: Final = """
    INSERT INTO search_listing (provider_id, document, facets, cheapest, currency, rating, reviews,
                                trusted_by, quality, listed_at, changed_at, edition)
    SELECT p.account_id,
           setweight(to_tsvector('simple', plain(concat_ws(' ', a.name, p.expertise))), 'A')
               || setweight(to_tsvector('simple', plain(concat_ws(' ', s.names, p.skill_words))), 'B')
               || setweight(to_tsvector('simple', plain(p.place_words)), 'C')
               || setweight(to_tsvector('simple', plain(p.bio)), 'D')
               || array_to_tsvector(m.marks),
           ARRAY['category:' || p.category, 'country:' || right(p.country, 2), 'city:' || p.city]
               || ARRAY(SELECT 'delivery_mode:' || mode FROM unnest(s.modes) mode)
               || ARRAY(SELECT 'language:' || language FROM unnest(p.languages) language)
               || ARRAY(SELECT 'min_rating:' || stars FROM generate_series(1, r.stars) stars),
           coalesce(s.cheapest, 1e15), coalesce(s.currency, p.currency), r.average, r.reviews,
           t.trusted_by,
           <quality>,
           p.completed_at, p.completed_at, :edition
    FROM (
        SELECT *, array_to_string(skills, ' ') AS skill_words,
               concat_ws(' ', category, city, left(country, -3), <places>,
                         CASE WHEN street_shown_to = 'everybody' THEN location_address END) AS place_words
        FROM profile WHERE <which> AND completed_at IS NOT NULL
    ) p
    JOIN account a ON a.account_id = p.account_id AND NOT a.deleted AND a.suspended_at IS NULL
    CROSS JOIN LATERAL (
        SELECT coalesce(max(average), 0) AS average, coalesce(max(reviews), 0) AS reviews,
               floor(coalesce(max(average), 0))::int AS stars
        FROM rating_summary WHERE provider_id = p.account_id
    ) r
    CROSS JOIN LATERAL (
        SELECT string_agg(name, ' ') AS names, min(units) AS cheapest,
               (array_agg(currency ORDER BY units, service_id))[1] AS currency,
               ARRAY(SELECT DISTINCT unnest(
                   CASE mode WHEN 'hybrid' THEN ARRAY['hybrid', 'remote', 'in-person'] ELSE ARRAY[mode] END)
                   FROM unnest(array_agg(delivery_mode) || p.delivery_mode) mode) AS modes
        FROM (
            SELECT *, CASE WHEN price_kind <> 'on_request'
                THEN cost_minor / power(10::numeric, minor_digits) END AS units FROM service
            WHERE provider_id = p.account_id AND status = 'active'
        ) offered
    ) s
    CROSS JOIN LATERAL (
        SELECT count(*)::int AS trusted_by FROM interest WHERE provider_id = p.account_id AND trusted
    ) t
    CROSS JOIN LATERAL (
        SELECT coalesce(min(edge)::text, 'more') AS band FROM unnest(CAST(:bands AS numeric[])) edge
        WHERE edge >= s.cheapest
    ) b
    CROSS JOIN LATERAL (
        SELECT ARRAY['=all', '=c:' || p.category, '=n:' || right(p.country, 2), '=t:' || plain(p.city),
                     '=r:' || r.stars, '=$:' || b.band]
               || ARRAY(SELECT '=m:' || mode FROM unnest(s.modes) mode)
               || ARRAY(SELECT '=l:' || language FROM unnest(p.languages) language) AS marks
    ) m
    ON CONFLICT (provider_id) DO UPDATE
        SET document = excluded.document, facets = excluded.facets, cheapest = excluded.cheapest,
            currency = excluded.currency, rating = excluded.rating, reviews = excluded.reviews,
            trusted_by = excluded.trusted_by, quality = excluded.quality, listed_at = excluded.listed_at,
            edition = excluded.edition,
            changed_at = CASE
                WHEN (search_listing.document, search_listing.cheapest, search_listing.currency,
                      search_listing.rating, search_listing.reviews, search_listing.trusted_by)
                     IS DISTINCT FROM
                     (excluded.document, excluded.cheapest, excluded.currency,
                      excluded.rating, excluded.reviews, excluded.trusted_by)
                THEN now() ELSE search_listing.changed_at END
    RETURNING document
""".replace("<quality>", _QUALITY.strip()).replace("<places>", _PLACES.strip())
# In order, so that two who bring the same new words never wait for each other in a circle.
_WITH_WORDS: Final = """
    WITH listed AS (<listings>)
    INSERT INTO search_word (word)
    SELECT DISTINCT lexeme FROM listed CROSS JOIN LATERAL unnest(document)
    WHERE lexeme !~ '^=' AND length(lexeme) BETWEEN 2 AND 40 ORDER BY lexeme
    ON CONFLICT DO NOTHING
""".replace("<listings>", _LISTINGS)
REFRESH: Final = TextStatement(_WITH_WORDS.replace("<which>", "account_id = :provider_id"))
REBUILD: Final = TextStatement(_WITH_WORDS.replace("<which>", "true"))
REFILL: Final = TextStatement(
    _WITH_WORDS.replace("<which>", "account_id = ANY(CAST(:provider_ids AS text[]))")
)
# Locked before they are made anew, so that none is made of what another transaction changes meanwhile.
LOCK_OLDER: Final = TextStatement(
    """
    SELECT provider_id FROM search_listing WHERE edition < :edition
    ORDER BY edition, provider_id LIMIT :most FOR UPDATE SKIP LOCKED
    """
)
WORDS: Final = TextStatement(
    "SELECT tsvector_to_array(document) FROM search_listing WHERE provider_id = :provider_id"
)
FORGET: Final = TextStatement(
    """
    DELETE FROM search_word WHERE word = ANY(CAST(:words AS text[]))
      AND word <> ALL(coalesce((SELECT tsvector_to_array(document) FROM search_listing
                                WHERE provider_id = :provider_id), '{}'))
      AND NOT EXISTS (SELECT FROM search_listing WHERE document @@ plainto_tsquery('simple', word))
    """
)
REMOVE: Final = TextStatement("DELETE FROM search_listing WHERE provider_id = :provider_id")
