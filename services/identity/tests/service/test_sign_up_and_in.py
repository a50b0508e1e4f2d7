"""Signing up and signing in."""

import asyncio
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta

import httpx
import pytest
from argon2 import PasswordHasher, extract_parameters
from chassis.db import Database, statement
from contracts.events.identity import AccountRegistered, MailRequested
from contracts.session_data import SessionData
from identity.accounts.rules import EMAIL_TAKEN
from identity.logins.rules import TOKEN_LIFE
from identity.passwords.password_verification import WRONG_PAIR
from sqlalchemy import text
from structlog.testing import capture_logs
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, MovableClock, SignUp, bearer, instant

pytestmark = pytest.mark.service
NADIA = {"iv_name": "Nadia Kessler", "iv_email": "Nadia@Example.com", "iv_password": PASSWORD}


async def test_signing_up_begins_a_login_and_tells_the_house(
    client: httpx.AsyncClient, published: EventRecorder, clock: MovableClock
) -> None:
    body = (await client.post("/api/sign_up", json=NADIA)).json()
    assert body["status"]
    data = body["data"]
    session = SessionData.model_validate(data["session_data"])
    assert set(data["session_data"]) == set(SessionData.model_fields)
    assert session.accessToken == data["access_token"]
    assert session.accessTokenExpiry == data["access_token_expiry"]
    assert abs(instant(data["access_token_expiry"]) - clock() - TOKEN_LIFE) < timedelta(seconds=5)
    assert session.email == "nadia@example.com"
    registered = await published.first(AccountRegistered)
    mail = await published.first(MailRequested)
    assert (registered.account.account_id, registered.account.revision) == (session.ownerId, 1)
    assert (mail.kind, mail.to, mail.account_id) == ("confirm", "nadia@example.com", session.ownerId)
    assert mail.link
    assert mail.link.startswith("https://openhours.test/confirm_account/")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("iv_name", ""),
        ("iv_name", "ab"),
        ("iv_name", "x" * 121),
        ("iv_name", "<b>bold</b>"),
        ("iv_name", None),
        ("iv_name", {"a": 1}),
        ("iv_email", "nobody"),
        ("iv_email", ["a@b.co"]),
        ("iv_email", "a" * 300 + "@example.com"),
        ("iv_password", "short"),
        ("iv_password", "password1"),
        ("iv_password", "Nadia Kessler"),
        ("iv_password", 12345678),
    ],
)
async def test_a_bad_field_is_named_and_nothing_is_written(
    client: httpx.AsyncClient, published: EventRecorder, field: str, value: object
) -> None:
    answer = await client.post("/api/sign_up", json={**NADIA, field: value})
    assert answer.status_code == 200
    body = answer.json()
    assert not body["status"]
    assert set(body["message"]["iv_msg"]) == {field}
    assert (await client.post("/api/sign_up", json=NADIA)).json()["status"]
    assert len(await published.wait_for(AccountRegistered)) == 1


@pytest.mark.usefixtures("large_pool")
async def test_of_parallel_sign_ups_on_one_address_one_wins(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    spellings = ["nadia@example.com", "NADIA@example.com", " Nadia@EXAMPLE.com "] * 4
    answers = await asyncio.gather(
        *(client.post("/api/sign_up", json={**NADIA, "iv_email": spelling}) for spelling in spellings)
    )
    bodies = [answer.json() for answer in answers]
    assert {answer.status_code for answer in answers} == {200}
    assert sum(body["status"] for body in bodies) == 1
    for body in bodies:
        if not body["status"]:
            assert body["message"]["iv_msg"] == {"iv_email": EMAIL_TAKEN}
    assert len(await published.wait_for(AccountRegistered)) == 1


async def test_signing_in_with_any_spelling_of_the_address(
    sign_up: SignUp, client: httpx.AsyncClient
) -> None:
    person = await sign_up("nadia@example.com")
    pair = {"iv_email": " NADIA@example.com", "iv_password": PASSWORD, "iv_device_data": '{"timezone":"UTC"}'}
    data = (await client.post("/api/sign_in", json=pair)).json()["data"]
    assert data["session_data"]["ownerId"] == person.id
    assert data["session_data"]["authId"] != person.session["authId"]
    checked = await client.get("/api/check_active_login", headers=bearer(data["access_token"]))
    assert checked.json()["status"]


async def test_wrong_address_and_wrong_password_answer_alike(
    sign_up: SignUp, client: httpx.AsyncClient
) -> None:
    await sign_up("nadia@example.com")
    answers = [
        await client.post("/api/sign_in", json={"iv_email": email, "iv_password": password})
        for email, password in (("nadia@example.com", "wrong"), ("nobody@example.com", PASSWORD))
    ]
    assert answers[0].content == answers[1].content
    assert {answer.status_code for answer in answers} == {200}
    assert answers[0].json()["message"] == {"main_msg": WRONG_PAIR, "iv_msg": {"iv_password": WRONG_PAIR}}


async def test_wrong_address_and_wrong_password_do_the_same_work(
    sign_up: SignUp, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Equal time by construction: one verification at one cost, and the same statements in the same order."""
    await sign_up("nadia@example.com")
    costs: list[object] = []
    statements: list[str] = []
    this_task = asyncio.current_task()
    verify = PasswordHasher.verify

    def watched(hasher: PasswordHasher, kept: str, password: str) -> bool:
        costs.append(extract_parameters(kept))
        return verify(hasher, kept, password)

    def note(_span: object, text: str) -> AbstractContextManager[None]:
        if asyncio.current_task() is this_task:  # jobs run in tasks of their own
            statements.append(text)
        return nullcontext()

    monkeypatch.setattr(PasswordHasher, "verify", watched)
    monkeypatch.setattr(statement, "_spanned", note)
    traces: list[list[str]] = []
    for email in ("nadia@example.com", "nobody@example.com"):
        statements.clear()
        await client.post("/api/sign_in", json={"iv_email": email, "iv_password": "wrong"})
        traces.append(list(statements))
    assert traces[0] == traces[1] != []
    assert len(costs) == 2
    assert costs[0] == costs[1]


@pytest.mark.parametrize("email", ["nadia@example.com", "nobody@example.com"])
async def test_guessing_is_slowed_down_for_known_and_unknown_addresses_alike(
    sign_up: SignUp, client: httpx.AsyncClient, clock: MovableClock, email: str
) -> None:
    clock.stand_still()
    await sign_up("nadia@example.com")
    wrong = {"iv_email": email, "iv_password": "wrong"}
    for _ in range(11):
        assert (await client.post("/api/sign_in", json=wrong)).status_code == 200
    refused = await client.post("/api/sign_in", json={**wrong, "iv_password": PASSWORD})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 15 * 60
    clock.pass_by(timedelta(seconds=int(refused.headers["Retry-After"])))
    assert (await client.post("/api/sign_in", json=wrong)).status_code == 200


async def test_a_hash_of_former_cost_is_renewed_by_signing_in(
    sign_up: SignUp, client: httpx.AsyncClient, database_url: str
) -> None:
    await sign_up("nadia@example.com")
    former = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1).hash(PASSWORD)
    database = Database(database_url)
    async with database.writing() as tx:
        await tx.session.execute(text("UPDATE account SET password_hash = :former"), {"former": former})
    pair = {"iv_email": "nadia@example.com", "iv_password": PASSWORD}
    assert (await client.post("/api/sign_in", json=pair)).json()["status"]
    async with database.reading() as tx:
        kept = str(await tx.session.scalar(text("SELECT password_hash FROM account")))
    await database.close()
    assert extract_parameters(kept).time_cost == 1
    assert (await client.post("/api/sign_in", json=pair)).json()["status"]


async def test_signing_in_and_failing_to_are_in_the_log_without_the_address(
    sign_up: SignUp, client: httpx.AsyncClient, clock: MovableClock
) -> None:
    clock.stand_still()
    person = await sign_up()
    fields = {"iv_email": person.email, "iv_password": PASSWORD, "iv_device_data": {}}
    with capture_logs() as logged:
        await client.post("/api/sign_in", json=fields)
        for _ in range(12):
            await client.post("/api/sign_in", json={**fields, "iv_password": "another password"})
        await client.post("/api/sign_in", json={**fields, "iv_email": "nobody@example.com"})
    said = [(each["event"], each["account_id"]) for each in logged if "account_id" in each]
    assert said[0] == ("login begun", person.id)
    assert said[1:12] == [("password refused", person.id)] * 11
    assert said[12:] == [("password not looked at", person.id), ("password refused", "")]
    assert person.email not in str(logged)
    assert "password" not in {name for each in logged for name in each}
