"""Queues the mails that events cause (product.md 5.3). Each fact sends each of its mails once."""

from dataclasses import dataclass, replace
from datetime import datetime

from chassis.db import Transaction
from contracts.events.booking import (
    GuestLinkRequested,
    OrderEvent,
    OrderFacts,
    RatingRequested,
    ReminderDue,
)
from contracts.events.identity import MailRequested

from notifications.mail import store
from notifications.mail.attachments import calendar_attachment
from notifications.mail.rules import (
    GUEST_LINK,
    RATING_REQUESTED,
    OrderMail,
    address_of,
    order_mails,
    quoted,
    reminder_mails,
)
from notifications.mail.store import Envelope
from notifications.mail.templates import render_order_mail
from notifications.preferences.rules import can_be_switched, wanted
from notifications.projections.store import person_of
from notifications.templates.formatting import Reader, format_duration, one_line_name
from notifications.templates.mails import MailContent, MailParts, render_mail
from notifications.unsubscribe.rules import unsubscribe_link


@dataclass(frozen=True, slots=True)
class _Draft:
    """The content of a mail to one side of an order, before it is known how its reader reads."""

    mail: OrderMail
    order: OrderFacts
    public_url: str
    quote: str = ""
    when: datetime | None = None

    def render(self, reader: Reader, unsubscribe: str = "") -> MailContent:
        """The mail for this reader."""
        return render_order_mail(
            self.mail, self.order, self.public_url, self.quote, reader, self.when, unsubscribe
        )


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


async def queue_order_mails(tx: Transaction, event: OrderEvent, fact_id: str, public_url: str) -> None:
    """Queue the mails about a change of an order. `fact_id` is the same at each delivery of the change."""
    for mail in order_mails(event):
        envelope = _envelope(f"{event.key}:{fact_id}", mail, event.order)
        if event.calendar:
            envelope.attachments.append(calendar_attachment(event.calendar))
        when = event.session and event.session.starts_at
        draft = _Draft(mail, event.order, public_url, quoted(event, mail.side), when)
        await _queue_if_wanted(tx, envelope, draft, event.occurred_at)


async def queue_reminders(tx: Transaction, event: ReminderDue, public_url: str) -> None:
    """Queue the reminders of a session; they are of no use once it has started (product.md 4.15)."""
    starts_at = event.session.starts_at
    for mail in reminder_mails(event):
        envelope = _envelope(f"{event.key}:{event.event_id}", mail, event.order)
        draft = _Draft(mail, event.order, public_url, when=starts_at)
        await _queue_if_wanted(tx, replace(envelope, not_after=starts_at), draft, event.occurred_at)


async def queue_rating_request(tx: Transaction, event: RatingRequested, public_url: str) -> None:
    """Queue the mail that asks the client for a rating (product.md 4.12)."""
    envelope = _envelope(f"{event.key}:{event.event_id}", RATING_REQUESTED, event.order)
    draft = _Draft(RATING_REQUESTED, event.order, public_url, event.feedback)
    await _queue_if_wanted(tx, envelope, draft, event.occurred_at)


async def queue_guest_link(tx: Transaction, event: GuestLinkRequested, public_url: str) -> None:
    """Queue the mail with a guest's new link to an order (product.md 4.6)."""
    envelope = _envelope(f"{event.key}:{event.event_id}", GUEST_LINK, event.order)
    draft = _Draft(GUEST_LINK, event.order, public_url)
    await _queue_if_wanted(tx, envelope, draft, event.occurred_at)


def _envelope(source: str, mail: OrderMail, order: OrderFacts) -> Envelope:
    account_id = order.provider_id if mail.side == "provider" else order.client_id
    return Envelope(
        source=source,
        receiver=address_of(order, mail.side),
        template=mail.kind,
        account_id=account_id or None,
        order_id=order.order_id,
    )


async def _queue_if_wanted(tx: Transaction, envelope: Envelope, draft: _Draft, at: datetime) -> None:
    """Queue the mail unless its account is deleted or has switched such mails off. Guests always get it."""
    if not envelope.receiver:
        return
    if not envelope.account_id:
        await store.enqueue(tx, envelope, draft.render(Reader(draft.order.client_language)), at)
        return
    person = await person_of(tx, envelope.account_id)
    subject = draft.mail.subject
    if person.deleted or not wanted(person.channels, subject, "email"):
        return
    if person.suspended and subject != "appointments":
        return
    link = unsubscribe_link(draft.public_url, person.id, subject) if can_be_switched(subject) else ""
    await store.enqueue(tx, replace(envelope, unsubscribe=link), draft.render(person.reader, link), at)
