"""Changing and resetting passwords."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from chassis.db import Database
from contracts.events.identity import AccountRenamed, LoginEnded, MailRequested
from identity.passwords.password_verification import WRONG_PASSWORD
from identity.passwords.rules import COMMON, PERSONAL, SAME
from identity.passwords.service import LINK_IS_OVER
from sqlalchemy import text
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, MovableClock, Person, SignUp, mailed_secret

pytestmark = pytest.mark.service
FRESH = "another sentence nobody guesses"
EMPTY = "This Field cannot be empty"


async def _signs_in(person: Person, password: str) -> bool:
    pair = {"iv_email": person.email, "iv_password": password}
    return (await person.client.post("/api/sign_in", json=pair)).json()["status"]


async def _reset_secret(person: Person, published: EventRecorder) -> str:
    before = len(await published.wait_for(MailRequested))  # the confirmation
    await person.client.post("/api/forgot_password", json={"iv_email": person.email})
    await published.wait_for(MailRequested, before + 1)
    return await mailed_secret(published, "reset", person.email)


async def test_forgetting_answers_alike_and_mails_only_to_accounts(
    sign_up: SignUp, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    person = await sign_up()
    unknown = await client.post("/api/forgot_password", json={"iv_email": "nobody@example.com"})
    known = await client.post("/api/forgot_password", json={"iv_email": person.email})
    assert known.content == unknown.content
    assert known.json()["status"]
    await published.wait_for(MailRequested, 2)
    later = await sign_up()
    await published.wait_for(MailRequested, 3)
    await _reset_secret(later, published)
    resets = [mail for mail in published.of(MailRequested) if mail.kind == "reset"]
    assert [mail.to for mail in resets] == [person.email, later.email]


async def test_an_address_is_not_flooded_with_reset_mails(
    sign_up: SignUp, client: httpx.AsyncClient, published: EventRecorder, clock: MovableClock
) -> None:
    person, later = await sign_up(), await sign_up()
    await published.wait_for(MailRequested, 2)
    await _reset_secret(person, published)
    clock.pass_by(timedelta(seconds=30))
    for _ in range(5):
        assert (await client.post("/api/forgot_password", json={"iv_email": person.email})).json()["status"]
    await _reset_secret(later, published)
    await later.post("update_username", iv_username="later")
    await published.first(AccountRenamed)
    resets = [mail for mail in published.of(MailRequested) if mail.kind == "reset"]
    assert [mail.to for mail in resets] == [person.email, later.email]
    clock.pass_by(timedelta(seconds=31))
    await _reset_secret(person, published)  # what was refused does not count


async def test_a_reset_sets_the_password_and_ends_every_login(
    sign_up: SignUp, published: EventRecorder
) -> None:
    person = await sign_up()
    assert await _signs_in(person, PASSWORD)
    secret = await _reset_secret(person, published)
    reset = {"iv_token": secret, "iv_password": FRESH}
    assert (await person.client.post("/api/reset_password", json=reset)).json()["status"]
    assert (await person.get("/api/check_active_login")).status_code == 422
    assert len(await published.wait_for(LoginEnded, 2)) == 2
    assert await _signs_in(person, FRESH)
    assert not await _signs_in(person, PASSWORD)


async def test_a_weak_password_does_not_use_the_link_up(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    secret = await _reset_secret(person, published)
    for weak in ("password1", "short", "nadia kessler"):
        refused = await person.client.post(
            "/api/reset_password", json={"iv_token": secret, "iv_password": weak}
        )
        assert set(refused.json()["message"]["iv_msg"]) == {"iv_password"}
    kept = await person.client.post("/api/reset_password", json={"iv_token": secret, "iv_password": FRESH})
    assert kept.json()["status"]


@pytest.mark.usefixtures("large_pool")
async def test_of_parallel_uses_of_one_link_one_succeeds(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    secret = await _reset_secret(person, published)
    passwords = [f"{FRESH} {number}" for number in range(8)]
    answers = await asyncio.gather(
        *(
            person.client.post("/api/reset_password", json={"iv_token": secret, "iv_password": password})
            for password in passwords
        )
    )
    done = [password for password, answer in zip(passwords, answers, strict=True) if answer.json()["status"]]
    assert {answer.status_code for answer in answers} == {200}
    assert len(done) == 1
    assert await _signs_in(person, done[0])
    refused = next(answer for answer in answers if not answer.json()["status"])
    assert refused.json()["message"]["iv_msg"] == {"iv_token": LINK_IS_OVER}


async def test_a_link_holds_for_an_hour(
    sign_up: SignUp, published: EventRecorder, clock: MovableClock
) -> None:
    person = await sign_up()
    secret = await _reset_secret(person, published)
    clock.pass_by(timedelta(hours=1))
    late = await person.client.post("/api/reset_password", json={"iv_token": secret, "iv_password": FRESH})
    assert late.json()["message"]["iv_msg"] == {"iv_token": LINK_IS_OVER}
    assert await _signs_in(person, PASSWORD)


@pytest.mark.parametrize("token", ["", "x", "x" * 5000, None, 7, {"a": 1}, "\x00", "'; DROP TABLE account"])
async def test_nonsense_for_a_link_is_refused(client: httpx.AsyncClient, token: object) -> None:
    answer = await client.post("/api/reset_password", json={"iv_token": token, "iv_password": FRESH})
    assert answer.status_code == 200
    assert set(answer.json()["message"]["iv_msg"]) == {"iv_token"}


async def test_a_confirmation_link_resets_nothing(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    await published.first(MailRequested)
    secret = await mailed_secret(published, "confirm", person.email)
    answer = await person.client.post("/api/reset_password", json={"iv_token": secret, "iv_password": FRESH})
    assert not answer.json()["status"]


async def test_links_are_kept_as_digests_only(
    sign_up: SignUp, published: EventRecorder, database_url: str
) -> None:
    person = await sign_up()
    secret = await _reset_secret(person, published)
    database = Database(database_url)
    async with database.reading() as tx:
        rows = (await tx.session.execute(text("SELECT mail_link::text FROM mail_link"))).scalars().all()
    await database.close()
    assert len(rows) == 2
    assert not any(secret in row or secret.encode().hex() in row for row in rows)


async def test_changing_ends_every_other_login(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    assert await _signs_in(person, PASSWORD)
    changed = await person.post("change_password", iv_current_password=PASSWORD, iv_new_password=FRESH)
    assert changed.json()["status"]
    assert (await person.get("/api/check_active_login")).status_code == 200
    assert (await published.first(LoginEnded)).login_id != person.session["authId"]
    assert await _signs_in(person, FRESH)
    assert not await _signs_in(person, PASSWORD)


@pytest.mark.parametrize(
    ("current", "new", "messages"),
    [
        ("wrong", FRESH, {"iv_current_password": WRONG_PASSWORD}),
        (PASSWORD, PASSWORD, {"iv_new_password": SAME}),
        (PASSWORD, "password1", {"iv_new_password": COMMON}),
        (PASSWORD, "short", {"iv_new_password": "The minimum length required for this field is 8"}),
        ("", "", {"iv_current_password": EMPTY, "iv_new_password": EMPTY}),
    ],
)
async def test_a_change_that_cannot_be_says_why(
    sign_up: SignUp, current: str, new: str, messages: dict[str, str]
) -> None:
    person = await sign_up()
    refused = (await person.post("change_password", iv_current_password=current, iv_new_password=new)).json()
    assert not refused["status"]
    assert refused["message"]["iv_msg"] == messages
    assert await _signs_in(person, PASSWORD)


async def test_a_new_password_is_not_the_own_address(sign_up: SignUp) -> None:
    person = await sign_up()
    change = {"iv_current_password": PASSWORD, "iv_new_password": person.email.upper()}
    refused = (await person.post("change_password", **change)).json()
    assert refused["message"]["iv_msg"] == {"iv_new_password": PERSONAL}
    assert await _signs_in(person, PASSWORD)


@pytest.mark.usefixtures("large_pool")
async def test_signing_in_while_the_password_changes_leaves_no_login_of_the_old_one(
    sign_up: SignUp, published: EventRecorder
) -> None:
    person = await sign_up()
    pair = {"iv_email": person.email, "iv_password": PASSWORD}
    sign_ins = [person.client.post("/api/sign_in", json=pair) for _ in range(6)]
    change = person.post("change_password", iv_current_password=PASSWORD, iv_new_password=FRESH)
    *signed_in, changed = await asyncio.gather(*sign_ins, change)
    assert changed.json()["status"]
    for answer in signed_in:
        token = (answer.json()["data"] or {}).get("access_token")
        if token:
            headers = {"Authorization": f"Bearer {token}"}
            assert (await person.client.get("/api/check_active_login", headers=headers)).status_code == 422


async def test_a_stolen_token_cannot_guess_the_password(sign_up: SignUp, clock: MovableClock) -> None:
    person = await sign_up()
    clock.stand_still()
    for _ in range(20):
        await person.post("delete_account", iv_password="wrong")
    assert (await person.post("delete_account", iv_password=PASSWORD)).status_code == 429
    assert (await person.get("/api/check_active_login")).status_code == 200
