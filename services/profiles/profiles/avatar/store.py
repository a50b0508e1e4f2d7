"""Which files nobody shows any more."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_DISCARD = text(
    """
    INSERT INTO discarded_file (key, discarded_at) VALUES (:key, :now)
    ON CONFLICT (key) DO UPDATE SET discarded_at = excluded.discarded_at
    """
)
_REUSE = text("DELETE FROM discarded_file WHERE key = ANY(:keys)")
_TAKE = text(
    """
    DELETE FROM discarded_file WHERE key IN (
        SELECT key FROM discarded_file WHERE discarded_at < :before ORDER BY discarded_at LIMIT 100
        FOR UPDATE SKIP LOCKED
    )
    RETURNING key
    """
)


async def discard(session: AsyncSession, keys: Sequence[str], now: datetime) -> None:
    """These files may be removed soon."""
    for key in keys:
        await session.execute(_DISCARD, {"key": key, "now": now})


async def reuse(session: AsyncSession, keys: Sequence[str]) -> None:
    """These files are shown again."""
    await session.execute(_REUSE, {"keys": list(keys)})


async def take_discarded(session: AsyncSession, before: datetime) -> list[str]:
    """Files discarded before an instant, taken off the list: the caller removes them."""
    return list(await session.scalars(_TAKE, {"before": before}))
