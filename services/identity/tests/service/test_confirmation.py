"""Confirming an e-mail address."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from contracts.events.identity import AccountConfirmed, MailRequested
from identity.confirmation.service import LINK_IS_OVER
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import MovableClock, SignUp, bearer, mailed_secret

pytestmark = pytest.mark.service


async def test_the_mailed_link_confirms_for_whoever_opens_it(
    sign_up: SignUp, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    person = await sign_up()
    await published.first(MailRequested)
    secret = await mailed_secret(published, "confirm", person.email)
    body = (await client.post("/api/confirm_account", json={"iv_token": secret})).json()
    assert body["status"]
    assert body["data"] == {"session_data": None}
    confirmed = await published.first(AccountConfirmed)
    assert (confirmed.account.account_id, confirmed.account.verified) == (person.id, True)
    shown = (await person.get("/internal/session_data")).json()["data"]["session_data"]
    assert shown["autoVerification"] == "verified"
    after = confirmed.session_data
    assert after == {name: shown[name] for name in after}
    assert shown.keys() - after.keys() == {"accessToken", "accessTokenExpiry", "authId"}


async def test_a_guest_confirms_the_address_of_an_account_too(
    sign_up: SignUp, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    person = await sign_up()
    await published.first(MailRequested)
    secret = await mailed_secret(published, "confirm", person.email)
    guest = {"iv_name": "Olu Adebayo", "iv_email": "olu@example.com"}
    token = (await client.post("/api/verify_guest_credentials", json=guest)).json()["data"]["access_token"]
    body = {"iv_token": secret}
    answer = (await client.post("/api/confirm_account", json=body, headers=bearer(token))).json()
    assert (answer["status"], answer["data"]) == (True, {"session_data": None})


@pytest.mark.usefixtures("large_pool")
async def test_the_owner_gets_the_session_and_a_second_click_changes_nothing(
    sign_up: SignUp, published: EventRecorder
) -> None:
    person, stranger = await sign_up(), await sign_up()
    await published.wait_for(MailRequested, 2)
    secret = await mailed_secret(published, "confirm", person.email)
    answers = await asyncio.gather(*(person.post("confirm_account", iv_token=secret) for _ in range(4)))
    for answer in answers:
        assert answer.json()["data"]["session_data"]["autoVerification"] == "verified"
    assert (await stranger.post("confirm_account", iv_token=secret)).json()["data"] == {"session_data": None}
    own = await mailed_secret(published, "confirm", stranger.email)
    assert (await stranger.post("confirm_account", iv_token=own)).json()["status"]
    confirmed = await published.wait_for(AccountConfirmed, 2)
    assert sorted(each.account.account_id for each in confirmed) == sorted([person.id, stranger.id])


async def test_an_old_or_foreign_link_is_refused(
    sign_up: SignUp, published: EventRecorder, clock: MovableClock
) -> None:
    person = await sign_up()
    await published.first(MailRequested)
    secret = await mailed_secret(published, "confirm", person.email)
    for token in (secret[:-1], secret + "x"):
        refused = (await person.post("confirm_account", iv_token=token)).json()
        assert refused["message"]["iv_msg"] == {"iv_token": LINK_IS_OVER}
    clock.pass_by(timedelta(days=1))
    assert not (await person.post("confirm_account", iv_token=secret)).json()["status"]


async def test_another_mail_at_most_once_a_minute(
    sign_up: SignUp, published: EventRecorder, clock: MovableClock
) -> None:
    person = await sign_up()
    early = await person.post("resend_confirm_account")
    assert early.status_code == 429
    assert 0 < int(early.headers["Retry-After"]) <= 60
    clock.pass_by(timedelta(minutes=1))
    answers = await asyncio.gather(*(person.post("resend_confirm_account") for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200, 429, 429, 429, 429]
    mails = await published.wait_for(MailRequested, 2)
    assert [mail.kind for mail in mails] == ["confirm", "confirm"]
    assert mails[0].link != mails[1].link


async def test_a_confirmed_account_is_mailed_no_more(
    sign_up: SignUp, published: EventRecorder, clock: MovableClock
) -> None:
    person = await sign_up()
    await published.first(MailRequested)
    await person.post("confirm_account", iv_token=await mailed_secret(published, "confirm", person.email))
    clock.pass_by(timedelta(minutes=2))
    refused = await person.post("resend_confirm_account")
    assert refused.status_code == 200
    assert not refused.json()["status"]
