"""Checks of one login at once: no lock is waited for, and none begins a generation that another has begun."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.errors import LoginOver
from contracts.events.identity import LoginEnded, LoginRotated
from identity.logins.dependencies import LoginCaller
from identity.logins.service import RenewedLogin, check_login
from identity.logins.store import ReadLogin, read_login
from identity.session_data.rules import LoginFacts
from identity.tokens.keys import key_ring
from identity.tokens.signing import TokenSigner
from jose import jwt
from sqlalchemy import text
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import MovableClock, Person, SignUp, instant, settings_for

pytestmark = pytest.mark.service


@dataclass(frozen=True)
class Reader:
    """Reads a login, and checks it later."""

    database_url: str
    person: Person

    async def read(self) -> ReadLogin:
        """The login as it is."""
        database = Database(self.database_url)
        async with database.reading() as connection:
            found = await read_login(connection, self.person.session["authId"], self.person.id)
        await database.close()
        assert found is not None
        return found

    async def check(self, read: ReadLogin, now: datetime) -> RenewedLogin:
        """The check of a login that was read before."""
        expires = instant(self.person.session["accessTokenExpiry"])
        login = LoginFacts(self.person.session["authId"], self.person.token, expires)
        signer = TokenSigner(key_ring(settings_for(self.database_url)))
        database = Database(self.database_url)
        try:
            return await check_login(database, LoginCaller(self.person.id, login), read, signer, {}, now=now)
        finally:
            await database.close()

    async def row(self) -> str:
        """The login's row, with what tells that it was written."""
        database = Database(self.database_url)
        async with database.writing() as tx:
            found = await tx.session.scalars(text("SELECT login.xmin || login::text FROM login"))
            row = found.one()
        await database.close()
        return row


@pytest.fixture
async def reader(sign_up: SignUp, database_url: str) -> Reader:
    """Reads the login of somebody who has just signed up."""
    return Reader(database_url, await sign_up())


def generation_of(token: str) -> int:
    return jwt.get_unverified_claims(token)["gen"]


def tokens_of(answers: list[dict[str, dict[str, dict[str, str]]]]) -> list[dict[str, str]]:
    return [answer["data"]["refreshed_access_token"] for answer in answers]


async def ended_after_one_rotation(person: Person, published: EventRecorder) -> None:
    """The end of the login is the last of its events."""
    assert (await person.get("/api/sign_out")).json()["status"]
    await published.wait_for(LoginEnded, 1)
    assert len(published.of(LoginRotated)) == 1


async def test_what_was_read_before_another_check_begins_no_second_generation(
    reader: Reader, published: EventRecorder
) -> None:
    person, before = reader.person, await reader.read()
    assert (await person.get("/api/check_active_login")).json()["status"]
    rotations = (await reader.read()).state.rotations
    late = await reader.check(before, utc_now())
    person.token = late.login.token
    assert generation_of(person.token) == 1
    assert (await reader.read()).state.rotations == rotations
    await ended_after_one_rotation(person, published)


async def test_what_was_read_before_the_login_ended_gets_no_token(
    reader: Reader, published: EventRecorder
) -> None:
    person, before = reader.person, await reader.read()
    assert (await person.get("/api/sign_out")).json()["status"]
    with pytest.raises(LoginOver):
        await reader.check(before, utc_now())
    await published.wait_for(LoginEnded, 1)
    assert not published.of(LoginRotated)


async def test_a_second_check_within_a_minute_writes_nothing(
    sign_up: SignUp, database_url: str, clock: MovableClock
) -> None:
    clock.stand_still()
    person = await sign_up()
    reader = Reader(database_url, person)
    first = (await person.get("/api/check_active_login")).json()
    written = await reader.row()
    clock.pass_by(timedelta(seconds=30))
    again = (await person.get("/api/check_active_login")).json()
    assert await reader.row() == written
    assert first["data"]["session_data"].keys() == again["data"]["session_data"].keys()
    [one, other] = tokens_of([first, again])
    assert one["access_token_expiry"] == other["access_token_expiry"]  # no token outlives its login
    assert [generation_of(each["access_token"]) for each in (one, other)] == [1, 1]
    person.token = other["access_token"]
    assert (await person.get("/api/check_active_login")).json()["status"]
    assert await reader.row() != written


@pytest.mark.usefixtures("large_pool")
async def test_checks_at_once_begin_one_generation(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    answers = await asyncio.gather(*(person.get("/api/check_active_login") for _ in range(8)))
    found = tokens_of([answer.json() for answer in answers])
    assert {generation_of(each["access_token"]) for each in found} == {1}
    person.token = found[-1]["access_token"]
    await ended_after_one_rotation(person, published)
