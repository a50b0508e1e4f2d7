"""The mail of a provider's day: its sessions, and what waits for an answer (product.md 4.23)."""

from datetime import datetime, time
from typing import Final

from chassis.db import Transaction
from contracts.events.booking_reminders import DaySession, DaySummaryDue, WaitingRequest
from contracts.zones import zone_named

from notifications.alerts.addresses import SCHEDULE
from notifications.alerts.notice import fact
from notifications.mail.store import Envelope, enqueue
from notifications.preferences.rules import Subject, wanted
from notifications.projections.store import Person, person_of
from notifications.templates.formatting import (
    Reader,
    format_clock_span,
    format_day,
    format_moment,
    format_services,
    name_or_former_member,
)
from notifications.templates.mails import MailDetail, MailParts, render_mail
from notifications.templates.translations import fill, translations
from notifications.unsubscribe.rules import unsubscribe_link

KIND: Final = "day_summary"
_SUBJECT: Final[Subject] = "summary"
_BETWEEN: Final = " · "


async def mail_day_summary(tx: Transaction, event: DaySummaryDue, public_url: str) -> None:
    """Queue the mail of the day, once for each provider and day. A suspended or deleted one gets none."""
    provider = await person_of(tx, event.provider_id)
    if not provider.email or provider.deleted or provider.suspended:
        return
    if not wanted(provider.channels, _SUBJECT, "email"):
        return
    reader = Reader(provider.language, event.timezone, provider.hour_cycle)
    link = unsubscribe_link(public_url, provider.id, _SUBJECT)
    envelope = Envelope(
        source=fact(event.key, f"{event.provider_id}:{event.day.isoformat()}"),
        receiver=provider.email,
        template=KIND,
        account_id=provider.id,
        not_after=event.until,
        unsubscribe=link,
    )
    parts = MailParts(
        link=f"{public_url.rstrip('/')}{SCHEDULE}/today",
        details=summary_details(event, reader),
        zone_note=_zone_note(provider, event, reader),
        unsubscribe=link,
    )
    noon = datetime.combine(event.day, time(12), zone_named(event.timezone))
    content = render_mail(KIND, {"day": format_day(noon, reader)}, parts, reader.language)
    await enqueue(tx, envelope, content, event.occurred_at)


def summary_details(event: DaySummaryDue, reader: Reader) -> tuple[MailDetail, ...]:
    """The sessions of the day, one on each line, and what waits."""
    labels = translations(reader.language).labels
    today = [_session(each, reader) for each in event.sessions] or [labels["nothing_today"]]
    waiting = [_waiting(each, reader) for each in event.waiting]
    rows = [
        (labels["today"], [*today, _more(event.more_sessions, reader)]),
        (labels["waiting"], [*waiting, _more(event.more_waiting, reader)]),
    ]
    return tuple(MailDetail(label, tuple(filter(None, lines))) for label, lines in rows if any(lines))


def _session(session: DaySession, reader: Reader) -> str:
    labels = translations(reader.language).labels
    return _line(
        format_clock_span(session.starts_at, session.ends_at, reader),
        name_or_former_member(session.client_name, reader.language),
        format_services(session.services, reader.language),
        labels.get(session.delivery_mode, "") if session.delivery_mode == "remote" else "",
        session.place,
        labels["coming"] if session.coming else "",
    )


def _waiting(request: WaitingRequest, reader: Reader) -> str:
    return _line(
        name_or_former_member(request.client_name, reader.language),
        format_services(request.services, reader.language),
        format_moment(request.starts_at, reader),
    )


def _line(*parts: str) -> str:
    """The parts on one line, without those that are empty."""
    return _BETWEEN.join(filter(None, (" ".join(each.split()) for each in parts)))


def _more(count: int, reader: Reader) -> str:
    common = translations(reader.language).common
    return fill(common.and_more, {}, count, reader.language) if count else ""


def _zone_note(provider: Person, event: DaySummaryDue, reader: Reader) -> str:
    """In which zone the times are, where the provider's devices are in another one."""
    if provider.timezone in {"", event.timezone}:
        return ""
    zone = event.timezone.replace("_", " ")
    return fill(translations(reader.language).labels["times_in"], {"zone": zone}, language=reader.language)
