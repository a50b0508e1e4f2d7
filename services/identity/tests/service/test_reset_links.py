"""A new password ends other reset links, wrong-password counts and other logins."""

from datetime import timedelta

import httpx
import pytest
from contracts.events.identity import MailRequested
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, MovableClock, Person, SignUp, mailed_secret

pytestmark = pytest.mark.service
FRESH = "another sentence nobody guesses"


async def reset_link(person: Person, published: EventRecorder) -> str:
    """The secret of a reset link that is mailed to this person now."""

    def mailed() -> int:
        return len([mail for mail in published.of(MailRequested) if mail.to == person.email])

    await published.first(MailRequested)
    before, all_before = mailed(), len(published.of(MailRequested))
    await person.client.post("/api/forgot_password", json={"iv_email": person.email})
    await published.wait_for(MailRequested, all_before + 1)
    assert mailed() == before + 1
    return await mailed_secret(published, "reset", person.email)


async def sets_password(person: Person, secret: str, password: str = FRESH) -> bool:
    """Whether the link sets the password."""
    body = {"iv_token": secret, "iv_password": password}
    return (await person.client.post("/api/reset_password", json=body)).json()["status"]


async def sign_in(person: Person, password: str, network: str = "127.0.0.1") -> httpx.Response:
    pair = {"iv_email": person.email, "iv_password": password}
    return await person.client.post("/api/sign_in", json=pair, headers={"X-Forwarded-For": network})


@pytest.mark.parametrize("used", [0, 1])
async def test_one_link_that_was_used_ends_the_others(
    sign_up: SignUp, published: EventRecorder, clock: MovableClock, used: int
) -> None:
    person, other = await sign_up(), await sign_up()
    await published.wait_for(MailRequested, 2)
    others_link = await reset_link(other, published)
    links = [await reset_link(person, published)]
    clock.pass_by(timedelta(minutes=1))
    links.append(await reset_link(person, published))
    assert links[0] != links[1]
    assert await sets_password(person, links[used])
    assert not await sets_password(person, links[1 - used], "yet another sentence")
    assert not await sets_password(person, links[used], "yet another sentence"), "a link is used once"
    assert (await sign_in(person, FRESH)).json()["status"]
    assert await sets_password(other, others_link), "the link of somebody else still holds"


async def test_changing_the_password_ends_the_reset_links_but_not_the_confirmation(
    sign_up: SignUp, published: EventRecorder
) -> None:
    person = await sign_up()
    link = await reset_link(person, published)
    changed = await person.post("change_password", iv_current_password=PASSWORD, iv_new_password=FRESH)
    assert changed.json()["status"]
    assert not await sets_password(person, link, "yet another sentence")
    secret = await mailed_secret(published, "confirm", person.email)
    assert (await person.post("confirm_account", iv_token=secret)).json()["status"]


async def test_a_reset_link_confirms_nothing(sign_up: SignUp, published: EventRecorder) -> None:
    person = await sign_up()
    link = await reset_link(person, published)
    assert not (await person.post("confirm_account", iv_token=link)).json()["status"]
    assert await sets_password(person, link), "and it is not used up by trying"


async def test_a_reset_link_holds_to_the_last_second_of_its_hour(
    sign_up: SignUp, published: EventRecorder, clock: MovableClock
) -> None:
    person = await sign_up()
    link = await reset_link(person, published)
    clock.pass_by(timedelta(minutes=59))
    assert await sets_password(person, link)


async def test_a_confirmation_link_holds_for_a_day(
    sign_up: SignUp, published: EventRecorder, clock: MovableClock
) -> None:
    person = await sign_up()
    await published.first(MailRequested)
    clock.pass_by(timedelta(days=1, minutes=-1))
    secret = await mailed_secret(published, "confirm", person.email)
    confirmed = await person.client.post("/api/confirm_account", json={"iv_token": secret})
    assert confirmed.json()["status"]


async def test_a_reset_starts_the_count_of_wrong_passwords_anew(
    sign_up: SignUp, published: EventRecorder, clock: MovableClock
) -> None:
    clock.stand_still()
    person, other = await sign_up(), await sign_up()
    await published.wait_for(MailRequested, 2)
    for _ in range(20):
        for somebody in (person, other):
            await sign_in(somebody, "wrong")
    assert (await sign_in(person, PASSWORD)).status_code == 429
    assert await sets_password(person, await reset_link(person, published))
    assert (await sign_in(person, FRESH)).json()["status"]
    assert (await sign_in(other, PASSWORD)).status_code == 429, "nobody else's count is touched"


async def test_the_right_password_starts_the_count_anew_for_its_own_network_alone(
    sign_up: SignUp, clock: MovableClock
) -> None:
    clock.stand_still()
    person = await sign_up()
    for _ in range(11):
        await sign_in(person, "wrong", network="192.0.2.7")
    assert (await sign_in(person, PASSWORD, network="203.0.113.9")).json()["status"]
    assert (await sign_in(person, PASSWORD, network="192.0.2.7")).status_code == 429
    for _ in range(30):
        await sign_in(person, "wrong", network="203.0.113.9")
        assert (await sign_in(person, PASSWORD, network="203.0.113.9")).json()["status"]


async def test_logins_of_other_accounts_stay(sign_up: SignUp, published: EventRecorder) -> None:
    person, other = await sign_up(), await sign_up()
    await published.wait_for(MailRequested, 2)
    assert await sets_password(person, await reset_link(person, published))
    assert (await other.get("/api/check_active_login")).status_code == 200
    assert (await person.get("/api/check_active_login")).status_code == 422
