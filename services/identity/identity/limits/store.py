"""Counts attempts; parallel attempts cannot exceed a limit together."""

import hashlib
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.retention import Retention
from sqlalchemy import bindparam, delete, func, insert, select

from identity.limits.models import AttemptRow
from identity.limits.rules import LIMITS, LONGEST_WINDOW, Kind, seconds_to_wait

_on_subject = (AttemptRow.kind == bindparam("kind"), AttemptRow.subject == bindparam("subject"))
FIND: Final = Statement(select(AttemptRow.at).where(*_on_subject, AttemptRow.at > bindparam("since")))
ADD: Final = Statement(insert(AttemptRow).values(params("kind", "subject", "at")))
LOCK_SUBJECT: Final = Statement(select(func.pg_advisory_xact_lock(bindparam("key"))))
FORGET: Final = Statement(delete(AttemptRow).where(*_on_subject))
OLD_ATTEMPTS: Final = Retention(AttemptRow, AttemptRow.at, keeps=LONGEST_WINDOW)


async def seconds_until_allowed(tx: Connection, kind: Kind, subject: str, *, now: datetime) -> int:
    """Seconds until `kind` is allowed on `subject` again; 0 when it is."""
    since = now - max(limit.window for limit in LIMITS[kind])
    attempts = await FIND.column(tx, kind=kind.value, subject=_digest(subject), since=since)
    return seconds_to_wait(kind, attempts, now=now)


async def count(tx: Transaction, kind: Kind, subject: str, *, now: datetime) -> None:
    """Count one attempt."""
    await ADD.run(tx, kind=kind.value, subject=_digest(subject), at=now)


async def claim(tx: Transaction, kind: Kind, subject: str, *, now: datetime) -> int:
    """Count one attempt if it is allowed and return 0; otherwise return the seconds to wait.

    Parallel claims on one subject wait for each other until the transaction ends.
    """
    key = int.from_bytes(_digest(kind.value + subject)[:8], "big", signed=True)
    await LOCK_SUBJECT.run(tx, key=key)
    wait = await seconds_until_allowed(tx, kind, subject, now=now)
    if wait == 0:
        await count(tx, kind, subject, now=now)
    return wait


async def forget(tx: Transaction, kind: Kind, subject: str) -> None:
    """Delete the attempts counted on `subject`."""
    await forget_digest(tx, kind, _digest(subject))


async def forget_digest(tx: Transaction, kind: Kind, digest: bytes) -> None:
    """Delete the attempts counted on the subject with this SHA-256."""
    await FORGET.run(tx, kind=kind.value, subject=digest)


def _digest(subject: str) -> bytes:
    return hashlib.sha256(subject.encode()).digest()
