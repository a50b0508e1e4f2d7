"""Calls that write posts (api.md section 5)."""

from chassis.clock import Clock
from chassis.database import RequestDatabase, WriteSession
from chassis.envelope import Answer, done
from chassis.errors import NotFound
from chassis.media.library import RequestMedia
from chassis.principal import Account
from fastapi import APIRouter, Response

from feed.posts.publishing import act_on_post, create_post, provider_or_refusal
from feed.posts.schemas import NewPost, PostAction, PostState
from feed.wall import store as wall
from feed.wall.answers import card_answer
from feed.wall.schemas import PostCard

router = APIRouter(tags=["posts"])


@router.post("/api/create_new_feed_content", response_model=Answer[PostCard])
async def create_new_feed_content(
    new: NewPost,
    caller: Account,
    session: WriteSession,
    database: RequestDatabase,
    media: RequestMedia,
    clock: Clock,
) -> Response:
    """Publish a post, schedule it, or keep it as a draft. Only providers may (403)."""
    now = clock()
    owner = await provider_or_refusal(database, caller.id)
    post = await create_post(session, database, media, owner, new, now)
    card = await wall.one(session, caller.id, post.id, now)
    if card is None:
        raise NotFound
    return card_answer(card)


@router.post("/api/feed_post_delete_archive_restore")
async def feed_post_delete_archive_restore(
    wanted: PostAction, caller: Account, session: WriteSession, clock: Clock
) -> Answer[PostState]:
    """Delete, archive or restore an own post; deleting an own repost undoes it."""
    state = await act_on_post(session, caller.id, wanted.iv_post_id, wanted.iv_action, clock())
    return done(state)
