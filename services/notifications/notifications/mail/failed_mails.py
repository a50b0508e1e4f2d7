"""Mails that were given up. The staff see them and send them again while their texts are stored."""

from datetime import datetime, timedelta
from typing import Final, Literal

from chassis.db import Transaction

from notifications.mail import store

KEPT_FOR: Final = timedelta(days=14)
"""A mail that was given up can be looked at, and sent again, for this long."""
NO_SUCH_MAIL: Final = "There is no such mail among those that could not be sent."
TOO_LATE: Final = "This mail is of no more use: what it was for has passed."
Retried = Literal["again", "too late", "unknown"]


async def retry(tx: Transaction, mail_id: str, now: datetime) -> Retried:
    """Put a mail that was given up back in the queue, as if it had never been tried."""
    if not await store.lock_failed(tx, mail_id):
        return "unknown"
    return "again" if await store.retry_one(tx, mail_id, now) else "too late"


async def forget_failed_mails(tx: Transaction, now: datetime) -> None:
    """Blank mails a fortnight after they were given up, and before that the texts that are of no use."""
    await store.forget_failed(tx, now - KEPT_FOR, now)


def masked(address: str) -> str:
    """An address that only its owner can recognise: 'n…@example.com'."""
    name, _, host = address.rpartition("@")
    return f"{name[:1]}…@{host}"
