"""What the staff decide is told to whom it concerns, and what waits for the staff to them."""

from chassis.db import Transaction
from chassis.events import Consumer, subscribe
from contracts.event import Event
from contracts.events.profiles import (
    AccountWarned,
    PostStandingChanged,
    ReportClosed,
    ReportFiled,
    StandingChanged,
    UserRequestAnswered,
    UserRequestFiled,
    VerificationDecided,
)

from notifications.alerts.create_alert import create_alert
from notifications.mail.store import Envelope, enqueue
from notifications.projections.store import person_of, staff_ids
from notifications.safety.rules import answer_notice, decision_of, staff_notice
from notifications.safety.templates import render_answer, render_decision


@subscribe(ReportFiled, UserRequestFiled, only_news=True)
async def alert_staff(event: ReportFiled | UserRequestFiled, tx: Transaction) -> None:
    """Everybody of the staff sees what waits for them."""
    for staff_id in await staff_ids(tx):
        notice = staff_notice(event, staff_id)
        if notice is not None:
            await create_alert(tx, notice, event.occurred_at)


def consumers(public_url: str) -> list[Consumer]:
    """What is told when; links in letters start with `public_url`. None of it can be switched off."""

    @subscribe(
        ReportClosed, AccountWarned, PostStandingChanged, VerificationDecided, StandingChanged,
        only_news=True,
    )  # fmt: skip
    async def tell_decision(event: Event, tx: Transaction) -> None:
        decision = decision_of(event)
        person = await person_of(tx, decision.account_id)
        quiet = person.suspended and not isinstance(event, StandingChanged)
        if person.deleted or quiet:
            return
        notice = decision.notice()
        if notice is not None:
            await create_alert(tx, notice, event.occurred_at)
        if person.email:
            envelope = Envelope(decision.source, person.email, decision.mail, decision.account_id)
            mail = render_decision(decision, public_url, person.language)
            await enqueue(tx, envelope, mail, event.occurred_at)

    @subscribe(UserRequestAnswered, only_news=True)
    async def tell_answer(event: UserRequestAnswered, tx: Transaction) -> None:
        """The answer is mailed to whoever asked: also to who is suspended, for an appeal is one."""
        if event.account_id and (await person_of(tx, event.account_id)).deleted:
            return
        source = f"{event.key}:{event.request_id}"
        envelope = Envelope(source, event.to, "request_answered", event.account_id or None)
        await enqueue(tx, envelope, render_answer(event, public_url), event.occurred_at)
        notice = answer_notice(event)
        if notice is not None:
            await create_alert(tx, notice, event.occurred_at)

    return [alert_staff, tell_decision, tell_answer]
