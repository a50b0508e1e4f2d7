"""Passing a post on (api.md section 5). Undoing it is deleting the repost."""

from datetime import datetime

from chassis.clock import Clock
from chassis.db import Transaction
from chassis.errors import NotFound, Unauthenticated
from chassis.http.callers import Account
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done, refuse
from chassis.ids import new_id
from chassis.outbox import emit
from chassis.projections import wait_for_projection
from contracts.events.feed import RepostAdded
from fastapi import APIRouter

from feed.people.models import Author
from feed.people.news import news_for
from feed.people.store import author_of
from feed.posts.models import Post
from feed.posts.rules import beginning_of
from feed.posts.store import add_post, count, facts_of
from feed.reposts.schemas import NewRepost, RepostStored
from feed.reposts.store import has_reposted
from feed.wall import store as wall
from feed.wall.schemas import PostCard
from feed.wall.seeing import content_seen_by

router = APIRouter(tags=["reposts"])
OWN_POST = "You can't repost your own post."
NOT_FOR_ALL = "This post is not for everybody, so it can't be reposted."
TWICE = "You have already reposted this post."


@router.post("/api/create_repost_feed_content")
async def create_repost_feed_content(
    new: NewRepost, caller: Account, tx: Writing, clock: Clock
) -> Answer[RepostStored]:
    """Pass on somebody else's post that everybody may see, once; of a repost, its original is passed on."""
    now = clock()
    original = await content_seen_by(tx, caller.id, new.iv_post_id, now)
    author = await wait_for_projection(lambda: author_of(tx, caller.id))
    if author is None:
        raise Unauthenticated
    if original.owner_id == caller.id:
        raise refuse(OWN_POST)
    if original.audience != "all":
        raise refuse(NOT_FOR_ALL)
    repost = await _pass_on(tx, original, author, new, now)
    card = await wall.one(tx, caller.id, repost.id, now)
    if card is None:
        raise NotFound
    news = news_for(original.owner_id, "post_reposted", "reposted your post", author)
    data = RepostStored(repost_data=PostCard.model_validate_json(card.json), notification_data=news)
    return done(data)


async def _pass_on(tx: Transaction, original: Post, author: Author, new: NewRepost, now: datetime) -> Post:
    await count(
        tx, original.id, reposts=1
    )  # holds the original's row: a second one waits, and then sees this
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
        comments=0,
        reposts=0,
        bookmarks=0,
        revision=1,
    )
    await add_post(tx, repost, now)
    told = RepostAdded(
        post=facts_of(repost),
        original_owner_id=original.owner_id,
        author_name=author.name,
        original_id=original.id,
        original_brief=beginning_of(original.brief),
    )
    await emit(tx, told)
    return repost
