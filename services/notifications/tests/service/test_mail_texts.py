"""Texts that providers write for their clients, the mail of a day, and who may change them."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.ids import new_id
from contracts.events.booking import OrderAccepted
from contracts.events.booking_reminders import DaySummaryDue, ReminderDue
from contracts.events.identity import AccountDeleted
from contracts.events.notifications import MailUnsubscribed
from contracts.events.profiles import ProfileCompleted, ProfileFacts
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens

from services.notifications.tests.conftest import PUBLIC_URL, order, registered
from services.notifications.tests.event_case import FAR_AWAY
from services.notifications.tests.service.test_mail import mailbox

pytestmark = pytest.mark.service
OWN = {
    "iv_kind": "reminder",
    "iv_subject": "{client}: {service}",
    "iv_text": "See you at {time}.\n\nRing <twice>.",
}


async def a_provider(published: EventRecorder, account_id: str) -> None:
    """An account with a complete profile."""
    profile = ProfileFacts(
        account_id=account_id, completed=True, expertise="Care", category="wellness", country="Germany-DE",
        city="Berlin", currency="EUR-DE", delivery_mode="hybrid", location_address="1 Main Street",
        contact_phone="1234567", timezone="Europe/Berlin", bio="We care.", avatar="", revision=1,
    )  # fmt: skip
    await published.tell(registered(account_id, "Nadia Kessler"), ProfileCompleted(profile=profile))


async def post(client: httpx.AsyncClient, call: str, body: dict[str, str], who: str, tokens: Tokens) -> Any:
    answer = await client.post(f"/api/{call}", json=body, headers=Tokens.bearer(tokens.account(who)))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_clients_are_mailed_what_their_provider_wrote_until_it_is_reset(
    client: httpx.AsyncClient, published: EventRecorder, tokens: Tokens
) -> None:
    facts = order(provider_email="")
    provider = facts.provider_id
    await a_provider(published, provider)
    saved = await post(client, "update_mail_text", OWN, provider, tokens)
    [reminder] = [each for each in saved["data"]["texts"] if each["kind"] == "reminder"]
    assert (reminder["is_own"], reminder["subject"], reminder["text"]) == (
        True,
        OWN["iv_subject"],
        OWN["iv_text"],
    )
    soon = facts.sessions[0].model_copy(
        update={"starts_at": FAR_AWAY, "ends_at": FAR_AWAY + timedelta(hours=1)}
    )
    await published.tell(ReminderDue(order=facts, session=soon, hours_ahead=24))
    await published.tell(OrderAccepted(order=facts, actor="provider"))
    written = {mail["subject"]: mail for mail in await mailbox(client, 2)}
    own = written["Grace Wanjiru: First assessment"]
    assert "See you at Wed 25 Nov, 13:00.\n\nRing <twice>." in own["text"]
    assert "Ring &lt;twice&gt;." in own["html"]
    assert "&answer=coming" in own["text"]
    assert any(subject.startswith("Nadia Kessler accepted") for subject in written), "another kind"
    reset = await post(client, "reset_mail_text", {"iv_kind": "reminder"}, provider, tokens)
    assert not any(each["is_own"] for each in reset["data"]["texts"])
    again = ReminderDue(order=facts, session=soon, hours_ahead=24)
    await published.tell(again)
    assert (await mailbox(client, 3))[0]["subject"].startswith("Tomorrow: Nadia Kessler")


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"iv_text": "Dear {firstname}"}, "iv_text"),
        ({"iv_subject": "{x}"}, "iv_subject"),
        ({"iv_subject": "x" * 121}, "iv_subject"),
        ({"iv_text": " "}, "iv_text"),
        ({"iv_text": "x" * 2001}, "iv_text"),
        ({"iv_kind": "order_requested_client"}, "iv_kind"),
    ],
)
async def test_a_text_that_cannot_be_is_refused_beside_its_field(
    client: httpx.AsyncClient, published: EventRecorder, tokens: Tokens, changed: dict[str, str], field: str
) -> None:
    await a_provider(published, "provider-1")
    refused = await post(client, "update_mail_text", OWN | changed, "provider-1", tokens)
    assert (refused["status"], list(refused["message"]["iv_msg"])) == (False, [field])


async def test_only_providers_have_texts_and_a_deleted_account_has_none(
    client: httpx.AsyncClient, published: EventRecorder, tokens: Tokens
) -> None:
    await published.tell(registered("client-1", "Grace Wanjiru"))
    await a_provider(published, "provider-1")
    await post(client, "update_mail_text", OWN, "provider-1", tokens)
    await published.tell(AccountDeleted(account_id="provider-1"))
    for who in ("client-1", "provider-1"):
        headers = Tokens.bearer(tokens.account(who))
        assert (await client.get("/api/get_mail_texts", headers=headers)).status_code == 403
        assert (await client.post("/api/update_mail_text", json={}, headers=headers)).status_code == 403
    facts = order(provider_id="provider-1", provider_email="")
    soon = facts.sessions[0].model_copy(
        update={"starts_at": FAR_AWAY, "ends_at": FAR_AWAY + timedelta(hours=1)}
    )
    await published.tell(ReminderDue(order=facts, session=soon, hours_ahead=24))
    assert (await mailbox(client, 1))[0]["subject"].startswith("Tomorrow")


async def test_a_day_is_mailed_once_and_its_link_ends_it(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    await a_provider(published, "provider-1")
    day = DaySummaryDue(
        provider_id="provider-1", day=FAR_AWAY.date(), timezone="Europe/Berlin", sessions=[], waiting=[],
        until=FAR_AWAY,
    )  # fmt: skip
    again = day.model_copy(update={"event_id": new_id()})
    other = day.model_copy(update={"day": FAR_AWAY.date() + timedelta(days=1), "event_id": new_id()})
    await published.tell(day, again, other)
    latest, first = await mailbox(client, 2)
    assert (first["subject"], latest["subject"]) == (
        "Your day: Wednesday 25 November 2099",
        "Your day: Thursday 26 November 2099",
    )
    assert f"{PUBLIC_URL}/schedule_manager/today" in first["text"]
    token = first["text"].partition("/unsubscribe?token=")[2].split()[0]
    answer = await client.post("/api/unsubscribe_mail", params={"token": token})
    assert answer.json()["data"] == {"kind": "summary"}
    stopped = await published.first(MailUnsubscribed)
    assert (stopped.account_id, stopped.kind) == ("provider-1", "summary")
