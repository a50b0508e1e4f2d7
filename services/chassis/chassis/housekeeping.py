"""The chassis's own jobs: what it remembers for a while, it forgets afterwards."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, delete

from chassis.db import Statement, Transaction
from chassis.http.idempotency import KEPT_FOR
from chassis.jobs import job
from chassis.tables import idempotency_key, inbox

INBOX_KEPT_FOR: Final = timedelta(days=14)
"""Far longer than any event can be under way; a dead letter of that age is replayed with its own id."""

_FORGET_EVENTS: Final = Statement(delete(inbox).where(inbox.c.received_at < bindparam("before")))
_FORGET_ANSWERS: Final = Statement(
    delete(idempotency_key).where(idempotency_key.c.created_at < bindparam("before"))
)


@job(every=timedelta(hours=1))
async def forget_old_events(tx: Transaction, now: datetime) -> None:
    """Drop the inbox rows of events that can no longer come a second time."""
    await _FORGET_EVENTS.run(tx, before=now - INBOX_KEPT_FOR)


@job(every=timedelta(hours=1))
async def forget_old_answers(tx: Transaction, now: datetime) -> None:
    """Drop the answers that an Idempotency-Key no longer asks for."""
    await _FORGET_ANSWERS.run(tx, before=now - KEPT_FOR)


JOBS: Final = (forget_old_events, forget_old_answers)
