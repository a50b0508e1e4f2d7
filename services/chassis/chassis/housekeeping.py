"""The chassis's own jobs: they delete rows whose retention has ended."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import literal_column

from chassis.db import Transaction
from chassis.http.idempotency import RETENTION
from chassis.jobs import job
from chassis.retention import Retention, prune
from chassis.tables import LINK_OR_CODE, idempotency_key, inbox, published_event

INBOX_RETENTION: Final = timedelta(days=7)
"""Far longer than any delivery takes, and than what the broker lost may come again. After it, an event that
is delivered again is handled again."""
PUBLISHED_RETENTION: Final = timedelta(days=3)
"""How long the readers of an event may be away when the broker loses it. Its copy holds personal data."""
SECRETS_RETENTION: Final = timedelta(hours=1)
"""The same for an event with a link or code, which its reader needs at once or not at all."""

EVENTS: Final = (Retention(inbox, inbox.c.received_at, keeps=INBOX_RETENTION),)
PUBLISHED: Final = (
    Retention(published_event, published_event.c.published_at, keeps=PUBLISHED_RETENTION),
    Retention(
        published_event,
        published_event.c.published_at,
        keeps=SECRETS_RETENTION,
        only=(literal_column(LINK_OR_CODE),),
    ),
)
ANSWERS: Final = (Retention(idempotency_key, idempotency_key.c.created_at, keeps=RETENTION),)


@job(every=timedelta(minutes=15), prunes=EVENTS)
async def forget_old_events(tx: Transaction, now: datetime) -> bool:
    """Delete the inbox rows of events that are no longer delivered a second time."""
    return await prune(tx, EVENTS, now)


@job(every=timedelta(minutes=15), prunes=PUBLISHED)
async def forget_published_events(tx: Transaction, now: datetime) -> bool:
    """Delete the copies of published events that the broker has delivered long ago."""
    return await prune(tx, PUBLISHED, now)


@job(every=timedelta(minutes=15), prunes=ANSWERS)
async def forget_old_answers(tx: Transaction, now: datetime) -> bool:
    """Delete the stored responses whose Idempotency-Key has expired."""
    return await prune(tx, ANSWERS, now)


JOBS: Final = (forget_old_events, forget_published_events, forget_old_answers)
