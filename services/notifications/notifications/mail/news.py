"""Mails about news that nobody has seen in the app: unread messages, a circle that grows (product.md 5.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from contracts.events.profiles import CircleChanged

from notifications.alerts.addresses import conversation_address, person_address
from notifications.mail.store import Envelope, enqueue
from notifications.messages import unread_store
from notifications.preferences.rules import Subject, wanted
from notifications.projections import store as projections
from notifications.projections.store import Person, are_blocked, people_of
from notifications.templates.formatting import format_people, one_line_name
from notifications.templates.mails import MailParts, MailQuote, render_mail
from notifications.templates.translations import fill, translations
from notifications.unsubscribe.rules import unsubscribe_link

UNREAD_FOR: Final = timedelta(minutes=10)
"""Messages that have waited so long are mailed."""
CIRCLE_PAUSE: Final = timedelta(days=1)
"""A provider is mailed about their circle at most once in this time."""
AT_ONCE: Final = 100
"""How many mails one run queues; the next one goes on."""
LONGEST_QUOTE: Final = 300


@dataclass(frozen=True, slots=True)
class _News:
    """A mail of news before the language of its reader is known. `address` is where its button leads."""

    template: str
    source: str
    subject: Subject
    words: Mapping[str, str]
    address: str
    quote: MailQuote | None = None


async def note_addition(tx: Transaction, event: CircleChanged) -> None:
    """Note a new interest, of which a mail tells later. The same person within a day is no news."""
    at = event.occurred_at
    await projections.mark_added(tx, event.account_id, event.provider_id, at, at - CIRCLE_PAUSE)


async def mail_unread_messages(tx: Transaction, now: datetime, public_url: str) -> None:
    """Queue one mail to each reader of messages unread for ten minutes; no other until they have read.

    Nothing is mailed of who is suspended, deleted or behind a block.
    """
    for side in await unread_store.lock_unread_since(tx, now - UNREAD_FOR, AT_ONCE):
        await unread_store.mark_mailed(tx, side.account_id, side.conversation_id, now)
        known = await people_of(tx, [side.account_id, side.other_id])
        reader, sender = known[side.account_id], known[side.other_id]
        if not _wants(reader, "messages") or not await _may_be_named(tx, reader, sender):
            continue
        text = await unread_store.newest_text_of(tx, side.conversation_id, sender.id)
        name = one_line_name(sender.name)
        labels = translations(reader.language).labels
        wrote = fill(labels["note"], {"name": name}, language=reader.language)
        news = _News(
            template="messages_unread",
            source=f"messages.unread:{side.conversation_id}:{side.unread_since.isoformat()}",
            subject="messages",
            words={"name": name},
            address=conversation_address(side.conversation_id),
            quote=MailQuote(wrote, _shortened(text)) if text.strip() else None,
        )
        await _queue(tx, reader, news, now, public_url)


async def mail_circle_additions(tx: Transaction, now: datetime, public_url: str) -> None:
    """Queue one mail to each provider whom somebody added: of all since the last, at most once a day."""
    for provider_id in await projections.grown_circles(tx, now - CIRCLE_PAUSE, AT_ONCE):
        added_by = await projections.take_additions(tx, provider_id, now)
        known = await people_of(tx, [provider_id, *added_by])
        provider = known[provider_id]
        if not _wants(provider, "circle"):
            continue
        people = [known[each] for each in added_by if await _may_be_named(tx, provider, known[each])]
        if not people:
            continue
        who = format_people([person.name for person in people], provider.language)
        news = _News(
            template="circle_grown",
            source=f"circle.grown:{provider_id}:{now.isoformat()}",
            subject="circle",
            words={"who": who},
            address=person_address(people[0] if len(people) == 1 else None, ()),
        )
        await _queue(tx, provider, news, now, public_url)


def _wants(person: Person, subject: Subject) -> bool:
    listening = bool(person.email) and not person.deleted and not person.suspended
    return listening and wanted(person.channels, subject, "email")


async def _may_be_named(tx: Transaction, reader: Person, other: Person) -> bool:
    """Whether a mail to the reader may speak of the other person."""
    known = bool(other.name) and not other.deleted and not other.suspended
    return known and not await are_blocked(tx, reader.id, other.id)


def _shortened(text: str) -> str:
    text = text.strip()
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1].rstrip() + "…"


async def _queue(tx: Transaction, reader: Person, news: _News, now: datetime, public_url: str) -> None:
    link = unsubscribe_link(public_url, reader.id, news.subject)
    parts = MailParts(link=f"{public_url.rstrip('/')}{news.address}", quote=news.quote, unsubscribe=link)
    content = render_mail(news.template, news.words, parts, reader.language)
    envelope = Envelope(news.source, reader.email, news.template, reader.id, unsubscribe=link)
    await enqueue(tx, envelope, content, now)
