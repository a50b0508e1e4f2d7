"""Guessing passwords: many at once, from many networks; and keeping owners out by guessing."""

import asyncio
from datetime import datetime, timedelta

import httpx
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.clock import utc_now
from chassis.db import Database
from chassis.key_files import new_private_pem
from client.personas import PASSWORD
from contracts.events.identity import MailRequested
from identity.app import create_app
from identity.settings import IdentitySettings
from pydantic import SecretStr
from sqlalchemy import text
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

pytestmark = pytest.mark.service
EMAIL = "nadia@example.com"
DEVICE = "__Host-openhours_device"
BROWSER = {"bound": True, "platform": {"userAgent": "Firefox/141.0 Windows"}}
HOME, OFFICE = "198.51.100.7", "192.0.2.200"
MOST_OF_ONE_NETWORK, MOST_OF_STRANGERS = 11, 51


class SetClock:
    """A clock that stands still until a test moves it: waiting does not end by itself."""

    def __init__(self) -> None:
        self._began = utc_now()
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return self._began + self.ahead


@pytest.fixture
def clock() -> SetClock:
    """Identity's clock."""
    return SetClock()


@pytest.fixture
async def settings(new_database: NewDatabase) -> IdentitySettings:
    """Identity's settings, with passwords that cost little."""
    return IdentitySettings(
        database_url=await new_database("identity"),
        database_connections=31,
        signing_key_pem=SecretStr(new_private_pem()),
        argon2_time_cost=1,
        argon2_memory_kib=8,
        argon2_waiting=1000,
        public_url="https://openhours.test",
    )


@pytest.fixture
async def identity(
    service_app: ServiceApp, settings: IdentitySettings, clock: SetClock, published: EventRecorder
) -> httpx.AsyncClient:
    """One process of identity."""
    assert published is not None
    return await service_app(create_app, settings, clock=clock)


async def sign_in(
    client: httpx.AsyncClient,
    password: str,
    *,
    email: str = EMAIL,
    network: str = "203.0.113.1",
    cookie: str = "",
    device: object = None,
) -> httpx.Response:
    """Try a password from this network."""
    headers = {"X-Forwarded-For": network} | ({"Cookie": f"{DEVICE}={cookie}"} if cookie else {})
    fields = {"iv_email": email, "iv_password": password, "iv_device_data": device or {}}
    answer = await client.post("/api/sign_in", json=fields, headers=headers)
    client.cookies.clear()
    return answer


def device_cookie(answer: httpx.Response) -> str:
    """The value of the device cookie that the answer gives."""
    [given] = [each for each in answer.headers.get_list("set-cookie") if each.startswith(DEVICE)]
    assert all(part in given for part in ("; Secure", "; HttpOnly", "; SameSite=Strict", "; Path=/"))
    assert "Domain" not in given
    return given.partition(";")[0].partition("=")[2]


async def owner(client: httpx.AsyncClient, email: str = EMAIL, network: str = HOME) -> str:
    """Somebody who signs up in a browser at home; returns the cookie by which it is known again."""
    fields = {"iv_name": "Nadia Kay", "iv_email": email, "iv_password": PASSWORD, "iv_device_data": BROWSER}
    answer = await client.post("/api/sign_up", json=fields, headers={"X-Forwarded-For": network})
    assert answer.json()["status"], answer.text
    client.cookies.clear()
    return device_cookie(answer)


def looked_at(answers: list[httpx.Response]) -> int:
    """How many of the passwords were compared with the right one."""
    assert {answer.status_code for answer in answers} <= {200, 429}
    return sum(answer.status_code == 200 for answer in answers)


async def from_everywhere(client: httpx.AsyncClient, number: int) -> list[httpx.Response]:
    """Send `number` wrong passwords, each from another network, 25 at a time."""
    answers: list[httpx.Response] = []
    for first in range(0, number, 25):
        tries = (sign_in(client, f"wrong {n}", network=f"10.{n}.1.1") for n in range(first, first + 25))
        answers += await asyncio.gather(*tries)
    return answers


@pytest.mark.parametrize("email", [EMAIL, "nobody@example.com"])
async def test_passwords_that_come_at_once_to_two_processes_are_counted_before_they_are_checked(
    identity: httpx.AsyncClient, settings: IdentitySettings, tokens: Tokens, clock: SetClock, email: str
) -> None:
    await owner(identity)
    app = create_app(settings, Wiring(bus=LocalBus(), transport=tokens.transport, clock=clock))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://second.test") as other,
    ):
        tries = (sign_in(client, "wrong", email=email) for client in (identity, other) * 60)
        answers = await asyncio.gather(*tries)
    assert looked_at(answers) <= MOST_OF_ONE_NETWORK
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert int(refused.headers["Retry-After"]) >= 1
    assert refused.json()["status"] is False


async def test_the_wait_grows_and_a_right_password_is_not_looked_at_meanwhile(
    identity: httpx.AsyncClient, clock: SetClock
) -> None:
    await owner(identity)
    waits: list[int] = []
    for _ in range(60):
        answer = await sign_in(identity, "wrong")
        if answer.status_code == 429:
            right = await sign_in(identity, PASSWORD)
            assert right.status_code == 429, "a guesser learns nothing while waiting"
            waits.append(int(right.headers["Retry-After"]))
            clock.ahead += timedelta(seconds=waits[-1])
    assert waits[:6] == [1, 2, 4, 8, 16, 32]
    assert waits == sorted(waits)
    assert waits[-1] == 15 * 60
    clock.ahead += timedelta(seconds=15 * 60)
    assert (await sign_in(identity, PASSWORD)).json()["status"]
    assert looked_at([await sign_in(identity, "wrong") for _ in range(10)]) == 10, "counted anew"


async def test_a_network_of_many_addresses_is_one(identity: httpx.AsyncClient) -> None:
    await owner(identity)
    for spelled in ("203.0.113.{}", "2001:db8:77:{}::1", "::ffff:203.0.112.{}"):
        tries = [await sign_in(identity, "wrong", network=spelled.format(n)) for n in range(1, 21)]
        assert looked_at(tries) <= MOST_OF_ONE_NETWORK, spelled


async def test_a_thousand_networks_look_at_few_passwords_together(
    identity: httpx.AsyncClient, clock: SetClock
) -> None:
    await owner(identity)
    assert looked_at(await from_everywhere(identity, 250)) <= MOST_OF_STRANGERS
    clock.ahead += timedelta(hours=1)
    assert looked_at(await from_everywhere(identity, 250)) <= 1


async def test_strangers_cannot_keep_out_who_signed_in_on_this_device_before(
    identity: httpx.AsyncClient,
) -> None:
    cookie = await owner(identity)
    await from_everywhere(identity, 150)
    for _ in range(30):
        await sign_in(identity, "wrong", network=OFFICE)
    strange = await sign_in(identity, PASSWORD, network="10.99.1.1")
    assert strange.status_code == 429
    # In the strangers' own network too.
    for network in (HOME, OFFICE, "10.99.1.1"):
        known = await sign_in(identity, PASSWORD, network=network, cookie=cookie, device=BROWSER)
        assert known.json()["status"], known.text
        assert device_cookie(known) == cookie
    at_home = await sign_in(identity, PASSWORD, network=HOME)
    assert at_home.json()["status"], "a client without cookies is known by its network"
    assert "set-cookie" not in at_home.headers


async def test_a_device_is_known_to_its_own_accounts_alone(identity: httpx.AsyncClient) -> None:
    await owner(identity)
    stranger = await owner(identity, "stranger@example.com", network="10.1.1.1")
    await from_everywhere(identity, 100)
    for cookie in (stranger, "A" * 43, "x", "A" * 5000):
        refused = await sign_in(identity, PASSWORD, network="10.1.1.1", cookie=cookie)
        assert refused.status_code == 429, cookie[:50]


async def test_a_stolen_device_cookie_guesses_no_faster(identity: httpx.AsyncClient) -> None:
    cookie = await owner(identity)
    tries = [await sign_in(identity, "wrong", network=f"10.{n}.1.1", cookie=cookie) for n in range(30)]
    assert looked_at(tries) <= MOST_OF_ONE_NETWORK


async def test_the_way_out_by_mail_stays_open_and_leads_in(
    identity: httpx.AsyncClient, published: EventRecorder
) -> None:
    await owner(identity)
    await from_everywhere(identity, 100)
    new_place = {"X-Forwarded-For": "172.16.5.5"}
    assert (await sign_in(identity, PASSWORD, network="172.16.5.5")).status_code == 429
    await identity.post("/api/forgot_password", json={"iv_email": EMAIL}, headers=new_place)
    [mail] = [each for each in await published.wait_for(MailRequested, 2) if each.kind == "reset"]
    assert mail.link
    fields = {"iv_token": mail.link.rpartition("/")[2], "iv_password": f"{PASSWORD} 2"}
    answer = await identity.post("/api/reset_password", json=fields, headers=new_place)
    assert answer.json()["status"], answer.text
    cookie = device_cookie(answer)
    identity.cookies.clear()
    await from_everywhere(identity, 100)
    elsewhere = await sign_in(identity, f"{PASSWORD} 2", network="172.31.1.1", cookie=cookie)
    assert elsewhere.json()["status"], "known by its cookie"
    here = await sign_in(identity, f"{PASSWORD} 2", network="172.16.5.5")
    assert here.json()["status"], "known by its network"


async def test_who_holds_a_token_guesses_few_passwords_and_holds_up_no_sign_in(
    identity: httpx.AsyncClient,
) -> None:
    cookie = await owner(identity)
    token = (await sign_in(identity, PASSWORD, network=HOME)).json()["data"]["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    calls = (
        ("change_password", {"iv_current_password": "wrong", "iv_new_password": f"{PASSWORD} 2"}),
        ("delete_account", {"iv_password": "wrong"}),
    )
    tries = (identity.post(f"/api/{call}", json=fields, headers=headers) for call, fields in calls * 30)
    assert looked_at(await asyncio.gather(*tries)) <= MOST_OF_ONE_NETWORK
    known = await sign_in(identity, PASSWORD, network=OFFICE, cookie=cookie, device=BROWSER)
    assert known.json()["status"]


async def test_what_is_kept_of_it_names_nobody(
    identity: httpx.AsyncClient, settings: IdentitySettings
) -> None:
    cookie = await owner(identity)
    await sign_in(identity, "wrong", cookie=cookie)
    database = Database(settings.database_url)
    async with database.reading() as tx:
        tries = (await tx.session.execute(text("SELECT * FROM password_tries"))).all()
        sources = (await tx.session.execute(text("SELECT * FROM known_source"))).all()
    await database.close()
    kept = repr((tries, sources))
    assert tries
    assert sources
    for secret in (cookie, EMAIL, HOME, "203.0.113", "wrong"):
        assert secret not in kept
