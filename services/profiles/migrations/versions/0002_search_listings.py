"""Search listings with filter marks, quality and trust; the words in use are kept for typing errors.

`search_entry` stays for the version before, which may still run beside this one; the next migration drops it.
"""

from alembic import op

revision = "0002"
down_revision = "0001"

TABLES = (
    r"""
    CREATE FUNCTION plain(typed text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
    RETURN lower(unaccent(regexp_replace(typed, '[[\:punct\:]]+', ' ', 'g')))
    """,
    """
    CREATE TABLE search_listing (
        provider_id text NOT NULL,
        document tsvector NOT NULL,
        facets text[] NOT NULL,
        cheapest numeric NOT NULL,
        currency text NOT NULL,
        rating numeric(4, 2) NOT NULL,
        reviews integer NOT NULL,
        trusted_by integer NOT NULL,
        quality double precision NOT NULL,
        listed_at timestamptz NOT NULL,
        CONSTRAINT pk_search_listing PRIMARY KEY (provider_id)
    )
    """,
    # Our own estimates know the ten thousand commonest words.
    "ALTER TABLE search_listing ALTER COLUMN document SET STATISTICS 1000",
    "CREATE INDEX ix_search_listing_document ON search_listing USING gin (document)",
    "CREATE INDEX ix_search_listing_quality ON search_listing (quality, provider_id)",
    "CREATE INDEX ix_search_listing_rating ON search_listing (rating, provider_id)",
    "CREATE INDEX ix_search_listing_cheapest ON search_listing (cheapest, provider_id)",
    "CREATE INDEX ix_search_listing_listed_at ON search_listing (listed_at, provider_id)",
    'CREATE TABLE search_word (word text COLLATE "C" NOT NULL, CONSTRAINT pk_search_word PRIMARY KEY (word))',
    "CREATE INDEX ix_search_word_word ON search_word USING gin (word gin_trgm_ops)",
)
BANDS = "{0,5,10,15,20,30,40,50,75,100,150,200,300,500,750,1000,2000,5000,10000,50000,100000}"
LISTINGS = """
    WITH listed AS (
    INSERT INTO search_listing (provider_id, document, facets, cheapest, currency, rating, reviews,
                                trusted_by, quality, listed_at)
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
           round((((r.average * r.reviews + 3.5 * 4) / (r.reviews + 4)) / 5
           + 0.05 * ln(1 + t.trusted_by) + CASE WHEN p.manually_verified THEN 0.05 ELSE 0 END)::numeric, 6),
           p.completed_at
    FROM (
        SELECT *, array_to_string(skills, ' ') AS skill_words,
               concat_ws(' ', category, city, left(country, -3)) AS place_words
        FROM profile WHERE true AND completed_at IS NOT NULL
    ) p
    JOIN account a ON a.account_id = p.account_id AND NOT a.deleted
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
            SELECT *, cost_minor / power(10::numeric, minor_digits) AS units FROM service
            WHERE provider_id = p.account_id AND status = 'active'
        ) offered
    ) s
    CROSS JOIN LATERAL (
        SELECT count(*)::int AS trusted_by FROM interest WHERE provider_id = p.account_id AND trusted
    ) t
    CROSS JOIN LATERAL (
        SELECT coalesce(min(edge)::text, 'more') AS band FROM unnest(CAST('<bands>' AS numeric[])) edge
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
            trusted_by = excluded.trusted_by, quality = excluded.quality, listed_at = excluded.listed_at
    RETURNING document
)
    INSERT INTO search_word (word)
    SELECT DISTINCT lexeme FROM listed CROSS JOIN LATERAL unnest(document)
    WHERE lexeme !~ '^=' AND length(lexeme) BETWEEN 2 AND 40 ORDER BY lexeme
    ON CONFLICT DO NOTHING
""".replace("<bands>", BANDS)


def upgrade() -> None:
    for statement in (*TABLES, LISTINGS):
        op.execute(statement)
