"""Which files nobody shows any more."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from chassis.db import Statement, Transaction, params
from sqlalchemy import ARRAY, Text, any_, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from profiles.avatar.models import DiscardedFileRow

_discarded = insert(DiscardedFileRow).values(params("key", "discarded_at"))
DISCARD: Final = Statement(
    _discarded.on_conflict_do_update(
        index_elements=[DiscardedFileRow.key], set_={"discarded_at": _discarded.excluded.discarded_at}
    )
)
REUSE: Final = Statement(
    delete(DiscardedFileRow).where(DiscardedFileRow.key == any_(bindparam("keys", type_=ARRAY(Text))))
)
_oldest = (
    select(DiscardedFileRow.key)
    .where(DiscardedFileRow.discarded_at < bindparam("before"))
    .order_by(DiscardedFileRow.discarded_at)
    .limit(100)
    .with_for_update(skip_locked=True)
)
TAKE: Final = Statement(
    delete(DiscardedFileRow).where(DiscardedFileRow.key.in_(_oldest)).returning(DiscardedFileRow.key)
)


async def discard(tx: Transaction, keys: Sequence[str], now: datetime) -> None:
    """These files may be removed soon."""
    await DISCARD.run_each(tx, [{"key": key, "discarded_at": now} for key in keys])


async def reuse(tx: Transaction, keys: Sequence[str]) -> None:
    """These files are shown again."""
    await REUSE.run(tx, keys=list(keys))


async def take_discarded(tx: Transaction, before: datetime) -> list[str]:
    """Files discarded before an instant, taken off the list: the caller removes them."""
    return await TAKE.column(tx, before=before)
