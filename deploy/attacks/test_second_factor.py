"""Attacks on the second factor: replayed and guessed codes, half sign-ins, foreign passkeys, old step-ups."""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.db import Database
from chassis.key_files import new_private_pem
from client.personas import PASSWORD, new_email
from contracts.events.identity import MailRequested, SecurityChanged
from cryptography.fernet import Fernet
from identity.app import create_app as create_identity
from identity.settings import IdentitySettings
from jose import jwt
from pydantic import SecretStr
from sqlalchemy import text
from testkit.account_owner import ORIGIN, STEP, Owner, SetClock, passkey
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import NewDatabase, ServiceApp

pytestmark = pytest.mark.service
OLD = timedelta(minutes=11)
DEEP = base64.urlsafe_b64encode(b"[" * 50_000).decode().rstrip("=")
"""JSON without an end, as browsers write what they sign."""
STEP_UP_DUE = "Please confirm that it is you."


@pytest.fixture
async def database_url(new_database: NewDatabase) -> str:
    """Identity's database."""
    return await new_database("identity")


@pytest.fixture
async def identity(
    service_app: ServiceApp, database_url: str, clock: SetClock, published: EventRecorder
) -> httpx.AsyncClient:
    """The identity service. `published` records its events."""
    assert published is not None
    settings = IdentitySettings(
        database_url=database_url,
        signing_key_pem=SecretStr(new_private_pem()),
        second_factor_key=SecretStr(Fernet.generate_key().decode()),
        argon2_time_cost=1,
        argon2_memory_kib=8,
        public_url=ORIGIN,
    )
    return await service_app(create_identity, settings, clock=clock)


NewOwner = Callable[[], Awaitable[Owner]]


@pytest.fixture
def new_owner(identity: httpx.AsyncClient, clock: SetClock) -> NewOwner:
    """`await new_owner()`: somebody who has just signed up."""

    async def sign_up() -> Owner:
        owner = Owner(identity, clock)
        answer = await owner.enter("sign_up", iv_name="Nadia Kay", iv_email=owner.email, iv_password=PASSWORD)
        owner.token = answer["data"]["access_token"]
        return owner

    return sign_up


@pytest.fixture
async def owner(new_owner: NewOwner) -> Owner:
    """The owner of an account with an authenticator app."""
    person = await new_owner()
    await person.set_app_up()
    return person


async def test_half_a_sign_in_gives_no_token(owner: Owner) -> None:
    answer = await owner.password()
    assert (answer["http"], answer["status"]) == (200, False)
    assert set(answer["data"]) == {"second_factor"}
    assert "eyJ" not in json.dumps(answer), "a token"
    assert answer["message"]["iv_msg"]["iv_second_factor"]
    challenge = answer["data"]["second_factor"]["challenge"]
    for bearer in (challenge, challenge + "."):
        headers = {"Authorization": f"Bearer {bearer}"}
        assert (await owner.client.get("/api/get_active_logins", headers=headers)).status_code == 401
    for odd in ("", "x", challenge[:-1], "=" * 44, "é", "%00"):
        assert not (await owner.second(odd, iv_code=owner.code()))["status"]
    assert not (await owner.second(challenge))["status"], "neither code nor passkey"


async def test_a_code_is_used_once_also_by_requests_at_once(owner: Owner) -> None:
    challenge, code = await owner.challenge(), owner.code()
    answers = await asyncio.gather(*(owner.second(challenge, iv_code=code) for _ in range(4)))
    assert sorted(each["status"] for each in answers) == [False, False, False, True]
    assert not (await owner.second(challenge, iv_code=code))["status"], "the challenge again"
    assert not (await owner.second(await owner.challenge(), iv_code=code))["status"], "the code again"
    step_up = await owner.post("step_up", iv_code=code)
    assert not step_up["status"], "the code for something else"


async def test_an_older_code_does_not_follow_a_newer_one(owner: Owner) -> None:
    older = owner.code()
    owner.clock.ahead += STEP
    assert (await owner.second(await owner.challenge(), iv_code=owner.code()))["status"]
    assert not (await owner.second(await owner.challenge(), iv_code=older))["status"]


async def test_requests_at_once_guess_no_more_codes_than_others(owner: Owner) -> None:
    challenge = await owner.challenge()
    guesses = [f"{guess:06}" for guess in range(40) if f"{guess:06}" != owner.code()]
    answers = await asyncio.gather(*(owner.second(challenge, iv_code=guess) for guess in guesses))
    assert [each["http"] for each in answers].count(429) == len(guesses) - 5
    right = await owner.second(await owner.challenge(), iv_code=owner.code())
    assert right["http"] == 429, "another challenge does not begin to count anew"
    assert (await owner.post("step_up", iv_code="000000"))["http"] == 429, "nor does the step-up"
    owner.clock.ahead += timedelta(minutes=16)
    assert (await owner.second(await owner.challenge(), iv_code=owner.code()))["status"]


async def test_a_recovery_code_is_used_once_also_by_two_at_once(owner: Owner) -> None:
    assert len(set(owner.codes)) == 10
    first, second = await owner.challenge(), await owner.challenge()
    spoken = owner.codes[0].upper().replace("-", " ")
    answers = await asyncio.gather(*(owner.second(each, iv_code=spoken) for each in (first, second)))
    assert sorted(each["status"] for each in answers) == [False, True]
    assert not (await owner.second(await owner.challenge(), iv_code=owner.codes[0]))["status"]
    # Another account's code is worth nothing.
    assert (await owner.second(await owner.challenge(), iv_code=owner.codes[1]))["status"]


async def test_new_recovery_codes_end_the_former(owner: Owner, new_owner: NewOwner) -> None:
    fresh = (await owner.done("renew_recovery_codes"))["recovery_codes"]
    stranger = await new_owner()
    await stranger.set_app_up()
    for wrong in (owner.codes[0], stranger.codes[0]):
        assert not (await owner.second(await owner.challenge(), iv_code=wrong))["status"]
    assert (await owner.second(await owner.challenge(), iv_code=fresh[0]))["status"]


async def test_secrets_lie_in_no_table_as_they_are(owner: Owner, database_url: str) -> None:
    challenge = await owner.challenge()
    database = Database(database_url)
    async with database.writing() as tx:
        tables = (
            await tx.session.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
        ).all()
        rows: list[object] = []
        for table in tables:
            rows += (await tx.session.execute(text(f'SELECT * FROM "{table}"'))).all()  # noqa: S608
    await database.close()
    stored = "\n".join(map(repr, rows))
    assert owner.email in stored
    for secret in (owner.secret, *owner.codes, *(each.replace("-", "") for each in owner.codes), challenge):
        assert secret not in stored


async def test_a_passkey_signs_in_alone_and_its_answer_once(new_owner: NewOwner) -> None:
    owner, key = await new_owner(), passkey()
    assert (await owner.add_passkey(key))["status"]
    options = (await owner.enter("begin_passkey_sign_in"))["data"]["options"]
    assert options["userVerification"] == "required"
    answer = key.get(options)
    entered = await asyncio.gather(*(owner.enter("sign_in_with_passkey", iv_passkey=answer) for _ in "12"))
    assert sorted(each["status"] for each in entered) == [False, True]
    [token] = [each["data"]["access_token"] for each in entered if each["status"]]
    assert jwt.get_unverified_claims(token)["amr"] == ["mfa"]
    owner.clock.ahead += timedelta(minutes=6)
    late = key.get(options)
    assert not (await owner.enter("sign_in_with_passkey", iv_passkey=late))["status"]


@pytest.mark.parametrize(
    "odd",
    [
        {"origin": "https://openhours.test.evil.example"},
        {"origin": "http://openhours.test"},
        {"site": "evil.example"},
        {"user_verified": False},
    ],
)
async def test_passkeys_of_other_sites_and_origins_are_refused(
    new_owner: NewOwner, odd: dict[str, Any]
) -> None:
    owner, key = await new_owner(), passkey()
    assert not (await owner.add_passkey(passkey(**odd)))["status"]
    assert (await owner.add_passkey(key))["status"]
    for name, value in odd.items():
        setattr(key, name, value)
    options = (await owner.enter("begin_passkey_sign_in"))["data"]["options"]
    assert not (await owner.enter("sign_in_with_passkey", iv_passkey=key.get(options)))["status"]
    second = (await owner.password())["data"]["second_factor"]
    answer = key.get(second["passkey_options"])
    assert not (await owner.second(second["challenge"], iv_passkey=answer))["status"]


async def test_another_accounts_passkey_and_a_copy_are_refused(new_owner: NewOwner) -> None:
    owner, thief, key, own = await new_owner(), await new_owner(), passkey(sign_count=5), passkey()
    assert (await owner.add_passkey(key))["status"]
    assert (await thief.add_passkey(own))["status"]
    second = (await owner.password())["data"]["second_factor"]
    assert not (await owner.second(second["challenge"], iv_passkey=own.get(second["passkey_options"])))[
        "status"
    ]
    # The thief's answer to a challenge of their own, with the owner's step; and the owner's handle.
    theirs = (await thief.password())["data"]["second_factor"]["passkey_options"]
    assert not (await owner.second(second["challenge"], iv_passkey=own.get(theirs)))["status"]
    own.user_handle = key.user_handle
    options = (await owner.enter("begin_passkey_sign_in"))["data"]["options"]
    assert not (await owner.enter("sign_in_with_passkey", iv_passkey=own.get(options)))["status"]
    # A challenge is for one thing: the step-up's does not sign in, nor another login's.
    step_up = (await owner.done("begin_step_up"))["passkey_options"]
    assert not (await owner.enter("sign_in_with_passkey", iv_passkey=key.get(step_up)))["status"]
    # A copy of the authenticator counts on its own.
    copied = key.sign_count
    assert (await owner.second(second["challenge"], iv_passkey=key.get(second["passkey_options"])))["status"]
    key.sign_count = copied - 1
    options = (await owner.enter("begin_passkey_sign_in"))["data"]["options"]
    assert not (await owner.enter("sign_in_with_passkey", iv_passkey=key.get(options)))["status"]


async def test_nobody_registers_a_passkey_of_another_or_with_anothers_challenge(new_owner: NewOwner) -> None:
    owner, thief, key = await new_owner(), await new_owner(), passkey()
    options = (await owner.done("begin_passkey"))["options"]
    answer = key.create(options)
    assert not (await thief.post("add_passkey", iv_passkey=answer, iv_name="x"))["status"]
    assert (await owner.post("add_passkey", iv_passkey=answer, iv_name="x"))["status"]
    assert not (await owner.post("add_passkey", iv_passkey=answer, iv_name="x"))["status"], "again"
    assert not (await thief.add_passkey(key))["status"], "a credential that is somebody's"


async def test_what_is_no_passkey_is_refused_and_breaks_nothing(new_owner: NewOwner) -> None:
    owner, key = await new_owner(), passkey()
    options = (await owner.enter("begin_passkey_sign_in"))["data"]["options"]
    right = key.get(options)
    odd: list[object] = [{}, {"id": 1}, {**right, "rawId": "AA"}, {**right, "response": {}}]
    odd += [
        {**right, "response": {**right["response"], name: value}}
        for name in right["response"]
        for value in ("", "AA", 7, None, "é", DEEP)
    ]
    for answer in odd:
        refused = await owner.enter("sign_in_with_passkey", iv_passkey=answer)
        assert (refused["http"], refused["status"]) == (200, False), answer
        registered = await owner.post("add_passkey", iv_passkey=answer, iv_name="x")
        assert (registered["http"], registered["status"]) == (200, False), answer


async def test_a_mail_address_changes_only_when_both_sides_confirm(
    owner: Owner, new_owner: NewOwner, published: EventRecorder, database_url: str
) -> None:
    database = Database(database_url)
    async with database.writing() as tx:
        await tx.session.execute(text("UPDATE account SET verified_at = now()"))
    await database.close()
    stranger, email = await new_owner(), new_email("moved")
    before = len(await published.wait_for(MailRequested, 2))
    assert not (await owner.post("request_mail_change", iv_email=stranger.email))["status"], "taken"
    await owner.done("request_mail_change", iv_email=email)
    mails = {each.kind: each for each in (await published.wait_for(MailRequested, before + 2))[before:]}
    assert (mails["change_from"].to, mails["change_to"].to) == (owner.email, email)
    assert "Nadia" not in mails["change_to"].model_dump_json(), "the new address is not proven"
    old, new = (str(mails[kind].link).rpartition("/")[2] for kind in ("change_from", "change_to"))
    # One side twice is not both, and its link is used up.
    assert (await owner.done("confirm_mail_change", iv_token=new)) == {"changed": False}
    assert not (await owner.post("confirm_mail_change", iv_token=new))["status"]
    assert (await owner.done("confirm_mail_change", iv_token=old)) == {"changed": True}
    assert not (await owner.password())["data"], "nobody is on the former address"
    told = [each for each in await published.wait_for(SecurityChanged, 2) if each.what == "mail_address"]
    assert [each.to for each in told] == [owner.email]
    owner.email = email
    assert (await owner.password())["data"]["second_factor"]


async def test_a_cancelled_change_of_the_address_leaves_no_link_that_works(
    owner: Owner, published: EventRecorder
) -> None:
    before = len(await published.wait_for(MailRequested))
    await owner.done("request_mail_change", iv_email=new_email("moved"))
    [mail] = (await published.wait_for(MailRequested, before + 1))[before:]
    await owner.done("cancel_mail_change")
    secret = str(mail.link).rpartition("/")[2]
    assert not (await owner.post("confirm_mail_change", iv_token=secret))["status"]


CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("begin_authenticator_app", {}),
    ("confirm_authenticator_app", {"iv_code": "123456"}),
    ("remove_authenticator_app", {}),
    ("begin_passkey", {}),
    ("add_passkey", {"iv_passkey": {}, "iv_name": "x"}),
    ("remove_passkey", {"iv_passkey_id": "x"}),
    ("renew_recovery_codes", {}),
    ("request_mail_change", {"iv_email": "thief@example.com"}),
    ("delete_account", {"iv_password": PASSWORD}),
)


async def test_a_stolen_login_changes_no_factor_and_deletes_nothing_without_step_up(owner: Owner) -> None:
    owner.clock.ahead += OLD
    await owner.refresh()
    for call, fields in CHANGES:
        answer = await owner.post(call, **fields)
        assert (answer["http"], answer["status"]) == (200, False), call
        assert answer["message"]["iv_msg"] == {"iv_step_up": STEP_UP_DUE}, call
    headers = {"Authorization": f"Bearer {owner.token}"}
    exported = (await owner.client.get("/internal/export", headers=headers)).json()
    assert (exported["status"], exported["data"]) == (False, None)
    # The password is not enough where there is a second factor.
    assert not (await owner.post("step_up", iv_password=PASSWORD))["status"]
    stale = owner.token
    owner.token = (await owner.done("step_up", iv_code=owner.code()))["refreshed_access_token"][
        "access_token"
    ]
    assert (await owner.post("renew_recovery_codes", token=stale))["message"]["iv_msg"].get("iv_step_up")
    await owner.done("remove_authenticator_app")
    # It lasts ten minutes, and refreshing does not prolong it.
    owner.clock.ahead += OLD
    await owner.refresh()
    assert (await owner.post("begin_authenticator_app"))["message"]["iv_msg"].get("iv_step_up")


async def test_a_step_up_is_worth_nothing_for_another_login(owner: Owner) -> None:
    other = (await owner.second(await owner.challenge(), iv_code=owner.code()))["data"]["access_token"]
    owner.clock.ahead += OLD
    answer = await owner.done("step_up", iv_code=owner.code())
    assert answer["session_data"]["authId"] != jwt.get_unverified_claims(other)["lid"]
    headers = {"Authorization": f"Bearer {other}"}
    checked = (await owner.client.get("/api/check_active_login", headers=headers)).json()["data"]
    fresh = checked["refreshed_access_token"]["access_token"]
    assert (await owner.post("renew_recovery_codes", token=fresh))["message"]["iv_msg"].get("iv_step_up")


async def test_the_first_factor_ends_the_logins_of_others_and_the_owner_is_told(
    new_owner: NewOwner, published: EventRecorder
) -> None:
    owner = await new_owner()
    stolen = (await owner.password())["data"]["access_token"]
    await owner.set_app_up()
    headers = {"Authorization": f"Bearer {stolen}"}
    assert (await owner.client.get("/api/get_active_logins", headers=headers)).status_code == 422
    told = await published.first(SecurityChanged)
    assert told.what == "second_factor"


async def test_a_new_password_ends_sign_ins_that_knew_the_former(owner: Owner) -> None:
    challenge = await owner.challenge()
    fresh = {"iv_current_password": PASSWORD, "iv_new_password": "another long phrase"}
    await owner.done("change_password", **fresh)
    assert not (await owner.second(challenge, iv_code=owner.code()))["status"]


async def test_the_staff_keep_a_factor(new_owner: NewOwner, database_url: str) -> None:
    owner = await new_owner()
    await owner.set_app_up()
    database = Database(database_url)
    async with database.writing() as tx:
        await tx.session.execute(text("UPDATE account SET staff = true"))
    await database.close()
    assert not (await owner.post("remove_authenticator_app"))["status"]
    assert not (await owner.password())["status"]
    entered = await owner.second(await owner.challenge(), iv_code=owner.code())
    claims = jwt.get_unverified_claims(entered["data"]["access_token"])
    assert (claims["staff"], claims["amr"]) == (True, ["mfa"])
