"""Live screens with real Socket.IO clients, and what attackers get: nothing."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest
import socketio
from contracts.event import Event
from contracts.events.booking import AvailabilityChanged
from contracts.events.feed import CommentAdded, PostFacts, PostPublished
from contracts.events.identity import AccountConfirmed, AccountFacts, LoginEnded
from contracts.events.notifications import AlertFacts, AlertRaised, MessageSent
from embedded.front_door import Door, OpenDoor, eventually
from embedded.identity_double import Tokens
from socketio.exceptions import ConnectionError as SocketRefused

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
BRIEF = aiohttp.ClientWSTimeout(ws_close=0.5)  # pyright: ignore[reportCallIssue]
QUIET_SECONDS = 0.3
"""Long enough for an event that must not come to come."""


def alert(receiver: str) -> AlertRaised:
    facts = AlertFacts(
        notification_id="n1",
        notification_receiver_id=receiver,
        notification_text="Zoë asks for an appointment.",
        notification_type="order",
        notification_url="/schedule_manager/pending_requests",
        name="Zoë",
        username="zoe",
        avatar="",
        onboardProfile=True,
        status="active",
        created_date=NOW,
    )
    return AlertRaised(receiver_id=receiver, notification_data=facts, additional_update={"count": 1})


def post(audience: Any = "all", *, mature: bool = False) -> PostPublished:
    facts = PostFacts(
        post_id="p1",
        owner_id="o1",
        post_type="post",
        audience=audience,
        mature=mature,
        tags=[],
        published_at=NOW,
        revision=1,
    )
    return PostPublished(post=facts)


class Screen:
    """Notes everything a socket is shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, Any]] = []

    def handlers(self) -> dict[str, Callable[[Any], None]]:
        names = (
            "get_notification",
            "get_broadcast_notification",
            "get_confirm_account_verification",
            "get_availability_update",
        )
        return {name: self._noting(name) for name in names}

    def _noting(self, name: str) -> Callable[[Any], None]:
        def note(data: Any) -> None:
            self.seen.append((name, data))

        return note

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.seen]


async def screen(door: Door, token: str | None = None) -> tuple[socketio.AsyncClient, Screen]:
    shown = Screen()
    return await door.socket(token, **shown.handlers()), shown


async def told(door: Door, *events: Event) -> None:
    for event in events:
        await door.tell(event)
    await asyncio.sleep(QUIET_SECONDS)


async def test_an_alert_reaches_every_socket_of_its_account_and_no_other(door: Door, tokens: Tokens) -> None:
    _, phone = await screen(door, tokens.account("a1"))
    _, laptop = await screen(door, tokens.account("a1", login_id="other"))
    _, stranger = await screen(door, tokens.account("a2"))
    _, guest = await screen(door, tokens.guest("g1", "G", "g@b.example"))
    _, visitor = await screen(door)
    event = alert("a1")
    await told(door, event, event)
    shown = event.model_dump(
        mode="json", include={"notification_data", "booking_data", "interest_data", "additional_update"}
    )
    assert phone.seen == laptop.seen == [("get_notification", shown)]
    assert stranger.seen == guest.seen == visitor.seen == []


async def test_a_guest_has_a_room_of_its_own(door: Door, tokens: Tokens) -> None:
    _, guest = await screen(door, tokens.guest("g1", "G", "g@b.example"))
    await told(door, alert("g1"))
    assert guest.names == ["get_notification"]


async def test_a_message_comes_as_a_notification(door: Door, tokens: Tokens) -> None:
    _, shown = await screen(door, tokens.account("a1"))
    sent = MessageSent(
        receiver_id="a1",
        conversation_id="c1",
        message_id="m1",
        sender_id="a2",
        sender_name="Zoë",
        text="See you",
        sent_at=NOW,
    )
    await told(door, sent)
    [(name, data)] = shown.seen
    assert name == "get_notification"
    assert data["additional_update"]["message"]["text"] == "See you"


async def test_confirming_reaches_the_account_itself(door: Door, tokens: Tokens) -> None:
    _, own = await screen(door, tokens.account("a1"))
    _, other = await screen(door, tokens.account("a2"))
    account = AccountFacts(
        account_id="a1", name="Zoë", email="z@b.example", verified=True, created_at=NOW, revision=2
    )
    await told(door, AccountConfirmed(account=account))
    [(name, data)] = own.seen
    assert name == "get_confirm_account_verification"
    assert data["session_data"]["autoVerification"] == "verified"
    assert other.seen == []


async def test_posts_for_all_reach_all_and_others_nobody(door: Door, tokens: Tokens) -> None:
    _, visitor = await screen(door)
    _, account = await screen(door, tokens.account("a1"))
    await told(door, post("interests"), post("trusted"))
    assert visitor.seen == account.seen == []
    await told(door, post())
    assert visitor.seen == account.seen
    [(name, data)] = visitor.seen
    assert name == "get_broadcast_notification"
    assert (data["valid_broadcast"], data["page"], data["action"]) == (True, "feed", "new_post")
    assert data["broadcast_data"] == {"post_id": "p1", "owner_id": "o1", "post_type": "post"}


async def test_mature_posts_are_not_for_guests_and_visitors(door: Door, tokens: Tokens) -> None:
    _, visitor = await screen(door)
    _, guest = await screen(door, tokens.guest("g1", "G", "g@b.example"))
    _, account = await screen(door, tokens.account("a1"))
    await told(door, post(mature=True))
    assert visitor.seen == guest.seen == []
    assert account.names == ["get_broadcast_notification"]


async def test_a_comment_is_announced_without_its_words(door: Door) -> None:
    _, visitor = await screen(door)
    comment = CommentAdded(comment_id="k1", post=post().post, author_id="a", author_name="A", text="secret")
    await told(door, comment)
    [(_, data)] = visitor.seen
    assert data["action"] == "new_post_comment"
    assert "secret" not in str(data)


async def test_free_time_is_told_to_who_watches(door: Door) -> None:
    watching, shown = await screen(door)
    _, other = await screen(door)
    assert await watching.call("watch_availability", {"provider_id": "p1"}) == {"status": True}
    change = AvailabilityChanged(provider_id="p1", starts_at=NOW, ends_at=NOW + timedelta(hours=1))
    await told(
        door, change, AvailabilityChanged(provider_id="p2", starts_at=NOW, ends_at=NOW + timedelta(hours=1))
    )
    assert shown.seen == [
        (
            "get_availability_update",
            {"provider_id": "p1", "from": "2026-03-01T09:00:00Z", "to": "2026-03-01T10:00:00Z"},
        )
    ]
    assert other.seen == []


async def test_only_so_many_providers_can_be_watched(door: Door) -> None:
    watching, shown = await screen(door)
    for number in range(25):
        await watching.call("watch_availability", {"provider_id": f"p{number}"})
    changes = [
        AvailabilityChanged(provider_id=f"p{number}", starts_at=NOW, ends_at=NOW) for number in range(25)
    ]
    await told(door, *changes)
    assert sorted(data["provider_id"] for _, data in shown.seen) == sorted(f"p{n}" for n in range(5, 25))


@pytest.mark.parametrize(
    "odd", [{}, {"provider_id": 7}, {"provider_id": ""}, {"provider_id": "x" * 500}, "p1", None]
)
async def test_odd_wishes_are_declined(door: Door, odd: object) -> None:
    client, _ = await screen(door)
    assert await client.call("watch_availability", odd) == {"status": False}
    assert await client.call("join_client_room", odd) == {"status": False}


async def test_nobody_gets_into_anothers_room(door: Door, tokens: Tokens) -> None:
    attacker, shown = await screen(door, tokens.account("evil"))
    visitor, also_shown = await screen(door)
    for owner in ("a1", "account:a1", ["a1"], {"$ne": ""}, None):
        assert await attacker.call("join_client_room", {"ownerId": owner}) == {"status": False}
        assert await visitor.call("join_client_room", {"ownerId": owner}) == {"status": False}
    await attacker.call("watch_availability", {"provider_id": "account:a1"})
    await told(door, alert("a1"))
    assert shown.seen == also_shown.seen == []


async def test_leaving_and_coming_back(door: Door, tokens: Tokens) -> None:
    client, shown = await screen(door, tokens.account("a1"))
    assert await client.call("leave_client_room", {"ownerId": "a1"}) == {"status": True}
    await told(door, alert("a1"))
    assert shown.seen == []
    assert await client.call("join_client_room", {"ownerId": "a1"}) == {"status": True}
    await told(door, alert("a1"))
    assert shown.names == ["get_notification"]


async def test_a_visitor_may_bring_a_token_later(door: Door, tokens: Tokens) -> None:
    client, shown = await screen(door)
    brought = {"ownerId": "a1", "token": tokens.account("a1")}
    assert await client.call("join_client_room", brought) == {"status": True}
    assert await client.call("join_client_room", {"ownerId": "a2"}) == {"status": False}
    await told(door, alert("a1"))
    assert shown.names == ["get_notification"]


@pytest.mark.parametrize(
    "event",
    [
        "set_notification",
        "set_broadcast_notification",
        "set_confirm_account_verification",
        "get_notification",
    ],
)
async def test_nobody_puts_words_on_anothers_screen(door: Door, tokens: Tokens, event: str) -> None:
    attacker, _ = await screen(door, tokens.account("evil"))
    _, victim = await screen(door, tokens.account("a1"))
    forged = {"notification_data": {"notification_receiver_id": "a1", "notification_text": "Pay me"}}
    if event.startswith("set_"):
        assert await attacker.call(event, forged) == {"status": True}
    else:
        await attacker.emit(event, forged)
    await asyncio.sleep(QUIET_SECONDS)
    assert victim.seen == []


def forged_token(tokens: Tokens) -> str:
    return Tokens().account("a1").rsplit(".", 1)[0] + "." + tokens.account("a1").rsplit(".", 1)[1]


@pytest.mark.parametrize("kind", ["forged", "foreign", "expired", "nonsense", "number", "ended"])
async def test_a_token_that_does_not_hold_opens_no_socket(door: Door, tokens: Tokens, kind: str) -> None:
    await door.tell(
        LoginEnded(account_id="a1", login_id="over", expires_at=datetime.now(UTC) + timedelta(hours=1))
    )
    await asyncio.sleep(0.05)
    token: Any = {
        "forged": forged_token(tokens),
        "foreign": Tokens().account("a1"),
        "expired": tokens.account("a1", lives=-10),
        "nonsense": "a.b.c",
        "number": 7,
        "ended": tokens.account("a1", login_id="over"),
    }[kind]
    with pytest.raises(SocketRefused):
        await screen(door, token)


async def test_a_login_that_ends_loses_its_rooms_at_once(door: Door, tokens: Tokens) -> None:
    client, ended = await screen(door, tokens.account("a1", login_id="l1"))
    _, other = await screen(door, tokens.account("a1", login_id="l2"))
    over = LoginEnded(account_id="a1", login_id="l1", expires_at=datetime.now(UTC) + timedelta(hours=1))
    await told(door, over, alert("a1"))
    assert ended.seen == []
    assert other.names == ["get_notification"]
    assert await client.call("join_client_room", {"ownerId": "a1"}) == {"status": False}
    again = {"ownerId": "a1", "token": tokens.account("a1", login_id="l1")}
    assert await client.call("join_client_room", again) == {"status": False}


async def test_a_token_whose_time_passes_loses_its_rooms(door: Door, tokens: Tokens) -> None:
    _, shown = await screen(door, tokens.account("a1", lives=2))
    await asyncio.sleep(2.2)
    await told(door, alert("a1"))
    assert shown.seen == []


@asynccontextmanager
async def raw(door: Door) -> AsyncGenerator[aiohttp.ClientWebSocketResponse]:
    """A bare WebSocket that has spoken the Engine.IO and Socket.IO greetings."""
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(f"{door.url}/socket.io/?EIO=4&transport=websocket", timeout=BRIEF)
        try:
            assert (await socket.receive_str()).startswith("0")
            await socket.send_str("40")
            assert (await socket.receive_str()).startswith("40")
            yield socket
        finally:
            await socket.close()


async def closes(socket: aiohttp.ClientWebSocketResponse) -> bool:
    """Whether the other side hangs up within three seconds."""
    try:
        async with asyncio.timeout(3):
            while True:
                message = await socket.receive()
                if message.type in {
                    aiohttp.WSMsgType.CLOSE,
                    aiohttp.WSMsgType.CLOSED,
                    aiohttp.WSMsgType.ERROR,
                }:
                    return True
    except TimeoutError:
        return False


LARGE = {
    "10 MB": '42["x","' + "a" * 10_000_000 + '"]',
    "70 kB": '42["x","' + "a" * 70_000 + '"]',
    "binary event": '451-["x",{"_placeholder":true}]',
    "base64": "bAAAA",
    "bytes": b"\x00",
}


@pytest.mark.parametrize("frame", LARGE.values(), ids=LARGE)
async def test_large_and_binary_frames_cut_the_socket_off(door: Door, frame: str | bytes) -> None:
    async with raw(door) as socket:
        try:
            if isinstance(frame, bytes):
                await socket.send_bytes(frame)
            else:
                await socket.send_str(frame)
        except ConnectionError:
            return
        assert await closes(socket)


async def test_a_flood_cuts_the_socket_off_and_harms_nobody(door: Door, tokens: Tokens) -> None:
    _, victim = await screen(door, tokens.account("a1"))
    async with raw(door) as socket:
        try:
            for _ in range(500):
                await socket.send_str('42["set_notification",{}]')
        except ConnectionError:
            pass
        assert await closes(socket)
    await told(door, alert("a1"))
    assert victim.names == ["get_notification"]


@pytest.mark.parametrize(
    "frame", ["4", "42", "42{", "4x", "9", "", "42" + "[" * 20_000, '420["join_client_room",1,2]', "41"]
)
async def test_broken_packets_harm_nobody(door: Door, tokens: Tokens, frame: str) -> None:
    async with raw(door) as socket:
        await socket.send_str(frame)
        await asyncio.sleep(0.05)
    _, shown = await screen(door, tokens.account("a1"))
    await told(door, alert("a1"))
    assert shown.names == ["get_notification"]


async def test_a_socket_that_takes_nothing_is_dropped(open_door: OpenDoor) -> None:
    door = await open_door(socket_send_timeout_seconds=0.3, socket_backlog=50)
    async with raw(door) as socket:
        transport = socket._writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        large = post()
        for number in range(300):
            facts = large.post.model_copy(update={"post_id": f"{number}" + "p" * 50_000})
            await door.tell(post().model_copy(update={"post": facts}))
        await eventually(lambda: door.gateway.sockets_open == 0, 15)


async def test_foreign_pages_open_no_sockets(door: Door) -> None:
    async with aiohttp.ClientSession() as session:
        path = f"{door.url}/socket.io/?EIO=4&transport=websocket"
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(path, headers={"Origin": "https://evil.example"})
        for origin in (door.url, "capacitor://localhost"):
            allowed = await session.ws_connect(path, headers={"Origin": origin})
            assert (await allowed.receive_str()).startswith("0")
            await allowed.close()


async def test_polling_works_and_has_the_same_bounds(door: Door, tokens: Tokens) -> None:
    shown = Screen()
    client = socketio.AsyncClient(reconnection=False)
    door.clients.append(client)
    for name, handler in shown.handlers().items():
        client.on(name, handler)
    await client.connect(door.url, auth={"token": tokens.account("a1")}, transports=["polling"])
    await told(door, alert("a1"))
    assert shown.names == ["get_notification"]
    path = f"/socket.io/?EIO=4&transport=polling&sid={client.eio.sid}"
    large = await door.client.post(path, content=b"4" + b"x" * 100_000)
    assert large.status_code == 413
    binary = await door.client.post(path, content=b'42["a"]\x1ebAAAA')
    assert binary.status_code == 415
    assert (await door.client.post(path, content=b"4" * 10)).headers["x-request-id"]


async def test_one_address_has_only_so_many_sockets(open_door: OpenDoor) -> None:
    door = await open_door(sockets_per_address=2)
    await screen(door)
    await screen(door)
    with pytest.raises(SocketRefused):
        await screen(door)


async def test_other_websocket_paths_do_not_exist(door: Door) -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{door.url}/api/get_feed_posts")
