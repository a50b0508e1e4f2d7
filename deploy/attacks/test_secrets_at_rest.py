"""Secrets that a reader of logs, traces, metrics or tables must not find.

Every call that handles one fails and succeeds in the whole system; then each secret is looked for in all that
was kept.
"""

import asyncio
import json
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import socketio
from aiohttp import web
from attacks.searched_system import Collector, SearchedSystem, calendar, pushed
from client.api_client import eventually
from client.personas import PASSWORD, Client, Provider, Shop, free_slots
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from local.postgres import Postgres
from local.smtp_server import SmtpServer
from socketio.exceptions import ConnectionError as SocketRefused
from testkit.environments import EmbeddedRun

pytestmark = pytest.mark.service
EMAIL: Final = "nadia@example.com"
BROWSER: Final = {"bound": True, "platform": {"userAgent": "Firefox/141.0 Windows"}}
NO_ORDER: Final = "0199f3a0-0000-7000-8000-000000000000"


@pytest.fixture
async def system(own_folder: Path) -> AsyncIterator[SearchedSystem]:
    """The system, as `make run` starts it."""
    collector, mail = Collector(), SmtpServer()
    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_post("/v1/traces", collector.take)
    app.router.add_get("/{path:.*}", calendar)
    app.router.add_post("/push/{path:.*}", pushed)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    mail.start()
    with Postgres(own_folder / "secrets-postgres", durable=False) as server:
        run = EmbeddedRun(
            own_folder / "secrets",
            DATABASE_URL=server.url(),
            OTLP_ENDPOINT=f"http://127.0.0.1:{port}",
            MAIL_URL=mail.smtp_url,
            ACCESS_LOG_SHARE="1",
            LOG_LEVEL="DEBUG",
        )
        await asyncio.to_thread(run.start)
        yield SearchedSystem(run, mail, collector, server.url(), f"http://127.0.0.1:{port}")
        await asyncio.to_thread(run.stop)
    mail.stop()
    await runner.cleanup()


class Caller:
    """Somebody who sends every write with an Idempotency-Key, and repeats it."""

    def __init__(self, system: SearchedSystem, client: httpx.AsyncClient) -> None:
        self.system = system
        self.client = client
        self.headers: dict[str, str] = {}

    async def post(self, call: str, **fields: Any) -> dict[str, Any]:
        """The first answer to a call that was sent twice."""
        key = {"Idempotency-Key": secrets.token_hex(16)}
        sent = [await self.client.post(f"/api/{call}", json=fields, headers=self.headers | key) for _ in "12"]
        for answer in sent:
            self._note_cookies(answer)
        return sent[0].json()

    async def get(self, path: str) -> httpx.Response:
        """The answer to a read."""
        return await self.client.get(path, headers=self.headers)

    def _note_cookies(self, answer: httpx.Response) -> None:
        for each in answer.headers.get_list("set-cookie"):
            self.system.know(each.partition(";")[0].partition("=")[2], "cookie")


async def an_account(system: SearchedSystem, caller: Caller) -> None:
    """Signing up, confirming, signing in, changing and resetting the password, deleting the account."""
    first, second, third = (system.know(f"{PASSWORD} {secrets.token_hex(6)}", "password") for _ in range(3))
    wrong = system.new_secret("wrong-password")
    person = {"iv_name": "Nadia Kay", "iv_email": EMAIL}
    await caller.post("sign_up", **person, iv_password=system.know("abcdefgh7-" * 13, "long password"))
    signed_up = await caller.post("sign_up", **person, iv_password=first)
    assert signed_up["status"], signed_up
    token = system.know(signed_up["data"]["access_token"], "token")
    await caller.post("sign_up", **person, iv_password=wrong)
    await caller.post("confirm_account", iv_token=system.new_secret("confirm"))
    confirm = await system.mailed(EMAIL, r"/confirm_account/([\w-]+)")
    await caller.get(f"/confirm_account/{confirm}")
    assert (await caller.post("confirm_account", iv_token=confirm))["status"]
    for password in (wrong, first):
        signed_in = await caller.post("sign_in", iv_email=EMAIL, iv_password=password, iv_device_data=BROWSER)
    system.know(signed_in["data"]["access_token"], "bound token")
    caller.client.cookies.clear()
    refreshed = token
    for given in (token, token[:-4] + "AAAA", system.new_secret("no-token")):
        caller.headers = {"Authorization": f"Bearer {given}"}
        checked = await caller.get("/api/check_active_login")
        await caller.get("/api/get_account_profile")
        if given == token:
            refreshed = checked.json()["data"]["refreshed_access_token"]["access_token"]
            system.know(refreshed, "refreshed token")
    caller.headers = {"Authorization": f"Bearer {refreshed}"}
    await links_of_an_account(system, caller)
    await caller.post("change_password", iv_current_password=wrong, iv_new_password=second)
    changed = await caller.post("change_password", iv_current_password=first, iv_new_password=second)
    assert changed["status"], changed
    await caller.post("forgot_password", iv_email=EMAIL)
    reset = await system.mailed(EMAIL, r"/reset_password/([\w-]+)")
    await caller.get(f"/reset_password/{reset}")
    for link in (system.new_secret("reset"), reset):
        done = await caller.post("reset_password", iv_token=link, iv_password=third)
    assert done["status"], done
    caller.client.cookies.clear()
    signed_in = await caller.post("sign_in", iv_email=EMAIL, iv_password=third)
    caller.headers = {"Authorization": f"Bearer {system.know(signed_in['data']['access_token'], 'token')}"}
    await caller.post("delete_account", iv_password=wrong)
    assert (await caller.post("delete_account", iv_password=third))["status"]
    caller.headers = {}


async def links_of_an_account(system: SearchedSystem, caller: Caller) -> None:
    """The private address of a calendar, the tokens of devices, links from mails."""
    feed = await caller.post("update_calendar_feed", iv_action="create")
    address = json.dumps(feed)
    found = re.search(r"/api/calendar_feed/[^/]+/([\w-]+)\.ics", address)
    if found:
        system.know(found.group(1), "calendar feed")
        await caller.get(found.group(0))
    await caller.get(f"/api/calendar_feed/somebody/{system.new_secret('feed')}.ics")
    device = system.new_secret("push")
    for call in ("register_push_token", "remove_push_token"):
        await caller.post(call, iv_token=device, iv_platform="android")
    for path in ("get_guest_booking", "get_appointment_calendar"):
        await caller.get(
            f"/api/{path}/0199f3a0-0000-7000-8000-000000000000?token={system.new_secret('link')}"
        )
    await caller.get(f"/appointment_details/1?token={system.new_secret('page')}")
    unsubscribe = f"token={system.new_secret('unsubscribe')}"
    await caller.client.post(f"/api/unsubscribe_mail?{unsubscribe}", data={"List-Unsubscribe": "One-Click"})
    await caller.client.post(f"/unsubscribe?{unsubscribe}", data={"List-Unsubscribe": "One-Click"})


async def a_provider(system: SearchedSystem, client: httpx.AsyncClient) -> None:
    """An account that stays: what is kept of it is a thief's of the tables."""
    provider = Provider(client, "Pia Provider", "pia@example.com")
    await provider.sign_up(system.know(f"{PASSWORD} {secrets.token_hex(6)}", "password"))
    token = await system.mailed(provider.email, r"/confirm_account/([\w-]+)")
    await provider.must_post("confirm_account", iv_token=token)
    shop = await provider.open_shop()
    private = system.new_secret("calendar")
    address = f"{system.elsewhere}/{private}/basic.ics"
    added = await provider.must_post("add_external_calendar", iv_name="Work", iv_url=address)
    calendar_id = str(added.part("calendar")["calendar_id"])
    again = await provider.post("add_external_calendar", iv_name="Work", iv_url=address)
    assert set(again.fields) == {"iv_url"}
    await provider.must_post("check_external_calendar", iv_calendar_id=calendar_id)
    assert private not in json.dumps((await provider.must_get("get_external_calendars")).data)
    await devices(system, provider)
    await links_of_mails(system, shop, Client(client, "Cleo Client", "cleo@example.com"))


async def devices(system: SearchedSystem, provider: Provider) -> None:
    """A phone and a browser that take push messages, and stay."""
    phone = system.new_secret("phone")
    await provider.must_post("register_push_token", iv_token=phone, iv_platform="android")
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    p256dh, auth = (urlsafe_b64encode(raw).rstrip(b"=").decode() for raw in (point, secrets.token_bytes(16)))
    await provider.must_post(
        "register_web_push",
        iv_endpoint=f"{system.elsewhere}/push/{system.new_secret('endpoint')}",
        iv_p256dh=system.know(p256dh, "browser's key"),
        iv_auth=system.know(auth, "browser's secret"),
    )
    another = Provider(provider.client, "Ann Other", "ann@example.com")
    await another.sign_up(system.know(f"{PASSWORD} {secrets.token_hex(6)}", "password"))
    await another.must_post("register_push_token", iv_token=phone, iv_platform="android")

    async def told() -> bool | None:
        return any(alert["notification_type"] == "device_moved" for alert in await provider.alerts()) or None

    await eventually(told, "who had the phone is told, and the browser pushed to", seconds=60)


async def links_of_mails(system: SearchedSystem, shop: Shop, client: Client) -> None:
    """A mail about an appointment, with the link that stops such mails, for both sides."""
    await client.sign_up(system.know(f"{PASSWORD} {secrets.token_hex(6)}", "password"))
    token = await system.mailed(client.email, r"/confirm_account/([\w-]+)")
    await client.must_post("confirm_account", iv_token=token)
    slots = await free_slots(client, shop)

    async def booked() -> bool | None:
        return (await client.book(shop, slots[:1])).done or None

    await eventually(booked, "booking has heard that the address is confirmed", seconds=60)
    for email in (shop.email, client.email):
        await system.mailed(email, r"/unsubscribe\?token=([^\s.]+)\.")


async def a_guest(system: SearchedSystem, caller: Caller) -> None:
    """A guest's token and code."""
    given = await caller.post("verify_guest_credentials", iv_name="Gus Guest", iv_email="gus@example.com")
    caller.headers = {"Authorization": f"Bearer {system.know(given['data']['access_token'], 'guest')}"}
    code = await system.mailed("gus@example.com", r"(?<!\d)(\d{6})(?!\d)")
    for typed in (system.new_secret("code"), code):
        await caller.post("create_appointment_order", iv_guest_token=typed, iv_provider_id="nobody")
    caller.headers = {}


async def sockets(system: SearchedSystem, token: str) -> None:
    """Handshakes with tokens, in the right place and in the query."""
    query = f"token={system.new_secret('query')}&auth={token}"
    for given in (system.new_secret("socket"), token):
        client = socketio.AsyncClient(reconnection=False)
        with suppress(SocketRefused):
            await client.connect(f"{system.run.url}?{query}", auth={"token": given}, transports=["websocket"])
            await client.disconnect()
        if client.eio.http is not None:
            await client.eio.http.close()
        await poll(system, query, given)


async def poll(system: SearchedSystem, query: str, token: str) -> None:
    """The same handshake by Engine.IO's own requests: the library waits half a minute for its last poll."""
    async with httpx.AsyncClient(base_url=system.run.url) as client:
        path = f"/socket.io/?EIO=4&transport=polling&{query}"
        path += f"&sid={json.loads((await client.get(path)).text[1:])['sid']}"
        await client.post(path, content="40" + json.dumps({"token": token}))
        assert (await client.get(path)).text[:2] in {"40", "44"}, "connected, or refused"


BREAKS: Final = (
    ("identity", "login", "ALTER TABLE login ADD CONSTRAINT broken CHECK (generation < 0) NOT VALID"),
    ("identity", "tries", "ALTER TABLE password_tries RENAME TO broken"),
    ("identity", "links", "ALTER TABLE mail_link ADD CONSTRAINT broken CHECK (purpose = '') NOT VALID"),
)
MENDS: Final = (
    ("identity", "ALTER TABLE login DROP CONSTRAINT broken"),
    ("identity", "ALTER TABLE IF EXISTS broken RENAME TO password_tries"),
    ("identity", "ALTER TABLE mail_link DROP CONSTRAINT broken"),
)


async def broken_tables(system: SearchedSystem, caller: Caller) -> None:
    """The same calls while the database refuses what they write: 500, and a traceback in the log."""
    password = system.know(f"{PASSWORD} {secrets.token_hex(6)}", "password")
    email = "later@example.com"
    assert (await caller.post("sign_up", iv_name="Lea Later", iv_email=email, iv_password=password))["status"]
    for (service, _, broken), (_, mended) in zip(BREAKS, MENDS, strict=True):
        await system.execute(service, broken)
        fresh = system.know(f"{PASSWORD} {secrets.token_hex(6)}", "password")
        answers = [
            await caller.post("sign_in", iv_email=email, iv_password=password, iv_device_data=BROWSER),
            await caller.post("sign_up", iv_name="Lea", iv_email="new@example.com", iv_password=fresh),
            await caller.post("reset_password", iv_token=system.new_secret("reset"), iv_password=fresh),
        ]
        await system.execute(service, mended)
        assert not all(answer["status"] for answer in answers), "nothing failed"


def found_in(secret: str, text: str) -> bool:
    """Whether the secret, or its bytes in hexadecimal figures, is in the text."""
    if secret.isdigit():
        return re.search(rf"(?<![\d.]){secret}(?!\d)", text) is not None
    return secret in text or secret.encode().hex() in text


def leaks(known: dict[str, str], place: str, texts: Iterable[str]) -> set[str]:
    """What was found where."""
    joined = "\n".join(texts)
    return {f"{kind} in {place}" for secret, kind in known.items() if found_in(secret, joined)}


async def test_no_secret_is_in_logs_traces_metrics_or_tables(system: SearchedSystem) -> None:
    async with httpx.AsyncClient(base_url=system.run.url, timeout=30) as client:
        caller = Caller(system, client)
        await an_account(system, caller)
        await a_guest(system, caller)
        await a_provider(system, client)
        await broken_tables(system, caller)
        token = next(secret for secret, kind in system.secrets.items() if kind == "refreshed token")
        await sockets(system, token)
        metrics = (await client.get("/metrics")).text
        health = (await client.get("/health/ready")).text
    await system.settle()
    found: set[str] = set()
    rows: dict[tuple[str, str], list[str]] = {}
    async for database, table, row in system.tables():
        rows.setdefault((database, table), []).append(row)
    for place, texts in rows.items():
        found |= leaks(system.secrets, ".".join(place), texts)
    assert ("openhours_identity", "idempotency_key") in rows
    await asyncio.to_thread(system.run.stop)  # sends the last spans
    log = system.run.log.read_text(errors="replace")
    assert "request failed" in log, "something failed loudly"
    assert system.collector.batches
    found |= leaks(system.secrets, "logs", [log])
    found |= leaks(system.secrets, "traces", [b"".join(system.collector.batches).decode("latin-1")])
    found |= leaks(system.secrets, "metrics", [metrics, health])
    assert len(system.secrets) > 30
    assert not found, sorted(found)
