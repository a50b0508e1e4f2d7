"""Push to browsers through a push service that runs here: what it gets, what a browser reads, what fails."""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from chassis.clock import utc_now
from chassis.ids import new_id
from chassis.key_files import new_private_pem
from client.api_client import eventually
from contracts.events.booking import OrderAccepted, OrderCancelled, OrderRequested
from contracts.events.booking_ratings import RatingGiven
from contracts.events.identity import AccountDeleted, LoginEnded
from notifications.app import create_app
from notifications.devices.store import Device, device_digest
from notifications.push import rules
from notifications.push.transport import NotAccepted, PushPayload
from notifications.push.vapid import VapidKey
from notifications.push.web_push import WebPushTransport
from notifications.settings import NotificationsSettings
from pydantic import TypeAdapter
from pydantic.networks import IPvAnyNetwork
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

from services.notifications.tests.conftest import PUBLIC_URL, Caller, order, registered
from services.notifications.tests.push_service import Answer, Browser, PushService, claims_of, serving
from services.notifications.tests.push_waiting import devices_of, queue_is_empty, until_devices_of

pytestmark = pytest.mark.service
As = Callable[[str], Caller]
HERE = TypeAdapter(IPvAnyNetwork).validate_python("127.0.0.0/8")


@pytest.fixture
async def push_service() -> AsyncIterator[PushService]:
    """A push service."""
    async with serving() as running:
        yield running


@pytest.fixture
async def client(
    service_app: ServiceApp, database_url: str, tmp_path: Path, pushed_at_once: None
) -> httpx.AsyncClient:
    """The service with a key for browsers."""
    settings = NotificationsSettings(
        database_url=database_url,
        public_url=PUBLIC_URL,
        drain_seconds=2,
        vapid_key_path=tmp_path / "keys" / "vapid.pem",
        vapid_key_create=True,
        push_networks=(HERE,),
    )
    return await service_app(create_app, settings)


async def test_a_browser_reads_what_only_it_can_decrypt(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, push_service: PushService
) -> None:
    facts = order()
    provider, browser = caller(facts.provider_id), Browser(push_service, "laptop")
    answer = await provider.post("register_web_push", **browser.fields)
    assert answer.json()["data"] == {"devices": 1}
    await provider.post("register_push_token", iv_token="phone", iv_platform="android")
    await published.tell(OrderRequested(order=facts, actor="client", answer_key="se-cret_1"))
    await eventually(lambda: len(browser.requests) == 1)

    (shown,) = browser.shown()
    (alert,) = (await provider.alerts())["alerts_list"]
    address = f"/schedule_manager/pending_requests?dialog=booking&booking={facts.order_id}"
    (request,) = browser.requests
    assert shown == {
        "id": alert["notification_id"],
        "kind": "order_requested",
        "title": "Openhours",
        "body": "Grace wants First assessment, Wed 25 Nov, 11:00",
        "url": address,
        "topic": request.headers["Topic"],
        "badge": 1,
        "lang": "en",
        "dir": "ltr",
        "actions": [
            {"action": "accept", "title": "Accept", "url": f"{address}&answer=accepted&key=se-cret_1"},
            {"action": "decline", "title": "Decline", "url": f"{address}&answer=rejected&key=se-cret_1"},
        ],
    }
    assert request.headers["Content-Encoding"] == "aes128gcm"
    assert (request.headers["Urgency"], request.headers["TTL"]) == ("high", str(3 * 24 * 3600))
    assert b"Grace" not in request.body

    claims, key = claims_of(request.headers["Authorization"], audience=push_service.url)
    assert key == (await provider.get("/api/get_web_push_key")).json()["data"]["public_key"]
    assert claims["sub"] == "mailto:hello@openhours.example"
    assert timedelta(0) < timedelta(seconds=claims["exp"] - utc_now().timestamp()) < timedelta(hours=24)


async def test_news_of_one_order_collapse_and_are_told_in_the_readers_language(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, push_service: PushService
) -> None:
    first, browser = order(), Browser(push_service, "laptop")
    provider = caller(first.provider_id)
    await published.tell(registered(provider.id, "Nadia Kessler", language="arabic"))
    await provider.post("register_web_push", **browser.fields)
    other = order(provider_id=provider.id)
    await published.tell(OrderRequested(order=first, actor="client"))
    await eventually(lambda: len(browser.requests) == 1)
    await published.tell(OrderCancelled(order=first, actor="client"))
    await eventually(lambda: len(browser.requests) == 2)
    await published.tell(OrderRequested(order=other, actor="client"))
    await eventually(lambda: len(browser.requests) == 3)
    topics = [request.headers["Topic"] for request in browser.requests]
    assert topics[0] == topics[1] != topics[2]
    requested, cancelled, _ = browser.shown()
    assert (requested["lang"], requested["dir"]) == ("ar", "rtl")
    assert [each["title"] for each in requested["actions"]] == ["قبول", "اعتذار"]
    assert (cancelled["actions"], cancelled["badge"]) == ([], 2)
    await published.tell(
        RatingGiven(order=other, rating=5, feedback="Good", trusted=False, average=5, reviews=1, revision=1)
    )
    await eventually(lambda: len(browser.requests) == 4)
    assert browser.requests[3].headers["Urgency"] == "normal"


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_ends(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, push_service: PushService, status: int
) -> None:
    facts = order()
    provider = caller(facts.provider_id)
    gone, living = Browser(push_service, "gone"), Browser(push_service, "living")
    for browser in (gone, living):
        await provider.post("register_web_push", **browser.fields)
    push_service.says(gone, Answer(status))
    await published.tell(OrderRequested(order=facts, actor="client"))
    await eventually(lambda: len(gone.requests) == len(living.requests) == 1)
    await until_devices_of(provider, {living.endpoint})


@pytest.mark.parametrize("status", [429, 503])
async def test_a_busy_push_service_is_asked_again_when_it_says_so(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, push_service: PushService, status: int
) -> None:
    facts, browser = order(), Browser(push_service, "laptop")
    await caller(facts.provider_id).post("register_web_push", **browser.fields)
    push_service.says(browser, Answer(status, {"Retry-After": "1"}), Answer(status))
    await published.tell(OrderRequested(order=facts, actor="client"))
    await eventually(lambda: len(browser.requests) == 3)
    first, second, third = (request.at for request in browser.requests)
    assert second - first > 0.9, "it asked for a second"
    assert third - second < 0.9, "it asked for nothing"
    assert len(browser.shown()) == 1


@pytest.mark.parametrize("status", [307, 400, 403, 413])
async def test_what_is_never_accepted_is_given_up_and_the_subscription_stays(
    client: httpx.AsyncClient,
    published: EventRecorder,
    caller: As,
    push_service: PushService,
    database_url: str,
    status: int,
) -> None:
    facts, browser = order(), Browser(push_service, "laptop")
    elsewhere = Browser(push_service, "elsewhere")
    provider = caller(facts.provider_id)
    await provider.post("register_web_push", **browser.fields)
    push_service.says(browser, Answer(status, {"Location": elsewhere.endpoint}))
    await published.tell(OrderRequested(order=facts, actor="client"))
    await eventually(lambda: len(browser.requests) == 1)
    await queue_is_empty(database_url)
    assert (len(browser.requests), elsewhere.requests) == (1, []), "neither again nor elsewhere"
    assert await devices_of(provider) == {device_digest(browser.endpoint)}


async def test_a_browser_goes_with_its_login_and_with_its_account(
    client: httpx.AsyncClient, published: EventRecorder, tokens: Tokens, push_service: PushService
) -> None:
    account_id = new_id()
    logins = {
        name: tokens.bearer(tokens.account(account_id, login_id=f"{name}-{account_id}"))
        for name in ("one", "two", "three")
    }
    browsers = {name: Browser(push_service, name) for name in logins}
    for name, headers in logins.items():
        await client.post("/api/register_web_push", json=browsers[name].fields, headers=headers)

    async def kept() -> set[str]:
        held = (await client.get("/internal/export", headers=logins["two"])).json()["data"]["devices"]
        return {device["device"] for device in held}

    ends = utc_now() + timedelta(hours=1)
    await published.tell(LoginEnded(account_id=account_id, login_id=f"one-{account_id}", expires_at=ends))
    assert await kept() == {device_digest(browsers[name].endpoint) for name in ("two", "three")}
    gone = {"iv_endpoint": browsers["three"].endpoint}
    answer = await client.post("/api/remove_web_push", json=gone, headers=logins["two"])
    assert answer.json()["data"] == {"devices": 1}
    await published.tell(AccountDeleted(account_id=account_id))
    assert await kept() == set()


async def test_a_browser_belongs_to_who_signed_in_last(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, push_service: PushService
) -> None:
    facts, browser = order(), Browser(push_service, "shared")
    for who in (facts.provider_id, facts.client_id):
        await caller(who).post("register_web_push", **browser.fields)
    stranger = await caller(facts.provider_id).post("remove_web_push", iv_endpoint=browser.endpoint)
    assert stranger.json()["data"] == {"devices": 0}
    await published.tell(
        OrderRequested(order=facts, actor="client"), OrderAccepted(order=facts, actor="provider")
    )
    await eventually(lambda: len(browser.requests) == 1)
    assert [each["kind"] for each in browser.shown()] == ["order_accepted"]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a",
        "https://10.0.0.1/a",
        "https://[::1]/a",
        "https://169.254.169.254/latest",
        "https://localhost/a",
        "https://user:word@push.example/a",
        "https://push.example:8443/a",
        "https://push.example/a b",
        "https://[push/a",
        "token",
    ],
)
async def test_only_a_public_https_address_is_a_push_service(
    client: httpx.AsyncClient, caller: As, push_service: PushService, endpoint: str
) -> None:
    fields = {**Browser(push_service, "laptop").fields, "iv_endpoint": endpoint}
    answer = (await caller(new_id()).post("register_web_push", **fields)).json()
    assert answer["status"] is False
    assert answer["message"]["iv_msg"] == {"iv_endpoint": "This is not the address of a push service."}


async def test_keys_that_nothing_can_be_encrypted_for_are_refused(
    client: httpx.AsyncClient, caller: As, push_service: PushService
) -> None:
    good = Browser(push_service, "laptop").fields
    who = caller(new_id())
    off_the_curve = "BA" + "A" * 85
    for p256dh, auth in [("Zm9v", "Zm9v"), (off_the_curve, "ü" * 22), ("+" * 87, good["iv_auth"] + "AAAA")]:
        answer = (
            await who.post("register_web_push", **{**good, "iv_p256dh": p256dh, "iv_auth": auth})
        ).json()
        wrong = "This is not a key of a push subscription."
        assert answer["message"]["iv_msg"] == {"iv_p256dh": wrong, "iv_auth": wrong}
    empty = (await who.post("register_web_push")).json()["message"]["iv_msg"]
    assert set(empty) == set(good)
    assert await devices_of(who) == set()


async def test_nobody_registers_without_a_login(client: httpx.AsyncClient, push_service: PushService) -> None:
    body = Browser(push_service, "laptop").fields
    assert (await client.post("/api/register_web_push", json=body)).status_code == 401
    assert (await client.post("/api/remove_web_push", json=body)).status_code == 401
    assert (await client.get("/api/get_web_push_key")).status_code == 401


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_a_name_that_leads_inside_is_not_connected_to(push_service: PushService, host: str) -> None:
    browser = Browser(push_service, "laptop")
    endpoint = browser.endpoint.replace("127.0.0.1", host)
    device = Device(endpoint, "web", utc_now(), browser.fields["iv_p256dh"], browser.fields["iv_auth"])
    payload = PushPayload(
        subject_id="1",
        kind="order_accepted",
        title="Openhours",
        text="Yes",
        url="/",
        group="",
        topic=rules.topic_of("", "", "1"),
        badge=1,
        locale="en",
        direction="ltr",
    )
    strict = WebPushTransport(VapidKey(new_private_pem(), "hello@openhours.test"), utc_now)
    with pytest.raises(NotAccepted):
        await strict.push(device, payload)
    await strict.close()
    assert browser.requests == []


async def test_who_lets_pushes_wait_holds_up_nobody_elses(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, push_service: PushService
) -> None:
    victim, laptop = caller(new_id()), Browser(push_service, "laptop")
    await victim.post("register_web_push", **laptop.fields)
    await published.tell(OrderRequested(order=order(provider_id=victim.id), actor="client"))
    await eventually(lambda: len(laptop.requests) == 1)
    async with serving("127.0.0.2") as pit:
        pit.open.clear()
        browsers = [Browser(pit, f"pit-{number}") for number in range(6)]
        slow = [caller(new_id()) for _ in browsers]
        for account, browser in zip(slow, browsers, strict=True):
            await account.post("register_web_push", **browser.fields)
        for _ in range(3):
            for account in slow:
                await published.tell(OrderRequested(order=order(provider_id=account.id), actor="client"))
        try:
            await eventually(lambda: len(pit.received) == 2)
            await published.tell(OrderRequested(order=order(provider_id=victim.id), actor="client"))
            await eventually(lambda: len(laptop.requests) == 2)
            assert len(pit.received) == 2, "two of four workers wait there"
        finally:
            pit.open.set()
        await eventually(lambda: len(pit.received) == len(browsers), seconds=20)
