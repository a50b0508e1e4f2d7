"""Which pictures posts show, whose they are, and which are to be swept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from chassis.db import Connection, TextStatement, Transaction
from sqlalchemy import Boolean, delete, exists, func, literal_column, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from feed.media.models import Picture, Stray
from feed.posts.models import Post
from feed.standing.models import EvidencePicture
from feed.wall.sql import APART, OWN, POSTS, VISIBLE

MAY_SEE: Final = TextStatement(
    f"""
    WITH {APART}
    SELECT EXISTS (
        SELECT FROM picture JOIN {POSTS} ON p.id = picture.post_id
        WHERE picture.digest = :digest AND ({VISIBLE})
    ) AS seen,
    CAST(:viewer AS text) <> '' AND (
        EXISTS (SELECT FROM stray WHERE digest = :digest AND owner_id = :viewer)
        OR EXISTS (SELECT FROM picture JOIN {POSTS} ON p.id = picture.post_id
            WHERE picture.digest = :digest AND {OWN})
    ) OR :staff AND EXISTS (SELECT FROM evidence_picture WHERE digest = :digest) AS own
    """  # noqa: S608 - constants of this service
)
"""Whether `:viewer` may see a picture: in a post that they may see, or because it is their own, or, of the
staff, because somebody reported it."""


async def expect(tx: Transaction, owner_id: str, digests: Sequence[str], sweep_after: datetime) -> set[str]:
    """These are being stored; when no post shows them by `sweep_after`, they go.

    Answers those that were expected already. The rows stay locked: no sweep comes between.
    """
    if not digests:
        return set()
    fresh = insert(Stray).values(
        [{"digest": each, "owner_id": owner_id, "sweep_after": sweep_after} for each in sorted(set(digests))]
    )
    later = {"owner_id": owner_id, "sweep_after": fresh.excluded.sweep_after}
    was_there = literal_column("xmax <> 0", Boolean)
    kept = fresh.on_conflict_do_update(index_elements=[Stray.digest], set_=later)
    rows = await tx.session.execute(kept.returning(Stray.digest, was_there))
    return {digest for digest, known in rows if known}


async def waiting(tx: Connection, owner_id: str) -> int:
    """How many pictures of the account no post shows."""
    shown = exists().where(Picture.digest == Stray.digest)
    count = select(func.count()).select_from(Stray).where(Stray.owner_id == owner_id, ~shown)
    return await tx.session.scalar(count) or 0


async def claimed(tx: Transaction, owner_id: str, digests: Sequence[str], sweep_after: datetime) -> bool:
    """Whether the account has sent all these pictures and they are still kept; they cannot be swept before
    the transaction ends."""
    asked = set(digests)
    foreign = exists().where(Stray.digest.in_(asked), Stray.owner_id != owner_id)
    if await tx.session.scalar(select(foreign)):
        return False
    sent = await expect(tx, owner_id, digests, sweep_after)
    own = select(Picture.digest).join(Post, Post.id == Picture.post_id).where(Post.owner_id == owner_id)
    shown = await tx.session.scalars(own.where(Picture.digest.in_(asked)))
    return asked <= sent | set(shown)


async def show(tx: Transaction, post_id: str, digests: Sequence[str]) -> None:
    """These are the pictures of a post, in this order."""
    for position, digest in enumerate(digests):
        tx.session.add(Picture(post_id=post_id, position=position, digest=digest))
    await tx.session.flush()


async def let_go(tx: Transaction, owner_id: str, post_id: str, now: datetime) -> None:
    """The post shows its pictures no longer; they may be swept, unless another one shows them."""
    gone = await tx.session.scalars(
        delete(Picture).where(Picture.post_id == post_id).returning(Picture.digest)
    )
    await expect(tx, owner_id, gone.all(), now)


async def let_all_go(tx: Transaction, owner_id: str, now: datetime) -> None:
    """What the account has sent may be swept at once, unless a post shows it."""
    sent = update(Stray).where(Stray.owner_id == owner_id).values(sweep_after=now)
    await tx.session.execute(sent.execution_options(synchronize_session=False))


async def due(tx: Transaction, now: datetime, limit: int = 50) -> list[Stray]:
    """Pictures whose time to be swept has come, locked against an upload of the same ones."""
    rows = await tx.session.scalars(
        select(Stray)
        .where(Stray.sweep_after <= now)
        .order_by(Stray.sweep_after)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    return list(rows)


async def is_needed(tx: Transaction, digest: str) -> bool:
    """Whether any post shows the picture, or a report needs it."""
    shown = exists().where(Picture.digest == digest)
    kept = exists().where(EvidencePicture.digest == digest)
    return bool(await tx.session.scalar(select(or_(shown, kept))))


async def forget(tx: Transaction, digest: str) -> None:
    """The picture is settled: shown by a post, or gone."""
    await tx.session.execute(delete(Stray).where(Stray.digest == digest))
