"""Stopping mails by the link that they carry (RFC 2369, RFC 8058; an addition to api.md 6)."""

from typing import Annotated, Final

from chassis.errors import NotFound
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.outbox import emit
from contracts.events.notifications import MailUnsubscribed
from fastapi import APIRouter, Query

from notifications.preferences.rules import wanted
from notifications.projections.store import person_by_mail_token
from notifications.unsubscribe.rules import read_token
from notifications.unsubscribe.schemas import Unsubscribed

router = APIRouter(tags=["mail"])

NO_SUCH_LINK: Final = "This link is not one of ours, or its account is gone."
Token = Annotated[str, Query(max_length=200, description="From the mail")]


@router.post("/api/unsubscribe_mail")
async def unsubscribe_mail(tx: Writing, token: Token) -> Answer[Unsubscribed]:
    """Stop mails of the kind that the token names, for the account that it names.

    A mail program posts the form of RFC 8058, our page nothing: the token says all, so no body is looked at.
    A link that is followed twice finds it done.
    """
    read = read_token(token)
    person = await person_by_mail_token(tx, read[0]) if read else None
    if read is None or person is None:
        raise NotFound(NO_SUCH_LINK)
    kind = read[1]
    if wanted(person.channels, kind, "email"):
        await emit(tx, MailUnsubscribed(account_id=person.id, kind=kind))
    return done(Unsubscribed(kind=kind))
