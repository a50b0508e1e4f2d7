"""Events that send mail."""

from dataclasses import dataclass, replace
from datetime import datetime

from chassis.db import Transaction
from chassis.events import Consumer, subscribe
from contracts.events.booking import (
    GuestLinkRequested,
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderEvent,
    OrderFacts,
    OrderMoved,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    RatingRequested,
    ReminderDue,
    TimeDeclined,
    TimeProposed,
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
from notifications.projections.store import mail_token_of, person_of
from notifications.templates.formatting import format_duration, one_line_name
from notifications.templates.mails import MailContent, MailParts, render_mail
from notifications.unsubscribe.rules import new_secret, unsubscribe_link


@subscribe(MailRequested, only_news=True)
async def mail_for_identity(event: MailRequested, tx: Transaction) -> None:
    """Confirmation, reset, guest code: always sent, unless they ran out meanwhile."""
    time_left = event.expires_at - event.occurred_at
    words = {"name": one_line_name(event.name), "valid_for": format_duration(time_left, event.language)}
    parts = MailParts(link=event.link or "", code=event.code or "", to_guest=event.account_id is None)
    envelope = Envelope(
        source=f"{event.key}:{event.event_id}",
        receiver=event.to,
        template=event.kind,
        account_id=event.account_id,
        not_after=event.expires_at,
    )
    mail = render_mail(event.kind, words, parts, event.language)
    await store.enqueue(tx, envelope, mail, event.occurred_at)


def consumers(public_url: str) -> list[Consumer]:
    """What sends mail when; links in it start with `public_url`."""

    @subscribe(
        OrderRequested, OrderAccepted, OrderRejected, OrderStarted, OrderCompleted, OrderCancelled,
        only_news=True,
    )  # fmt: skip
    async def mail_for_order(event: OrderEvent, tx: Transaction) -> None:
        await _mail_for(event, f"{event.key}:{event.order.order_id}", public_url, tx)

    @subscribe(TimeProposed, TimeDeclined, OrderMoved, only_news=True)
    async def mail_for_another_time(event: OrderEvent, tx: Transaction) -> None:
        await _mail_for(event, f"{event.key}:{event.event_id}", public_url, tx)

    @subscribe(ReminderDue, only_news=True)
    async def mail_for_reminder(event: ReminderDue, tx: Transaction) -> None:
        for mail in reminder_mails(event):
            envelope = replace(
                _envelope(f"{event.key}:{event.event_id}", mail, event.order),
                not_after=event.session.starts_at,
            )
            matter = _Matter(mail, event.order, public_url, when=event.session.starts_at)
            await _enqueue_if_wanted(tx, envelope, matter, event.occurred_at)

    @subscribe(RatingRequested, only_news=True)
    async def mail_for_rating(event: RatingRequested, tx: Transaction) -> None:
        envelope = _envelope(f"{event.key}:{event.event_id}", RATING_REQUESTED, event.order)
        matter = _Matter(RATING_REQUESTED, event.order, public_url, event.feedback)
        await _enqueue_if_wanted(tx, envelope, matter, event.occurred_at)

    @subscribe(GuestLinkRequested, only_news=True)
    async def mail_guest_link(event: GuestLinkRequested, tx: Transaction) -> None:
        envelope = _envelope(f"{event.key}:{event.event_id}", GUEST_LINK, event.order)
        matter = _Matter(GUEST_LINK, event.order, public_url)
        await _enqueue_if_wanted(tx, envelope, matter, event.occurred_at)

    return [
        mail_for_identity, mail_for_order, mail_for_another_time, mail_for_reminder, mail_for_rating,
        mail_guest_link,
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Matter:
    """What there is to say to one side of an order, before it is known in which language."""

    mail: OrderMail
    order: OrderFacts
    public_url: str
    quote: str = ""
    when: datetime | None = None

    def written(self, language: str, unsubscribe: str = "") -> MailContent:
        """The letter."""
        return render_order_mail(
            self.mail, self.order, self.public_url, self.quote, language, self.when, unsubscribe
        )


async def _mail_for(event: OrderEvent, source: str, public_url: str, tx: Transaction) -> None:
    for mail in order_mails(event):
        envelope = _envelope(source, mail, event.order)
        if event.calendar:
            envelope.attachments.append(calendar_attachment(event.calendar))
        matter = _Matter(mail, event.order, public_url, quoted(event, mail.side))
        await _enqueue_if_wanted(tx, envelope, matter, event.occurred_at)


def _envelope(source: str, mail: OrderMail, order: OrderFacts) -> Envelope:
    account_id = order.provider_id if mail.side == "provider" else order.client_id
    return Envelope(
        source=source,
        receiver=address_of(order, mail.side),
        template=mail.kind,
        account_id=account_id or None,
    )


async def _enqueue_if_wanted(tx: Transaction, envelope: Envelope, matter: _Matter, at: datetime) -> None:
    """An account may have switched such mail off, or be gone; a guest always gets it."""
    if not envelope.receiver:
        return
    if not envelope.account_id:
        await store.enqueue(tx, envelope, matter.written(matter.order.client_language), at)
        return
    person = await person_of(tx, envelope.account_id)
    subject = matter.mail.subject
    if person.deleted or not wanted(person.channels, subject, "email"):
        return
    if person.suspended and subject != "appointments":
        return
    secret = await mail_token_of(tx, person, new_secret())
    link = unsubscribe_link(matter.public_url, secret, subject) if can_be_switched(subject) else ""
    stoppable = replace(envelope, unsubscribe=link)
    await store.enqueue(tx, stoppable, matter.written(person.language, link), at)
