"""Counting attempts so that parallel ones cannot slip through together."""

import hashlib
from datetime import datetime

from chassis.db import Connection, Transaction
from sqlalchemy import delete, func, insert, select

from identity.limits.models import AttemptRow
from identity.limits.rules import LIMITS, LONGEST_WINDOW, Kind, seconds_to_wait


async def wait_for(tx: Connection, kind: Kind, subject: str, *, now: datetime) -> int:
    """Seconds until `kind` is allowed on `subject` again; 0 when it is."""
    since = now - max(limit.window for limit in LIMITS[kind])
    rows = await tx.session.scalars(
        select(AttemptRow.at).where(
            AttemptRow.kind == kind.value, AttemptRow.subject == _digest(subject), AttemptRow.at > since
        )
    )
    return seconds_to_wait(kind, rows.all(), now=now)


async def count(tx: Transaction, kind: Kind, subject: str, *, now: datetime) -> None:
    """Remember one attempt."""
    await tx.session.execute(insert(AttemptRow).values(kind=kind.value, subject=_digest(subject), at=now))


async def claim(tx: Transaction, kind: Kind, subject: str, *, now: datetime) -> int:
    """Count one attempt if it is allowed and answer 0; else the seconds to wait.

    Parallel claims on one subject wait for each other until the transaction ends.
    """
    key = int.from_bytes(_digest(kind.value + subject)[:8], "big", signed=True)
    await tx.session.execute(select(func.pg_advisory_xact_lock(key)))
    wait = await wait_for(tx, kind, subject, now=now)
    if wait == 0:
        await count(tx, kind, subject, now=now)
    return wait


async def forget(tx: Transaction, kind: Kind, subject: str) -> None:
    """Drop what was counted on `subject`."""
    await tx.session.execute(
        delete(AttemptRow).where(AttemptRow.kind == kind.value, AttemptRow.subject == _digest(subject))
    )


async def forget_old_attempts(tx: Transaction, *, now: datetime) -> None:
    """Drop what no limit looks back to any more."""
    await tx.session.execute(delete(AttemptRow).where(AttemptRow.at < now - LONGEST_WINDOW))


def _digest(subject: str) -> bytes:
    return hashlib.sha256(subject.encode()).digest()
