"""Posts in the database: made, changed, removed, and what is told of it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, cast

from chassis.db import Connection, Transaction
from chassis.outbox import emit
from contracts.events.feed import PostChanged, PostFacts, PostPublished, PostRemoved
from sqlalchemy import delete, insert, or_, select, update

from feed.media.store import let_go
from feed.people.store import kept_apart
from feed.posts.models import Post, PostTag
from feed.posts.rules import State, beginning_of, tag_key


def facts_of(post: Post) -> PostFacts:
    """The post as the house may know it."""
    return PostFacts(
        post_id=post.id,
        owner_id=post.owner_id,
        post_type="repost" if post.original_id else "post",
        audience=cast(Literal["all", "interests", "trusted"], post.audience),
        mature=post.mature,
        tags=post.tags,
        published_at=post.publish_at or post.created_at,
        brief=beginning_of(post.brief),
        revision=post.revision,
    )


def state_of(post: Post) -> State:
    """The post's state, which a CHECK keeps to the three there are."""
    return cast(State, post.state)


async def add_post(tx: Transaction, post: Post, now: datetime) -> None:
    """Keep a new post, or a changed one that nobody was told of, with its tags.

    It is announced at once when its time has come.
    """
    due = post.state == "active" and post.publish_at is not None and post.publish_at <= now
    tx.session.add(post)
    await tx.session.flush()
    await tx.session.execute(delete(PostTag).where(PostTag.post_id == post.id))
    tags = [
        {"post_id": post.id, "tag": key, "publish_at": post.publish_at}
        for key in dict.fromkeys(map(tag_key, post.tags))
    ]
    if tags:
        await tx.session.execute(insert(PostTag), tags)
    if due:
        await announce(tx, post)


async def announce(tx: Transaction, post: Post) -> None:
    """Tell the house that the post can be seen now; once in its life."""
    post.announced = True
    await tx.session.flush()
    apart = await kept_apart(tx, post.owner_id, await _original_owner(tx, post))
    await emit(tx, PostPublished(post=facts_of(post), hidden_from=apart))


async def _original_owner(tx: Transaction, post: Post) -> str:
    if post.original_id is None:
        return post.owner_id
    return await tx.session.scalar(select(Post.owner_id).where(Post.id == post.original_id)) or post.owner_id


async def locked(tx: Transaction, post_id: str) -> Post | None:
    """A post, locked until the transaction ends."""
    return await tx.session.scalar(select(Post).where(Post.id == post_id).with_for_update())


async def post_of(tx: Connection, post_id: str) -> Post | None:
    """A post as it is."""
    return await tx.session.scalar(select(Post).where(Post.id == post_id))


async def set_state(tx: Transaction, post: Post, state: str) -> None:
    """Archive or restore, and tell those who were told of the post."""
    post.state = state
    post.revision += 1
    await tx.session.flush()
    if post.announced:
        told = PostRemoved if state == "archived" else PostChanged
        await emit(tx, told(post=facts_of(post)))


async def remove(tx: Transaction, post: Post, now: datetime) -> None:
    """Delete a post and the reposts of it, with everything that hangs on them."""
    gone = (
        await tx.session.scalars(select(Post).where(or_(Post.id == post.id, Post.original_id == post.id)))
    ).all()
    for each in gone:
        if not each.original_id:
            await let_go(tx, each.owner_id, each.id, now)
        if each.announced:
            facts = facts_of(each).model_copy(update={"revision": each.revision + 1})
            await emit(tx, PostRemoved(post=facts))
    if post.original_id:
        await count(tx, post.original_id, reposts=-1)
    await tx.session.execute(delete(Post).where(Post.id == post.id))


async def count(
    tx: Transaction, post_id: str, *, comments: int = 0, reposts: int = 0, bookmarks: int = 0
) -> None:
    """Add to the figures that a post's card shows."""
    figures = {
        "comments": Post.comments + comments,
        "reposts": Post.reposts + reposts,
        "bookmarks": Post.bookmarks + bookmarks,
    }
    changed = update(Post).where(Post.id == post_id).values(figures)
    await tx.session.execute(changed.execution_options(synchronize_session=False))


async def announce_due(tx: Transaction, now: datetime, limit: int) -> int:
    """Tell of posts whose time has come; how many. Each is told once, whoever runs this."""
    due = await tx.session.scalars(
        select(Post)
        .where(Post.state == "active", Post.announced.is_(False), Post.publish_at <= now)
        .where(Post.hidden.is_(False), Post.owner_suspended.is_(False))
        .order_by(Post.publish_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    posts: Sequence[Post] = due.all()
    for post in posts:
        await announce(tx, post)
    return len(posts)


async def move_to_category(tx: Transaction, owner_id: str, category: str) -> None:
    """A provider's posts stand in the provider's category; so do reposts of them."""
    own = select(Post.id).where(Post.owner_id == owner_id, Post.original_id.is_(None))
    theirs = or_(Post.id.in_(own), Post.original_id.in_(own))
    moved = update(Post).where(theirs, Post.category != category).values(category=category)
    await tx.session.execute(moved.execution_options(synchronize_session=False))


async def posts_by(tx: Connection, owner_id: str) -> Sequence[Post]:
    """Everything that an account posted, oldest first."""
    return (await tx.session.scalars(select(Post).where(Post.owner_id == owner_id).order_by(Post.id))).all()
