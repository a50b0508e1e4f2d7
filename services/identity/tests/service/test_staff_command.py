"""`python -m identity staff add | list | remove`: the only way to make and remove staff accounts."""

import argparse

import httpx
import pytest
from chassis.db import Database
from chassis.key_files import sealing_keys
from chassis.sealing import Sealing
from contracts.events.identity import AccountDeleted, MailRequested
from cryptography.fernet import Fernet
from identity.passwords.hashing import hashing
from identity.second_factor.authenticator_app import new_secret
from identity.staff.command import (
    COMMAND,
    NOBODY,
    TAKEN,
    NewMember,
    StaffCommandRefused,
    add_staff_with_password,
    give_second_factor,
)
from jose import jwt
from pydantic import SecretStr
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, SignUp, mailed_secret, settings_for

pytestmark = pytest.mark.service
ADD = ("add", "--name", "Ada Byrne", "--email", "Ada@Example.com")


async def run(database_url: str, *arguments: str) -> None:
    parser = argparse.ArgumentParser()
    COMMAND.declare(parser)
    await COMMAND.run(settings_for(database_url), parser.parse_args(arguments))


async def test_a_new_member_chooses_a_password_by_the_mailed_link_and_can_be_removed(
    client: httpx.AsyncClient, published: EventRecorder, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await run(database_url, "list")
    assert capsys.readouterr().out == "There is nobody of the staff yet.\n"
    await run(database_url, *ADD)
    assert "was mailed to ada@example.com" in capsys.readouterr().out
    await published.first(MailRequested)
    secret = await mailed_secret(published, "reset", "ada@example.com")
    chosen = await client.post("/api/reset_password", json={"iv_token": secret, "iv_password": PASSWORD})
    assert chosen.json()["status"], chosen.text
    pair = {"iv_email": "ada@example.com", "iv_password": PASSWORD}
    signed_in = (await client.post("/api/sign_in", json=pair)).json()
    assert jwt.get_unverified_claims(signed_in["data"]["access_token"])["staff"] is True
    await run(database_url, "list")
    assert capsys.readouterr().out == "Ada Byrne  ada@example.com\n"
    await run(database_url, "remove", "--email", " ADA@example.com ")
    assert (await published.first(AccountDeleted)).account_id
    assert not (await client.post("/api/sign_in", json=pair)).json()["status"]
    await run(database_url, "list")
    assert capsys.readouterr().out.endswith("There is nobody of the staff yet.\n")


async def test_what_cannot_be_done_is_refused(sign_up: SignUp, database_url: str) -> None:
    person = await sign_up()
    with pytest.raises(SystemExit, match=TAKEN):
        await run(database_url, "add", "--name", "Ada Byrne", "--email", person.email)
    with pytest.raises(SystemExit, match=NOBODY):
        await run(database_url, "remove", "--email", person.email)
    database = Database(database_url, pool_size=1)
    async with hashing(settings_for(database_url)) as passwords:
        member = NewMember(name="Ada Byrne", email="ada@example.com")
        with pytest.raises(StaffCommandRefused):
            await add_staff_with_password(database, passwords, member, "password")
    await database.close()
    with pytest.raises(SystemExit, match="email: "):
        await run(database_url, "add", "--name", "Ada Byrne", "--email", "nobody")
    assert (await person.get("/api/check_active_login")).status_code == 200


async def test_who_lost_their_factors_is_helped_by_the_operator(
    client: httpx.AsyncClient, published: EventRecorder, database_url: str
) -> None:
    assert published is not None
    email = "ada@example.com"
    keys = sealing_keys(SecretStr(Fernet.generate_key().decode()), None, create=False)
    database = Database(database_url, pool_size=1)
    async with hashing(settings_for(database_url)) as passwords:
        await add_staff_with_password(database, passwords, NewMember(name="Ada Byrne", email=email), PASSWORD)
    await give_second_factor(database, email, Sealing(keys), new_secret(), ["known-code"])
    await database.close()
    pair = {"iv_email": email, "iv_password": PASSWORD}
    assert not (await client.post("/api/sign_in", json=pair)).json()["status"]
    await run(database_url, "reset-factors", "--email", " ADA@example.com")
    assert (await client.post("/api/sign_in", json=pair)).json()["status"]
    with pytest.raises(SystemExit, match=NOBODY):
        await run(database_url, "reset-factors", "--email", "nobody@example.com")
