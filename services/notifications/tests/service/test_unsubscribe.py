"""Mails with an unsubscribe header and link; one click stops them."""

import re
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.jobs import run_once
from client.api_client import eventually
from contracts.events.booking import OrderAccepted, OrderRequested, SessionFacts
from contracts.events.booking_ratings import RatingRequested
from contracts.events.booking_reminders import ReminderDue
from contracts.events.identity import AccountDeleted, PreferencesChanged
from contracts.events.notifications import MailUnsubscribed
from local.databases import asyncpg_url
from notifications.jobs import digest_mail_tokens
from testkit.event_recorder import EventRecorder

from services.notifications.tests.conftest import PUBLIC_URL, guest_order, order, registered
from services.notifications.tests.event_case import FAR_AWAY
from services.notifications.tests.service.test_mail import code_mail, mailbox

pytestmark = pytest.mark.service
LINK = re.compile(rf"{PUBLIC_URL}/unsubscribe\?token=(\S+)")
FORM = {"List-Unsubscribe": "One-Click"}


def token_in(mail: dict[str, Any]) -> str:
    """The token of a mail's unsubscribe link, the same in text and HTML."""
    (in_text,) = LINK.findall(mail["text"])
    assert f"/unsubscribe?token={in_text}" in mail["html"]
    return in_text


async def stopped_after(client: httpx.AsyncClient, published: EventRecorder, token: str) -> list[str]:
    """The kinds stopped so far. 'ratings' is stopped last, so that its event marks the end."""
    last = {"token": token.partition(".")[0] + ".ratings"}
    assert (await client.post("/api/unsubscribe_mail", params=last)).json()["status"]

    def kinds() -> list[str] | None:
        found = [event.kind for event in published.of(MailUnsubscribed)]
        return found if found and found[-1] == "ratings" else None

    return await eventually(kinds, "the event of the last kind")


async def test_one_click_stops_mails_of_that_kind(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    facts = order()
    await published.tell(registered(facts.provider_id, "Nadia Kessler"))
    await published.tell(OrderRequested(order=facts, actor="client"))
    mails = {mail["to"]: mail for mail in await mailbox(client, 2)}
    token = token_in(mails["nadia@example.com"])
    assert token != token_in(mails["grace@example.com"])
    answer = await client.post("/api/unsubscribe_mail", params={"token": token}, data=FORM)
    assert (answer.status_code, answer.json()["data"]) == (200, {"kind": "appointments"})
    stopped = await published.first(MailUnsubscribed)
    assert (stopped.account_id, stopped.kind) == (facts.provider_id, "appointments")
    off = {"appointments": {"email": False}}
    await published.tell(PreferencesChanged(account_id=facts.provider_id, channels=off, revision=2))
    again = await client.post("/api/unsubscribe_mail", params={"token": token})
    assert again.json()["status"]
    assert await stopped_after(client, published, token) == ["appointments", "ratings"]
    await published.tell(OrderRequested(order=order(provider_id=facts.provider_id), actor="client"))
    soon = SessionFacts(slot_id="a", starts_at=utc_now() + timedelta(hours=1), ends_at=FAR_AWAY)
    await published.tell(ReminderDue(order=order(provider_id=facts.provider_id), session=soon, hours_ahead=1))
    later = await mailbox(client, 5)
    to_nadia = [mail for mail in later if mail["to"] == "nadia@example.com"]
    assert len(to_nadia) == 2, "the request of before, and a reminder: another kind"
    assert token_in(to_nadia[0]) == token.replace("appointments", "reminders")


async def test_following_the_link_to_look_at_it_changes_nothing(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    await published.tell(OrderRequested(order=order(), actor="client"))
    token = token_in((await mailbox(client, 2))[0])
    assert (await client.get("/api/unsubscribe_mail", params={"token": token})).status_code == 404
    assert await stopped_after(client, published, token) == ["ratings"]


async def test_what_cannot_be_stopped_offers_nothing(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    await published.tell(code_mail())
    await published.tell(RatingRequested(order=guest_order(), feedback="Please rate us"))
    for mail in await mailbox(client, 2):
        assert "unsubscribe" not in mail["text"] + mail["html"]


@pytest.mark.parametrize(
    "other",
    [
        "",
        "{secret}",
        "{secret}.",
        "{secret}.safety",
        "{secret}.weather",
        ".appointments",
        "xx{secret}.appointments",
        "\0{secret}.appointments",
        "{secret}.appointments.{secret}.appointments",
    ],
)
async def test_another_token_is_not_known(
    client: httpx.AsyncClient, published: EventRecorder, other: str
) -> None:
    await published.tell(OrderRequested(order=order(), actor="client"))
    token = token_in((await mailbox(client, 2))[0])
    secret = token.partition(".")[0]
    answer = await client.post("/api/unsubscribe_mail", params={"token": other.format(secret=secret)})
    assert answer.status_code in {200, 404}
    assert answer.json()["status"] is False
    assert await stopped_after(client, published, token) == ["ratings"]


async def test_a_link_of_an_account_that_is_gone_is_not_known(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    facts = order()
    await published.tell(OrderRequested(order=facts, actor="client"))
    mails = {mail["to"]: mail for mail in await mailbox(client, 2)}
    token = token_in(mails["nadia@example.com"])
    await published.tell(AccountDeleted(account_id=facts.provider_id))
    answer = await client.post("/api/unsubscribe_mail", params={"token": token})
    assert answer.status_code == 404


async def test_links_of_before_work_and_only_their_digest_is_kept(
    client: httpx.AsyncClient, published: EventRecorder, database_url: str
) -> None:
    account_id, secrets_of_before = order().provider_id, ("a" * 32, "b" * 32)
    await published.tell(registered(account_id, "Nadia Kessler"))
    connection, database = await asyncpg.connect(asyncpg_url(database_url)), Database(database_url)
    for secret in secrets_of_before:
        await connection.execute("UPDATE person SET mail_token = $1 WHERE id = $2", secret, account_id)
        for _ in "12":
            answer = await client.post("/api/unsubscribe_mail", params={"token": f"{secret}.posts"})
            assert answer.json()["data"] == {"kind": "posts"}
            assert await run_once(digest_mail_tokens, database, utc_now())
            stored = await connection.fetch("SELECT p::text FROM person p")
            stored += await connection.fetch("SELECT f::text FROM former_mail_token f")
            assert secret not in str([row[0] for row in stored])
    first = await client.post("/api/unsubscribe_mail", params={"token": f"{secrets_of_before[0]}.posts"})
    assert first.json()["status"], "the version before made another one beside it"
    digest = await connection.fetchval("SELECT digest FROM former_mail_token LIMIT 1")
    assert (
        await client.post("/api/unsubscribe_mail", params={"token": f"{digest}.posts"})
    ).status_code == 404
    await published.tell(AccountDeleted(account_id=account_id))
    gone = await client.post("/api/unsubscribe_mail", params={"token": f"{secrets_of_before[1]}.posts"})
    assert gone.status_code == 404
    assert await connection.fetchval("SELECT count(*) FROM former_mail_token") == 0
    await connection.close()
    await database.close()


async def test_no_table_holds_what_stops_mails(
    client: httpx.AsyncClient, published: EventRecorder, database_url: str
) -> None:
    await published.tell(OrderRequested(order=order(), actor="client"))
    secret = token_in((await mailbox(client, 2))[0]).rpartition(".")[0]
    connection = await asyncpg.connect(asyncpg_url(database_url))
    rows = await connection.fetch("SELECT p::text FROM person p")
    assert secret.rpartition("~")[2] not in str([row[0] for row in rows])
    await connection.close()


async def test_an_address_stops_what_others_enter_for_it(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    entered = {"provider_email": "", "client_email": "wanda@example.com", "address_proven": False}
    await published.tell(OrderAccepted(order=guest_order(**entered), actor="provider", at_once=True))
    [first] = await mailbox(client, 1)
    token = token_in(first)
    assert token.endswith(".unasked")
    answer = await client.post("/api/unsubscribe_mail", params={"token": token}, data=FORM)
    assert answer.json()["data"] == {"kind": "unasked"}, answer.text
    asked = entered | {"address_proven": True, "order_id": "asked"}
    await published.tell(
        OrderAccepted(order=guest_order(**entered, order_id="entered"), actor="provider", at_once=True),
        OrderAccepted(order=guest_order(**asked), actor="client", at_once=True),
    )
    mails = await mailbox(client, 2)
    assert len(mails) == 2, "what is asked for is mailed still"
    other = token.replace("~", "x~")
    assert (await client.post("/api/unsubscribe_mail", params={"token": other})).status_code == 404
