"""Hiding posts and whole accounts, and keeping the pictures of what was reported."""

from datetime import datetime

from chassis.db import Transaction
from contracts.events.profiles import PostStandingChanged, StandingChanged
from sqlalchemy import delete, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from feed.media.models import Picture
from feed.media.store import expect
from feed.people.models import Author
from feed.posts.models import Post
from feed.standing.models import EvidencePicture


async def hide_post(tx: Transaction, fact: PostStandingChanged) -> Post | None:
    """Hide a post or show it again; the post, None when it is gone or something newer is known."""
    changed = (
        update(Post)
        .where(Post.id == fact.post_id, Post.standing_revision < fact.revision)
        .values(hidden=fact.hidden, standing_revision=fact.revision)
        .returning(Post)
    )
    return await tx.session.scalar(changed, execution_options={"populate_existing": True})


async def suspend_author(tx: Transaction, fact: StandingChanged) -> None:
    """Hide or show everything of an account, unless something newer is known."""
    values = {"suspended": fact.suspended, "standing_revision": fact.revision}
    fresh = insert(Author).values(id=fact.account_id, **values)
    kept = fresh.on_conflict_do_update(
        index_elements=[Author.id], set_=values, where=Author.standing_revision < fact.revision
    )
    if await tx.session.scalar(kept.returning(Author.id)) is None:
        return
    theirs = update(Post).where(Post.owner_id == fact.account_id).values(owner_suspended=fact.suspended)
    await tx.session.execute(theirs.execution_options(synchronize_session=False))


async def keep_pictures(tx: Transaction, report_id: str, post: Post) -> None:
    """The post's pictures, of a repost the original's, stay until the report is long decided."""
    shown = select(Picture.digest).where(Picture.post_id == (post.original_id or post.id))
    rows = [
        {"report_id": report_id, "digest": digest, "owner_id": post.owner_id}
        for digest in await tx.session.scalars(shown)
    ]
    if rows:
        await tx.session.execute(insert(EvidencePicture).values(rows).on_conflict_do_nothing())


async def release_after(tx: Transaction, report_id: str, release_at: datetime) -> None:
    """The report is decided; its pictures are kept until then."""
    decided = update(EvidencePicture).where(EvidencePicture.report_id == report_id)
    await tx.session.execute(decided.values(release_at=release_at))


async def release(tx: Transaction, now: datetime, account_id: str = "") -> None:
    """Let go of pictures whose time has come, and of all of `account_id`; no post's, they are swept."""
    over = or_(EvidencePicture.release_at <= now, EvidencePicture.owner_id == account_id)
    gone = await tx.session.execute(
        delete(EvidencePicture).where(over).returning(EvidencePicture.owner_id, EvidencePicture.digest)
    )
    for owner_id, digest in gone.all():
        await expect(tx, owner_id, [digest], now)
