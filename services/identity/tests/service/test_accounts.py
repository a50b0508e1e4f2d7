"""Usernames and the deletion of accounts."""

import asyncio

import httpx
import pytest
from chassis.db import Database
from contracts.events.identity import AccountDeleted, AccountRegistered, AccountRenamed, LoginEnded
from identity.accounts.rules import USERNAME_RESERVED, USERNAME_TAKEN
from identity.passwords.password_verification import WRONG_PASSWORD
from sqlalchemy import text
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, SignUp

pytestmark = pytest.mark.service


async def test_taking_a_username(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    body = (await person.post("update_username", iv_username="Nadia Kessler")).json()
    session = body["data"]["sessionData"]
    assert (session["username"], session["onboardUsername"]) == ("Nadia_Kessler", True)
    assert session["accessToken"] == person.token
    renamed = await published.first(AccountRenamed)
    assert (renamed.account.username, renamed.account.revision) == ("Nadia_Kessler", 2)
    respelt = (await person.post("update_username", iv_username="nadia_kessler")).json()
    assert respelt["data"]["sessionData"]["username"] == "nadia_kessler"


@pytest.mark.parametrize(
    "username",
    [
        "",
        "ab",
        "x" * 41,
        "josé",
        "na.dia",
        "na/dia",
        "<nadia>",
        None,
        7,
        "admin",
        "Sign in",
    ],
)
async def test_a_username_that_cannot_be(sign_up: SignUp, username: object) -> None:
    person = await sign_up()
    body = (await person.post("update_username", iv_username=username)).json()
    assert not body["status"]
    assert set(body["message"]["iv_msg"]) == {"iv_username"}
    if username == "admin":
        assert body["message"]["iv_msg"]["iv_username"] == USERNAME_RESERVED


@pytest.mark.usefixtures("large_pool")
async def test_of_parallel_claims_on_one_username_one_wins(sign_up: SignUp, published: EventRecorder) -> None:
    people = [await sign_up() for _ in range(6)]
    spellings = ["Nadia", "nadia", "NADIA"] * 2
    answers = await asyncio.gather(
        *(
            person.post("update_username", iv_username=name)
            for person, name in zip(people, spellings, strict=True)
        )
    )
    bodies = [answer.json() for answer in answers]
    assert {answer.status_code for answer in answers} == {200}
    assert sum(body["status"] for body in bodies) == 1
    taken = [body["message"]["iv_msg"] for body in bodies if not body["status"]]
    assert taken == [{"iv_username": USERNAME_TAKEN}] * 5
    await published.first(AccountRenamed)
    assert len(published.of(AccountRenamed)) == 1


async def test_deleting_needs_the_password(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    body = (await person.post("delete_account", iv_password="wrong")).json()
    assert body["message"]["iv_msg"] == {"iv_password": WRONG_PASSWORD}
    assert (await person.get("/api/check_active_login")).status_code == 200
    assert not published.of(AccountDeleted)


async def test_deleting_ends_every_login_and_frees_the_address(
    sign_up: SignUp, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    person = await sign_up("nadia@example.com")
    await person.post("update_username", iv_username="nadia")
    pair = {"iv_email": person.email, "iv_password": PASSWORD}
    assert (await client.post("/api/sign_in", json=pair)).json()["status"]
    assert (await person.post("delete_account", iv_password=PASSWORD)).json()["status"]
    assert (await person.get("/api/check_active_login")).status_code == 422
    assert not (await client.post("/api/sign_in", json=pair)).json()["status"]
    assert (await published.first(AccountDeleted)).account_id == person.id
    assert len(await published.wait_for(LoginEnded, 2)) == 2
    successor = await sign_up("nadia@example.com")
    assert successor.id != person.id
    kept = (await successor.post("update_username", iv_username="Nadia")).json()["message"]["iv_msg"]
    assert kept == {"iv_username": USERNAME_TAKEN}, "the name is kept from others for a while"


async def test_nothing_of_the_person_is_left(
    sign_up: SignUp, database_url: str, published: EventRecorder
) -> None:
    person = await sign_up("nadia@example.com", name="Nadia Kessler")
    await person.post("update_username", iv_username="pilates_with_nadia")
    await person.post("delete_account", iv_password=PASSWORD)
    await published.first(AccountDeleted)
    database = Database(database_url)
    async with database.reading() as tx:
        tables = (
            await tx.session.scalars(
                text("SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'outbox'")
            )
        ).all()
        for table in tables:
            rows = (await tx.session.scalars(text(f'SELECT t::text FROM "{table}" t'))).all()  # noqa: S608
            assert not [row for row in rows if "nadia" in row.lower()], table
    await database.close()


@pytest.mark.usefixtures("large_pool")
async def test_signing_in_while_the_account_goes_leaves_no_login(
    sign_up: SignUp, client: httpx.AsyncClient
) -> None:
    person = await sign_up("nadia@example.com")
    pair = {"iv_email": person.email, "iv_password": PASSWORD}
    *signed_in, deleted = await asyncio.gather(
        *(client.post("/api/sign_in", json=pair) for _ in range(6)),
        person.post("delete_account", iv_password=PASSWORD),
    )
    assert deleted.json()["status"]
    for answer in signed_in:
        assert answer.status_code == 200
        token = (answer.json()["data"] or {}).get("access_token")
        headers = {"Authorization": f"Bearer {token}"}
        if token:
            assert (await client.get("/api/check_active_login", headers=headers)).status_code == 422


async def test_a_repeated_sign_up_with_its_key_answers_as_the_first(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    fields = {"iv_name": "Nadia", "iv_email": "nadia@example.com", "iv_password": PASSWORD}
    headers = {"Idempotency-Key": "sign-up-1"}
    first, again = [await client.post("/api/sign_up", json=fields, headers=headers) for _ in range(2)]
    assert first.json()["status"]
    assert first.content == again.content
    await published.first(AccountRegistered)
    assert len(published.of(AccountRegistered)) == 1
