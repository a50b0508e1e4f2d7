"""The codes that guests were mailed, and the check of a typed one (product.md 4.6; api.md 2)."""

import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.retention import Retention
from contracts.events.identity import GuestCodeIssued
from sqlalchemy import bindparam, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from booking.projections.models import GuestRow

MOST_TRIES: Final = 5
"""Wrong codes that a guest may type."""
KEPT_AFTER_EXPIRY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class GuestCode:
    """The code of a guest, as a digest, and how often a wrong one was typed."""

    code_hash: str
    expires_at: datetime
    tries: int


_arriving = insert(GuestRow).values(params("guest_id", "name", "email", "code_hash", "expires_at"))
# The count of tries starts anew only with a newer code, not when an event arrives twice.
KEEP: Final = Statement(
    _arriving.on_conflict_do_update(
        index_elements=[GuestRow.guest_id],
        set_={
            **{name: _arriving.excluded[name] for name in ("name", "email", "code_hash", "expires_at")},
            "tries": literal_column("0"),
        },
        where=GuestRow.expires_at < _arriving.excluded.expires_at,
    )
)
_this = GuestRow.guest_id == bindparam("guest_id")
IS_KNOWN: Final = Statement(select(literal_column("true")).where(_this))
LOCK: Final = Statement(
    select(GuestRow.code_hash, GuestRow.expires_at, GuestRow.tries).where(_this).with_for_update(),
    into=GuestCode,
)
COUNT_TRY: Final = Statement(update(GuestRow).where(_this).values(tries=GuestRow.tries + literal_column("1")))
OLD_GUESTS: Final = Retention(GuestRow, GuestRow.expires_at, keeps=KEPT_AFTER_EXPIRY)
"""Their orders keep their names."""


async def keep_guest(tx: Transaction, event: GuestCodeIssued) -> None:
    """Keep the code that a guest was mailed, unless a newer one is known."""
    await KEEP.run(
        tx,
        guest_id=event.guest_id,
        name=event.name,
        email=event.email,
        code_hash=event.code_hash,
        expires_at=event.expires_at,
    )


async def guest_is_known(tx: Connection, guest_id: str) -> bool | None:
    """True, or None while no code of this guest has arrived (see `chassis.projections`)."""
    return await IS_KNOWN.value(tx, guest_id=guest_id)


async def code_mistake(tx: Transaction, guest_id: str, code: str, now: datetime) -> str | None:
    """What is wrong with the code that a guest typed, None when it is right. Counts a wrong one.

    The caller commits also when it refuses, so that the count outlives the refusal.
    """
    known = await LOCK.one(tx, guest_id=guest_id)
    if known is None or known.expires_at <= now:
        return "This token has expired. Please verify your email address again."
    if known.tries >= MOST_TRIES:
        return "Too many wrong tokens. Please verify your email address again."
    typed = sha256(f"{guest_id}:{code}".encode()).hexdigest()
    if hmac.compare_digest(typed, known.code_hash):
        return None
    await COUNT_TRY.run(tx, guest_id=guest_id)
    return "This token is not the one that was sent to you."
