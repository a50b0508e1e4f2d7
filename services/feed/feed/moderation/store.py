"""Hiding posts and whole accounts."""

from typing import Final

from chassis.db import Statement, Transaction
from chassis.outbox import wake_other_processes
from contracts.events.profiles_moderation import PostStandingChanged, StandingChanged
from sqlalchemy import bindparam, update

from feed.posts.models import PostRow
from feed.posts.store import POST_COLUMNS, SCHEDULED_QUEUE, Post
from feed.projections.store import keep_suspension

HIDE: Final = Statement(
    update(PostRow)
    .where(PostRow.id == bindparam("post_id"), PostRow.standing_revision < bindparam("revision"))
    .values(hidden=bindparam("hidden"), standing_revision=bindparam("revision"))
    .returning(*POST_COLUMNS),
    into=Post,
)
SUSPEND_POSTS: Final = Statement(
    update(PostRow)
    .where(PostRow.owner_id == bindparam("owner_id"))
    .values(owner_suspended=bindparam("suspended"))
)


async def hide_post(tx: Transaction, fact: PostStandingChanged) -> Post | None:
    """Hide a post or show it again; the post, None when it is deleted or something newer is known."""
    await wake_other_processes(tx, SCHEDULED_QUEUE)
    return await HIDE.one(tx, post_id=fact.post_id, hidden=fact.hidden, revision=fact.revision)


async def suspend_author(tx: Transaction, fact: StandingChanged) -> None:
    """Hide or show everything of an account, unless something newer is known."""
    if await keep_suspension(tx, fact.account_id, fact.suspended, fact.revision):
        await SUSPEND_POSTS.run(tx, owner_id=fact.account_id, suspended=fact.suspended)
        await wake_other_processes(tx, SCHEDULED_QUEUE)
