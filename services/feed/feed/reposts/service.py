"""Reposting (product.md 6.7)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.errors import NotFound, Unauthenticated
from chassis.http.envelope import refuse
from chassis.ids import new_id
from chassis.outbox import emit
from chassis.projections import wait_for_projection
from contracts.events.feed import RepostAdded

from feed.alert_preview import alert_preview_for
from feed.posts.rules import beginning_of
from feed.posts.serializers import post_facts
from feed.posts.store import Post, count, write_post
from feed.projections.store import Author, author_of
from feed.reposts.schemas import NewRepost, RepostStored
from feed.reposts.store import has_reposted
from feed.timeline import store as timeline
from feed.timeline.schemas import PostCard
from feed.timeline.visibility import visible_content

OWN_POST: Final = "You can't repost your own post."
NOT_FOR_ALL: Final = "This post is not for everybody, so it can't be reposted."
TWICE: Final = "You have already reposted this post."


async def repost_content(tx: Transaction, account_id: str, new: NewRepost, now: datetime) -> RepostStored:
    """Repost somebody else's post that everybody may see, once; of a repost, its original (product.md 6.7).

    Raises `NotFound` for a post that the account may not see, `Refused` for one it may not repost.
    """
    original = await visible_content(tx, account_id, new.iv_post_id, now)
    author = await wait_for_projection(lambda: author_of(tx, account_id))
    if author is None:
        raise Unauthenticated
    if original.owner_id == account_id:
        raise refuse(OWN_POST)
    if original.audience != "all":
        raise refuse(NOT_FOR_ALL)
    repost = await _create_repost(tx, original, author, new, now)
    card = await timeline.one(tx, account_id, repost.id, now)
    if card is None:
        raise NotFound
    preview = alert_preview_for(original.owner_id, "post_reposted", "reposted your post", author)
    return RepostStored(repost_data=PostCard.model_validate_json(card.json), notification_data=preview)


async def _create_repost(
    tx: Transaction, original: Post, author: Author, new: NewRepost, now: datetime
) -> Post:
    # Counting locks the original's row: a second repost waits for the first, and then sees it.
    await count(tx, original.id, reposts=1)
    if await has_reposted(tx, author.id, original.id):
        raise refuse(TWICE)
    repost = Post(
        id=new_id(),
        owner_id=author.id,
        original_id=original.id,
        brief=new.iv_repost_brief,
        tags=original.tags,
        images=[],
        category=original.category,
        audience="all",
        mature=original.mature,
        state="active",
        publish_at=now,
        created_at=now,
        device=new.iv_device_data,
        announced=False,
        revision=1,
    )
    written = await write_post(tx, repost, now)
    added = RepostAdded(
        post=post_facts(written),
        original_owner_id=original.owner_id,
        author_name=author.name,
        original_id=original.id,
        original_brief=beginning_of(original.brief),
    )
    await emit(tx, added)
    return written
