"""Events that send mail."""

from dataclasses import replace
from datetime import datetime

from chassis.events import Consumer, hears
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
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.mail import store
from notifications.mail.attachments import calendar_attachment
from notifications.mail.letters import order_letter
from notifications.mail.rules import (
    GUEST_LINK,
    RATING_REQUESTED,
    OrderLetter,
    address_of,
    order_letters,
    quoted,
    reminder_letters,
)
from notifications.mail.store import Envelope
from notifications.people.rules import wanted
from notifications.people.store import person_of
from notifications.templates.letters import Enclosed, Letter, write_letter
from notifications.templates.phrases import plain_name, valid_for


@hears(MailRequested, only_news=True)
async def mail_for_identity(event: MailRequested, session: AsyncSession) -> None:
    """Confirmation, reset, guest code: always sent, unless they ran out meanwhile."""
    words = {"name": plain_name(event.name), "valid_for": valid_for(event.expires_at - event.occurred_at)}
    enclosed = Enclosed(link=event.link or "", code=event.code or "", to_guest=event.account_id is None)
    envelope = Envelope(
        source=f"{event.key}:{event.event_id}",
        receiver=event.to,
        template=event.kind,
        account_id=event.account_id,
        not_after=event.expires_at,
    )
    await store.enqueue(session, envelope, write_letter(event.kind, words, enclosed), event.occurred_at)


def consumers(public_url: str) -> list[Consumer]:
    """What sends mail when; links in it start with `public_url`."""

    @hears(
        OrderRequested, OrderAccepted, OrderRejected, OrderStarted, OrderCompleted, OrderCancelled,
        only_news=True,
    )  # fmt: skip
    async def mail_for_order(event: OrderEvent, session: AsyncSession) -> None:
        await _mail_for(event, f"{event.key}:{event.order.order_id}", public_url, session)

    @hears(TimeProposed, TimeDeclined, OrderMoved, only_news=True)
    async def mail_for_another_time(event: OrderEvent, session: AsyncSession) -> None:
        await _mail_for(event, f"{event.key}:{event.event_id}", public_url, session)

    @hears(ReminderDue, only_news=True)
    async def mail_for_reminder(event: ReminderDue, session: AsyncSession) -> None:
        for letter in reminder_letters(event):
            envelope = replace(
                _envelope(f"{event.key}:{event.event_id}", letter, event.order),
                not_after=event.session.starts_at,
            )
            written = order_letter(letter, event.order, public_url, when=event.session.starts_at)
            await _enqueue_if_wanted(session, envelope, letter, written, event.occurred_at)

    @hears(RatingRequested, only_news=True)
    async def mail_for_rating(event: RatingRequested, session: AsyncSession) -> None:
        envelope = _envelope(f"{event.key}:{event.event_id}", RATING_REQUESTED, event.order)
        written = order_letter(RATING_REQUESTED, event.order, public_url, event.feedback)
        await _enqueue_if_wanted(session, envelope, RATING_REQUESTED, written, event.occurred_at)

    @hears(GuestLinkRequested, only_news=True)
    async def mail_guest_link(event: GuestLinkRequested, session: AsyncSession) -> None:
        envelope = _envelope(f"{event.key}:{event.event_id}", GUEST_LINK, event.order)
        written = order_letter(GUEST_LINK, event.order, public_url)
        await _enqueue_if_wanted(session, envelope, GUEST_LINK, written, event.occurred_at)

    return [
        mail_for_identity, mail_for_order, mail_for_another_time, mail_for_reminder, mail_for_rating,
        mail_guest_link,
    ]  # fmt: skip


async def _mail_for(event: OrderEvent, source: str, public_url: str, session: AsyncSession) -> None:
    for letter in order_letters(event):
        envelope = _envelope(source, letter, event.order)
        if event.calendar:
            envelope.attachments.append(calendar_attachment(event.calendar))
        written = order_letter(letter, event.order, public_url, quoted(event, letter.side))
        await _enqueue_if_wanted(session, envelope, letter, written, event.occurred_at)


def _envelope(source: str, letter: OrderLetter, order: OrderFacts) -> Envelope:
    account_id = order.provider_id if letter.side == "provider" else order.client_id
    return Envelope(
        source=source,
        receiver=address_of(order, letter.side),
        template=letter.kind,
        account_id=account_id or None,
    )


async def _enqueue_if_wanted(
    session: AsyncSession, envelope: Envelope, letter: OrderLetter, written: Letter, at: datetime
) -> None:
    """An account may have switched such mail off, or be gone; a guest always gets it."""
    if not envelope.receiver:
        return
    if envelope.account_id:
        person = await person_of(session, envelope.account_id)
        if person.deleted or not wanted(person.channels, letter.subject, "email"):
            return
    await store.enqueue(session, envelope, written, at)
