"""Queues the mails that identity requests (product.md 5.3). Each request sends its mail once."""

from chassis.db import Transaction
from contracts.events.identity import MailRequested

from notifications.mail import store
from notifications.mail.store import Envelope
from notifications.templates.formatting import format_duration, one_line_name
from notifications.templates.mails import MailParts, render_mail


async def queue_requested_mail(tx: Transaction, event: MailRequested) -> None:
    """Queue a mail of identity's: confirmation, reset, guest code. Nobody can switch these off.

    Only the mail to the former address may speak of the account's name: any other may go to an address that
    a stranger typed, with a name that is an advertisement or a threat (product.md 5.3).
    """
    time_left = event.expires_at - event.occurred_at
    words = {"valid_for": format_duration(time_left, event.language)}
    if event.kind == "change_from":
        words["name"] = one_line_name(event.name)
    parts = MailParts(link=event.link or "", code=event.code or "", to_guest=event.account_id is None)
    envelope = Envelope(
        source=f"{event.key}:{event.event_id}",
        receiver=event.to,
        template=event.kind,
        account_id=event.account_id,
        not_after=event.expires_at,
    )
    content = render_mail(event.kind, words, parts, event.language)
    await store.enqueue(tx, envelope, content, event.occurred_at)
