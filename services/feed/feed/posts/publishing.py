"""Creating a post, and what its owner may do with it."""

from datetime import datetime

from chassis.database import Database
from chassis.envelope import FieldRefusal, Refusal
from chassis.errors import Forbidden, NotFound
from chassis.ids import new_id
from chassis.media.library import Media
from chassis.projection import settled
from contracts.rules.messages import TEXTS
from sqlalchemy.ext.asyncio import AsyncSession

from feed.media import store as pictures
from feed.media.rules import path_of
from feed.media.uploading import take_in
from feed.people.models import Author
from feed.people.store import provider_of
from feed.posts import store
from feed.posts.models import Post
from feed.posts.rules import Action, Refused, next_state, publish_time, tags_of
from feed.posts.schemas import NewPost, PostState
from feed.wall.store import is_visible


async def provider_or_refusal(database: Database, account_id: str) -> Author:
    """The account as a provider; `Forbidden` for anybody else (spec 1, section 6)."""
    async with database.reading() as session:
        provider = await settled(lambda: provider_of(session, account_id))
    if provider is None:
        raise Forbidden(TEXTS["post_needs_provider"])
    return provider


async def create_post(
    session: AsyncSession, database: Database, media: Media, owner: Author, new: NewPost, now: datetime
) -> Post:
    """Store the pictures and the post; announce it when it can be seen at once.

    `session` is not touched before the pictures are stored, so that no connection waits for them.
    Raises `Refused` without a caption or a picture, and for a schedule without a coming time.
    """
    if not new.iv_post_brief or not new.iv_media_base:
        raise Refusal(TEXTS["post_needs_content"])
    try:
        publish_at = publish_time(new.iv_post_active, new.iv_post_date, now)
    except ValueError as error:
        raise FieldRefusal(iv_post_date=str(error)) from error
    digests = await take_in(database, media, owner.id, new.iv_media_base, now)
    post = Post(
        id=new_id(),
        owner_id=owner.id,
        original_id=None,
        brief=new.iv_post_brief,
        tags=tags_of(new.iv_tags, new.iv_post_brief),
        images=[path_of(digest) for digest in digests],
        category=owner.category,
        audience=new.iv_access,
        mature=new.iv_mature_content == "yes",
        state="draft" if publish_at is None else "active",
        publish_at=publish_at,
        created_at=now,
        device=new.iv_device_data,
        comments=0,
        reposts=0,
        bookmarks=0,
        revision=1,
    )
    await store.add_post(session, post, now)
    await pictures.show(session, post.id, digests)
    return post


async def act_on_post(
    session: AsyncSession, account_id: str, post_id: str, action: Action, now: datetime
) -> PostState:
    """Delete, archive or restore an own post. Somebody else's is 403, or 404 where it cannot be seen."""
    post = await store.locked(session, post_id)
    if post is None or post.owner_id != account_id:
        if post is not None and await is_visible(session, account_id, post_id, now):
            raise Forbidden("Only its owner can manage a post.")
        raise NotFound("This post does not exist.")
    if action == "delete":
        await store.remove(session, post, now)
        return PostState(post_id=post_id, status="deleted")
    state = next_state(post.state, action)  # pyright: ignore[reportArgumentType] - a CHECK holds it
    if isinstance(state, Refused):
        raise Refusal(state.why)
    await store.set_state(session, post, state)
    return PostState(post_id=post_id, status="archived" if state == "archived" else "active")
