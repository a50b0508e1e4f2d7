"""Stops mails by the link that they carry (product.md 5.7)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.errors import NotFound
from chassis.outbox import emit
from contracts.events.notifications import MailUnsubscribed

from notifications.preferences.rules import wanted
from notifications.projections.former_mail_tokens import account_of_former_token
from notifications.projections.store import person_of
from notifications.unsubscribe.rules import Stopped, account_of_secret, read_token
from notifications.unsubscribe.store import stop_address

NO_SUCH_LINK: Final = "This link is not one of ours, or its account is gone."


async def unsubscribe(tx: Transaction, token: str, now: datetime) -> Stopped:
    """Announce that mails of the token's subject stop for the token's account; returns the subject. A token
    of an address stops what others enter for it.

    Following a link twice changes nothing. Raises `NotFound` for a token of no account.
    """
    read = read_token(token)
    if read is None:
        raise NotFound(NO_SUCH_LINK)
    secret, subject = read
    if subject == "unasked":
        digest = account_of_secret(secret)
        if digest is None:
            raise NotFound(NO_SUCH_LINK)
        await stop_address(tx, digest, now)
        return subject
    account_id = account_of_secret(secret) or await account_of_former_token(tx, secret)
    person = await person_of(tx, account_id) if account_id else None
    if person is None or person.deleted:
        raise NotFound(NO_SUCH_LINK)
    if wanted(person.channels, subject, "email"):
        await emit(tx, MailUnsubscribed(account_id=person.id, kind=subject))
    return subject
