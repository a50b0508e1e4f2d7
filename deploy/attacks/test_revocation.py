"""Attacks with tokens that must not hold: revoked while nobody tells, of dropped keys, for other ends."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import socketio
from chassis import ended_logins
from chassis.app import Wiring
from chassis.bus import Bus
from chassis.bus.local import LocalBus
from chassis.http import published_keys
from chassis.key_files import new_private_pem
from client.api_client import eventually
from client.personas import PASSWORD
from fastapi import FastAPI
from feed.app import create_app as create_feed
from feed.settings import FeedSettings
from gateway.app import Gateway
from gateway.app import create_app as create_gateway
from gateway.settings import GatewaySettings
from gateway.uvicorn_options import uvicorn_options
from identity.app import create_app as create_identity
from identity.settings import IdentitySettings
from identity.tokens.keys import key_ring
from jose import jwt
from local.postgres import free_port
from local.serving import bind_socket, serve
from pydantic import SecretStr
from socketio.exceptions import ConnectionError as SocketRefused
from testkit.pytest_plugin import NewDatabase

pytestmark = pytest.mark.service
SIGNED_IN = "/api/get_bookmarked_posts"
ACTIVE_LOGIN = "/api/check_active_login"
PUBLIC = "/api/get_feed_posts"
KEYS = "/.well-known/jwks.json"
HOUR = 3600
PICTURE = "/api/update_avatar"
CONNECT_SECONDS = 15


class Network(httpx.AsyncBaseTransport):
    """The way from the services to identity, of which paths can be cut."""

    def __init__(self) -> None:
        self.identity: httpx.AsyncBaseTransport | None = None
        self.cut: set[str] = set()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Identity's answer."""
        if self.identity is None or request.url.path in self.cut:
            raise httpx.ConnectError("away", request=request)
        return await self.identity.handle_async_request(request)


class System:
    """Identity with one signing key, on a database of its own, and services that ask it."""

    def __init__(self, database_url: str) -> None:
        self.network = Network()
        self.bus = LocalBus()
        self.pem = new_private_pem()
        self._url = database_url

    @property
    def settings(self) -> IdentitySettings:
        """Of identity, with the present key and no other."""
        return IdentitySettings(
            database_url=self._url,
            signing_key_pem=SecretStr(self.pem),
            argon2_time_cost=1,
            argon2_memory_kib=8,
        )

    @asynccontextmanager
    async def identity(self, bus: Bus | None = None) -> AsyncGenerator[httpx.AsyncClient]:
        """Identity, reachable by the network as long as the context is open."""
        app = create_identity(self.settings, Wiring(bus=bus or self.bus, transport=self.network))
        async with running(app) as client:
            self.network.identity = httpx.ASGITransport(app)
            yield client
        self.network.identity = None

    def signed(self, **claims: object) -> str:
        """A token that identity's own key signed, with the attacker's claims; None leaves one out."""
        now = int(time.time())
        full = {
            "iss": "openhours",
            "aud": "openhours-calls",
            "sub": "somebody",
            "typ": "account",
            "lid": "login",
            "iat": now,
            "exp": now + HOUR,
            **claims,
        }
        given = {name: value for name, value in full.items() if value is not None}
        kid = key_ring(self.settings).kid
        return jwt.encode(given, self.pem, algorithm="ES256", headers={"kid": kid})


@asynccontextmanager
async def running(app: FastAPI) -> AsyncGenerator[httpx.AsyncClient]:
    """A client of the started application."""
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://service.test") as client,
    ):
        yield client


@pytest.fixture
async def system(new_database: NewDatabase) -> System:
    """Identity's settings, and the way to it."""
    return System(await new_database("identity"))


@pytest.fixture
async def feed_settings(new_database: NewDatabase) -> FeedSettings:
    """A service's settings."""
    return FeedSettings(database_url=await new_database("feed"), identity_url="http://identity.test")


@pytest.fixture(autouse=True)
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes half a minute in production takes moments."""
    monkeypatch.setattr(ended_logins, "START_SECONDS", 0.3, raising=False)
    monkeypatch.setattr(ended_logins, "POLL_SECONDS", 0.1, raising=False)
    monkeypatch.setattr(published_keys, "REFRESH_SECONDS", 0.1, raising=False)


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"Authorization": f"Bearer {token}"}


async def sign_up(identity: httpx.AsyncClient) -> str:
    """A new account's token, once identity takes it: it has to ask itself which logins have ended."""
    fields = {"iv_name": "Nadia Kay", "iv_email": "nadia@example.com", "iv_password": PASSWORD}
    answer = await identity.post("/api/sign_up", json=fields)
    token = str(answer.json()["data"]["access_token"])
    await until(identity, token, 200, ACTIVE_LOGIN)
    return token


async def status_of(client: httpx.AsyncClient, token: str, path: str = SIGNED_IN) -> int:
    """The status that the token gets."""
    return (await client.get(path, headers=bearer(token))).status_code


async def until(client: httpx.AsyncClient, token: str, status: int, path: str = SIGNED_IN) -> None:
    """Return when the token gets this status. Raises TimeoutError."""
    async with asyncio.timeout(10):
        while await status_of(client, token, path) != status:
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("unknown", [ended_logins.PATH, KEYS])
async def test_a_service_that_does_not_know_what_was_revoked_takes_no_token(
    system: System, feed_settings: FeedSettings, unknown: str
) -> None:
    async with system.identity() as identity:
        token = await sign_up(identity)
        assert (await identity.get("/api/sign_out", headers=bearer(token))).status_code == 200
        system.network.cut.add(unknown)
        feed = create_feed(feed_settings, Wiring(bus=system.bus, transport=system.network))
        async with running(feed) as client:
            for _ in range(3):
                refused = await client.get(SIGNED_IN, headers=bearer(token))
                assert refused.status_code == 503, refused.text
                assert refused.json()["status"] is False
                assert refused.json()["message"]["main_msg"] == "Temporary server issue"
                assert "retry-after" in refused.headers
            assert (await client.get(PUBLIC)).status_code == 200
            assert (await client.get(SIGNED_IN)).status_code == 401
            system.network.cut.clear()
            await until(client, token, 422)


async def test_a_login_that_ended_while_the_bus_is_away_is_over_everywhere(
    system: System, feed_settings: FeedSettings
) -> None:
    nowhere = f"amqp://guest:guest@127.0.0.1:{free_port()}/"
    settings = feed_settings.model_copy(update={"rabbitmq_url": nowhere})
    async with (
        system.identity() as identity,
        running(create_feed(settings, Wiring(transport=system.network))) as client,
    ):
        token = await sign_up(identity)
        await until(client, token, 200)
        assert (await identity.get("/api/sign_out", headers=bearer(token))).status_code == 200
        await until(client, token, 422)


async def test_without_bus_and_identity_no_token_passes_for_long(
    system: System, feed_settings: FeedSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ended_logins, "LONGEST_CURRENT_SECONDS", 1.0, raising=False)
    nowhere = f"amqp://guest:guest@127.0.0.1:{free_port()}/"
    settings = feed_settings.model_copy(update={"rabbitmq_url": nowhere})
    async with (
        system.identity() as identity,
        running(create_feed(settings, Wiring(transport=system.network))) as client,
    ):
        token = await sign_up(identity)
        await until(client, token, 200)
        system.network.cut.add(ended_logins.PATH)
        await until(client, token, 503)
        assert (await client.get(PUBLIC)).status_code == 200


@asynccontextmanager
async def served_gateway(system: System, bundle: Path) -> AsyncGenerator[tuple[str, Gateway]]:
    """A gateway on a real port."""
    with bind_socket("127.0.0.1", 0) as bound:
        url = f"http://localhost:{bound.getsockname()[1]}"
        settings = GatewaySettings(
            public_url=url, web_dist=bundle, rate_limit_scale=0, access_log_share=0, socket_check_seconds=0.05
        )
        gateway = create_gateway(settings, Wiring(bus=system.bus, transport=system.network))
        async with gateway.running(), serve(gateway, bound, uvicorn_options(settings)):
            yield url, gateway


async def connect(socket: socketio.AsyncClient, url: str, token: str) -> None:
    """Open a socket with this token. Raises `SocketRefused`.

    The library alone waits for one second, and takes a slow answer for a refusal.
    """
    await socket.connect(url, auth={"token": token}, transports=["websocket"], wait_timeout=CONNECT_SECONDS)


async def test_a_key_that_identity_drops_ends_what_it_signed_in_services_and_on_sockets(
    system: System, feed_settings: FeedSettings, tmp_path: Path
) -> None:
    feed = create_feed(feed_settings, Wiring(bus=system.bus, transport=system.network))
    socket = socketio.AsyncClient(reconnection=False)
    async with running(feed) as client, served_gateway(system, tmp_path) as (url, _):
        async with system.identity() as identity:
            token = await sign_up(identity)
            await until(client, token, 200)
            await connect(socket, url, token)
        system.pem = new_private_pem()
        async with system.identity(LocalBus()) as identity:
            await until(client, token, 401)
            assert await status_of(identity, token, ACTIVE_LOGIN) == 401
            await eventually(lambda: not socket.connected)
            another = socketio.AsyncClient(reconnection=False)
            with pytest.raises(SocketRefused):
                await connect(another, url, token)


async def test_a_gateway_that_does_not_know_what_was_revoked_opens_no_socket_and_takes_no_picture(
    system: System, tmp_path: Path
) -> None:
    async with system.identity() as identity:
        token = await sign_up(identity)
        system.network.cut.add(ended_logins.PATH)
        async with served_gateway(system, tmp_path) as (url, _), httpx.AsyncClient(base_url=url) as client:
            socket = socketio.AsyncClient(reconnection=False)
            with pytest.raises(SocketRefused):
                await connect(socket, url, token)
            answer = await client.post(PICTURE, json={}, headers=bearer(token))
            assert answer.status_code == 503
            await socket.connect(url, transports=["websocket"], wait_timeout=CONNECT_SECONDS)
            await socket.disconnect()


def misused(system: System) -> dict[str, str]:
    """Tokens with identity's own signature that are not for calls, or are good for too long."""
    now = int(time.time())
    return {
        "no audience": system.signed(aud=None),
        "audience of a mail": system.signed(aud="openhours-mail"),
        "audience of a guest's link": system.signed(aud=["openhours-link", "openhours"]),
        "empty audience": system.signed(aud=""),
        "audience is a number": system.signed(aud=7),
        "49 hours": system.signed(exp=now + 49 * HOUR),
        "ten years": system.signed(exp=now + 10 * 365 * 24 * HOUR),
        "from the year 2999 on": system.signed(iat=32472144000, exp=32472144000 + HOUR),
        "never issued": system.signed(iat=None),
        "without an end": system.signed(exp=None),
        "beyond all time": system.signed(iat=now, exp=10**18),
        "a guest's for three hours": system.signed(typ="guest", exp=now + 3 * HOUR),
        "staff for an hour": system.signed(staff=True, exp=now + HOUR),
    }


@pytest.fixture
async def parts(
    system: System, feed_settings: FeedSettings, tmp_path: Path
) -> AsyncIterator[tuple[httpx.AsyncClient, httpx.AsyncClient, str]]:
    """Identity, another service, and the address of a gateway."""
    feed = create_feed(feed_settings, Wiring(bus=system.bus, transport=system.network))
    async with (
        system.identity() as identity,
        running(feed) as client,
        served_gateway(system, tmp_path) as (url, _),
    ):
        yield identity, client, url


async def test_no_token_for_another_end_or_for_too_long_passes_anywhere(
    system: System, parts: tuple[httpx.AsyncClient, httpx.AsyncClient, str]
) -> None:
    identity, feed, url = parts
    passed: list[tuple[str, str, Any]] = []
    async with httpx.AsyncClient(base_url=url) as gateway:
        for kind, token in misused(system).items():
            headers = bearer(token)
            answers = {
                "identity": await identity.get(ACTIVE_LOGIN, headers=headers),
                "service": await feed.get(SIGNED_IN, headers=headers),
                "public call": await feed.get(PUBLIC, headers=headers),
                "gateway": await gateway.post(PICTURE, json={}, headers=headers),
            }
            passed += [
                (kind, at, each.status_code) for at, each in answers.items() if each.status_code != 401
            ]
            socket = socketio.AsyncClient(reconnection=False)
            try:
                await connect(socket, url, token)
                passed.append((kind, "socket", "opened"))
                await socket.disconnect()
            except SocketRefused:
                pass
    assert not passed
    good = system.signed()
    assert await status_of(feed, good) == 200, "the same claims for this end and this long pass"
