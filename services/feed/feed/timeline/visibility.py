"""From an id that a caller sends to the post whose content it shows, if the caller may see it."""

from datetime import datetime

from chassis.db import Connection
from chassis.errors import NotFound

from feed.posts.store import Post, post_of
from feed.timeline.store import is_visible

NO_POST = "This post does not exist."


async def visible_content(tx: Connection, viewer: str, post_id: str, now: datetime) -> Post:
    """The post itself, or of a repost its original (product.md 6.2).

    Raises `NotFound` when the viewer may not see it. Owners may see all of their posts.
    """
    post = await post_of(tx, post_id)
    if post is None:
        raise NotFound(NO_POST)
    if post.owner_id != viewer and not await is_visible(tx, viewer, post_id, now):
        raise NotFound(NO_POST, refusal="not_yours")
    if post.original_id is None:
        return post
    original = await post_of(tx, post.original_id)
    if original is None or not await is_visible(tx, viewer, original.id, now):
        raise NotFound(NO_POST)
    return original
