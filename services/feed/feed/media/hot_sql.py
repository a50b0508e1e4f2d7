"""Measured SQL of pictures: each picture of the feed asks whether its caller may see it."""

from typing import Final

from chassis.db import TextStatement

from feed.timeline.visibility_sql import BLOCKED_ACCOUNTS, OWN, POSTS, VISIBLE

MAY_SEE: Final = TextStatement(
    f"""
    WITH {BLOCKED_ACCOUNTS}
    SELECT EXISTS (
        SELECT FROM picture JOIN {POSTS} ON p.id = picture.post_id
        WHERE picture.digest = :digest AND ({VISIBLE})
    ) AS seen,
    CAST(:viewer AS text) <> '' AND (
        EXISTS (SELECT FROM stray WHERE digest = :digest AND owner_id = :viewer)
        OR EXISTS (SELECT FROM picture JOIN {POSTS} ON p.id = picture.post_id
            WHERE picture.digest = :digest AND {OWN})
    ) OR :staff AND EXISTS (SELECT FROM evidence_picture WHERE digest = :digest) AS own
    """  # noqa: S608 - constants of this service
)
"""Whether `:viewer` may see a picture: in a post that they may see, or because it is their own, or, of the
staff, because somebody reported it."""
