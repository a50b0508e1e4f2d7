"""A wall of posts in feed's own tables: as uneven as in life, the same in every run."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import asyncpg
from contracts.rules.options import CATEGORIES
from embedded.databases import plain

NEWEST: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""When the newest post that is out was published; each one before it half a minute earlier."""
AUTHORS, READERS = 5_000, 5_000
CIRCLE, BLOCKS = 200, 50
"""Of the viewer; half of the circle is trusted, half of the blocks are the other's."""

_AUTHORS: Final = """
    INSERT INTO author (id, name, username, avatar, expertise, category, provider, verified, rating, reviews,
        account_revision, profile_revision, avatar_revision, rating_revision)
    SELECT format('author-%s', lpad(n::text, 7, '0')), 'Name of author ' || n, 'author_' || n,
        '/media/avatars/' || md5(n::text) || '.webp', 'Physiotherapy and pilates', ($2::text[])[1 + n % 17],
        true, n % 3 = 0, 3 + (n % 20) / 10.0, n % 90, 1, 1, 1, 1
    FROM generate_series(0, $1 - 1) AS n
"""
_POSTS: Final = """
    INSERT INTO post (id, owner_id, original_id, brief, tags, images, category, audience, mature, state,
        publish_at, created_at, announced, comments, reposts, bookmarks, revision)
    SELECT format('post-%s', lpad(n::text, 10, '0')),
        format('author-%s', lpad((dice % $3)::text, 7, '0')),
        CASE WHEN dice % 20 = 7 AND n > 100
            THEN format('post-%s', lpad((n - 1 - dice % 50)::text, 10, '0')) END,
        repeat('Ten quiet minutes for a back that sat all day. ', 3) || '#tag' || dice % 700,
        jsonb_build_array('tag' || dice % 700, 'tag' || dice % 40),
        jsonb_build_array('/media/posts/' || md5(n::text) || 'aaaaaaaa/card.webp'),
        ($4::text[])[1 + dice % 17],
        CASE WHEN dice % 20 = 7 OR dice % 10 < 7 THEN 'all' WHEN dice % 10 < 9 THEN 'interests'
            ELSE 'trusted' END,
        dice % 23 = 0,
        CASE WHEN dice % 199 = 0 THEN 'draft' WHEN dice % 37 = 0 THEN 'archived' ELSE 'active' END,
        CASE WHEN dice % 199 = 0 THEN NULL
            WHEN dice % 101 = 0 THEN $5::timestamptz + interval '100 years' + n * interval '1 s'
            ELSE $5 - ($2 - n) * interval '30 s' END,
        $5 - ($2 - n) * interval '30 s', dice % 101 <> 0 AND dice % 199 <> 0,
        dice % 9, dice % 4, dice % 12, 1
    FROM (
        SELECT n, (hashint8(n)::bigint + (1::bigint << 31)) AS dice FROM generate_series($1::bigint, $2) AS n
    ) AS drawn
    ON CONFLICT DO NOTHING
"""
_TAGS: Final = """
    INSERT INTO post_tag (post_id, tag, publish_at)
    SELECT DISTINCT id, tag, publish_at FROM post, jsonb_array_elements_text(tags) AS tag
    ON CONFLICT DO NOTHING
"""
_CIRCLES: Final = """
    INSERT INTO circle (account_id, provider_id, interest, trusted, revision)
    SELECT format('reader-%s', lpad(reader::text, 7, '0')),
        format('author-%s', lpad(((hashint8(reader) % 4800 + 4800 + n * 97) % $2)::text, 7, '0')),
        true, n % 2 = 0, 1
    FROM generate_series(1, $1) AS reader, generate_series(1, 30) AS n
    ON CONFLICT DO NOTHING
"""
_BLOCKS: Final = """
    INSERT INTO block (blocker_id, blocked_id, blocked, revision)
    SELECT format('reader-%s', lpad(reader::text, 7, '0')),
        format('author-%s', lpad(((reader * 31 + n * 7) % $2)::text, 7, '0')), true, 1
    FROM generate_series(1, $1) AS reader, generate_series(1, 3) AS n
    ON CONFLICT DO NOTHING
"""
_BOOKMARKS: Final = """
    INSERT INTO bookmark (account_id, post_id, id, created_at)
    SELECT $1, id, 'mark-' || id, created_at FROM post WHERE state = 'active' ORDER BY id DESC LIMIT 40
    ON CONFLICT DO NOTHING
"""
_THE_CIRCLE: Final = """
    INSERT INTO circle (account_id, provider_id, interest, trusted, revision)
    SELECT $1, format('author-%s', lpad((n * 23)::text, 7, '0')), true, n % 2 = 0, 1
    FROM generate_series(0, $2 - 1) AS n
"""
_THE_BLOCKS: Final = """
    INSERT INTO block (blocker_id, blocked_id, blocked, revision)
    SELECT CASE WHEN n % 2 = 0 THEN $1 ELSE other END, CASE WHEN n % 2 = 0 THEN other ELSE $1 END, true, 1
    FROM (SELECT n, format('author-%s', lpad((n * 89 + 1)::text, 7, '0')) AS other
        FROM generate_series(0, $2 - 1) AS n) AS others
"""


async def people_of(url: str, viewer: str) -> None:
    """Authors, readers with their circles and blocks, and the viewer's."""
    connection = await asyncpg.connect(plain(url))
    try:
        await connection.execute(_AUTHORS, AUTHORS, list(CATEGORIES))
        await connection.execute(_CIRCLES, READERS, AUTHORS)
        await connection.execute(_BLOCKS, READERS, AUTHORS)
        await connection.execute(_THE_CIRCLE, viewer, CIRCLE)
        await connection.execute(_THE_BLOCKS, viewer, BLOCKS)
    finally:
        await connection.close()


async def posts_up_to(url: str, viewer: str, numbers: Sequence[int]) -> None:
    """Posts with these numbers, first and last; the viewer bookmarks some of the newest."""
    connection = await asyncpg.connect(plain(url))
    try:
        await connection.execute(_POSTS, *numbers, AUTHORS, list(CATEGORIES), NEWEST)
        await connection.execute(_TAGS)
        await connection.execute(_BOOKMARKS, viewer)
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()
