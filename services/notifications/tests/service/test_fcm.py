"""Push through firebase-admin to a stand-in for FCM: once per device; what becomes of failures."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from chassis.ids import new_id
from client.api_client import eventually
from contracts.events.booking import OrderAccepted, OrderRequested
from contracts.events.feed import CommentAdded
from contracts.events.identity import PreferencesChanged
from contracts.events.profiles import BlockChanged
from contracts.events.profiles_moderation import StandingChanged
from notifications.app import create_app
from notifications.devices.store import device_digest
from notifications.push import rules
from notifications.settings import NotificationsSettings
from pydantic import SecretStr
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import ServiceApp

from services.notifications.tests.conftest import NOON, PUBLIC_URL, Caller, order, registered
from services.notifications.tests.fake_fcm import (
    BROKEN,
    GONE,
    NO_SUCH_MESSAGE,
    NO_TOKEN_AT_ALL,
    OF_ANOTHER_SENDER,
    TOO_MANY,
    Answer,
    FakeFcm,
)
from services.notifications.tests.push_waiting import devices_of, queue_is_empty, until_devices_of
from services.notifications.tests.service.test_alert_groups import comment, post_of

pytestmark = pytest.mark.service
As = Callable[[str], Caller]


@pytest.fixture(params=["json", "path"])
def credentials(request: pytest.FixtureRequest, fcm: FakeFcm, tmp_path: Path) -> str:
    """A service account, in both ways in which it may be given."""
    if request.param == "json":
        return fcm.credentials()
    file = tmp_path / "account.json"
    file.write_text(fcm.credentials())
    return str(file)


@pytest.fixture
async def client(
    service_app: ServiceApp, database_url: str, fcm: FakeFcm, pushed_at_once: None
) -> httpx.AsyncClient:
    """The service with FCM."""
    return await started(service_app, database_url, fcm.credentials())


async def started(service_app: ServiceApp, database_url: str, credentials: str) -> httpx.AsyncClient:
    """The service with FCM."""
    settings = NotificationsSettings(
        database_url=database_url,
        public_url=PUBLIC_URL,
        drain_seconds=2,
        fcm_credentials=SecretStr(credentials),
    )
    return await service_app(create_app, settings)


async def owns(who: Caller, *tokens: str) -> None:
    """These devices are theirs."""
    for token in tokens:
        await who.post("register_push_token", iv_token=token, iv_platform="android")


@pytest.mark.usefixtures("pushed_at_once")
async def test_an_alert_reaches_each_device_once(
    service_app: ServiceApp,
    database_url: str,
    credentials: str,
    published: EventRecorder,
    tokens: Any,
    fcm: FakeFcm,
) -> None:
    client = await started(service_app, database_url, credentials)
    facts = order()
    provider = Caller(client, tokens, facts.provider_id)
    await owns(provider, "phone", "tablet")
    event = OrderRequested(order=facts, actor="client")
    await published.tell(event, event, event.model_copy(update={"event_id": new_id()}))
    await eventually(lambda: set(fcm.shown) == {"phone", "tablet"})
    (alert,) = (await provider.alerts())["alerts_list"]
    (message,) = fcm.shown["phone"]
    assert message["notification"] == {
        "title": "Openhours",
        "body": "Grace wants First assessment, Wed 25 Nov, 11:00",
    }
    assert message["data"] == {
        "url": f"/schedule_manager/pending_requests?dialog=booking&booking={facts.order_id}",
        "notification_id": alert["notification_id"],
    }
    assert message["apns"]["payload"]["aps"]["thread-id"] == alert["notification_id"]
    await published.tell(OrderRequested(order=order(provider_id=provider.id), actor="client"))
    await eventually(lambda: all(len(fcm.shown[device]) == 2 for device in ("phone", "tablet")))
    assert fcm.tried == {"phone": 2, "tablet": 2}, "each alert once"
    assert fcm.logins <= 2, "each thread asks for a token at most once"


@pytest.mark.parametrize("said", [GONE, OF_ANOTHER_SENDER, NO_TOKEN_AT_ALL])
async def test_dead_devices_go_and_living_ones_hear_once(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, fcm: FakeFcm, said: Answer
) -> None:
    facts = order()
    provider = caller(facts.provider_id)
    await owns(provider, "dead", "living")
    fcm.says("dead", [said])
    await published.tell(OrderRequested(order=facts, actor="client"))
    await eventually(lambda: fcm.tried == {"dead": 1, "living": 1})
    await until_devices_of(provider, {"living"})
    assert len(fcm.shown["living"]) == 1


@pytest.mark.parametrize("said", [TOO_MANY, BROKEN])
async def test_what_fails_for_now_is_tried_again_for_that_device_alone(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, fcm: FakeFcm, said: Answer
) -> None:
    facts = order()
    provider = caller(facts.provider_id)
    await owns(provider, "busy", "idle")
    fcm.says("busy", [said, said])
    await published.tell(OrderRequested(order=facts, actor="client"))
    await eventually(lambda: len(fcm.shown["busy"]) == 1)
    await published.tell(OrderRequested(order=order(provider_id=provider.id), actor="client"))
    await eventually(
        lambda: all(fcm.shown[device] for device in ("busy", "idle")) and len(fcm.shown["busy"]) == 2
    )
    await eventually(lambda: len(fcm.shown["idle"]) == 2)
    assert fcm.tried == {"busy": 4, "idle": 2}
    assert await devices_of(provider) == {device_digest("busy"), device_digest("idle")}


async def test_what_is_never_accepted_is_given_up_and_the_device_stays(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, fcm: FakeFcm, database_url: str
) -> None:
    facts = order()
    provider = caller(facts.provider_id)
    await owns(provider, "odd", "down")
    fcm.says("odd", [NO_SUCH_MESSAGE])
    fcm.says("down", [BROKEN] * 20)
    await published.tell(OrderRequested(order=facts, actor="client"))
    await eventually(lambda: fcm.tried["down"] >= rules.MOST_ATTEMPTS)
    await queue_is_empty(database_url)
    fcm.says("down", [])
    await published.tell(OrderRequested(order=order(provider_id=provider.id), actor="client"))
    await eventually(lambda: {"odd", "down"} <= {device for device, notes in fcm.shown.items() if notes})
    assert fcm.tried == {"odd": 2, "down": rules.MOST_ATTEMPTS + 1}
    assert [len(fcm.shown[device]) for device in ("odd", "down")] == [1, 1]
    assert await devices_of(provider) == {device_digest("odd"), device_digest("down")}


async def test_a_group_is_pushed_at_most_once_in_ten_minutes(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, fcm: FakeFcm
) -> None:
    owner = caller(new_id())
    await owns(owner, "phone")
    post = post_of(owner.id, brief="Six croissants")

    def comment_at(minute: int) -> CommentAdded:
        return comment(post, new_id(), occurred_at=NOON + timedelta(minutes=minute))

    await published.tell(comment_at(0), comment_at(3), comment_at(9))
    await owner.post("update_alert_status", iv_notification_ids="all", iv_status="read")
    await published.tell(comment_at(9))
    await eventually(lambda: len(fcm.shown["phone"]) == 1)
    await published.tell(comment_at(10))
    await eventually(lambda: len(fcm.shown["phone"]) == 2)
    later = fcm.shown["phone"][1]
    assert later["notification"]["body"] == "2 new comments on your post “Six croissants”"
    group = f"comment_added:{post.post_id}"
    assert later["android"]["collapse_key"] == later["apns"]["payload"]["aps"]["thread-id"] == group


async def test_a_message_is_pushed_and_is_no_alert(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, fcm: FakeFcm
) -> None:
    facts = order()
    grace, nadia = caller(facts.client_id), caller(facts.provider_id)
    await published.tell(registered(grace.id, "Grace Wanjiru"), OrderAccepted(order=facts, actor="provider"))
    await owns(nadia, "phone")
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Is there parking?")
    await eventually(lambda: len(fcm.shown["phone"]) == 1)
    (message,) = fcm.shown["phone"]
    (talk,) = (await nadia.get("/api/get_conversations")).json()["data"]["conversations"]
    assert message["notification"]["body"] == "Grace: Is there parking?"
    assert message["data"]["url"] == f"/message?conversation={talk['conversation_id']}"
    assert (await nadia.alerts())["alerts_list"] == []
    off = {"messages": {"push": False}}
    await published.tell(PreferencesChanged(account_id=nadia.id, channels=off, revision=1))
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Hello?")
    await published.tell(PreferencesChanged(account_id=nadia.id, channels={}, revision=2))
    await published.tell(
        StandingChanged(account_id=nadia.id, suspended=True, title="Spam", note="", revision=1)
    )
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Anybody?")
    await published.tell(StandingChanged(account_id=nadia.id, suspended=False, title="", note="", revision=2))
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="There you are")
    await eventually(lambda: len(fcm.shown["phone"]) == 2)
    assert fcm.shown["phone"][1]["notification"]["body"] == "Grace: There you are"


@pytest.fixture
def patient(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service retries a failure only after a pause in which other things can happen."""
    monkeypatch.setattr(rules, "FIRST_WAIT", timedelta(milliseconds=300))


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("blocker", ["receiver", "sender"])
async def test_what_waits_is_not_shown_past_a_block(
    published: EventRecorder, caller: As, fcm: FakeFcm, blocker: str
) -> None:
    facts = order()
    grace, nadia = caller(facts.client_id), caller(facts.provider_id)
    await owns(nadia, "phone")
    await published.tell(OrderRequested(order=facts, actor="system"))
    await eventually(lambda: len(fcm.shown["phone"]) == 1)
    fcm.says("phone", [BROKEN] * 3)
    await published.tell(comment(post_of(nadia.id), grace.id))
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Hello?")
    await eventually(lambda: fcm.tried["phone"] == 3)
    who, whom = (nadia, grace) if blocker == "receiver" else (grace, nadia)
    await published.tell(BlockChanged(blocker_id=who.id, blocked_id=whom.id, blocked=True, revision=1))
    later = order(provider_id=nadia.id)
    await published.tell(OrderRequested(order=later, actor="client"))
    await eventually(lambda: len(fcm.shown["phone"]) == 2)
    assert fcm.shown["phone"][1]["data"]["url"].endswith(f"booking={later.order_id}")
    assert fcm.tried["phone"] == 5, "what came later waited too, so that the others had their turn"


@pytest.mark.usefixtures("patient")
async def test_a_device_that_changed_hands_hears_nothing_of_the_one_before(
    published: EventRecorder, caller: As, fcm: FakeFcm
) -> None:
    facts, other = order(), caller(new_id())
    await owns(caller(facts.provider_id), "phone")
    fcm.says("phone", [BROKEN])
    await published.tell(OrderRequested(order=facts, actor="client"))
    await eventually(lambda: fcm.tried["phone"] == 1)
    await owns(other, "phone")
    fcm.says("phone", [BROKEN])
    await published.tell(
        OrderRequested(order=order(provider_id=other.id, client_name="Olu Adebayo"), actor="client")
    )
    await eventually(lambda: len(fcm.shown["phone"]) == 1)
    assert fcm.shown["phone"][0]["notification"]["body"].startswith("Olu "), "only what is the new owner's"
    assert fcm.tried["phone"] == 3
