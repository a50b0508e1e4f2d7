"""Statements of who sends which mail now, and of what came of it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import (
    ARRAY,
    Double,
    Interval,
    all_,
    any_,
    bindparam,
    cast,
    func,
    select,
    union_all,
    update,
)

from notifications.declarative import ID
from notifications.mail.models import MailRow
from notifications.mail.store import BY_ID, FORGOTTEN, MAIL_COLUMNS, QUEUE, WAITS, Mail
from notifications.queue_metrics import queue_state

_OTHERS_LATER: Final = MailRow.not_after.is_(None)
_ids: Final = bindparam("ids", type_=ARRAY(ID))
_marked: Final = (
    update(MailRow)
    .where(MailRow.id == any_(_ids))
    .values(sent_at=bindparam("now"), **FORGOTTEN)
    .cte("marked")
)
_due: Final = (
    select(MailRow.id)
    .where(WAITS, MailRow.next_attempt_at <= func.now(), MailRow.id != all_(_ids))
    .order_by(_OTHERS_LATER, MailRow.next_attempt_at)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
    .cte("due")
)
MARK_SENT_AND_CLAIM: Final = Statement(
    update(MailRow)
    .where(MailRow.id == _due.c.id)
    .values(next_attempt_at=func.now() + bindparam("claimed_for", type_=Interval()))
    .returning(*MAIL_COLUMNS)
    .add_cte(_marked),
    into=Mail,
)
_until_due: Final = cast(func.extract("epoch", MailRow.next_attempt_at - func.now()), Double)
SECONDS_UNTIL_DUE: Final = Statement(
    union_all(
        # Each finds its row by the index of what is due: the first code, and the first of all others.
        select(_until_due).where(WAITS).order_by(_OTHERS_LATER, MailRow.next_attempt_at).limit(1),
        select(_until_due)
        .where(WAITS, MailRow.not_after.is_(None))
        .order_by(_OTHERS_LATER, MailRow.next_attempt_at)
        .limit(1),
    )
)
STATE: Final = queue_state(MailRow.next_attempt_at, WAITS)
GIVE_BACK: Final = Statement(
    update(MailRow).where(MailRow.id == any_(_ids), WAITS).values(next_attempt_at=func.now())
)
GIVE_UP: Final = Statement(
    update(MailRow).where(BY_ID).values(given_up_at=bindparam("now"), **params("attempts", "last_error"))
)
POSTPONE: Final = Statement(
    update(MailRow).where(BY_ID).values(params("next_attempt_at", "attempts", "last_error"))
)


async def mark_sent_and_claim(
    connection: Connection, accepted: Sequence[str], limit: int, claimed_for: timedelta, now: datetime
) -> list[Mail]:
    """Mark mails as sent that their server accepted, and claim those that are due, at most `limit`.

    A mail is its claimant's for the time `claimed_for`, and then due again. Of a mail that was sent, only
    that is kept. Codes and links that run out go first, so that nobody can keep them waiting behind a flood
    of other mails; then comes what has waited longest. One statement, which is a transaction of its own.
    """
    values = {"ids": accepted, "limit": limit, "claimed_for": claimed_for, "now": now}
    claimed = await MARK_SENT_AND_CLAIM.all(connection, **values)
    return sorted(claimed, key=lambda mail: (mail.not_after is None, mail.created_at))


async def seconds_until_due(connection: Connection) -> float | None:
    """In how many seconds the next mail is due, less than none for one that is; None when none waits."""
    return min(await SECONDS_UNTIL_DUE.column(connection), default=None)


async def give_back(tx: Transaction, mail_ids: Sequence[str]) -> None:
    """End the claim on these mails: they are due at once, for whoever claims them."""
    await GIVE_BACK.run(tx, ids=mail_ids)


async def mark_failed(
    tx: Transaction, mail: Mail, error: str, again_at: datetime | None, now: datetime
) -> None:
    """Count a failed attempt. None for `again_at` gives the mail up; its texts stay for a while."""
    values = {"mail_id": mail.id, "attempts": mail.attempts + 1, "last_error": error[:500]}
    if again_at is None:
        await GIVE_UP.run(tx, now=now, **values)
    else:
        await POSTPONE.run(tx, next_attempt_at=again_at, **values)
        tx.wake_after_commit(QUEUE, after=(again_at - now).total_seconds())
