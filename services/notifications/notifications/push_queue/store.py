"""Statements of the push queue: what waits, whose turn it is, and what failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.ids import new_id
from sqlalchemy import ARRAY, Double, Interval, Text, bindparam, cast, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from notifications.devices.store import devices_of, has_device
from notifications.push_queue.models import PushRow
from notifications.queue_metrics import queue_state

QUEUE: Final = "push"
TURN: Final = timedelta(seconds=2)
"""How long a push waits while too many go to hosts that are slow, or that nobody knows."""
CLAIMED_FOR: Final = timedelta(minutes=5)
"""Longer than the push service, and the service that issues its access tokens, may take to answer."""


@dataclass(frozen=True, slots=True)
class Push:
    """An alert or a message to be shown on one device."""

    id: str
    account_id: str
    digest: str
    alert_id: str | None
    message_id: str | None
    attempts: int


_THIS: Final = PushRow.id == bindparam("push_id")
ENQUEUE: Final = Statement(
    insert(PushRow)
    .values(params("id", "account_id", "digest", "alert_id", "message_id"))
    .on_conflict_do_nothing()
)
_due: Final = (
    select(PushRow.id)
    .where(
        PushRow.next_attempt_at <= func.now(),
        PushRow.account_id != func.all(bindparam("busy", type_=ARRAY(Text()))),
    )
    .order_by(PushRow.next_attempt_at)
    .limit(1)
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)
CLAIM: Final = Statement(
    update(PushRow)
    .where(PushRow.id == _due)
    .values(
        attempts=PushRow.attempts + 1,
        next_attempt_at=func.now() + bindparam("claimed_for", type_=Interval()),
    )
    .returning(
        PushRow.id,
        PushRow.account_id,
        PushRow.digest,
        PushRow.alert_id,
        PushRow.message_id,
        PushRow.attempts,
    ),
    into=Push,
)
SECONDS_UNTIL_DUE: Final = Statement(
    select(cast(func.extract("epoch", func.min(PushRow.next_attempt_at) - func.now()), Double))
)
STATE: Final = queue_state(PushRow.next_attempt_at)
DELETE: Final = Statement(delete(PushRow).where(_THIS))
DELETE_ALL: Final = Statement(delete(PushRow).returning(PushRow.id))
PUT_BACK: Final = Statement(
    update(PushRow)
    .where(_THIS)
    .values(attempts=PushRow.attempts - 1, next_attempt_at=func.now() + bindparam("wait", type_=Interval()))
)
POSTPONE: Final = Statement(update(PushRow).where(_THIS).values(params("next_attempt_at")))


async def enqueue_alert(tx: Transaction, alert_id: str, account_id: str) -> None:
    """Queue the alert for each device of the account, unless it waits for that device already."""
    await _enqueue(tx, account_id, alert_id=alert_id, message_id=None)


async def enqueue_message(tx: Transaction, message_id: str, account_id: str) -> None:
    """Queue the message for each device of the account."""
    if await has_device(tx, account_id):
        await _enqueue(tx, account_id, alert_id=None, message_id=message_id)


async def _enqueue(tx: Transaction, account_id: str, **subject: str | None) -> None:
    rows = [
        {"id": new_id(), "account_id": account_id, "digest": device.digest, **subject}
        for device in await devices_of(tx, account_id)
    ]
    if rows:
        await ENQUEUE.run_each(tx, rows)
        tx.wake_after_commit(QUEUE)


async def claim(tx: Transaction, busy: Sequence[str] = ()) -> Push | None:
    """The push that is due first, of an account that is not `busy`. It is the caller's for a while, and then
    due again.
    """
    return await CLAIM.one(tx, claimed_for=CLAIMED_FOR, busy=list(busy))


async def seconds_until_due(tx: Connection) -> float | None:
    """In how many seconds the next push is due; None when none waits."""
    return await SECONDS_UNTIL_DUE.value(tx)


async def drop(tx: Transaction, push: Push) -> None:
    """Drop a push that is done or given up."""
    await DELETE.run(tx, push_id=push.id)


async def drop_all(tx: Transaction) -> int:
    """Drop every push that waits; returns how many. For a restored database: devices were shown them
    before.
    """
    return len(await DELETE_ALL.column(tx))


async def put_back(tx: Transaction, push: Push) -> None:
    """Let a claimed push wait for its turn; it was not tried."""
    await PUT_BACK.run(tx, push_id=push.id, wait=TURN)
    tx.wake_after_commit(QUEUE, after=TURN.total_seconds())


async def postpone(tx: Transaction, push: Push, next_attempt_at: datetime, now: datetime) -> None:
    """Try a push again, not before `next_attempt_at`."""
    await POSTPONE.run(tx, push_id=push.id, next_attempt_at=next_attempt_at)
    tx.wake_after_commit(QUEUE, after=(next_attempt_at - now).total_seconds())
