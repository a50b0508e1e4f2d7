"""Push: registering devices; an alert is pushed once."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import asyncpg
import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.ids import new_id
from chassis.jobs import run_once
from contracts.events.booking import OrderRequested
from contracts.events.identity import AccountDeleted, LoginEnded
from local.databases import asyncpg_url
from notifications.app import create_app
from notifications.devices.store import device_digest, device_of_account, token_digest
from notifications.jobs import seal_devices
from notifications.push_queue.models import PushRow
from notifications.sealing import sealing, use_sealing
from notifications.settings import NotificationsSettings
from sqlalchemy import func, select
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

from services.notifications.tests.conftest import Caller, order

pytestmark = pytest.mark.service
As = Callable[[str], Caller]


async def test_devices_come_and_go(client: httpx.AsyncClient, caller: As) -> None:
    one, other = caller(new_id()), caller(new_id())
    answer = await one.post("register_push_token", iv_token="a" * 100, iv_platform="ios")
    assert answer.json()["data"] == {"devices": 1}
    again = await one.post("register_push_token", iv_token="a" * 100, iv_platform="ios")
    assert again.json()["data"] == {"devices": 1}
    moved = await other.post("register_push_token", iv_token="a" * 100, iv_platform="ios")
    assert moved.json()["data"] == {"devices": 1}
    gone = await one.post("remove_push_token", iv_token="a" * 100)
    assert gone.json()["data"] == {"devices": 0}
    still = await other.post("register_push_token", iv_token="b", iv_platform="web")
    assert still.json()["data"] == {"devices": 2}


async def test_who_loses_a_device_to_another_account_is_told(client: httpx.AsyncClient, caller: As) -> None:
    owner, stranger, device = caller(new_id()), caller(new_id()), {"iv_token": "c", "iv_platform": "ios"}
    await owner.post("register_push_token", **device)
    await owner.post("register_push_token", **device)

    async def told(who: Caller) -> list[str]:
        alerts = (await who.get("/internal/alerts")).json()["data"]["alerts_list"]
        return [alert["notification_text"] for alert in alerts]

    assert await told(owner) == [], "the device was the owner's own"
    await stranger.post("register_push_token", **device)
    assert await told(owner) == [
        "One of your devices gets the alerts of another account now, and yours no longer"
    ]
    assert await told(stranger) == []


async def test_an_account_keeps_twenty_devices(client: httpx.AsyncClient, caller: As) -> None:
    one = caller(new_id())
    for number in range(21):
        await one.post("register_push_token", iv_token=f"token-{number}", iv_platform="android")
    answer = await one.post("register_push_token", iv_token="token-21", iv_platform="android")
    assert answer.json()["data"] == {"devices": 20}
    held = (await one.get("/internal/export")).json()["data"]["devices"]
    assert {device["device"] for device in held} == {device_digest(f"token-{n}") for n in range(2, 22)}


async def test_a_device_goes_with_its_login(
    client: httpx.AsyncClient, published: EventRecorder, tokens: Tokens
) -> None:
    account_id = new_id()
    logins = {
        name: tokens.bearer(tokens.account(account_id, login_id=f"{name}-{account_id}"))
        for name in ("phone", "tablet")
    }
    for name, headers in logins.items():
        device = {"iv_token": name, "iv_platform": "ios"}
        await client.post("/api/register_push_token", json=device, headers=headers)
    expires_at = utc_now() + timedelta(hours=1)
    await published.tell(
        LoginEnded(account_id=account_id, login_id=f"phone-{account_id}", expires_at=expires_at)
    )
    held = (await client.get("/internal/export", headers=logins["tablet"])).json()["data"]
    assert [device["device"] for device in held["devices"]] == [device_digest("tablet")]


async def test_a_device_that_signs_in_again_belongs_to_the_new_login(
    client: httpx.AsyncClient, published: EventRecorder, tokens: Tokens
) -> None:
    account_id = new_id()
    body = {"iv_token": "phone", "iv_platform": "ios"}
    for login_id in ("first", "second"):
        headers = tokens.bearer(tokens.account(account_id, login_id=f"{login_id}-{account_id}"))
        assert (await client.post("/api/register_push_token", json=body, headers=headers)).json()["status"]
    ends = utc_now() + timedelta(hours=1)
    await published.tell(LoginEnded(account_id=account_id, login_id=f"first-{account_id}", expires_at=ends))
    held = (await client.get("/internal/export", headers=headers)).json()["data"]
    assert [device["device"] for device in held["devices"]] == [device_digest("phone")]


async def test_bad_devices_are_refused(client: httpx.AsyncClient, caller: As) -> None:
    answer = (await caller(new_id()).post("register_push_token", iv_token=" ", iv_platform="fridge")).json()
    assert answer["status"] is False
    assert set(answer["message"]["iv_msg"]) == {"iv_token", "iv_platform"}


async def test_an_alert_is_pushed_and_leaves_the_queue(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, database_url: str
) -> None:
    facts = order()
    await caller(facts.provider_id).post("register_push_token", iv_token="device", iv_platform="android")
    await published.tell(OrderRequested(order=facts, actor="client"))
    database = Database(database_url)
    async with asyncio.timeout(5):
        while True:
            async with database.reading() as tx:
                if not await tx.session.scalar(select(func.count()).select_from(PushRow)):
                    break
            await asyncio.sleep(0.02)
    await database.close()
    held = (await caller(facts.provider_id).get("/internal/export")).json()["data"]
    assert [device["device"] for device in held["devices"]] == [device_digest("device")]


async def test_a_stored_device_lets_nobody_push_to_it(
    client: httpx.AsyncClient, caller: As, database_url: str
) -> None:
    owner, thief, token = caller(new_id()), new_id(), "a-phones-token"
    await owner.post("register_push_token", iv_token=token, iv_platform="ios")
    database, digest = Database(database_url), token_digest(token)
    connection = await asyncpg.connect(asyncpg_url(database_url))
    (row,) = await connection.fetch("SELECT d::text, sealed FROM device d")
    assert token not in row["d"] + bytes(row["sealed"]).decode("latin-1")
    async with database.reading() as tx:
        opened = await device_of_account(tx, owner.id, digest)
    assert opened is not None
    assert (opened.token, opened.platform, opened.p256dh) == (token, "ios", None)
    await connection.execute("UPDATE device SET account_id = $1", thief)
    async with database.reading() as tx:
        assert await device_of_account(tx, thief, digest) is None, "it opens in its own row only"
    await connection.close()
    await database.close()


async def test_devices_of_before_are_sealed_and_what_waits_for_them_goes_on(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, database_url: str
) -> None:
    facts, later = order(), utc_now() + timedelta(days=1)
    await published.tell(OrderRequested(order=facts, actor="client"))
    owner = caller(facts.provider_id)
    connection, database = await asyncpg.connect(asyncpg_url(database_url)), Database(database_url)
    alert_id = await connection.fetchval("SELECT id FROM alert WHERE receiver_id = $1", owner.id)
    keys = {"phone": (None, None), "https://push.example/x": ("a point", "a secret")}
    async with connection.transaction():  # the job of the service may run at any moment
        for token, (p256dh, auth) in keys.items():
            for login_id in ("kept", "ended"):
                await connection.execute(
                    "INSERT INTO push_token VALUES ($1, $2, $3, 'web', $4, $5, $6)",
                    f"{token} {login_id}", owner.id, login_id, utc_now(), p256dh, auth,
                )  # fmt: skip
        await connection.execute(
            "INSERT INTO push_note (id, account_id, token, alert_id, next_attempt_at, attempts)"
            " VALUES ('note', $1, 'phone kept', $2, $3, 2)",
            owner.id, alert_id, later,
        )  # fmt: skip
    await published.tell(LoginEnded(account_id=owner.id, login_id="ended", expires_at=later))
    for _ in "12":
        assert await run_once(seal_devices, database, utc_now())
    assert await connection.fetchval("SELECT count(*) FROM push_token") == 0
    for token, (p256dh, auth) in keys.items():
        async with database.reading() as tx:
            device = await device_of_account(tx, owner.id, token_digest(f"{token} kept"))
            assert await device_of_account(tx, owner.id, token_digest(f"{token} ended")) is None
        assert device is not None
        assert (device.token, device.p256dh, device.auth) == (f"{token} kept", p256dh, auth)
    waiting = await connection.fetch("SELECT id, digest, attempts, next_attempt_at FROM device_push")
    assert [tuple(row) for row in waiting] == [("note", token_digest("phone kept"), 2, later)]
    await connection.execute(
        "INSERT INTO push_token VALUES ('of the version before', $1, 'kept', 'ios', $2)", owner.id, utc_now()
    )
    await published.tell(AccountDeleted(account_id=owner.id))
    for table in ("push_token", "push_note", "device", "device_push"):
        assert await connection.fetchval(f"SELECT count(*) FROM {table}") == 0, table  # noqa: S608
    await connection.close()
    await database.close()


async def test_without_a_key_the_service_does_not_start(
    client: httpx.AsyncClient, service_app: ServiceApp, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SEALING_KEY")
    before = sealing()
    try:
        with pytest.raises(LookupError, match="SEALING_KEY"):
            await service_app(create_app, NotificationsSettings(database_url=database_url))
    finally:
        use_sealing(before)
