"""Stops mails by the link that they carry (product.md 5.7)."""

from typing import Final

from chassis.db import Transaction
from chassis.errors import NotFound
from chassis.outbox import emit
from contracts.events.notifications import MailUnsubscribed

from notifications.preferences.rules import Subject, wanted
from notifications.projections.store import person_by_mail_token
from notifications.unsubscribe.rules import read_token

NO_SUCH_LINK: Final = "This link is not one of ours, or its account is gone."


async def unsubscribe(tx: Transaction, token: str) -> Subject:
    """Announce that mails of the token's subject stop for the token's account; returns the subject.

    Following a link twice changes nothing. Raises `NotFound` for a token of no account.
    """
    read = read_token(token)
    person = await person_by_mail_token(tx, read[0]) if read else None
    if read is None or person is None:
        raise NotFound(NO_SUCH_LINK)
    subject = read[1]
    if wanted(person.channels, subject, "email"):
        await emit(tx, MailUnsubscribed(account_id=person.id, kind=subject))
    return subject
