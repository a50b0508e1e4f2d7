"""Notifies accounts of decisions of the staff, and the staff of new work (product.md 7.3, 9)."""

from chassis.db import Transaction
from contracts.event import Event
from contracts.events.profiles import UserRequestAnswered, UserRequestFiled
from contracts.events.profiles_moderation import ReportFiled, StandingChanged

from notifications.alerts.create_alert import create_alert
from notifications.mail.store import Envelope, enqueue
from notifications.projections.store import person_of, staff_ids
from notifications.safety.rules import answer_notice, decision_of, staff_notice
from notifications.safety.templates import render_answer, render_decision


async def alert_staff(tx: Transaction, event: ReportFiled | UserRequestFiled) -> None:
    """Alert each of the staff of what waits for them."""
    for staff_id in await staff_ids(tx):
        notice = staff_notice(event, staff_id)
        if notice is not None:
            await create_alert(tx, notice, event.occurred_at)


async def notify_of_decision(tx: Transaction, event: Event, public_url: str) -> None:
    """Alert and mail the account that a decision concerns. None of it can be switched off.

    A suspended account hears of its own standing alone (product.md 7.4). Raises `LookupError` for an event
    that is no decision.
    """
    decision = decision_of(event)
    if not decision.account_id:
        return  # who reported it has left
    person = await person_of(tx, decision.account_id)
    if person.deleted or (person.suspended and not isinstance(event, StandingChanged)):
        return
    notice = decision.notice()
    if notice is not None:
        await create_alert(tx, notice, event.occurred_at)
    receiver = decision.to or person.email
    if receiver:
        envelope = Envelope(decision.source, receiver, decision.mail, decision.account_id)
        content = render_decision(decision, public_url, person.language)
        await enqueue(tx, envelope, content, event.occurred_at)


async def notify_of_answer(tx: Transaction, event: UserRequestAnswered, public_url: str) -> None:
    """Mail the staff's answer to the person who made the request, and alert their account.

    A suspended account is answered too: its request may be an appeal. The question is quoted only to an
    account's confirmed address: any other may be that of somebody who never asked (product.md 5.3).
    """
    person = await person_of(tx, event.account_id)
    if person.deleted:
        return
    is_proven = person.confirmed and person.email == event.to
    source = f"{event.key}:{event.request_id}"
    envelope = Envelope(source, event.to, "request_answered", event.account_id or None)
    content = render_answer(event, public_url, quotes_question=is_proven)
    await enqueue(tx, envelope, content, event.occurred_at)
    notice = answer_notice(event)
    if notice is not None:
        await create_alert(tx, notice, event.occurred_at)
