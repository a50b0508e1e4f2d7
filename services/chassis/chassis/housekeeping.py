"""The chassis's own jobs: they delete rows whose retention has ended."""

from datetime import datetime, timedelta
from typing import Final

from contracts.event import EVENTS
from sqlalchemy import ARRAY, Text, any_, bindparam, delete

from chassis.db import Statement, Transaction
from chassis.http.idempotency import RETENTION
from chassis.jobs import job
from chassis.tables import idempotency_key, inbox, published_event

INBOX_RETENTION: Final = timedelta(days=14)
"""Far longer than any delivery takes. After it, an event that is delivered again is handled again."""
PUBLISHED_RETENTION: Final = timedelta(days=3)
"""How long the readers of an event may be away when the broker loses it. Its copy holds personal data."""
SECRETS_RETENTION: Final = timedelta(hours=1)
"""The same for an event with a link or code, which its reader needs at once or not at all."""

_FORGET_EVENTS: Final = Statement(delete(inbox).where(inbox.c.received_at < bindparam("before")))
_FORGET_PUBLISHED: Final = Statement(
    delete(published_event).where(published_event.c.published_at < bindparam("before"))
)
_FORGET_SECRETS: Final = Statement(
    delete(published_event).where(
        published_event.c.published_at < bindparam("before"),
        published_event.c.key == any_(bindparam("keys", type_=ARRAY(Text))),
    )
)
_FORGET_ANSWERS: Final = Statement(
    delete(idempotency_key).where(idempotency_key.c.created_at < bindparam("before"))
)


@job(every=timedelta(hours=1))
async def forget_old_events(tx: Transaction, now: datetime) -> None:
    """Delete the inbox rows of events that are no longer delivered a second time."""
    await _FORGET_EVENTS.run(tx, before=now - INBOX_RETENTION)


@job(every=timedelta(minutes=15))
async def forget_published_events(tx: Transaction, now: datetime) -> None:
    """Delete the copies of published events that the broker has delivered long ago."""
    await _FORGET_PUBLISHED.run(tx, before=now - PUBLISHED_RETENTION)
    secrets = [key for key, event_type in EVENTS.items() if event_type.secret]
    await _FORGET_SECRETS.run(tx, before=now - SECRETS_RETENTION, keys=secrets)


@job(every=timedelta(hours=1))
async def forget_old_answers(tx: Transaction, now: datetime) -> None:
    """Delete the stored responses whose Idempotency-Key has expired."""
    await _FORGET_ANSWERS.run(tx, before=now - RETENTION)


JOBS: Final = (forget_old_events, forget_published_events, forget_old_answers)
