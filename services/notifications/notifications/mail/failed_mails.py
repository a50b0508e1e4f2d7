"""Mails that were given up: seen by the staff, sent again while their words are still kept."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

from chassis.db import Connection, Transaction
from sqlalchemy import ColumnElement, and_, func, literal_column, or_, select, update

from notifications.mail.models import Mail
from notifications.mail.store import FORGOTTEN, QUEUE

KEPT_FOR: Final = timedelta(days=14)
"""For so long a mail that was given up can be looked at, and sent again."""
WORDLESS: Final = {name: value for name, value in FORGOTTEN.items() if name != "receiver"}
"""What is left of a mail that is of no more use: whom it was for, so that its failure can be seen."""
# Written out, so that the planner knows them for the condition of the index.
_NOWHERE: Final = literal_column("''")
_FAILED: Final = and_(Mail.given_up_at.is_not(None), Mail.receiver != _NOWHERE)
Retried = Literal["again", "too late", "unknown"]


async def failed_mails(tx: Connection, limit: int, before_id: str | None = None) -> Sequence[Mail]:
    """The newest mails that were given up, those before `before_id` when given."""
    page = select(Mail).where(_FAILED).order_by(Mail.id.desc()).limit(limit)
    if before_id:
        page = page.where(Mail.id < before_id)
    return (await tx.session.scalars(page)).all()


async def retry(tx: Transaction, mail_id: str, now: datetime) -> Retried:
    """Put a mail that was given up back in the queue, as if it had never been tried."""
    mail = await tx.session.scalar(select(Mail).where(Mail.id == mail_id, _FAILED).with_for_update())
    if mail is None:
        return "unknown"
    return "again" if await _again(tx, Mail.id == mail_id, now) else "too late"


async def retry_all(tx: Transaction, now: datetime) -> int:
    """Put every mail that was given up, and is still of use, back in the queue; how many they are."""
    return await _again(tx, _FAILED, now)


async def _again(tx: Transaction, which: ColumnElement[bool], now: datetime) -> int:
    of_use = and_(Mail.text != "", or_(Mail.not_after.is_(None), Mail.not_after > now))
    fresh = {"given_up_at": None, "attempts": 0, "next_attempt_at": func.now()}
    ids = await tx.session.scalars(update(Mail).where(which, of_use).values(fresh).returning(Mail.id))
    count = len(ids.all())
    if count:
        tx.wake_after_commit(QUEUE)
    return count


async def forget_failed_mails(tx: Transaction, now: datetime) -> None:
    """Blank what was given up a fortnight ago, and before that the words that are of no more use."""
    failed = update(Mail).where(_FAILED)
    await tx.session.execute(failed.where(Mail.given_up_at < now - KEPT_FOR).values(**FORGOTTEN))
    await tx.session.execute(failed.where(Mail.not_after < now, Mail.text != "").values(**WORDLESS))


def masked(address: str) -> str:
    """An address that its owner would know, and nobody else: 'n…@example.com'."""
    name, _, host = address.rpartition("@")
    return f"{name[:1]}…@{host}"
