"""Which files nobody shows any more, and which pictures lack renditions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import ARRAY, Text, any_, bindparam, delete, func, literal_column, select
from sqlalchemy.dialects.postgresql import insert

from profiles.avatar.models import DiscardedFileRow
from profiles.avatar.rules import BY_WIDTH, MEDIA
from profiles.profile.models import ProfileRow


@dataclass(frozen=True, slots=True)
class Picture:
    """An account's picture, as a media path."""

    account_id: str
    avatar: str


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
    .scalar_subquery()
)
TAKE: Final = Statement(
    delete(DiscardedFileRow)
    .where(DiscardedFileRow.key == any_(func.array(_oldest)))
    .returning(DiscardedFileRow.key)
)


FIND_WITHOUT_RENDITIONS: Final = Statement(
    select(ProfileRow.account_id, ProfileRow.avatar)
    .where(
        ProfileRow.account_id > bindparam("after"),
        ProfileRow.avatar.like(literal_column(f"'{MEDIA}avatars/%'")),
        ProfileRow.avatar.not_like(literal_column(f"'%{BY_WIDTH}'")),
    )
    .order_by(ProfileRow.account_id)
    .limit(1),
    into=Picture,
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


async def picture_without_renditions(tx: Connection, after: str) -> Picture | None:
    """The next account's picture that was stored in one size only; None at the end."""
    return await FIND_WITHOUT_RENDITIONS.one(tx, after=after)
