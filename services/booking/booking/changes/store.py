"""Writing and reading changes of orders, and how far an account has seen them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from chassis.db import Connection, Statement, Transaction, params
from chassis.retention import Retention
from sqlalchemy import ARRAY, Integer, Text, bindparam, cast, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from booking.changes.models import ChangeRow, LookRow

Written = Literal["moved", "cancelled"]
"""The kinds of changes that have a row."""
KEPT: Final = timedelta(days=30)
OLD_CHANGES: Final = Retention(ChangeRow, ChangeRow.changed_at, keeps=KEPT)


@dataclass(frozen=True, slots=True)
class OrderChange:
    """A change of an order that its account did not make itself."""

    order_id: str
    kind: Written
    changed_at: datetime
    former_start: datetime | None


_mine = bindparam("account_id")
_typed = ChangeRow.__table__.c
NOTE: Final = Statement(
    insert(ChangeRow)
    .from_select(
        ["account_id", "order_id", "revision", "kind", "changed_at", "former_start"],
        select(
            func.unnest(bindparam("account_ids", type_=ARRAY(Text))),
            bindparam("order_id", type_=Text),
            cast(bindparam("revision", type_=Integer), Integer),
            bindparam("kind", type_=Text),
            cast(bindparam("changed_at", type_=_typed.changed_at.type), _typed.changed_at.type),
            cast(bindparam("former_start", type_=_typed.former_start.type), _typed.former_start.type),
        ),
    )
    .on_conflict_do_nothing()
)
FIND: Final = Statement(
    select(ChangeRow.order_id, ChangeRow.kind, ChangeRow.changed_at, ChangeRow.former_start)
    .where(ChangeRow.account_id == _mine, ChangeRow.changed_at > bindparam("after"))
    .order_by(ChangeRow.changed_at.desc())
    .limit(bindparam("most")),
    into=OrderChange,
)
FIND_SEEN: Final = Statement(select(LookRow.seen_until).where(LookRow.account_id == _mine))
_look = insert(LookRow).values(params("account_id", "seen_until"))
KEEP_SEEN: Final = Statement(
    _look.on_conflict_do_update(
        index_elements=[LookRow.account_id],
        set_={"seen_until": func.greatest(LookRow.seen_until, _look.excluded.seen_until)},
    )
)
ERASE: Final = (
    Statement(delete(ChangeRow).where(ChangeRow.account_id == _mine)),
    Statement(delete(LookRow).where(LookRow.account_id == _mine)),
)
FIND_ALL: Final = Statement(
    select(ChangeRow.order_id, ChangeRow.kind, ChangeRow.changed_at, ChangeRow.former_start)
    .where(ChangeRow.account_id == _mine)
    .order_by(ChangeRow.changed_at),
    into=OrderChange,
)


async def note(
    tx: Transaction,
    account_ids: Sequence[str],
    order_id: str,
    revision: int,
    kind: Written,
    now: datetime,
    former_start: datetime | None = None,
) -> None:
    """Let these accounts find the change when they next look at their day."""
    await NOTE.run(
        tx,
        account_ids=list(account_ids),
        order_id=order_id,
        revision=revision,
        kind=kind,
        changed_at=now,
        former_start=former_start,
    )


async def changes_after(tx: Connection, account_id: str, after: datetime, most: int) -> list[OrderChange]:
    """The account's newest changes after an instant, the newest first."""
    return await FIND.all(tx, account_id=account_id, after=after, most=most)


async def seen_until(tx: Connection, account_id: str) -> datetime | None:
    """Until when the account has seen its changes; None before its first look."""
    return await FIND_SEEN.value(tx, account_id=account_id)


async def keep_seen(tx: Transaction, account_id: str, until: datetime) -> None:
    """Keep that the account has seen its changes until then; what it saw before stays seen."""
    await KEEP_SEEN.run(tx, account_id=account_id, seen_until=until)


async def all_changes(tx: Connection, account_id: str) -> list[OrderChange]:
    """All changes of the account that are kept, for its export."""
    return await FIND_ALL.all(tx, account_id=account_id)


async def erase_changes(tx: Transaction, account_id: str) -> None:
    """Forget the account's changes, and how far it has seen them."""
    for statement in ERASE:
        await statement.run(tx, account_id=account_id)
