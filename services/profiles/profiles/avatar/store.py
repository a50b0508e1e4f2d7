"""Which files nobody shows any more."""

from collections.abc import Sequence
from datetime import datetime

from chassis.db import Transaction
from sqlalchemy import text

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


async def discard(tx: Transaction, keys: Sequence[str], now: datetime) -> None:
    """These files may be removed soon."""
    for key in keys:
        await tx.session.execute(_DISCARD, {"key": key, "now": now})


async def reuse(tx: Transaction, keys: Sequence[str]) -> None:
    """These files are shown again."""
    await tx.session.execute(_REUSE, {"keys": list(keys)})


async def take_discarded(tx: Transaction, before: datetime) -> list[str]:
    """Files discarded before an instant, taken off the list: the caller removes them."""
    return list(await tx.session.scalars(_TAKE, {"before": before}))
