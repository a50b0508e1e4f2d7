"""Failed mails: the staff and a command list them and send them again."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.ids import new_id
from client.api_client import eventually
from contracts.events.booking import OrderAccepted
from notifications.mail import command, failed_mails
from notifications.mail.models import MailRow
from notifications.settings import NotificationsSettings
from sqlalchemy import select
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

from services.notifications.tests.conftest import MailServer, guest_order, with_mail_server
from services.notifications.tests.service.test_mail import code_mail

pytestmark = pytest.mark.service
REFUSED = "554 not from you"


class StaffClient:
    """Calls the service as one of the staff."""

    def __init__(self, client: httpx.AsyncClient, tokens: Tokens) -> None:
        self._client = client
        self._headers = tokens.bearer(tokens.staff("boss"))

    async def failed(self, **query: object) -> dict[str, Any]:
        """A page of the list."""
        query_of = {name: str(value) for name, value in query.items()}
        answer = await self._client.get("/api/staff_get_failed_mails", params=query_of, headers=self._headers)
        assert answer.status_code == 200, answer.text
        return answer.json()["data"]

    async def when_failed(self, count: int) -> list[dict[str, Any]]:
        """The list once `count` mails are in it."""

        async def failed() -> list[dict[str, Any]] | None:
            mails = (await self.failed())["mails"]
            return mails if len(mails) >= count else None

        return await eventually(failed, f"{count} failed mails")

    async def retry(self, mail_id: object) -> httpx.Response:
        """Ask for one more try."""
        body = {"iv_mail_id": mail_id}
        return await self._client.post("/api/staff_retry_mail", json=body, headers=self._headers)


@pytest.fixture
async def served(service_app: ServiceApp, database_url: str, port: int) -> httpx.AsyncClient:
    """The service, connected to the mail server."""
    return await with_mail_server(service_app, database_url, port)


@pytest.fixture
def staff(served: httpx.AsyncClient, tokens: Tokens) -> StaffClient:
    """The staff."""
    return StaffClient(served, tokens)


async def test_the_staff_see_what_failed_and_send_it_again(
    staff: StaffClient, published: EventRecorder, mail_server: MailServer
) -> None:
    assert await staff.failed() == {"mails": [], "next_cursor": None}
    mail_server.refusals.append(REFUSED)
    await published.tell(OrderAccepted(order=guest_order(provider_email=""), actor="provider"))
    (mail,) = await staff.when_failed(1)
    assert (mail["template"], mail["to"]) == ("order_accepted_client", "g…@example.com")
    assert (mail["reason"], mail["attempts"]) == ("Undeliverable: refused with 554", 1)
    assert mail["given_up_at"].endswith("Z")
    answer = await staff.retry(mail["mail_id"])
    assert (answer.status_code, answer.json()["data"]) == (200, {"mail_id": mail["mail_id"]})
    await eventually(lambda: len(mail_server.accepted) >= 1)
    assert mail_server.accepted[0]["Subject"] == "Nadia Kessler accepted: First assessment, Wed 25 Nov, 13:00"
    assert (await staff.failed())["mails"] == []
    assert (await staff.retry(mail["mail_id"])).status_code == 404, "it was sent"


async def test_the_list_is_paged(
    staff: StaffClient, published: EventRecorder, mail_server: MailServer
) -> None:
    mail_server.refusals += [REFUSED] * 5
    for number in range(5):
        await published.tell(code_mail(f"olu{number}@example.com"))
    whole = await staff.when_failed(5)
    first = await staff.failed(limit=2)
    second = await staff.failed(limit=2, cursor=first["next_cursor"])
    third = await staff.failed(limit=2, cursor=second["next_cursor"])
    assert first["mails"] + second["mails"] + third["mails"] == whole
    assert third["next_cursor"] is None
    assert [mail["mail_id"] for mail in whole] == sorted((mail["mail_id"] for mail in whole), reverse=True)


async def test_only_the_staff_may(served: httpx.AsyncClient, tokens: Tokens) -> None:
    for bearer, status in (
        ({}, 401),
        (tokens.bearer(tokens.guest("g", "Gus", "gus@example.com")), 401),
        (tokens.bearer(tokens.account("a")), 403),
    ):
        looked = await served.get("/api/staff_get_failed_mails", headers=bearer)
        tried = await served.post("/api/staff_retry_mail", json={"iv_mail_id": "x"}, headers=bearer)
        assert (looked.status_code, tried.status_code) == (status, status)


@pytest.mark.parametrize("mail_id", ["", None, 7, ["x"], "x" * 65])
async def test_a_bad_mail_id_is_named(staff: StaffClient, mail_id: object) -> None:
    answer = (await staff.retry(mail_id)).json()
    assert not answer["status"]
    assert set(answer["message"]["iv_msg"]) == {"iv_mail_id"}


async def test_a_mail_that_nobody_knows_cannot_be_sent_again(staff: StaffClient) -> None:
    assert (await staff.retry(new_id())).status_code == 404


async def test_a_code_that_ran_out_is_seen_and_not_sent_again(
    staff: StaffClient, published: EventRecorder
) -> None:
    await published.tell(code_mail(lives=timedelta(seconds=-1)))
    (mail,) = await staff.when_failed(1)
    assert mail["reason"] == "of no more use"
    answer = await staff.retry(mail["mail_id"])
    assert (answer.status_code, answer.json()["status"]) == (200, False)
    assert "no more use" in answer.json()["message"]["main_msg"]


async def test_words_and_addresses_are_blanked_in_the_end(
    staff: StaffClient, published: EventRecorder, mail_server: MailServer, database_url: str
) -> None:
    mail_server.refusals += [REFUSED, REFUSED]
    await published.tell(OrderAccepted(order=guest_order(provider_email=""), actor="provider"), code_mail())
    await staff.when_failed(2)
    database = Database(database_url)

    async def after(days: float) -> dict[str, tuple[str, bool]]:
        async with database.writing() as tx:
            await failed_mails.forget_failed_mails(tx, utc_now() + timedelta(days=days))
        async with database.reading() as tx:
            rows = await tx.session.scalars(select(MailRow))
            return {mail.template: (mail.receiver, bool(mail.text or mail.html)) for mail in rows}

    grace, olu = "grace@example.com", "olu@example.com"
    assert await after(0) == {"order_accepted_client": (grace, True), "guest_code": (olu, True)}
    assert await after(1) == {"order_accepted_client": (grace, True), "guest_code": (olu, False)}
    assert await after(13.9) == {"order_accepted_client": (grace, True), "guest_code": (olu, False)}
    assert await after(14.1) == {"order_accepted_client": ("", False), "guest_code": ("", False)}
    assert (await staff.failed())["mails"] == []
    await database.close()


async def test_the_command_lists_and_sends_again(
    staff: StaffClient, published: EventRecorder, mail_server: MailServer, database_url: str
) -> None:
    settings = NotificationsSettings(database_url=database_url)
    assert await command.run(settings, None) == "0 mails could not be sent"
    mail_server.refusals += [REFUSED] * 3
    for number in range(3):
        await published.tell(code_mail(f"olu{number}@example.com"))
    mails = await staff.when_failed(3)
    listed = (await command.run(settings, None)).splitlines()
    assert listed[-1] == "3 mails could not be sent"
    assert listed[0] == (
        f"{mails[0]['mail_id']}  guest_code  0 h 00 min  Undeliverable: refused with 554  o…@example.com"
    )
    assert await command.run(settings, mails[0]["mail_id"]) == "1 mail is on its way again"
    await eventually(lambda: len(mail_server.accepted) >= 1)
    assert await command.run(settings, "all") == "2 mails are on their way again"
    await eventually(lambda: len(mail_server.accepted) >= 3)
    with pytest.raises(command.CommandRefused, match="no such mail"):
        await command.run(settings, mails[0]["mail_id"])
    assert await command.run(settings, "all") == "0 mails are on their way again"


@pytest.mark.parametrize(
    ("address", "shown"), [("nadia@example.com", "n…@example.com"), ("a@b.co", "a…@b.co")]
)
def test_what_is_shown_of_an_address(address: str, shown: str) -> None:
    assert failed_mails.masked(address) == shown
