"""Mails: queued with the event, sent at least once, to the mailbox or to a real mail server."""

import asyncio
import hashlib
import re
from datetime import timedelta
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from chassis import worker
from chassis.clock import utc_now
from chassis.db import Database
from chassis.ids import new_id
from client.api_client import eventually
from contracts.events.booking import (
    GuestLinkRequested,
    OrderAccepted,
    OrderCancelled,
    OrderRequested,
    SessionFacts,
)
from contracts.events.booking_ratings import RatingRequested
from contracts.events.booking_reminders import ReminderDue
from contracts.events.identity import AccountDeleted, MailRequested, PreferencesChanged
from contracts.events.profiles import UserRequestAnswered
from notifications.app import create_app
from notifications.mail.models import MailRow
from notifications.settings import NotificationsSettings
from sqlalchemy import case, func, select, update
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import ServiceApp

from services.notifications.tests.conftest import (
    CALENDAR,
    PUBLIC_URL,
    MailServer,
    guest_order,
    order,
    with_mail_server,
)
from services.notifications.tests.event_case import FAR_AWAY

pytestmark = pytest.mark.service


def code_mail(to: str = "olu@example.com", *, lives: timedelta = timedelta(minutes=10)) -> MailRequested:
    """A guest's code."""
    return MailRequested(kind="guest_code", to=to, name="Olu", code="042424", expires_at=utc_now() + lives)


def answer_mail() -> UserRequestAnswered:
    """An answer of the staff to Olu. It is no code, so it comes after whatever was queued before it."""
    return UserRequestAnswered(
        request_id=new_id(),
        account_id="",
        to="olu@example.com",
        name="Olu",
        language="english",
        topic="support",
        question="Does it work?",
        answer="It does.",
    )


async def mailbox(client: httpx.AsyncClient, count: int) -> list[dict[str, Any]]:
    """The mailbox, the newest mail first, once `count` mails lie in it."""

    async def mails() -> list[dict[str, Any]] | None:
        found = (await client.get("/dev/mail.json")).json()
        return found if len(found) >= count else None

    return await eventually(mails, f"{count} mails")


@pytest.fixture
def without_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that start from now on do not poll: only a commit wakes them."""
    monkeypatch.setattr(worker, "POLL_SECONDS", 600.0)


@pytest.mark.usefixtures("without_poll")
async def test_a_session_that_has_begun_is_not_reminded_of(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    begun = SessionFacts(slot_id="a", starts_at=utc_now() - timedelta(minutes=1), ends_at=FAR_AWAY)
    await published.tell(ReminderDue(order=guest_order(provider_email=""), session=begun, hours_ahead=1))
    await published.tell(code_mail())
    (mail,) = await mailbox(client, 1)
    assert "042424" in mail["text"]


async def test_the_commit_itself_sends_a_code_to_the_mailbox(
    service_app: ServiceApp, database_url: str, published: EventRecorder
) -> None:
    settings = NotificationsSettings(database_url=database_url, public_url=PUBLIC_URL, drain_seconds=2)
    client = await service_app(create_app, settings)
    await mailbox(client, 0)
    await published.tell(code_mail())
    (mail,) = await mailbox(client, 1)
    assert (mail["to"], mail["subject"]) == ("olu@example.com", "Your code for booking")
    assert "042424" in mail["text"].splitlines()
    assert "042424" in mail["html"]
    assert set(mail) == {"to", "subject", "text", "html", "created_at", "attachments"}
    page = await client.get("/dev/mail")
    assert page.headers["content-type"].startswith("text/html")
    assert "sandbox" in page.text
    assert "olu@example.com" in page.text


async def test_an_accepted_order_mails_both_sides_the_calendar(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    facts = guest_order()
    event = OrderAccepted(order=facts, actor="provider", feedback="Bring a towel.", calendar=CALENDAR)
    again = event.model_copy(update={"event_id": new_id()})
    await published.tell(event, event, again)
    await mailbox(client, 2)
    await published.tell(code_mail())
    last, *both = await mailbox(client, 3)
    assert last["to"] == "olu@example.com"
    mails = {mail["to"]: mail for mail in both}
    assert (len(both), set(mails)) == (2, {"nadia@example.com", "grace@example.com"})
    for mail in mails.values():
        assert mail["attachments"] == [
            {"filename": "appointment.ics", "content_type": "text/calendar", "content": CALENDAR.content}
        ]
    assert "Bring a towel." in mails["grace@example.com"]["text"]
    assert "Bring a towel." not in mails["nadia@example.com"]["text"]
    assert facts.guest_link in mails["grace@example.com"]["text"]
    link = f"{PUBLIC_URL}/schedule_manager/upcoming_schedule?dialog=booking&booking={facts.order_id}"
    assert link in mails["nadia@example.com"]["text"]


async def test_newest_first(client: httpx.AsyncClient, published: EventRecorder) -> None:
    await published.tell(OrderRequested(order=guest_order(client_email="a@example.com"), actor="client"))
    await mailbox(client, 2)
    await published.tell(RatingRequested(order=guest_order(), feedback="Please rate us"))
    await mailbox(client, 3)
    await published.tell(GuestLinkRequested(order=guest_order()))
    subjects = [mail["subject"] for mail in await mailbox(client, 4)]
    assert subjects[:2] == ["Your appointment with Nadia Kessler", "How was it with Nadia Kessler?"]


async def test_preferences_and_deletion_stop_mail(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    quiet, gone = order(), order()
    off = {"appointments": {"email": False}}
    await published.tell(PreferencesChanged(account_id=quiet.provider_id, channels=off, revision=1))
    await published.tell(AccountDeleted(account_id=gone.client_id))
    await published.tell(OrderRequested(order=quiet, actor="client"))
    await published.tell(OrderCancelled(order=gone, actor="provider"))
    await mailbox(client, 2)
    await published.tell(answer_mail())
    assert sorted(mail["subject"] for mail in await mailbox(client, 3)) == [
        "Our answer to your request",
        "You cancelled: Grace Wanjiru, First assessment, Wed 25 Nov, 11:00",
        "Your request to Nadia Kessler is on its way",
    ]


async def test_a_code_that_ran_out_is_not_sent(client: httpx.AsyncClient, published: EventRecorder) -> None:
    await published.tell(code_mail(lives=timedelta(seconds=-1)))
    await published.tell(code_mail("later@example.com"))
    (mail,) = await mailbox(client, 1)
    assert mail["to"] == "later@example.com"


async def test_a_real_server_takes_the_mail(
    service_app: ServiceApp, database_url: str, published: EventRecorder, mail_server: MailServer, port: int
) -> None:
    client = await with_mail_server(service_app, database_url, port)
    await published.tell(OrderAccepted(order=guest_order(), actor="provider", calendar=CALENDAR))

    async def both() -> bool:
        return len(mail_server.accepted) == 2

    await eventually(both)
    message = next(each for each in mail_server.accepted if each["To"] == "grace@example.com")
    assert message["From"] == "Openhours <hello@openhours.example>"
    assert message["Message-ID"].endswith("@openhours.example>")
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "text/calendar",
        "text/calendar",
    ]
    invitation, file = (part for part in message.walk() if part.get_content_type() == "text/calendar")
    assert invitation.get_param("method") == "REQUEST"
    assert file.get_filename() == "appointment.ics"
    assert (await client.get("/dev/mail")).status_code == 404
    missing = await client.get("/dev/mail.json")
    assert (missing.status_code, missing.json()["status"]) == (404, False)


async def test_a_mail_that_can_be_stopped_says_so_in_its_head(
    service_app: ServiceApp, database_url: str, published: EventRecorder, mail_server: MailServer, port: int
) -> None:
    await with_mail_server(service_app, database_url, port)
    await published.tell(OrderAccepted(order=guest_order(), actor="provider"), code_mail())

    async def all_three() -> bool:
        return len(mail_server.accepted) == 3

    await eventually(all_three)
    assert any(b"\r\nList-Unsubscribe: <https://" in raw for raw in mail_server.raw), "not as encoded words"
    heads = {message["To"]: message for message in mail_server.accepted}
    link = heads["nadia@example.com"]["List-Unsubscribe"]
    assert re.fullmatch(rf"<{PUBLIC_URL}/unsubscribe\?token=[\w-]+~[\w-]{{43}}\.appointments>", link)
    assert heads["nadia@example.com"]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    for to in ("grace@example.com", "olu@example.com"):  # a guest's mail, and a code
        assert heads[to]["List-Unsubscribe"] is None
        assert heads[to]["List-Unsubscribe-Post"] is None


async def test_a_sent_mail_keeps_neither_words_nor_address(
    service_app: ServiceApp, database_url: str, published: EventRecorder, mail_server: MailServer, port: int
) -> None:
    await with_mail_server(service_app, database_url, port)
    await published.tell(code_mail())
    database = Database(database_url)

    async def sent() -> bool:
        async with database.reading() as tx:
            row = await tx.session.scalar(select(MailRow).where(MailRow.sent_at.is_not(None)))
            return row is not None and (row.receiver, row.text, row.html, row.subject) == ("", "", "", "")

    await eventually(sent)
    await database.close()
    assert len(mail_server.accepted) == 1


async def test_mail_waits_for_a_server_that_is_away(
    service_app: ServiceApp, database_url: str, published: EventRecorder, port: int
) -> None:
    await with_mail_server(service_app, database_url, port)
    await published.tell(code_mail())
    database = Database(database_url)

    async def tried() -> bool:
        async with database.reading() as tx:
            return await tx.session.scalar(select(MailRow.attempts)) == 1

    await eventually(tried)
    kept = MailServer()
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    async with database.writing() as tx:
        await tx.session.execute(update(MailRow).values(next_attempt_at=utc_now()))

    async def arrived() -> bool:
        return len(kept.accepted) == 1

    await eventually(arrived)
    await asyncio.to_thread(controller.stop)
    await database.close()


async def test_a_code_does_not_wait_behind_other_mails(
    service_app: ServiceApp, database_url: str, published: EventRecorder, port: int
) -> None:
    await with_mail_server(service_app, database_url, port)
    await published.tell(OrderAccepted(order=guest_order(), actor="provider"), code_mail())
    database = Database(database_url)

    async def all_tried() -> bool:
        async with database.reading() as tx:
            return list(await tx.session.scalars(select(MailRow.attempts))) == [1, 1, 1]

    await eventually(all_tried)
    kept = MailServer()
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    async with database.writing() as tx:
        waited = case((MailRow.not_after.is_(None), timedelta(hours=1)), else_=timedelta(0))
        await tx.session.execute(update(MailRow).values(next_attempt_at=func.now() - waited))

    async def all_arrived() -> bool:
        return len(kept.accepted) == 3

    await eventually(all_arrived)
    assert kept.accepted[0]["To"] == "olu@example.com", "the code, though the others have waited longer"
    await asyncio.to_thread(controller.stop)
    await database.close()


async def test_a_refusal_for_now_is_tried_again_and_one_for_good_is_not(
    service_app: ServiceApp, database_url: str, published: EventRecorder, mail_server: MailServer, port: int
) -> None:
    await with_mail_server(service_app, database_url, port)
    mail_server.refusals.append("451 try again")
    await published.tell(code_mail("later@example.com"))
    database = Database(database_url)

    async def state(to: str) -> MailRow | None:
        key = hashlib.sha256(to.encode()).hexdigest()
        async with database.reading() as tx:
            return await tx.session.scalar(select(MailRow).where(MailRow.receiver_key == key))

    async def postponed() -> bool:
        row = await state("later@example.com")
        return row is not None and row.attempts == 1 and row.given_up_at is None

    await eventually(postponed)
    await published.tell(code_mail("nobody@example.com"))

    async def given_up() -> bool:
        row = await state("nobody@example.com")
        return row is not None and row.given_up_at is not None

    await eventually(given_up)
    row = await state("nobody@example.com")
    assert row is not None
    assert row.last_error == "Undeliverable: refused with 550"
    assert "042424" in row.text, "the staff may send it again"
    await database.close()
