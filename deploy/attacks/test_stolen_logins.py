"""Attacks with a stolen login: replaced tokens, tokens without their cookie, refreshing for ever."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
import socketio
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.clock import utc_now
from chassis.key_files import new_private_pem
from client.api_client import eventually
from client.personas import PASSWORD, new_email
from contracts.events.identity import LoginEnded, LoginReused
from feed.app import create_app as create_feed
from feed.settings import FeedSettings
from identity.app import create_app as create_identity
from identity.settings import IdentitySettings
from jose import jwt
from pydantic import SecretStr
from socketio.exceptions import ConnectionError as SocketRefused
from testkit.environments import EmbeddedRun
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import NewDatabase, ServiceApp

pytestmark = pytest.mark.service
COOKIE = "__Host-openhours_login"
CHECK = "/api/check_active_login"
IN_A_BROWSER = {
    "timezone": "Europe/Lisbon",
    "bound": True,
    "platform": {"userAgent": "Firefox/141.0 Windows"},
}


class SetClock:
    """A clock that stands as far from the present as a test says."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.ahead


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
async def identity(
    service_app: ServiceApp, new_database: NewDatabase, clock: SetClock, published: EventRecorder
) -> httpx.AsyncClient:
    """The identity service. `published` records its events."""
    assert published is not None
    settings = IdentitySettings(
        database_url=await new_database("identity"),
        signing_key_pem=SecretStr(new_private_pem()),
        argon2_time_cost=1,
        argon2_memory_kib=8,
    )
    return await service_app(create_identity, settings, clock=clock)


async def sign_up(client: httpx.AsyncClient, name: str = "nadia", **device: object) -> dict[str, Any]:
    """A new account's `data`: its token and session data."""
    fields = {"iv_name": "Nadia Kay", "iv_email": f"{name}@example.com", "iv_password": PASSWORD}
    answer = await client.post("/api/sign_up", json=fields | {"iv_device_data": device})
    assert answer.json()["status"], answer.text
    return answer.json()["data"]


async def refreshed(client: httpx.AsyncClient, token: str) -> str:
    """The token that a check of the login gives for this one."""
    answer = await client.get(CHECK, headers=bearer(token))
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]["refreshed_access_token"]["access_token"]


async def status_with(client: httpx.AsyncClient, token: str, path: str = CHECK) -> int:
    """The status that this token gets."""
    return (await client.get(path, headers=bearer(token))).status_code


async def test_a_replaced_token_ends_the_login_when_it_is_replayed(
    identity: httpx.AsyncClient, clock: SetClock, published: EventRecorder
) -> None:
    data = await sign_up(identity)
    stolen = data["access_token"]
    fresh = await refreshed(identity, stolen)
    clock.ahead += timedelta(seconds=61)
    assert await status_with(identity, fresh, "/api/get_notification_preferences") == 200
    assert await status_with(identity, stolen) == 422
    assert await status_with(identity, fresh) == 422, "thief and owner cannot be told apart"
    reused, ended = await published.first(LoginReused), await published.first(LoginEnded)
    login_id = data["session_data"]["authId"]
    assert (reused.account_id, reused.login_id) == (data["session_data"]["ownerId"], login_id)
    assert ended.login_id == login_id


async def test_two_tabs_that_refresh_at_once_stay_signed_in(
    identity: httpx.AsyncClient, clock: SetClock, published: EventRecorder
) -> None:
    first = (await sign_up(identity))["access_token"]
    one = await refreshed(identity, first)
    clock.ahead += timedelta(seconds=59)
    other = await refreshed(identity, first)
    generations = [jwt.get_unverified_claims(token)["gen"] for token in (first, one, other)]
    assert generations == [0, 1, 1], "one chain, not two"
    clock.ahead += timedelta(seconds=30)
    assert await status_with(identity, one) == await status_with(identity, other) == 200
    assert published.of(LoginReused) == []


async def test_many_refreshes_at_once_keep_one_chain_and_little_memory(
    identity: httpx.AsyncClient, clock: SetClock
) -> None:
    token = (await sign_up(identity))["access_token"]
    for _ in range(40):
        token = await refreshed(identity, token)
    listed = (await identity.get("/internal/ended_logins")).json()["data"]["rotated_logins"]
    assert len(listed) <= 21
    clock.ahead += timedelta(seconds=61)
    assert await status_with(identity, token) == 200


async def test_a_replaced_token_ends_the_login_when_another_service_sees_it(
    identity: httpx.AsyncClient,
    clock: SetClock,
    bus: LocalBus,
    new_database: NewDatabase,
    published: EventRecorder,
) -> None:
    # Identity refreshes two minutes ago, so that the replaced token is refused by now.
    clock.ahead = -timedelta(minutes=2)
    stolen = (await sign_up(identity))["access_token"]
    fresh = await refreshed(identity, stolen)
    clock.ahead = timedelta()
    settings = FeedSettings(database_url=await new_database("feed"), identity_url="http://service.test")
    app = create_feed(settings, Wiring(bus=bus, transport=identity._transport))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://feed.test") as feed,
    ):
        ended = app.state.ended_logins
        login_id = jwt.get_unverified_claims(stolen)["lid"]
        await eventually(lambda: ended.is_replaced(login_id, 0))
        assert await status_with(feed, fresh, "/api/get_bookmarked_posts") == 200
        assert await status_with(feed, stolen, "/api/get_bookmarked_posts") == 422
        reused = await published.first(LoginReused)
        assert reused.login_id == login_id
        await eventually(lambda: ended.contains(login_id))
        assert await status_with(feed, fresh, "/api/get_bookmarked_posts") == 422
    assert await status_with(identity, fresh) == 422


async def test_no_refresh_leads_past_thirty_days(identity: httpx.AsyncClient, clock: SetClock) -> None:
    data = await sign_up(identity)
    token, began = data["access_token"], utc_now()
    for _ in range(29):
        clock.ahead += timedelta(hours=24)
        token = await refreshed(identity, token)
    clock.ahead += timedelta(hours=23)
    answer = (await identity.get(CHECK, headers=bearer(token))).json()["data"]["refreshed_access_token"]
    expires_at = datetime.fromisoformat(answer["access_token_expiry"])
    assert jwt.get_unverified_claims(answer["access_token"])["exp"] == expires_at.timestamp()
    assert abs(expires_at - began - timedelta(days=30)) < timedelta(minutes=1)
    clock.ahead += timedelta(hours=2)
    assert await status_with(identity, answer["access_token"]) == 422


async def test_nobody_ends_the_login_of_another(
    identity: httpx.AsyncClient, published: EventRecorder
) -> None:
    victim, thief = await sign_up(identity, "victim"), await sign_up(identity, "thief")
    for login_id in (victim["session_data"]["authId"], "unknown", "' OR 1=1 --"):
        fields = {"iv_login_id": login_id}
        answer = await identity.post("/api/end_login", json=fields, headers=bearer(thief["access_token"]))
        assert answer.status_code == 404, answer.text
    answer = await identity.post("/api/end_other_logins", json={}, headers=bearer(thief["access_token"]))
    assert answer.json()["data"] == {"ended": 0}
    listed = await identity.get("/api/get_active_logins", headers=bearer(thief["access_token"]))
    assert [each["this_device"] for each in listed.json()["data"]["logins"]] == [True]
    # A report of a token that nobody replaced ends nothing either.
    report = {"login_id": victim["session_data"]["authId"], "generation": 0}
    assert (await identity.post("/internal/reused_tokens", json=report)).status_code == 200
    assert await status_with(identity, victim["access_token"]) == 200
    assert published.of(LoginEnded) == []


@pytest.fixture
def browser(embedded_run: EmbeddedRun) -> Iterator[httpx.Client]:
    """Somebody's browser: it keeps cookies, and its storage holds the token."""
    with httpx.Client(base_url=embedded_run.url) as client:
        fields = {"iv_name": "Nadia Kay", "iv_email": new_email("bound"), "iv_password": PASSWORD}
        answer = client.post("/api/sign_up", json=fields | {"iv_device_data": IN_A_BROWSER})
        client.headers.update(bearer(answer.json()["data"]["access_token"]))
        [hardened] = [each for each in answer.headers.get_list("set-cookie") if each.startswith(COOKIE)]
        assert all(part in hardened for part in ("; Secure", "; HttpOnly", "; SameSite=Strict", "; Path=/"))
        assert "Domain" not in hardened
        client.headers["cookie"] = hardened.partition(";")[0]
        yield client


CALLS = (
    CHECK,
    "/api/get_account_profile",
    "/api/get_booking_info",
    "/api/get_bookmarked_posts",
    "/api/get_conversations",
    "/api/get_user_alerts",
    "/api/get_user_fav_data",
    "/api/export_account_data",
)


def test_a_token_from_storage_is_worth_nothing_without_its_cookie(
    embedded_run: EmbeddedRun, browser: httpx.Client
) -> None:
    stolen = {"Authorization": browser.headers["authorization"]}
    wrong = ({}, {"cookie": f"{COOKIE}=guess"}, {"cookie": "; =; ;;" + COOKIE}, {"cookie": "language=de"})
    for call in CALLS:
        for cookies in wrong:
            answer = httpx.get(f"{embedded_run.url}{call}", headers=stolen | cookies)
            assert answer.status_code == 401, (call, cookies, answer.text)
            assert answer.json()["status"] is False
    for call in CALLS:
        assert browser.get(call).status_code == 200, call


async def test_a_token_from_storage_opens_no_socket_without_its_cookie(
    embedded_run: EmbeddedRun, browser: httpx.Client
) -> None:
    token = browser.headers["authorization"].removeprefix("Bearer ")
    cookie = {"cookie": browser.headers["cookie"]}
    # The client keeps no cookies of bare addresses.
    url = embedded_run.url.replace("127.0.0.1", "localhost")
    thief, owner = (socketio.AsyncClient(reconnection=False) for _ in range(2))
    with pytest.raises(SocketRefused):
        await thief.connect(url, auth={"token": token}, transports=["websocket"])
    await thief.connect(url, transports=["websocket"])
    joined = await thief.call("join_client_room", {"ownerId": "x", "token": token})
    assert joined == {"status": False}
    await thief.disconnect()
    await owner.connect(url, headers=cookie, auth={"token": token}, transports=["websocket"])
    await owner.disconnect()


def polled(url: str, token: str, cookie: str) -> str:
    """Connect by polling, with Engine.IO's own requests; the first two figures of Socket.IO's answer."""
    with httpx.Client(base_url=url, headers={"cookie": cookie}) as client:
        path = "/socket.io/?EIO=4&transport=polling"
        path += f"&sid={json.loads(client.get(path).text[1:])['sid']}"
        client.post(path, content="40" + json.dumps({"token": token}))
        return client.get(path).text[:2]


def test_a_token_from_storage_connects_by_no_polling_without_its_cookie(
    embedded_run: EmbeddedRun, browser: httpx.Client
) -> None:
    token = browser.headers["authorization"].removeprefix("Bearer ")
    connected, refused = "40", "44"
    for cookie in ("", f"{COOKIE}=guess", "language=de"):
        assert polled(embedded_run.url, token, cookie) == refused
    assert polled(embedded_run.url, token, browser.headers["cookie"]) == connected


def test_a_client_without_cookies_works_as_described(embedded_run: EmbeddedRun) -> None:
    fields = {"iv_name": "Nadia Kay", "iv_email": "plain@example.com", "iv_password": PASSWORD}
    answer = httpx.post(f"{embedded_run.url}/api/sign_up", json=fields)
    assert "set-cookie" not in answer.headers
    token = answer.json()["data"]["access_token"]
    for call in CALLS:
        assert httpx.get(f"{embedded_run.url}{call}", headers=bearer(token)).status_code == 200
