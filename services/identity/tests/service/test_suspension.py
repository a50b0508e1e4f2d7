"""A suspended account cannot sign in and has no login; only a caller with the password learns why."""

import httpx
import pytest
from contracts.events.identity import LoginEnded
from contracts.events.profiles_moderation import StandingChanged
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, Person, SignUp

pytestmark = pytest.mark.service
SUSPENDED = "This account is suspended. If you think that this is a mistake, write to us."
WRONG = "The email or the password is not correct"


def standing(person: Person, *, suspended: bool, revision: int) -> StandingChanged:
    return StandingChanged(account_id=person.id, suspended=suspended, title="", note="", revision=revision)


async def sign_in(person: Person, password: str = PASSWORD) -> httpx.Response:
    pair = {"iv_email": person.email, "iv_password": password}
    return await person.client.post("/api/sign_in", json=pair)


async def test_suspension_ends_every_login_of_the_account_and_no_other(
    sign_up: SignUp, published: EventRecorder
) -> None:
    person, other = await sign_up(), await sign_up()
    assert (await sign_in(person)).json()["status"]
    await published.tell(standing(person, suspended=True, revision=1))
    assert (await person.get("/api/check_active_login")).status_code == 422
    assert (await other.get("/api/check_active_login")).status_code == 200
    assert {ended.account_id for ended in await published.wait_for(LoginEnded, 2)} == {person.id}
    assert (await sign_in(person)).json()["message"]["main_msg"] == SUSPENDED
    assert (await sign_in(person, "wrong")).json()["message"]["main_msg"] == WRONG
    assert (await sign_in(other)).json()["status"]


async def test_the_newest_word_on_an_account_holds(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    await published.tell(
        standing(person, suspended=True, revision=2),
        standing(person, suspended=False, revision=1),
        standing(person, suspended=False, revision=2),
    )
    assert not (await sign_in(person)).json()["status"]
    await published.tell(
        standing(person, suspended=False, revision=4), standing(person, suspended=True, revision=3)
    )
    signed_in = await sign_in(person)
    assert signed_in.json()["status"]
    headers = {"Authorization": f"Bearer {signed_in.json()['data']['access_token']}"}
    await published.tell(standing(person, suspended=False, revision=5))
    assert (await person.client.get("/api/check_active_login", headers=headers)).status_code == 200
