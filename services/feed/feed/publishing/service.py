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
from chassis.media.upload_body import UploadBody
from chassis.outbox import emit
from contracts.events.feed import PostRemoved
from contracts.rules.messages import ACTION_MESSAGES

from feed.media import store as pictures
from feed.media.rules import digest_in, path_of
from feed.media.uploads import UNUSED_FOR, store_uploads
from feed.posts import store
from feed.posts.rules import Action, is_out, next_state, publish_time, tags_of
from feed.posts.serializers import post_facts
from feed.posts.store import Post
from feed.projections.store import Author
from feed.public_pages.store import remember_removed
from feed.publishing.schemas import EditedPost, NewPost, PostState
from feed.timeline.store import is_visible
from feed.timeline.visibility import NO_POST

OUT_ALREADY: Final = "Only a draft or a scheduled post can be edited."
PICTURE_GONE: Final = "A picture is no longer kept. Please add it again."


@dataclass(frozen=True, slots=True)
class PostContext:
    """What writing a post needs: the request's transaction, and where pictures go before it begins.

    The transaction is not touched before the pictures are stored, so that no connection waits for them.
    """

    tx: Transaction
    database: Database
    media: Media
    uploads: UploadBody


async def create_post(context: PostContext, owner: Author, new: NewPost, now: datetime) -> Post:
    """Store the pictures and the post; announce it when it can be seen at once.

    Raises `Refused` without a caption or a picture, and for a schedule without a coming time.
    """
    publish_at = _publish_at(new, now)
    digests = await _digests(context, owner, new, now)
    return await _write(context.tx, new_id(), now, owner, new, publish_at, digests, revision=1, now=now)


async def edit_post(context: PostContext, owner: Author, edited: EditedPost, now: datetime) -> Post:
    """Change all of a draft or a scheduled post; it may come out by that.

    Raises what `create_post` raises, `NotFound` or `Forbidden` for a post that is not the owner's, and
    `Refused` for one that is out.
    """
    publish_at = _publish_at(edited, now)
    digests = await _digests(context, owner, edited, now)
    post = await _own_post(context.tx, owner.id, edited.iv_post_id, now)
    if post.original_id or is_out(post.state, post.publish_at, announced=post.announced, now=now):
        raise refuse(OUT_ALREADY)
    await pictures.release_pictures(context.tx, owner.id, post.id, now)
    return await _write(
        context.tx,
        post.id,
        post.created_at,
        owner,
        edited,
        publish_at,
        digests,
        revision=post.revision + 1,
        now=now,
    )


def _publish_at(new: NewPost, now: datetime) -> datetime | None:
    if not new.iv_post_brief or not new.iv_media_base:
        raise refuse(ACTION_MESSAGES["post_needs_content"])
    return publish_time(new.iv_post_active, new.iv_post_date, now)


async def _digests(context: PostContext, owner: Author, new: NewPost, now: datetime) -> list[str]:
    """The post's pictures by their content's names: stored just now, or sent before."""
    sent_before = [digest_in(each) for each in new.iv_media_base]
    with_it = [each for each, known in zip(new.iv_media_base, sent_before, strict=True) if known is None]
    sent_with_it = await store_uploads(
        context.database, context.media, context.uploads, owner.id, with_it, now + UNUSED_FOR
    )
    stored = (digest for digest, _ in sent_with_it)
    claimed = [each for each in sent_before if each]
    if claimed and not await pictures.claimed(context.tx, owner.id, claimed, now + UNUSED_FOR):
        raise refuse_fields(iv_media_base=PICTURE_GONE)
    return [known or next(stored) for known in sent_before]


async def _write(
    tx: Transaction,
    post_id: str,
    created_at: datetime,
    owner: Author,
    new: NewPost,
    publish_at: datetime | None,
    digests: Sequence[str],
    *,
    revision: int,
    now: datetime,
) -> Post:
    post = Post(
        id=post_id,
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
        created_at=created_at,
        device=new.iv_device_data,
        announced=False,
        revision=revision,
    )
    written = await store.write_post(tx, post, now)
    await pictures.show_pictures(tx, post.id, digests)
    return written


async def act_on_post(
    tx: Transaction, account_id: str, post_id: str, action: Action, now: datetime
) -> PostState:
    """Delete, archive or restore an own post. Somebody else's is 403, or 404 where it cannot be seen."""
    post = await _own_post(tx, account_id, post_id, now)
    if action == "delete":
        await remove_post(tx, post, now)
        return PostState(post_id=post_id, status="deleted")
    state = next_state(post.state, action)
    await store.set_state(tx, post, state)
    return PostState(post_id=post_id, status="archived" if state == "archived" else "active")


async def remove_post(tx: Transaction, post: Post, now: datetime) -> None:
    """Delete a post and the reposts of it, with everything that hangs on them, and announce it."""
    for each in await store.post_with_reposts(tx, post.id):
        if not each.original_id:
            await pictures.release_pictures(tx, each.owner_id, each.id, now)
        await remember_removed(tx, each, now)
        if each.announced:
            facts = post_facts(each).model_copy(update={"revision": each.revision + 1})
            await emit(tx, PostRemoved(post=facts))
    if post.original_id:
        await store.count(tx, post.original_id, reposts=-1)
    await store.delete_post(tx, post.id)


async def _own_post(tx: Transaction, account_id: str, post_id: str, now: datetime) -> Post:
    """The post, locked. Somebody else's is `Forbidden`, or `NotFound` where it cannot be seen."""
    post = await store.lock_post(tx, post_id)
    if post is None or post.owner_id != account_id:
        if post is not None and await is_visible(tx, account_id, post_id, now):
            raise Forbidden("Only its owner can manage a post.")
        raise NotFound(NO_POST, refusal="not_yours" if post else None)
    return post
