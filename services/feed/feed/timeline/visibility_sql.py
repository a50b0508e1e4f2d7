"""The walls in SQL: who may see a post, and a post as a card, built as JSON where the rows are.

One query answers a page. Rows are aliased so: `p` the post, `o` the original of a repost, `a` the owner,
`x` the original's owner. `:viewer` is an account's id, or '' for a guest; `:now` the present.

Seen (api.md 5): active posts whose time has come, which the staff do not hide, of accounts that are
not suspended and not behind a block, whose audience fits; mature ones never by guests. A repost is
seen by those who may see both it and its original.
The accounts behind a block are looked up once for a page (`BLOCKED_ACCOUNTS`); whether the viewer's
circle holds an owner only for posts that are not for everybody, by primary key.
"""

# ruff: noqa: S608 - the pieces are constants of this file; what callers send travels as parameters
from collections.abc import Mapping
from typing import Final

BLOCKED_ACCOUNTS: Final = """
    apart AS MATERIALIZED (
        SELECT blocked_id AS id FROM block WHERE blocker_id = :viewer AND blocked
        UNION ALL
        SELECT blocker_id FROM block WHERE blocked_id = :viewer AND blocked
    )
"""
"""Stands in the WITH of every statement that uses `VISIBLE` or `OWN` (product.md 7.1)."""

_IN_AUDIENCE: Final = """
    p.owner_id = :viewer OR coalesce((
        SELECT CASE p.audience WHEN 'interests' THEN c.interest ELSE c.trusted END
        FROM circle c WHERE c.account_id = :viewer AND c.provider_id = p.owner_id
    ), false)
"""

VISIBLE_ONCE_OUT: Final = f"""
    p.state = 'active' AND NOT p.hidden AND NOT p.owner_suspended
    AND (p.original_id IS NULL
        OR o.state = 'active' AND o.audience = 'all' AND NOT o.hidden AND NOT o.owner_suspended)
    AND (NOT coalesce(o.mature, p.mature) OR CAST(:viewer AS text) <> '')
    AND p.owner_id NOT IN (SELECT id FROM apart)
    AND (o.owner_id IS NULL OR o.owner_id NOT IN (SELECT id FROM apart))
    AND CASE WHEN p.audience = 'all' THEN true ELSE {_IN_AUDIENCE} END
"""

VISIBLE: Final = f"p.publish_at <= CAST(:now AS timestamptz) AND {VISIBLE_ONCE_OUT}"
"""The posts that the viewer may see (product.md 6.2)."""

OWN: Final = """
    p.owner_id = :viewer
    AND (p.original_id IS NULL
        OR o.state = 'active' AND NOT o.hidden AND NOT o.owner_suspended
            AND o.owner_id NOT IN (SELECT id FROM apart))
"""
"""All that the viewer posted; a repost as long as the viewer may see its original."""

POSTS: Final = "post p LEFT JOIN post o ON o.id = p.original_id"
PEOPLE: Final = "LEFT JOIN author a ON a.id = p.owner_id LEFT JOIN author x ON x.id = o.owner_id"

_INSTANT: Final = """to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""

_SAME_FOR_ALL: Final = f"""
    'post_id', p.id,
    'post_type', CASE WHEN p.original_id IS NULL THEN 'post' ELSE 'repost' END,
    'original_post_id', coalesce(p.original_id, ''),
    'owner_id', p.owner_id,
    'name', coalesce(a.name, ''),
    'username', coalesce(a.username, ''),
    'avatar', coalesce(a.avatar, ''),
    'onboardProfile', coalesce(a.provider, false),
    'expertise', coalesce(x.expertise, a.expertise, ''),
    'manual_verification',
        CASE WHEN coalesce(x.verified, a.verified) THEN 'verified' ELSE 'unverified' END,
    'rating_all_avg', coalesce(x.rating, a.rating, 0),
    'rating_client_size', coalesce(x.reviews, a.reviews, 0),
    'proxy_owner_id', coalesce(o.owner_id, ''),
    'proxy_owner_name', coalesce(x.name, ''),
    'proxy_owner_username', coalesce(x.username, ''),
    'proxy_owner_avatar', coalesce(x.avatar, ''),
    'post_brief', coalesce(o.brief, p.brief),
    'repost_brief', CASE WHEN o.id IS NULL THEN '' ELSE p.brief END,
    'tags', coalesce(o.tags, p.tags)::text,
    'media_name', CASE WHEN coalesce(o.images, p.images) = '[]' THEN 'none'
        ELSE coalesce(o.images, p.images)::text END,
    'pictures', coalesce(o.pictures, p.pictures),
    'category', p.category,
    'post_date', {_INSTANT.format("coalesce(p.publish_at, p.created_at)")},
    'created_date', {_INSTANT.format("p.created_at")},
    'post_audience', p.audience,
    'post_mature', CASE WHEN coalesce(o.mature, p.mature) THEN 'yes' ELSE 'no' END,
    'comment_count', coalesce(o.comments, p.comments),
    'repost_count', coalesce(o.reposts, p.reposts),
    'bookmark_count', p.bookmarks
"""
CARD_NOW: Final = f"json_build_object({_SAME_FOR_ALL}, 'post_active', 'now')::text"
"""The card of a post that is out, but for the status, which is the viewer's and comes last."""

MARKED: Final = "EXISTS (SELECT FROM bookmark b WHERE b.account_id = :viewer AND b.post_id = {})"

CARD: Final = f"""
    json_build_object(
        {_SAME_FOR_ALL},
        'post_active', CASE
            WHEN p.state = 'draft' THEN 'draft'
            WHEN p.publish_at > CAST(:now AS timestamptz) THEN 'schedule'
            ELSE 'now' END,
        'status', CASE
            WHEN p.state <> 'active' THEN p.state
            WHEN p.hidden THEN 'hidden'
            WHEN {MARKED.format("p.id")} THEN 'bookmarked'
            ELSE 'active' END
    )::text
"""

_SIZES: Final = (21, 51, 101)


def at_most(limit: int) -> int:
    """The LIMIT of a page that wants `limit` rows: one of a few, so that few statements are prepared.

    It stands in the statement: of a LIMIT that is a parameter PostgreSQL expects a tenth of all posts.
    """
    return next((size for size in _SIZES if size >= limit), limit)


def page(source: str, where: str, keys: Mapping[str, str], limit: int) -> str:
    """The query of one page of cards, with the cursor's columns beside each card.

    `source` is POSTS or joins it, `where` chooses, `keys` are the sorting columns, all downwards, by alias.
    The page is found first and dressed then: nothing is built for rows that are not shown.
    """
    columns = ", ".join(f"{column} AS {alias}" for alias, column in keys.items())
    inner = ", ".join(f"{column} DESC" for column in keys.values())
    outer = ", ".join(f"page.{alias} DESC" for alias in keys)
    return f"""
        WITH {BLOCKED_ACCOUNTS}, page AS MATERIALIZED (
            SELECT p.id AS post_id, {columns} FROM {source} WHERE {where}
            ORDER BY {inner} LIMIT {at_most(limit)}
        )
        SELECT {CARD} AS card, page.*
        FROM page JOIN post p ON p.id = page.post_id LEFT JOIN post o ON o.id = p.original_id
        {PEOPLE}
        ORDER BY {outer}
    """
