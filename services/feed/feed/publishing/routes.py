"""Calls that write posts (api.md 5)."""

from datetime import datetime

from chassis.clock import Clock
from chassis.db import Transaction
from chassis.errors import NotFound
from chassis.http.callers import Account
from chassis.http.dependencies import SecondDatabase, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.media.storage import RequestMedia
from chassis.media.upload_route import RequestUploads, upload_route
from fastapi import APIRouter, Response

from feed.dependencies import provider_or_refusal
from feed.media.rules import MOST_IMAGES
from feed.posts.store import Post
from feed.projections.confirmed_callers import ConfirmedAccount
from feed.publishing.schemas import EditedPost, NewPost, PostAction, PostState
from feed.publishing.service import PostContext, act_on_post, create_post, edit_post
from feed.timeline import store as timeline
from feed.timeline.responses import card_answer
from feed.timeline.schemas import PostCard

router = APIRouter(tags=["posts"], route_class=Route)
with_pictures = APIRouter(tags=["posts"], route_class=upload_route(MOST_IMAGES))


@with_pictures.post("/api/create_new_feed_content", response_model=Answer[PostCard])
async def create_new_feed_content(
    new: NewPost,
    caller: ConfirmedAccount,
    tx: Writing,
    database: SecondDatabase,
    media: RequestMedia,
    uploads: RequestUploads,
    clock: Clock,
) -> Response:
    """Publish a post, schedule it, or keep it as a draft. Only providers may (403)."""
    now = clock()
    owner = await provider_or_refusal(database, caller.id)
    post = await create_post(PostContext(tx, database, media, uploads), owner, new, now)
    return await _card_of(tx, post, now)


@with_pictures.post("/api/update_feed_content", response_model=Answer[PostCard])
async def update_feed_content(
    edited: EditedPost,
    caller: ConfirmedAccount,
    tx: Writing,
    database: SecondDatabase,
    media: RequestMedia,
    uploads: RequestUploads,
    clock: Clock,
) -> Response:
    """Edit an own draft or scheduled post that is not out yet: all of it, its pictures and its time.

    Takes what `create_new_feed_content` takes, and the post's id.
    """
    now = clock()
    owner = await provider_or_refusal(database, caller.id)
    post = await edit_post(PostContext(tx, database, media, uploads), owner, edited, now)
    return await _card_of(tx, post, now)


@router.post("/api/feed_post_delete_archive_restore")
async def feed_post_delete_archive_restore(
    wanted: PostAction, caller: Account, tx: Writing, clock: Clock
) -> Answer[PostState]:
    """Delete, archive or restore an own post; deleting an own repost undoes it."""
    state = await act_on_post(tx, caller.id, wanted.iv_post_id, wanted.iv_action, clock())
    return done(state)


async def _card_of(tx: Transaction, post: Post, now: datetime) -> Response:
    card = await timeline.one(tx, post.owner_id, post.id, now)
    if card is None:
        raise NotFound
    return card_answer(card)
