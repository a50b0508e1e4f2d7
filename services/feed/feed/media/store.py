"""Which pictures posts show, and which are to be swept."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, exists, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from feed.media.models import Picture, Stray


async def expect(session: AsyncSession, digests: Sequence[str], sweep_after: datetime) -> None:
    """These are being stored; when no post shows them by `sweep_after`, they go."""
    if digests:
        fresh = insert(Stray).values(
            [{"digest": digest, "sweep_after": sweep_after} for digest in sorted(set(digests))]
        )
        later = {"sweep_after": fresh.excluded.sweep_after}
        await session.execute(fresh.on_conflict_do_update(index_elements=[Stray.digest], set_=later))


async def show(session: AsyncSession, post_id: str, digests: Sequence[str]) -> None:
    """These are the pictures of a post, in this order."""
    for position, digest in enumerate(digests):
        session.add(Picture(post_id=post_id, position=position, digest=digest))
    await session.flush()


async def let_go(session: AsyncSession, post_ids: Sequence[str], now: datetime) -> None:
    """The pictures of these posts may be swept; call it before the posts go."""
    shown = await session.scalars(select(Picture.digest).where(Picture.post_id.in_(post_ids)))
    await expect(session, shown.all(), now)


async def due(session: AsyncSession, now: datetime, limit: int = 50) -> list[Stray]:
    """Pictures whose time to be swept has come, locked against an upload of the same ones."""
    rows = await session.scalars(
        select(Stray)
        .where(Stray.sweep_after <= now)
        .order_by(Stray.sweep_after)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    return list(rows)


async def is_shown(session: AsyncSession, digest: str) -> bool:
    """Whether any post shows the picture."""
    return bool(await session.scalar(select(exists().where(Picture.digest == digest))))


async def forget(session: AsyncSession, digest: str) -> None:
    """The picture is settled: shown by a post, or gone."""
    await session.execute(delete(Stray).where(Stray.digest == digest))
