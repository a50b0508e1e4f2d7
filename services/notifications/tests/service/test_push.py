"""Push: registering devices; an alert is pushed once."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.ids import new_id
from contracts.events.booking import OrderRequested
from contracts.events.identity import LoginEnded
from notifications.devices.store import device_digest
from notifications.push_queue.models import PushRow
from sqlalchemy import func, select
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens

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
