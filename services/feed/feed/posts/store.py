"""Posts in the database: found, kept, announced and counted."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.outbox import emit, wake_other_processes
from contracts.events.feed import PostChanged, PostPublished, PostRemoved
from pydantic import JsonValue
from sqlalchemy import any_, bindparam, delete, func, insert, literal_column, or_, select, union_all, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import aliased

from feed.posts.models import PostRow, PostTagRow
from feed.posts.rules import Audience, State, tag_key
from feed.posts.serializers import post_facts
from feed.projections.store import blocked_accounts_of

SCHEDULED_QUEUE: Final = "scheduled_posts"
"""The queue name under which a post that is to be announced later wakes the job that announces it, in every
process: whichever lives at that time announces it."""


@dataclass(frozen=True, slots=True)
class Post:
    """A post, or a repost (`original_id`), as it was when it was read."""

    id: str
    owner_id: str
    original_id: str | None
    brief: str
    tags: list[str]
    images: list[str]
    category: str
    audience: Audience
    mature: bool
    state: State
    publish_at: datetime | None
    created_at: datetime
    device: dict[str, JsonValue]
    announced: bool
    revision: int


POST_COLUMNS: Final = (
    PostRow.id,
    PostRow.owner_id,
    PostRow.original_id,
    PostRow.brief,
    PostRow.tags,
    PostRow.images,
    PostRow.category,
    PostRow.audience,
    PostRow.mature,
    PostRow.state,
    PostRow.publish_at,
    PostRow.created_at,
    PostRow.device,
    PostRow.announced,
    PostRow.revision,
)
_posts = select(*POST_COLUMNS)
_BY_ID = PostRow.id == bindparam("post_id")
_CONTENT = (
    "brief", "tags", "images", "category", "audience", "mature", "state", "publish_at", "device", "revision",
)  # fmt: skip

FIND: Final = Statement(_posts.where(_BY_ID), into=Post)
LOCK: Final = Statement(_posts.where(_BY_ID).with_for_update(), into=Post)
FIND_BY_OWNER: Final = Statement(
    _posts.where(PostRow.owner_id == bindparam("owner_id")).order_by(PostRow.id), into=Post
)
FIND_WITH_REPOSTS: Final = Statement(
    _posts.where(or_(_BY_ID, PostRow.original_id == bindparam("post_id"))), into=Post
)
FIND_ANNOUNCED: Final = Statement(
    _posts.where(PostRow.state == "active", PostRow.announced).order_by(PostRow.id), into=Post
)
FIND_OWNER: Final = Statement(select(PostRow.owner_id).where(_BY_ID))
LOCK_DUE: Final = Statement(
    _posts.where(
        # The words of the partial index: a parameter would not fit it.
        literal_column("state = 'active' AND NOT announced"),
        PostRow.publish_at <= bindparam("now"),
        PostRow.hidden.is_(False),
        PostRow.owner_suspended.is_(False),
    )
    .order_by(PostRow.publish_at)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True),
    into=Post,
)
NEXT_PUBLICATION: Final = Statement(
    select(func.min(PostRow.publish_at)).where(
        literal_column("state = 'active' AND NOT announced"),
        PostRow.hidden.is_(False),
        PostRow.owner_suspended.is_(False),
    )
)
_written = upsert(PostRow).values(params("id", "owner_id", "original_id", "created_at", *_CONTENT))
WRITE: Final = Statement(
    _written.on_conflict_do_update(
        index_elements=[PostRow.id], set_={name: _written.excluded[name] for name in _CONTENT}
    )
)
DELETE: Final = Statement(delete(PostRow).where(_BY_ID))
DELETE_TAGS: Final = Statement(delete(PostTagRow).where(PostTagRow.post_id == bindparam("post_id")))
ADD_TAG: Final = Statement(insert(PostTagRow).values(params("post_id", "tag", "publish_at")))
MARK_ANNOUNCED: Final = Statement(
    update(PostRow).where(_BY_ID).values(announced=literal_column("true")).returning(*POST_COLUMNS),
    into=Post,
)
SET_STATE: Final = Statement(
    update(PostRow)
    .where(_BY_ID)
    .values(state=bindparam("state"), revision=PostRow.revision + 1)
    .returning(*POST_COLUMNS),
    into=Post,
)
COUNT: Final = Statement(
    update(PostRow)
    .where(_BY_ID)
    .values(
        comments=PostRow.comments + bindparam("more_comments"),
        reposts=PostRow.reposts + bindparam("more_reposts"),
        bookmarks=PostRow.bookmarks + bindparam("more_bookmarks"),
    )
)
_own, _repost = aliased(PostRow), aliased(PostRow)
_is_original = (_own.owner_id == bindparam("owner_id"), _own.original_id.is_(None))
_originals = select(_own.id).where(*_is_original)
_reposts = select(_repost.id).join(_own, _repost.original_id == _own.id).where(*_is_original)
_to_move = union_all(_originals, _reposts).scalar_subquery()
MOVE_TO_CATEGORY: Final = Statement(
    update(PostRow)
    .where(PostRow.id == any_(func.array(_to_move)), PostRow.category != bindparam("category"))
    .values(category=bindparam("category"))
)


async def post_of(tx: Connection, post_id: str) -> Post | None:
    """A post as it is."""
    return await FIND.one(tx, post_id=post_id)


async def lock_post(tx: Transaction, post_id: str) -> Post | None:
    """A post, locked until the transaction ends."""
    return await LOCK.one(tx, post_id=post_id)


async def posts_by(tx: Connection, owner_id: str) -> list[Post]:
    """Everything that an account posted, oldest first."""
    return await FIND_BY_OWNER.all(tx, owner_id=owner_id)


async def post_with_reposts(tx: Connection, post_id: str) -> list[Post]:
    """A post and the reposts of it."""
    return await FIND_WITH_REPOSTS.all(tx, post_id=post_id)


async def announced_posts(tx: Transaction) -> AsyncIterator[Post]:
    """Every post that the other services know of and that is not archived."""
    async for post in FIND_ANNOUNCED.stream(tx):
        yield post


async def write_post(tx: Transaction, post: Post, now: datetime) -> Post:
    """Keep a new post, or a changed one that nobody knows of, with its tags.

    It is announced at once when its time has come.
    """
    await WRITE.run(tx, **{name: getattr(post, name) for name in WRITE.places})
    await DELETE_TAGS.run(tx, post_id=post.id)
    keys = dict.fromkeys(map(tag_key, post.tags))
    if keys:
        await ADD_TAG.run_each(
            tx, [{"post_id": post.id, "tag": key, "publish_at": post.publish_at} for key in keys]
        )
    if post.state == "active" and post.publish_at is not None and post.publish_at <= now:
        return await announce(tx, post)
    if post.state == "active" and post.publish_at is not None:
        tx.wake_after_commit(SCHEDULED_QUEUE, after=(post.publish_at - now).total_seconds())
        await wake_other_processes(tx, SCHEDULED_QUEUE)  # this one may not live until then
    return post


async def announce(tx: Transaction, post: Post) -> Post:
    """Announce that the post can be seen now; once in its life."""
    announced = await MARK_ANNOUNCED.one(tx, post_id=post.id) or post
    original_owner = await FIND_OWNER.value(tx, post_id=post.original_id) if post.original_id else None
    blocked = await blocked_accounts_of(tx, post.owner_id, original_owner or post.owner_id)
    await emit(tx, PostPublished(post=post_facts(announced), hidden_from=blocked))
    return announced


async def announce_due(tx: Transaction, now: datetime, limit: int) -> int:
    """Announce the posts whose time has come, each once (product.md 6.3). Returns how many."""
    due = await LOCK_DUE.all(tx, now=now, limit=limit)
    for post in due:
        await announce(tx, post)
    return len(due)


async def next_publication(tx: Connection, now: datetime) -> datetime | None:
    """When the next scheduled post is due; None when none is scheduled."""
    del now
    return await NEXT_PUBLICATION.value(tx)


async def set_state(tx: Transaction, post: Post, state: State) -> None:
    """Archive or restore a locked post, and announce it when the post was announced before."""
    changed = await SET_STATE.one(tx, post_id=post.id, state=state)
    await wake_other_processes(tx, SCHEDULED_QUEUE)
    if changed is not None and changed.announced:
        event = PostRemoved if state == "archived" else PostChanged
        await emit(tx, event(post=post_facts(changed)))


async def delete_post(tx: Transaction, post_id: str) -> None:
    """Delete a post; reposts, comments and everything else that hangs on it go with it."""
    await DELETE.run(tx, post_id=post_id)


async def count(
    tx: Transaction, post_id: str, *, comments: int = 0, reposts: int = 0, bookmarks: int = 0
) -> None:
    """Add to the figures that a post's card shows. The post's row stays locked."""
    await COUNT.run(
        tx,
        post_id=post_id,
        more_comments=comments,
        more_reposts=reposts,
        more_bookmarks=bookmarks,
    )


async def move_to_category(tx: Transaction, owner_id: str, category: str) -> None:
    """A provider's posts have the provider's category; so do reposts of them."""
    await MOVE_TO_CATEGORY.run(tx, owner_id=owner_id, category=category)
