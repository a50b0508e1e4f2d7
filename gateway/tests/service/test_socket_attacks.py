"""Attacks on the sockets: they gain nothing, and no other client notices them."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import orjson
import pytest
import socketio
from client.api_client import eventually
from contracts.events.identity import LoginEnded
from socketio.exceptions import ConnectionError as SocketRefused
from testkit.fake_identity import Tokens
from testkit.gateway_harness import GatewayHarness, OpenHarness
from testkit.gateway_sockets import SocketRecorder, alert, announce, open_socket, pass_mark, post

# Made by attrs, whose generated signature pyright does not see in aiohttp's package.
BRIEF = aiohttp.ClientWSTimeout(ws_close=0.5)  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize(
    "odd", [{}, {"provider_id": 7}, {"provider_id": ""}, {"provider_id": "x" * 500}, "p1", None]
)
async def test_odd_wishes_are_declined(harness: GatewayHarness, odd: object) -> None:
    client, _ = await open_socket(harness)
    assert await client.call("watch_availability", odd) == {"status": False}
    assert await client.call("unwatch_availability", odd) == {"status": False}
    assert await client.call("join_client_room", odd) == {"status": False}


async def test_nobody_gets_into_anothers_room(harness: GatewayHarness, tokens: Tokens) -> None:
    attacker, shown = await open_socket(harness, tokens.account("evil"))
    visitor, also_shown = await open_socket(harness)
    guest, shown_to_guest = await open_socket(harness, tokens.guest("g1", "Eve", "eve@example.com"))
    for socket in (attacker, visitor, guest):
        for owner in ("a1", "account:a1", ["a1"], {"$ne": ""}, "signed-in", "watch:a1", None):
            assert await socket.call("join_client_room", {"ownerId": owner}) == {"status": False}
        bought = {"ownerId": "a1", "token": tokens.guest("a2", "Eve", "eve@example.com")}
        assert await socket.call("join_client_room", bought) == {"status": False}
        await socket.call("watch_availability", {"provider_id": "account:a1"})
        await socket.emit("join", "account:a1")
        await socket.emit("enter_room", {"room": "account:a1"})
    await announce(harness, alert("a1"), post(mature=True, audience="interests"))
    assert shown.seen == also_shown.seen == shown_to_guest.seen == []


@pytest.mark.parametrize(
    "event",
    [
        "set_notification",
        "set_broadcast_notification",
        "set_confirm_account_verification",
        "get_notification",
    ],
)
async def test_nobody_puts_words_on_anothers_screen(
    harness: GatewayHarness, tokens: Tokens, event: str
) -> None:
    attacker, _ = await open_socket(harness, tokens.account("evil"))
    _, victim = await open_socket(harness, tokens.account("a1"))
    forged = {"notification_data": {"notification_receiver_id": "a1", "notification_text": "Pay me"}}
    if event.startswith("set_"):
        assert await attacker.call(event, forged) == {"status": True}
    else:
        await attacker.emit(event, forged)
        own = {"ownerId": "evil", "token": tokens.account("evil")}
        assert await attacker.call("join_client_room", own) == {"status": True}  # the server has read both
    await pass_mark(harness)
    assert victim.seen == []


def forged_token(tokens: Tokens) -> str:
    return Tokens().account("a1").rsplit(".", 1)[0] + "." + tokens.account("a1").rsplit(".", 1)[1]


@pytest.mark.parametrize("kind", ["forged", "foreign", "expired", "nonsense", "number", "ended"])
async def test_a_token_that_does_not_hold_opens_no_socket(
    harness: GatewayHarness, tokens: Tokens, kind: str
) -> None:
    await harness.publish(
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
        await open_socket(harness, token)


@asynccontextmanager
async def raw(harness: GatewayHarness) -> AsyncGenerator[aiohttp.ClientWebSocketResponse]:
    """A bare WebSocket after the handshakes of Engine.IO and Socket.IO."""
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(
            f"{harness.url}/socket.io/?EIO=4&transport=websocket", timeout=BRIEF
        )
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
async def test_large_and_binary_frames_cut_the_socket_off(
    harness: GatewayHarness, frame: str | bytes
) -> None:
    async with raw(harness) as socket:
        try:
            if isinstance(frame, bytes):
                await socket.send_bytes(frame)
            else:
                await socket.send_str(frame)
        except ConnectionError:
            return
        assert await closes(socket)


async def test_a_flood_cuts_the_socket_off_and_harms_nobody(harness: GatewayHarness, tokens: Tokens) -> None:
    _, victim = await open_socket(harness, tokens.account("a1"))
    async with raw(harness) as socket:
        try:
            for _ in range(500):
                await socket.send_str('42["set_notification",{}]')
        except ConnectionError:
            pass
        assert await closes(socket)
    await announce(harness, alert("a1"))
    assert victim.names == ["get_notification"]


@pytest.mark.parametrize(
    "frame", ["4", "42", "42{", "4x", "9", "", "42" + "[" * 20_000, '420["join_client_room",1,2]', "41"]
)
async def test_broken_packets_harm_nobody(harness: GatewayHarness, tokens: Tokens, frame: str) -> None:
    async with raw(harness) as socket:
        await socket.send_str(frame)
        await asyncio.sleep(0.05)
    _, shown = await open_socket(harness, tokens.account("a1"))
    await announce(harness, alert("a1"))
    assert shown.names == ["get_notification"]


async def test_a_socket_that_takes_nothing_is_dropped(open_harness: OpenHarness) -> None:
    harness = await open_harness(socket_send_timeout_seconds=0.3, socket_backlog=50)
    async with raw(harness) as socket:
        transport = socket._writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        large = post()
        for number in range(300):
            facts = large.post.model_copy(update={"post_id": f"{number}" + "p" * 50_000})
            await harness.publish(post().model_copy(update={"post": facts}))
        await eventually(lambda: harness.gateway.sockets_open == 0)


async def test_a_session_that_polls_no_more_is_dropped(open_harness: OpenHarness, tokens: Tokens) -> None:
    harness = await open_harness()
    server = harness.gateway._realtime._server
    server.eio.ping_interval = 0.05
    path = "/socket.io/?EIO=4&transport=polling"
    handshake = (await harness.client.get(path)).text
    path += f"&sid={orjson.loads(handshake[1:])['sid']}"
    assert (await harness.client.post(path, content=b"40")).status_code == 200
    await eventually(lambda: harness.gateway.sockets_open == 1)
    server.eio.ping_timeout = 0.05
    await eventually(lambda: harness.gateway.sockets_open == 0 and not server.eio.sockets)
    assert server.eio.service_task_handle is None  # Engine.IO itself looks at no session


async def test_foreign_pages_open_no_sockets(harness: GatewayHarness) -> None:
    async with aiohttp.ClientSession() as session:
        path = f"{harness.url}/socket.io/?EIO=4&transport=websocket"
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(path, headers={"Origin": "https://evil.example"})
        for origin in (harness.url, "capacitor://localhost"):
            allowed = await session.ws_connect(path, headers={"Origin": origin})
            assert (await allowed.receive_str()).startswith("0")
            await allowed.close()


async def test_pages_of_the_public_address_open_sockets_behind_a_proxy(open_harness: OpenHarness) -> None:
    harness = await open_harness(public_url="https://openhours.example/")
    path = f"{harness.url}/socket.io/?EIO=4&transport=websocket"
    async with aiohttp.ClientSession() as session:
        headers = {"Origin": "https://openhours.example", "Host": "gateway.internal:8000"}
        allowed = await session.ws_connect(path, headers=headers)
        assert (await allowed.receive_str()).startswith("0")
        await allowed.close()
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(path, headers=headers | {"Origin": "http://openhours.example"})


async def test_polling_works_and_has_the_same_bounds(harness: GatewayHarness, tokens: Tokens) -> None:
    shown = SocketRecorder()
    client = socketio.AsyncClient(reconnection=False)
    harness.clients.append(client)
    for name, handler in shown.handlers().items():
        client.on(name, handler)
    await client.connect(harness.url, auth={"token": tokens.account("a1")}, transports=["polling"])
    harness.has_mark[client] = shown.has_mark
    await announce(harness, alert("a1"))
    assert shown.names == ["get_notification"]
    path = f"/socket.io/?EIO=4&transport=polling&sid={client.eio.sid}"
    large = await harness.client.post(path, content=b"4" + b"x" * 100_000)
    assert large.status_code == 413
    binary = await harness.client.post(path, content=b'42["a"]\x1ebAAAA')
    assert binary.status_code == 415
    assert (await harness.client.post(path, content=b"4" * 10)).headers["x-request-id"]


async def test_one_address_has_only_so_many_sockets(open_harness: OpenHarness) -> None:
    harness = await open_harness(sockets_per_address=2)
    await open_socket(harness)
    await open_socket(harness)
    with pytest.raises(SocketRefused):
        await open_socket(harness)


async def test_other_websocket_paths_do_not_exist(harness: GatewayHarness) -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{harness.url}/api/get_feed_posts")


async def test_a_socket_that_leaves_makes_room_for_another(open_harness: OpenHarness) -> None:
    harness = await open_harness(sockets_per_address=1)
    first, _ = await open_socket(harness)
    with pytest.raises(SocketRefused):
        await open_socket(harness)
    await first.disconnect()
    await eventually(lambda: harness.gateway.sockets_open == 0)
    second, _ = await open_socket(harness)
    assert second.connected


@pytest.mark.parametrize("transport", ["websocket", "polling"])
async def test_one_address_opens_only_so_many_sockets_a_minute(
    open_harness: OpenHarness, transport: str
) -> None:
    harness = await open_harness(rate_limit_scale=1 / 120)
    path = f"{harness.url}/socket.io/?EIO=4&transport={transport}"
    async with aiohttp.ClientSession() as session:
        for _ in range(2):
            if transport == "polling":
                async with session.get(path) as opened:
                    assert opened.status == 200
            else:
                async with session.ws_connect(path, timeout=BRIEF) as socket:
                    assert (await socket.receive_str()).startswith("0")
        if transport == "polling":
            async with session.get(path) as refused:
                assert refused.status == 429
                assert int(refused.headers["Retry-After"]) >= 1
        else:
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(path, timeout=BRIEF)


@pytest.mark.parametrize(("size", "taken"), [(1000, True), (1001, False)])
async def test_a_frame_may_be_as_large_as_the_limit(
    open_harness: OpenHarness, size: int, taken: bool
) -> None:
    harness = await open_harness(socket_frame_limit=1000)
    start, end = '421["set_notification","', '"]'
    async with raw(harness) as socket:
        await socket.send_str(start + "x" * (size - len(start) - len(end)) + end)
        if taken:
            assert await socket.receive_str() == '431[{"status":true}]'
        else:
            assert await closes(socket)


async def test_so_many_frames_and_not_one_more(open_harness: OpenHarness) -> None:
    harness = await open_harness(socket_frames_per_window=5)
    async with raw(harness) as socket:  # its handshake was the first frame
        for number in range(4):
            await socket.send_str(f'42{number}["set_notification",{{}}]')
            assert await socket.receive_str() == f'43{number}[{{"status":true}}]'
        await socket.send_str('429["set_notification",{}]')
        assert await closes(socket)
