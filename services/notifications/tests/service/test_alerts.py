"""Alerts: one for each fact, for the accounts that it concerns, in the form that the screens read."""

import asyncio
import random
from collections.abc import Callable

import httpx
import pytest
from chassis.ids import new_id
from contracts.event import Event
from contracts.events.booking import (
    GuestLinkRequested,
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderRequested,
    OrderStarted,
)
from contracts.events.booking_ratings import RatingGiven, RatingRequested
from contracts.events.identity import AccountDeleted, PreferencesChanged
from contracts.events.notifications import AlertFacts, AlertRaised
from contracts.events.profiles import AvatarChanged, BlockChanged, CircleChanged
from contracts.events.profiles_moderation import StandingChanged
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens

from services.notifications.tests.conftest import Caller, guest_order, order, registered

pytestmark = pytest.mark.service
As = Callable[[str], Caller]


async def test_a_request_reaches_the_provider(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    facts = order()
    await published.tell(registered(facts.client_id, "Grace Wanjiru", username="grace"))
    await published.tell(
        AvatarChanged(account_id=facts.client_id, avatar="/media/avatars/g.webp", revision=1)
    )
    await published.tell(OrderRequested(order=facts, actor="client"))
    raised = await published.first(AlertRaised)
    assert raised.receiver_id == facts.provider_id
    assert raised.booking_data == facts.for_provider
    assert raised.aggregate == f"alerts:{facts.provider_id}"
    data = await caller(facts.provider_id).alerts()
    assert data["unread"] == 1
    assert AlertFacts.model_validate(data["alerts_list"][0]) == raised.notification_data
    assert data["alerts_list"][0] | {"notification_id": "", "created_date": ""} == {
        "notification_id": "",
        "notification_receiver_id": facts.provider_id,
        "notification_text": "Grace wants First assessment, Wed 25 Nov, 11:00",
        "notification_type": "order_requested",
        "notification_url": f"/schedule_manager/pending_requests?dialog=booking&booking={facts.order_id}",
        "name": "Grace Wanjiru",
        "username": "grace",
        "avatar": "/media/avatars/g.webp",
        "onboardProfile": False,
        "status": "active",
        "created_date": "",
        "count": 1,
        "order_id": facts.order_id,
    }
    assert (await caller(facts.client_id).alerts()) == {"alerts_list": [], "unread": 0}


async def test_facts_told_again_in_any_order_raise_each_alert_once(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    facts = order()
    events: list[Event] = [
        OrderRequested(order=facts, actor="client"),
        OrderAccepted(order=facts, actor="provider"),
        OrderStarted(order=facts, actor="provider"),
        OrderCompleted(order=facts, actor="provider"),
        RatingGiven(order=facts, rating=5, feedback="Good", trusted=True, average=5, reviews=1, revision=1),
        CircleChanged(
            account_id=facts.client_id,
            provider_id=facts.provider_id,
            interest=True,
            trusted=False,
            revision=1,
        ),
    ]
    again = [event.model_copy(update={"event_id": new_id()}) for event in events]
    for event in random.Random(7).sample([*events, *events, *again], k=3 * len(events)):
        await published.tell(event)
    provider, receiver = caller(facts.provider_id), caller(facts.client_id)
    kinds = {alert["notification_type"] for alert in (await provider.alerts())["alerts_list"]}
    assert kinds == {"order_requested", "rating_given", "interest_added"}
    assert (await provider.alerts())["unread"] == 3
    assert (await receiver.alerts())["unread"] == 3
    assert len(await published.wait_for(AlertRaised, 6)) == 6


async def test_a_replay_into_an_empty_database_tells_nobody_and_leaves_the_projections_whole(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    facts, fan = order(), new_id()
    provider, booker = caller(facts.provider_id), caller(facts.client_id)
    interest = CircleChanged(
        account_id=fan, provider_id=provider.id, interest=True, trusted=False, revision=4
    )
    history: list[Event] = [
        registered(booker.id, "Grace Wanjiru", username="grace"),
        *(kind(order=facts, actor="system") for kind in (OrderRequested, OrderAccepted, OrderStarted)),
        OrderCancelled(order=facts, actor="system"),
        OrderCompleted(order=facts, actor="system"),
        RatingGiven(order=facts, rating=5, feedback="", trusted=True, average=5, reviews=1, revision=1),
        RatingRequested(order=facts, feedback=""),
        GuestLinkRequested(order=guest_order()),
        interest,
    ]
    await published.tell(*(event.model_copy(update={"replayed": True}) for event in history))
    assert await provider.alerts() == await booker.alerts() == {"alerts_list": [], "unread": 0}
    assert published.of(AlertRaised) == []
    assert (await client.get("/dev/mail.json")).json() == []
    for one in (provider, booker):
        assert (await one.get("/internal/export")).json()["data"]["mails"] == []
        talks = (await one.get("/api/get_conversations")).json()["data"]["conversations"]
        assert len(talks) == 1
    held = (await booker.get("/internal/export")).json()["data"]["account"]
    assert (held["name"], held["username"]) == ("Grace Wanjiru", "grace")
    await published.tell(interest.model_copy(update={"event_id": new_id(), "trusted": True, "revision": 5}))
    assert (await provider.alerts())["unread"] == 0, "the interest of old is remembered"


async def test_what_happens_after_a_replay_is_news(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    facts = order()
    asked = OrderRequested(order=facts, actor="system", replayed=True)
    await published.tell(asked, OrderCancelled(order=facts, actor="client"))
    assert (await caller(facts.provider_id).alerts())["unread"] == 1
    held = (await caller(facts.client_id).get("/internal/export")).json()["data"]
    assert [mail["kind"] for mail in held["mails"]] == ["order_cancelled_by_client"]


async def test_trust_given_later_is_no_new_interest(
    published: EventRecorder, client: httpx.AsyncClient, caller: As
) -> None:
    fan, provider = new_id(), new_id()

    def circle(interest: bool, trusted: bool, revision: int) -> CircleChanged:
        return CircleChanged(
            account_id=fan, provider_id=provider, interest=interest, trusted=trusted, revision=revision
        )

    await published.tell(circle(True, False, 1), circle(True, True, 2))
    assert (await caller(provider).alerts())["unread"] == 1


async def test_alerts_page_and_are_read(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    provider_id = new_id()
    for _ in range(7):
        await published.tell(OrderRequested(order=order(provider_id=provider_id), actor="client"))
    provider, stranger = caller(provider_id), caller(new_id())
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = await provider.get("/internal/alerts", limit=3, **({"cursor": cursor} if cursor else {}))
        seen += [alert["notification_id"] for alert in page.json()["data"]["alerts_list"]]
        cursor = page.headers.get("x-next-cursor")
    assert len(set(seen)) == 7
    assert seen == sorted(seen, reverse=True)
    await stranger.post("update_alert_status", iv_notification_ids="all", iv_status="read")
    await stranger.post("update_alert_status", iv_notification_ids=seen, iv_status="read")
    assert (await provider.alerts())["unread"] == 7
    many = [*seen[:2], *["x"] * 998]
    answer = await provider.post("update_alert_status", iv_notification_ids=many, iv_status="read")
    assert answer.json()["data"] == {"unread": 5}
    as_text = f'["{seen[2]}", "no such alert"]'
    answer = await provider.post("update_alert_status", iv_notification_ids=as_text, iv_status="read")
    assert answer.json()["data"] == {"unread": 4}
    answer = await provider.post("update_alert_status", iv_notification_ids="all", iv_status="read")
    assert answer.json()["data"] == {"unread": 0}


async def test_the_list_and_its_count_are_of_one_moment(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    """The web counts an alert that arrives live unless the list contains it already."""
    provider = caller(new_id())
    requests = [OrderRequested(order=order(provider_id=provider.id), actor="client") for _ in range(20)]

    async def tell_all() -> None:
        for each in requests:
            await published.tell(each)

    seen: set[int] = set()
    async with asyncio.TaskGroup() as group:
        telling = group.create_task(tell_all())
        while not telling.done():
            alerts = await provider.alerts()
            assert len(alerts["alerts_list"]) == alerts["unread"]
            seen.add(alerts["unread"])
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("fields", "marked"),
    [
        ({}, {"iv_notification_ids", "iv_status"}),
        ({"iv_notification_ids": "all", "iv_status": "active"}, {"iv_status"}),
        ({"iv_notification_ids": 7, "iv_status": "read"}, {"iv_notification_ids"}),
    ],
)
async def test_bad_input_is_refused(
    client: httpx.AsyncClient, caller: As, fields: dict[str, object], marked: set[str]
) -> None:
    answer = await caller(new_id()).post("update_alert_status", **fields)
    assert answer.status_code == 200
    assert answer.json()["status"] is False
    assert set(answer.json()["message"]["iv_msg"]) == marked


async def test_guests_and_strangers_have_no_alerts(client: httpx.AsyncClient, tokens: Tokens) -> None:
    assert (await client.get("/internal/alerts")).status_code == 401
    guest = tokens.bearer(tokens.guest(new_id(), "Olu", "olu@example.com"))
    assert (await client.get("/internal/alerts", headers=guest)).status_code == 401


async def test_what_was_switched_off_is_quiet_but_screens_stay_current(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    facts = order()
    off = {"appointments": {"in_app": False}}
    await published.tell(PreferencesChanged(account_id=facts.provider_id, channels=off, revision=1))
    await published.tell(OrderRequested(order=facts, actor="client"))
    raised = await published.first(AlertRaised)
    assert raised.notification_data.status == "read"
    assert raised.booking_data is not None
    assert (await caller(facts.provider_id).alerts())["unread"] == 0


@pytest.mark.parametrize("blocker", ["receiver", "actor"])
async def test_a_block_hides_social_alerts_and_tells_of_appointments_all_the_same(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, blocker: str
) -> None:
    facts = order()
    one, other = facts.client_id, facts.provider_id

    def block(*, blocked: bool, revision: int) -> BlockChanged:
        who, whom = (other, one) if blocker == "receiver" else (one, other)
        return BlockChanged(blocker_id=who, blocked_id=whom, blocked=blocked, revision=revision)

    def circle(account_id: str) -> CircleChanged:
        return CircleChanged(
            account_id=account_id, provider_id=other, interest=True, trusted=False, revision=1
        )

    await published.tell(circle(one), block(blocked=True, revision=1))
    assert (await caller(other).alerts()) == {"alerts_list": [], "unread": 0}
    await published.tell(OrderCancelled(order=facts, actor="client"))
    kinds = [alert["notification_type"] for alert in (await caller(other).alerts())["alerts_list"]]
    assert kinds == ["order_cancelled"]
    await caller(other).post("update_alert_status", iv_notification_ids="all", iv_status="read")
    await published.tell(block(blocked=False, revision=3), block(blocked=True, revision=2))
    assert (await caller(other).alerts())["unread"] == 1, "what is hidden is not marked as read"


@pytest.mark.parametrize("blocker", ["receiver", "actor"])
async def test_nobody_is_told_what_somebody_behind_a_block_does(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, blocker: str
) -> None:
    receiver, actor, other = new_id(), new_id(), new_id()
    who, whom = (receiver, actor) if blocker == "receiver" else (actor, receiver)
    await published.tell(BlockChanged(blocker_id=who, blocked_id=whom, blocked=True, revision=1))
    for account_id in (actor, other):
        fact = CircleChanged(
            account_id=account_id, provider_id=receiver, interest=True, trusted=False, revision=1
        )
        await published.tell(fact)
    await published.tell(OrderRequested(order=order(provider_id=receiver), actor="client"))
    raised = await published.wait_for(AlertRaised, 2)
    kinds = [event.notification_data.notification_type for event in raised]
    assert kinds == ["interest_added", "order_requested"], "one of the two interests"
    (_, alert) = (await caller(receiver).alerts())["alerts_list"]
    await published.tell(BlockChanged(blocker_id=who, blocked_id=whom, blocked=False, revision=2))
    (_, afterwards) = (await caller(receiver).alerts())["alerts_list"]
    assert (alert["count"], afterwards["count"]) == (1, 1), "nor is it told when the block is lifted"


async def test_older_news_of_an_account_changes_nothing(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    facts = order()
    off = {"appointments": {"in_app": False}}
    await published.tell(
        registered(facts.client_id, "Grace New", username="new", revision=3),
        registered(facts.client_id, "Old", username="old", revision=2),
        AvatarChanged(account_id=facts.client_id, avatar="/media/avatars/new.webp", revision=3),
        AvatarChanged(account_id=facts.client_id, avatar="/media/avatars/old.webp", revision=2),
        PreferencesChanged(account_id=facts.provider_id, channels={}, revision=3),
        PreferencesChanged(account_id=facts.provider_id, channels=off, revision=2),
        StandingChanged(account_id=facts.provider_id, suspended=False, title="", note="", revision=3),
        StandingChanged(account_id=facts.provider_id, suspended=True, title="", note="", revision=2),
        OrderRequested(order=facts, actor="client"),
    )
    data = await caller(facts.provider_id).alerts()
    assert data["unread"] == 1
    shown = data["alerts_list"][0]
    assert (shown["name"], shown["username"], shown["avatar"]) == (
        "Grace New",
        "new",
        "/media/avatars/new.webp",
    )


async def test_a_deleted_account_leaves_no_name(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    facts = order()
    await published.tell(registered(facts.client_id, "Grace Wanjiru"))
    await published.tell(OrderRequested(order=facts, actor="client"))
    await published.tell(AccountDeleted(account_id=facts.client_id))
    await published.tell(registered(facts.client_id, "Grace Wanjiru", revision=9))
    alert = (await caller(facts.provider_id).alerts())["alerts_list"][0]
    assert alert["notification_text"] == "Former member wants First assessment, Wed 25 Nov, 11:00"
    assert "Grace" not in str(alert)
    held = (await caller(facts.client_id).get("/internal/export")).json()["data"]
    assert held["account"]["name"] == ""
    assert held["alerts"] == held["messages"] == held["mails"] == []


async def test_a_guests_request_keeps_the_guests_name(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    facts = guest_order(client_name="Olu Adebayo")
    await published.tell(OrderRequested(order=facts, actor="client"))
    alert = (await caller(facts.provider_id).alerts())["alerts_list"][0]
    assert (alert["name"], alert["notification_text"]) == (
        "Olu Adebayo",
        "Olu wants First assessment, Wed 25 Nov, 11:00",
    )
    await published.first(AlertRaised)
    await published.tell(OrderAccepted(order=facts, actor="provider"))
    assert len(published.of(AlertRaised)) == 1
