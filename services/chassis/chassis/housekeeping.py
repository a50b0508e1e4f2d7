"""The chassis's own jobs: they delete rows whose retention has ended."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, delete

from chassis.db import Statement, Transaction
from chassis.http.idempotency import RETENTION
from chassis.jobs import job
from chassis.tables import idempotency_key, inbox

INBOX_RETENTION: Final = timedelta(days=14)
"""Far longer than any delivery takes. After it, an event that is delivered again is handled again."""

_FORGET_EVENTS: Final = Statement(delete(inbox).where(inbox.c.received_at < bindparam("before")))
_FORGET_ANSWERS: Final = Statement(
    delete(idempotency_key).where(idempotency_key.c.created_at < bindparam("before"))
)


@job(every=timedelta(hours=1))
async def forget_old_events(tx: Transaction, now: datetime) -> None:
    """Delete the inbox rows of events that are no longer delivered a second time."""
    await _FORGET_EVENTS.run(tx, before=now - INBOX_RETENTION)


@job(every=timedelta(hours=1))
async def forget_old_answers(tx: Transaction, now: datetime) -> None:
    """Delete the stored responses whose Idempotency-Key has expired."""
    await _FORGET_ANSWERS.run(tx, before=now - RETENTION)


JOBS: Final = (forget_old_events, forget_old_answers)
