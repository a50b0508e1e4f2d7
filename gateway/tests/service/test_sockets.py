"""Live updates to real Socket.IO clients: who receives what, and when a socket ends."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from client.api_client import eventually
from contracts.event import Event, parse
from contracts.events.booking import AvailabilityChanged
from contracts.events.feed import CommentAdded, PostPublished
from contracts.events.identity import AccountConfirmed, AccountFacts, LoginEnded
from contracts.events.notifications import AlertRaised, MessageSent
from testkit import operators
from testkit.fake_identity import Tokens
from testkit.gateway_harness import GatewayHarness
from testkit.gateway_sockets import NOW, alert, announce, open_socket, post


async def test_an_alert_reaches_every_socket_of_its_account_and_no_other(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    _, phone = await open_socket(harness, tokens.account("a1"))
    _, laptop = await open_socket(harness, tokens.account("a1", login_id="other"))
    _, stranger = await open_socket(harness, tokens.account("a2"))
    _, guest = await open_socket(harness, tokens.guest("g1", "G", "g@b.example"))
    _, visitor = await open_socket(harness)
    event = alert("a1")
    await announce(harness, event, event)
    shown = event.model_dump(
        mode="json", include={"notification_data", "booking_data", "interest_data", "additional_update"}
    )
    assert phone.seen == laptop.seen == [("get_notification", shown)]
    assert stranger.seen == guest.seen == visitor.seen == []


async def test_a_guest_has_a_room_of_its_own(harness: GatewayHarness, tokens: Tokens) -> None:
    _, guest = await open_socket(harness, tokens.guest("g1", "G", "g@b.example"))
    await announce(harness, alert("g1"))
    assert guest.names == ["get_notification"]


async def test_a_message_comes_as_a_notification(harness: GatewayHarness, tokens: Tokens) -> None:
    _, shown = await open_socket(harness, tokens.account("a1"))
    sent = MessageSent(
        receiver_id="a1",
        conversation_id="c1",
        message_id="m1",
        sender_id="a2",
        sender_name="Zoë",
        text="See you",
        sent_at=NOW,
    )
    await announce(harness, sent)
    [(name, data)] = shown.seen
    assert name == "get_notification"
    assert data["additional_update"]["message"]["text"] == "See you"


async def test_confirming_reaches_the_account_itself(harness: GatewayHarness, tokens: Tokens) -> None:
    _, own = await open_socket(harness, tokens.account("a1"))
    _, other = await open_socket(harness, tokens.account("a2"))
    account = AccountFacts(
        account_id="a1", name="Zoë", email="z@b.example", verified=True, created_at=NOW, revision=2
    )
    await announce(harness, AccountConfirmed(account=account, session_data={"serviceProvider": True}))
    [(name, data)] = own.seen
    assert name == "get_confirm_account_verification"
    assert data["session_data"]["autoVerification"] == "verified"
    assert data["session_data"]["serviceProvider"] is True
    assert other.seen == []


async def test_posts_for_all_reach_all_and_others_nobody(harness: GatewayHarness, tokens: Tokens) -> None:
    _, visitor = await open_socket(harness)
    _, account = await open_socket(harness, tokens.account("a1"))
    await announce(harness, post("interests"), post("trusted"))
    assert visitor.seen == account.seen == []
    await announce(harness, post())
    assert visitor.seen == account.seen
    [(name, data)] = visitor.seen
    assert name == "get_broadcast_notification"
    assert (data["valid_broadcast"], data["page"], data["action"]) == (True, "feed", "new_post")
    assert data["broadcast_data"] == {"post_id": "p1", "owner_id": "o1", "post_type": "post"}


async def test_mature_posts_are_not_for_guests_and_visitors(harness: GatewayHarness, tokens: Tokens) -> None:
    _, visitor = await open_socket(harness)
    _, guest = await open_socket(harness, tokens.guest("g1", "G", "g@b.example"))
    _, account = await open_socket(harness, tokens.account("a1"))
    await announce(harness, post(mature=True))
    assert visitor.seen == guest.seen == []
    assert account.names == ["get_broadcast_notification"]


async def test_no_post_and_no_comment_comes_past_a_block(harness: GatewayHarness, tokens: Tokens) -> None:
    _, visitor = await open_socket(harness)
    _, blocked = await open_socket(harness, tokens.account("a1"))
    _, phone = await open_socket(harness, tokens.account("a1", login_id="other"))
    _, account = await open_socket(harness, tokens.account("a2"))
    for mature in (False, True):
        new = post(mature=mature, hidden_from=["a1", "a9"])
        comment = CommentAdded(
            comment_id="k", post=new.post, author_id="a", author_name="A", text="t", hidden_from=["a1"]
        )
        await announce(harness, new, comment)
    assert blocked.seen == phone.seen == []
    assert (len(account.seen), len(visitor.seen)) == (4, 2)
    await announce(harness, post())
    assert len(blocked.seen) == len(phone.seen) == 1


async def test_a_comment_is_announced_without_its_words(harness: GatewayHarness) -> None:
    _, visitor = await open_socket(harness)
    comment = CommentAdded(comment_id="k1", post=post().post, author_id="a", author_name="A", text="secret")
    await announce(harness, comment)
    [(_, data)] = visitor.seen
    assert data["action"] == "new_post_comment"
    assert "secret" not in str(data)


async def test_free_time_is_told_to_who_watches(harness: GatewayHarness) -> None:
    watching, shown = await open_socket(harness)
    _, other = await open_socket(harness)
    assert await watching.call("watch_availability", {"provider_id": "p1"}) == {"status": True}
    change = AvailabilityChanged(provider_id="p1", starts_at=NOW, ends_at=NOW + timedelta(hours=1))
    await announce(
        harness,
        change,
        AvailabilityChanged(provider_id="p2", starts_at=NOW, ends_at=NOW + timedelta(hours=1)),
    )
    assert shown.seen == [
        (
            "get_availability_update",
            {"provider_id": "p1", "from": "2026-03-01T09:00:00Z", "to": "2026-03-01T10:00:00Z"},
        )
    ]
    assert other.seen == []


async def test_who_left_the_page_is_told_no_more(harness: GatewayHarness) -> None:
    watching, shown = await open_socket(harness)
    await watching.call("watch_availability", {"provider_id": "p1"})
    assert await watching.call("unwatch_availability", {"provider_id": "p1"}) == {"status": True}
    assert await watching.call("unwatch_availability", {"provider_id": "p1"}) == {"status": False}
    await announce(harness, AvailabilityChanged(provider_id="p1", starts_at=NOW, ends_at=NOW))
    assert shown.seen == []


async def test_free_time_is_taken_from_the_bus_only_while_somebody_watches(harness: GatewayHarness) -> None:
    key, bus = AvailabilityChanged.key, harness.bus
    watching, _ = await open_socket(harness)
    await eventually(lambda: key not in bus.keys_listened_to)  # nobody of an earlier test watches any more
    await watching.call("watch_availability", {"provider_id": "p1"})
    assert key in bus.keys_listened_to
    other, shown = await open_socket(harness)
    await other.call("watch_availability", {"provider_id": "p1"})
    await watching.call("unwatch_availability", {"provider_id": "p1"})
    for _ in range(30):  # longer than the gateway takes to look whether anybody watches
        await announce(harness, AvailabilityChanged(provider_id="p1", starts_at=NOW, ends_at=NOW))
    assert shown.names == ["get_availability_update"] * 30
    await other.disconnect()
    await eventually(lambda: key not in bus.keys_listened_to)


async def test_only_so_many_providers_can_be_watched(harness: GatewayHarness) -> None:
    watching, shown = await open_socket(harness)
    for number in range(25):
        await watching.call("watch_availability", {"provider_id": f"p{number}"})
    changes = [
        AvailabilityChanged(provider_id=f"p{number}", starts_at=NOW, ends_at=NOW) for number in range(25)
    ]
    await announce(harness, *changes)
    assert sorted(data["provider_id"] for _, data in shown.seen) == sorted(f"p{n}" for n in range(5, 25))


async def test_leaving_and_coming_back(harness: GatewayHarness, tokens: Tokens) -> None:
    client, shown = await open_socket(harness, tokens.account("a1"))
    assert await client.call("leave_client_room", {"ownerId": "a1"}) == {"status": True}
    await announce(harness, alert("a1"))
    assert shown.seen == []
    assert await client.call("join_client_room", {"ownerId": "a1"}) == {"status": True}
    await announce(harness, alert("a1"))
    assert shown.names == ["get_notification"]


async def test_a_visitor_may_bring_a_token_later(harness: GatewayHarness, tokens: Tokens) -> None:
    client, shown = await open_socket(harness)
    brought = {"ownerId": "a1", "token": tokens.account("a1")}
    assert await client.call("join_client_room", brought) == {"status": True}
    assert await client.call("join_client_room", {"ownerId": "a2"}) == {"status": False}
    await announce(harness, alert("a1"))
    assert shown.names == ["get_notification"]


async def test_a_login_that_ends_loses_its_rooms_and_its_socket_at_once(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    client, ended = await open_socket(harness, tokens.account("a1", login_id="l1"))
    _, other = await open_socket(harness, tokens.account("a1", login_id="l2"))
    over = LoginEnded(account_id="a1", login_id="l1", expires_at=datetime.now(UTC) + timedelta(hours=1))
    await announce(harness, over, alert("a1"))
    assert ended.seen == []
    assert other.names == ["get_notification"]
    await eventually(lambda: not client.connected)
    visitor, _ = await open_socket(harness)
    again = {"ownerId": "a1", "token": tokens.account("a1", login_id="l1")}
    assert await visitor.call("join_client_room", again) == {"status": False}


async def test_a_token_whose_time_passes_loses_its_rooms(harness: GatewayHarness, tokens: Tokens) -> None:
    client, shown = await open_socket(harness, tokens.account("a1", lives=2))
    await asyncio.sleep(2.2)
    await announce(harness, alert("a1"))
    assert shown.seen == []
    await eventually(lambda: not client.connected)


async def test_an_event_that_comes_ten_times_in_any_order_is_shown_once(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    _, account = await open_socket(harness, tokens.account("a1"))
    events = [alert("a1"), post(), alert("a1")]
    for turn in range(10):
        await announce(harness, *(events if turn % 2 else reversed(events)))
    assert sorted(account.names) == ["get_broadcast_notification", "get_notification", "get_notification"]


async def test_an_event_for_nobody_who_is_here_is_neither_read_nor_sent(
    harness: GatewayHarness, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def reading(key: str, payload: bytes) -> Event | None:
        read.append(key)
        return parse(key, payload)

    monkeypatch.setattr("gateway.realtime.server.parse", reading)
    await harness.publish(post())
    assert read == [], "no socket is open"
    _, account = await open_socket(harness, tokens.account("a1"))
    early = alert("a2")
    change = AvailabilityChanged(provider_id="p", starts_at=NOW, ends_at=NOW)
    await announce(harness, early, alert("a1"), change)
    assert [key for key in read if key != PostPublished.key] == [AlertRaised.key]
    assert account.names == ["get_notification"]
    _, late = await open_socket(harness, tokens.account("a2"))
    await announce(harness, early)
    assert late.seen == [], "it came once already"


async def test_operators_see_sockets_by_transport_their_rooms_and_their_ends(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    async def series() -> dict[str, float]:
        lines = (await operators.read(harness.gateway.operations)).text.splitlines()
        told = [
            line.rpartition(" ") for line in lines if line.startswith(("openhours_socket", "openhours_ev"))
        ]
        return {name: float(value) for name, _, value in told}

    await eventually(lambda: harness.gateway.sockets_open == 0)  # those of former tests
    before = await series()
    phone, _ = await open_socket(harness, tokens.account("a1"))
    await open_socket(harness, tokens.account("a1", login_id="other"))
    open_now = await series()
    assert open_now['openhours_sockets{service="gateway",transport="websocket"}'] == 2
    assert open_now['openhours_sockets{service="gateway",transport="polling"}'] == 0
    assert open_now['openhours_socket_rooms{service="gateway"}'] == 2, (
        "that of the account, and of all accounts"
    )
    await announce(harness, alert("a1"))
    await phone.disconnect()
    await eventually(lambda: harness.gateway.sockets_open == 1)
    after = await series()
    counted = {name: value - before.get(name, 0) for name, value in after.items()}
    assert after['openhours_sockets{service="gateway",transport="websocket"}'] == 1
    assert counted['openhours_sockets_opened_total{service="gateway"}'] == 2
    ended = [
        more for name, more in counted.items() if name.startswith("openhours_sockets_ended_total") and more
    ]
    assert ended == [1], "by who was first to say so, its client or the connection"
    assert counted['openhours_events_shown_total{key="notifications.alert.raised",service="gateway"}'] == 1
