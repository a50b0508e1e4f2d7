"""The mails that an event of an order sends, written for their readers (product.md 5.3)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from contracts.event import Event
from contracts.events.booking import (
    GuestLinkRequested,
    OrderEvent,
    OrderFacts,
    OrderMoved,
    OrderRequested,
    OtherTimeAsked,
    PlaceChanged,
    SessionFacts,
    TimeDeclined,
    TimeProposed,
)
from contracts.events.booking_ratings import RatingAnswered, RatingRequested, RatingWaits
from contracts.events.booking_reminders import FollowUpDue, ReminderDue

from notifications.alerts.notice import fact
from notifications.alerts.rules import step_of
from notifications.mail.attachments import Attachment, calendar_attachment
from notifications.mail.rules import (
    FOLLOW_UP,
    GUEST_LINK,
    RATING_ANSWERED,
    RATING_REQUESTED,
    RATING_WAITS,
    OrderMail,
    address_of,
    order_mails,
    other_time_mail,
    quoted,
    reminder_mails,
)
from notifications.mail.store import Envelope, WrittenMail
from notifications.mail.templates import render_order_mail
from notifications.mail_texts.rules import own_text
from notifications.preferences.rules import can_be_switched, wanted
from notifications.projections.store import Person
from notifications.templates.formatting import Reader
from notifications.unsubscribe.rules import unasked_link, unsubscribe_link


@dataclass(frozen=True, slots=True)
class _Draft:
    """A mail to one side of an order, before it is known how its reader reads.

    `when` is the time that it names; left out, it is that of the first session, or of the proposed one.
    """

    source: str
    mail: OrderMail
    order: OrderFacts
    quote: str = ""
    when: datetime | None = None
    not_after: datetime | None = None
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    free_times: Sequence[SessionFacts] = ()
    asks: bool = False
    """Whether a client who is reminded has not said yet that they come."""
    answer_key: str = ""
    """With it the links to a provider answer a request at once."""

    @property
    def account_id(self) -> str:
        """The account that it goes to; '' for a guest."""
        return self.order.provider_id if self.mail.side == "provider" else self.order.client_id


def mails_about_order(
    event: Event, known: Mapping[str, Person], public_url: str, stopped: Collection[str] = ()
) -> list[WrittenMail]:
    """The mails that the event sends to those who want them. `known` has the accounts of both sides; at the
    addresses in `stopped` nobody wants mails about what others entered for them.

    Deleted accounts, and those who switched such mails off, get none. Guests who asked always do.
    """
    wanted_by = [(each, known.get(each.account_id)) for each in _drafts(event)]
    return [
        _write(draft, reader, known.get(draft.order.provider_id), public_url)
        for draft, reader in wanted_by
        if _is_wanted(draft, reader) and not (_is_unasked(draft) and draft.order.client_email in stopped)
    ]


def _drafts(event: Event) -> Sequence[_Draft]:
    match event:
        case OrderEvent():
            return _of_change(event)
        case ReminderDue():
            # They are of no use once the session has started (product.md 4.15).
            source, starts_at = fact(event.key, event.event_id), event.session.starts_at
            return [
                _Draft(
                    source,
                    mail,
                    event.order,
                    when=starts_at,
                    not_after=starts_at,
                    asks=not event.session.coming,
                )
                for mail in reminder_mails(event)
            ]
        case OtherTimeAsked():
            source, mail = fact(event.key, event.event_id), other_time_mail(event)
            return [_Draft(source, mail, event.order, event.feedback, free_times=event.free_times)]
        case RatingRequested() | RatingWaits() | RatingAnswered() | FollowUpDue():
            return [_of_rating(event)]
        case GuestLinkRequested():
            return [_Draft(fact(event.key, event.event_id), GUEST_LINK, event.order)]
        case _:
            return []


def _of_rating(event: RatingRequested | RatingWaits | RatingAnswered | FollowUpDue) -> _Draft:
    """A rating can be asked for again; it waits, is answered, and is followed up, once."""
    match event:
        case FollowUpDue():
            return _Draft(fact(event.key, event.order.order_id), FOLLOW_UP, event.order)
        case RatingRequested():
            return _Draft(fact(event.key, event.event_id), RATING_REQUESTED, event.order, event.feedback)
        case RatingWaits():
            return _Draft(fact(event.key, event.order.order_id), RATING_WAITS[event.by], event.order)
        case RatingAnswered():
            source = fact(event.key, event.order.order_id)
            return _Draft(source, RATING_ANSWERED, event.order, event.answer)


def _of_change(event: OrderEvent) -> list[_Draft]:
    """An order, or one of its sessions, takes each step once. Time and place can change again and again."""
    again = isinstance(event, TimeProposed | TimeDeclined | OrderMoved | PlaceChanged)
    return [
        _Draft(
            source=fact(event.key, event.event_id if again else step_of(event)),
            mail=mail,
            order=event.order,
            quote=quoted(event, mail.side),
            when=event.session and event.session.starts_at,
            attachments=[calendar_attachment(event.calendar)] if event.calendar else [],
            answer_key=event.answer_key if isinstance(event, OrderRequested) else "",
        )
        for mail in order_mails(event)
    ]


def _is_wanted(draft: _Draft, reader: Person | None) -> bool:
    if not address_of(draft.order, draft.mail.side):
        return False
    if reader is None:
        return True
    subject = draft.mail.subject
    if reader.deleted or not wanted(reader.channels, subject, "email"):
        return False
    return not reader.suspended or subject == "appointments"


def _write(draft: _Draft, reader: Person | None, provider: Person | None, public_url: str) -> WrittenMail:
    mail, order = draft.mail, draft.order
    stop = unsubscribe_link(public_url, reader.id, mail.subject) if reader and _can_stop(mail) else ""
    if _is_unasked(draft):
        stop = unasked_link(public_url, order.client_email)
    envelope = Envelope(
        source=draft.source,
        receiver=address_of(order, mail.side),
        template=mail.kind,
        account_id=reader.id if reader else None,
        order_id=order.order_id,
        not_after=draft.not_after,
        unsubscribe=stop,
        attachments=draft.attachments,
    )
    reads = reader.reader if reader else Reader(order.client_language)
    # Somebody else may have the address that a provider typed: no words of theirs go there (product.md 5.3).
    unasked = _is_unasked(draft)
    own = own_text(provider.texts, mail.kind) if provider and mail.side == "client" and not unasked else None
    quote = "" if unasked else draft.quote
    content = render_order_mail(
        mail,
        order,
        public_url,
        quote,
        reads,
        draft.when,
        stop,
        draft.free_times,
        own,
        asks=draft.asks,
        answer_key=draft.answer_key,
    )
    return WrittenMail(envelope, content)


def _is_unasked(draft: _Draft) -> bool:
    """Whether it goes to an address that only the provider says is the client's."""
    return draft.mail.side == "client" and not draft.order.address_proven


def _can_stop(mail: OrderMail) -> bool:
    return can_be_switched(mail.subject)
