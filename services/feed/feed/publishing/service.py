"""Creating a post, editing one that is not out yet, and what its owner may do with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Database, Transaction
from chassis.errors import Forbidden, NotFound
from chassis.http.envelope import refuse, refuse_fields
from chassis.ids import new_id
from chassis.media.storage import Media
from contracts.rules.messages import ACTION_MESSAGES

from feed.media import store as pictures
from feed.media.rules import digest_in, path_of
from feed.media.uploads import UNUSED_FOR, take_in
from feed.posts import store
from feed.posts.models import Post
from feed.posts.rules import Action, Refused, is_out, next_state, publish_time, tags_of
from feed.projections.models import Author
from feed.publishing.schemas import EditedPost, NewPost, PostState
from feed.timeline.store import is_visible
from feed.timeline.visibility import NO_POST

OUT_ALREADY: Final = "Only a draft or a scheduled post can be edited."
PICTURE_GONE: Final = "A picture is no longer kept. Please add it again."


@dataclass(frozen=True, slots=True)
class PostContext:
    """Where a post is written: the request's transaction, and where pictures go before it begins.

    `session` is not touched before the pictures are stored, so that no connection waits for them.
    """

    session: Transaction
    database: Database
    media: Media


async def create_post(desk: PostContext, owner: Author, new: NewPost, now: datetime) -> Post:
    """Store the pictures and the post; announce it when it can be seen at once.

    Raises `Refusal` without a caption or a picture, and for a schedule without a coming time.
    """
    publish_at = _publish_at(new, now)
    digests = await _digests(desk, owner, new, now)
    post = Post(id=new_id(), owner_id=owner.id, original_id=None, created_at=now, announced=False)
    post.comments = post.reposts = post.bookmarks = post.revision = 0
    await _write(desk.session, post, owner, new, publish_at, digests, now)
    return post


async def edit_post(desk: PostContext, owner: Author, edited: EditedPost, now: datetime) -> Post:
    """Change all of a draft or a scheduled post; it may come out by that.

    Raises what `create_post` raises, `NotFound` or `Forbidden` for a post that is not the owner's, and
    `Refusal` for one that is out.
    """
    publish_at = _publish_at(edited, now)
    digests = await _digests(desk, owner, edited, now)
    post = await _own_post(desk.session, owner.id, edited.iv_post_id, now)
    if post.original_id or is_out(store.state_of(post), post.publish_at, announced=post.announced, now=now):
        raise refuse(OUT_ALREADY)
    await pictures.let_go(desk.session, owner.id, post.id, now)
    await _write(desk.session, post, owner, edited, publish_at, digests, now)
    return post


def _publish_at(new: NewPost, now: datetime) -> datetime | None:
    if not new.iv_post_brief or not new.iv_media_base:
        raise refuse(ACTION_MESSAGES["post_needs_content"])
    try:
        return publish_time(new.iv_post_active, new.iv_post_date, now)
    except ValueError as error:
        raise refuse_fields(iv_post_date=str(error)) from error


async def _digests(desk: PostContext, owner: Author, new: NewPost, now: datetime) -> list[str]:
    """The post's pictures by their content's names: stored just now, or sent before."""
    sent_before = [digest_in(each) for each in new.iv_media_base]
    with_it = [each for each, known in zip(new.iv_media_base, sent_before, strict=True) if known is None]
    stored = iter(await take_in(desk.database, desk.media, owner.id, with_it, now + UNUSED_FOR))
    claimed = [each for each in sent_before if each]
    if claimed and not await pictures.claimed(desk.session, owner.id, claimed, now + UNUSED_FOR):
        raise refuse_fields(iv_media_base=PICTURE_GONE)
    return [known or next(stored) for known in sent_before]


async def _write(
    tx: Transaction,
    post: Post,
    owner: Author,
    new: NewPost,
    publish_at: datetime | None,
    digests: Sequence[str],
    now: datetime,
) -> None:
    post.brief = new.iv_post_brief
    post.tags = tags_of(new.iv_tags, new.iv_post_brief)
    post.images = [path_of(digest) for digest in digests]
    post.category = owner.category
    post.audience = new.iv_access
    post.mature = new.iv_mature_content == "yes"
    post.state = "draft" if publish_at is None else "active"
    post.publish_at = publish_at
    post.device = new.iv_device_data
    post.revision += 1
    await store.add_post(tx, post, now)
    await pictures.show(tx, post.id, digests)


async def act_on_post(
    tx: Transaction, account_id: str, post_id: str, action: Action, now: datetime
) -> PostState:
    """Delete, archive or restore an own post. Somebody else's is 403, or 404 where it cannot be seen."""
    post = await _own_post(tx, account_id, post_id, now)
    if action == "delete":
        await store.remove(tx, post, now)
        return PostState(post_id=post_id, status="deleted")
    state = next_state(store.state_of(post), action)
    if isinstance(state, Refused):
        raise refuse(state.why)
    await store.set_state(tx, post, state)
    return PostState(post_id=post_id, status="archived" if state == "archived" else "active")


async def _own_post(tx: Transaction, account_id: str, post_id: str, now: datetime) -> Post:
    """The post, locked. Somebody else's is `Forbidden`, or `NotFound` where it cannot be seen."""
    post = await store.locked(tx, post_id)
    if post is None or post.owner_id != account_id:
        if post is not None and await is_visible(tx, account_id, post_id, now):
            raise Forbidden("Only its owner can manage a post.")
        raise NotFound(NO_POST)
    return post
