"""Mails about what the staff decide and answer, and the text that a reported message carries."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from chassis.ids import new_id
from contracts.events.booking import OrderAccepted
from contracts.events.identity import AccountDeleted
from contracts.events.notifications import AlertRaised, MessageEvidenceKept
from contracts.events.profiles import BlockChanged, UserRequestAnswered
from contracts.events.profiles_moderation import AccountWarned, ReportClosed, ReportFiled, StandingChanged
from testkit.event_recorder import EventRecorder

from services.notifications.tests.conftest import NOON, PUBLIC_URL, Caller, order, registered
from services.notifications.tests.service.test_mail import mailbox

pytestmark = pytest.mark.service
As = Callable[[str], Caller]


async def mail_of(client: httpx.AsyncClient) -> dict[str, Any]:
    """The one mail in the mailbox."""
    (mail,) = await mailbox(client, 1)
    return mail


def report(reporter_id: str, reported_id: str, issue_id: str) -> ReportFiled:
    """A report about a message."""
    return ReportFiled(
        report_id=new_id(),
        reporter_id=reporter_id,
        reported_id=reported_id,
        report_type="messages",
        issue_id=issue_id,
        title="Abuse & Harassment",
        filed_at=NOON,
    )


async def test_a_warning_names_the_concern_and_quotes_the_staff(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    who = new_id()
    warned = AccountWarned(warning_id=new_id(), account_id=who, title="Spam", note="One post a day will do.")
    await published.tell(registered(who, "Nadia Kessler"), warned)
    text = (await mail_of(client))["text"]
    assert "It is about: Spam" in text
    assert "A word from us:\nOne post a day will do." in text
    assert f"{PUBLIC_URL}/user_request?topic=appeal" in text


async def test_a_suspension_shows_the_way_to_an_appeal(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    who = new_id()
    await published.tell(
        registered(who, "Nadia Kessler"),
        StandingChanged(account_id=who, suspended=True, title="Spam", note="", revision=1),
    )
    mail = await mail_of(client)
    assert (mail["to"], mail["subject"]) == ("nadia@example.com", "Your account is suspended")
    assert f"{PUBLIC_URL}/user_request?topic=appeal" in mail["text"]
    assert "A word from us" not in mail["text"]
    assert (await caller(who).alerts())["alerts_list"] == []


def answered(account_id: str, to: str) -> UserRequestAnswered:
    """The staff's answer to a question."""
    return UserRequestAnswered(
        request_id=new_id(), account_id=account_id, to=to, name="Olu", language="english", topic="support",
        question="How do I pay?", answer="At the appointment.\n<b>In cash</b>.",
    )  # fmt: skip


async def test_a_deleted_account_gets_no_answer(client: httpx.AsyncClient, published: EventRecorder) -> None:
    account_id = new_id()
    await published.tell(registered(account_id, "Olu Ade", email="gone@example.com"))
    await published.tell(AccountDeleted(account_id=account_id))
    await published.tell(answered(account_id, "gone@example.com"), answered("", "olu@example.com"))
    assert (await mail_of(client))["to"] == "olu@example.com"


async def test_an_answer_stands_beside_its_question(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    who = new_id()
    await published.tell(registered(who, "Olu Ade"), answered(who, "olu@example.com"))
    mail = await mail_of(client)
    assert mail["to"] == "olu@example.com"
    assert "You asked: How do I pay?" in mail["text"]
    assert "Our answer:\nAt the appointment.\n<b>In cash</b>." in mail["text"]
    assert "<b>" not in mail["html"]
    assert "You get this mail because you wrote to us." in mail["text"]


@pytest.mark.parametrize("account", [{}, {"verified": False}, {"email": "moved@example.com"}])
async def test_an_address_that_is_not_proven_gets_the_answer_alone(
    client: httpx.AsyncClient, published: EventRecorder, account: dict[str, object]
) -> None:
    who = new_id() if account else ""
    if account:
        await published.tell(registered(who, "Olu Ade", **account))
    await published.tell(answered(who, "olu@example.com"))
    text = (await mail_of(client))["text"]
    assert "Our answer:\nAt the appointment." in text
    assert "How do I pay?" not in text
    assert "Olu" not in text


@pytest.fixture
async def pair(client: httpx.AsyncClient, published: EventRecorder, caller: As) -> tuple[Caller, Caller]:
    """Grace and Nadia, who may write to each other."""
    facts = order()
    await published.tell(
        registered(facts.client_id, "Grace Osei"), registered(facts.provider_id, "Nadia Haddad")
    )
    await published.tell(OrderAccepted(order=facts, actor="provider"))
    return caller(facts.client_id), caller(facts.provider_id)


async def test_a_reported_message_is_told_with_five_before_and_after(
    pair: tuple[Caller, Caller], published: EventRecorder
) -> None:
    grace, nadia = pair
    sent: list[dict[str, Any]] = []
    for number in range(14):
        one, other = (grace, nadia) if number % 2 else (nadia, grace)
        answer = await one.post("send_message", iv_owner_id=other.id, iv_text=f"number {number}")
        sent.append(answer.json()["data"]["message"])
    await published.tell(BlockChanged(blocker_id=grace.id, blocked_id=nadia.id, blocked=True, revision=1))
    filed = report(grace.id, nadia.id, sent[8]["message_id"])
    await published.tell(filed)
    kept = await published.first(MessageEvidenceKept)
    assert kept.report_id == filed.report_id
    assert kept.evidence == {
        "conversation_id": sent[8]["conversation_id"],
        "message_id": sent[8]["message_id"],
        "messages": [
            {name: each[name] for name in ("message_id", "sender_id", "text", "sent_at")} for each in sent[3:]
        ],
    }


async def test_what_the_reported_account_did_not_write_to_the_reporter_is_no_evidence(
    pair: tuple[Caller, Caller], published: EventRecorder
) -> None:
    grace, nadia = pair
    answer = await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Hello")
    message_id = answer.json()["data"]["message"]["message_id"]
    stranger = new_id()
    await published.tell(
        report(grace.id, nadia.id, message_id),
        report(stranger, grace.id, message_id),
        report(nadia.id, stranger, message_id),
        report(nadia.id, grace.id, "no such message"),
    )
    kept = await published.wait_for(MessageEvidenceKept, 4)
    assert [each.evidence for each in kept] == [{}] * 4


async def test_only_reports_of_messages_are_answered_here(
    pair: tuple[Caller, Caller], published: EventRecorder
) -> None:
    grace, nadia = pair
    answer = await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Hello")
    message = report(nadia.id, grace.id, answer.json()["data"]["message"]["message_id"])
    post = report(nadia.id, grace.id, "a post").model_copy(update={"report_type": "posts"})
    await published.tell(post, message)
    kept = await published.wait_for(MessageEvidenceKept)
    assert [each.report_id for each in kept] == [message.report_id]


async def test_who_is_deleted_hears_nothing(client: httpx.AsyncClient, published: EventRecorder) -> None:
    who = new_id()
    await published.tell(registered(who, "Nadia"), AccountDeleted(account_id=who))
    await published.tell(StandingChanged(account_id=who, suspended=True, title="", note="", revision=1))
    closed = ReportClosed(
        report_id=new_id(), reporter_id="", reported_id=new_id(), report_type="posts", title="Spam",
        outcome="no_action", closed_at=NOON,
    )  # fmt: skip
    await published.tell(closed)  # of a report whose reporter left
    assert published.of(AlertRaised) == []
    other = new_id()
    await published.tell(registered(other, "Grace"))
    await published.tell(StandingChanged(account_id=other, suspended=True, title="", note="", revision=1))
    assert (await mail_of(client))["to"] == "grace@example.com", "the one mail there is"
