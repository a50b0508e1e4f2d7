"""Sockets that send another token: which rooms they leave, which they enter, and which login ends them."""

from datetime import UTC, datetime, timedelta

from client.api_client import eventually
from contracts.events.booking import AvailabilityChanged
from contracts.events.identity import LoginEnded
from testkit.fake_identity import Tokens
from testkit.gateway_harness import GatewayHarness, OpenHarness
from testkit.gateway_sockets import NOW, alert, announce, open_socket, post


def ended(login_id: str) -> LoginEnded:
    return LoginEnded(account_id="a1", login_id=login_id, expires_at=datetime.now(UTC) + timedelta(hours=1))


async def test_another_accounts_token_takes_the_socket_out_of_its_old_rooms(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    client, shown = await open_socket(harness, tokens.account("a1"))
    joined = await client.call("join_client_room", {"ownerId": "a2", "token": tokens.account("a2")})
    assert joined == {"status": True}
    await announce(harness, alert("a1"))
    assert shown.seen == []
    await announce(harness, alert("a2"))
    assert shown.names == ["get_notification"]
    await announce(harness, post(hidden_from=["a2"]))
    assert shown.names == ["get_notification"], "what is hidden from the new account"
    await announce(harness, post(hidden_from=["a1"]))
    assert shown.names == ["get_notification", "get_broadcast_notification"]


async def test_a_guests_token_takes_an_account_out_of_the_signed_in(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    client, shown = await open_socket(harness, tokens.account("a1"))
    guest = {"ownerId": "g1", "token": tokens.guest("g1", "G", "g@b.example")}
    assert await client.call("join_client_room", guest) == {"status": True}
    await announce(harness, post(mature=True), alert("a1"))
    assert shown.seen == []
    await announce(harness, alert("g1"))
    assert shown.names == ["get_notification"]


async def test_an_accounts_token_takes_a_guest_out_of_its_room(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    client, shown = await open_socket(harness, tokens.guest("g1", "G", "g@b.example"))
    assert await client.call("join_client_room", {"ownerId": "a1", "token": tokens.account("a1")}) == {
        "status": True
    }
    await announce(harness, alert("g1"))
    assert shown.seen == []
    await announce(harness, post(mature=True))
    assert shown.names == ["get_broadcast_notification"]


async def test_a_token_for_another_owner_than_claimed_opens_no_room_and_keeps_none(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    client, shown = await open_socket(harness, tokens.account("a1"))
    claimed = {"ownerId": "a1", "token": tokens.account("a2")}
    assert await client.call("join_client_room", claimed) == {"status": False}
    await announce(harness, alert("a1"), alert("a2"), post(mature=True))
    assert shown.seen == []


async def test_a_token_that_does_not_hold_changes_nothing(harness: GatewayHarness, tokens: Tokens) -> None:
    client, shown = await open_socket(harness, tokens.account("a1"))
    for token in ("a.b.c", 7, tokens.account("a2", lives=-10)):
        forged = {"ownerId": "a2", "token": token}
        assert await client.call("join_client_room", forged) == {"status": False}
    await announce(harness, alert("a2"))
    assert shown.seen == []
    await announce(harness, alert("a1"))
    assert shown.names == ["get_notification"]


async def test_a_socket_lives_as_long_as_the_login_of_its_newest_token(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    client, shown = await open_socket(harness, tokens.account("a1", login_id="old"))
    renewed = {"ownerId": "a1", "token": tokens.account("a1", login_id="new")}
    assert await client.call("join_client_room", renewed) == {"status": True}
    await announce(harness, ended("old"), alert("a1"))
    assert client.connected
    assert shown.names == ["get_notification"]
    await announce(harness, ended("new"), alert("a1"))
    await eventually(lambda: not client.connected)
    assert shown.names == ["get_notification"]


async def test_another_token_keeps_what_the_page_watches(harness: GatewayHarness, tokens: Tokens) -> None:
    client, shown = await open_socket(harness)
    await client.call("watch_availability", {"provider_id": "p1"})
    await client.call("join_client_room", {"ownerId": "a1", "token": tokens.account("a1")})
    await announce(harness, AvailabilityChanged(provider_id="p1", starts_at=NOW, ends_at=NOW))
    assert shown.names == ["get_availability_update"]


async def test_leaving_the_own_room_leaves_nothing_else(harness: GatewayHarness, tokens: Tokens) -> None:
    client, shown = await open_socket(harness, tokens.account("a1"))
    _, phone = await open_socket(harness, tokens.account("a1"))
    assert await client.call("leave_client_room", {"ownerId": "a1"}) == {"status": True}
    await announce(harness, alert("a1"), post(mature=True))
    assert shown.names == ["get_broadcast_notification"]
    assert phone.names == ["get_notification", "get_broadcast_notification"]


async def test_a_visitor_has_no_room_to_leave(harness: GatewayHarness) -> None:
    client, _ = await open_socket(harness)
    assert await client.call("leave_client_room", {"ownerId": "a1"}) == {"status": False}


async def test_the_login_of_a_socket_that_is_gone_can_still_end(
    open_harness: OpenHarness, tokens: Tokens
) -> None:
    harness = await open_harness()
    disconnected, _ = await open_socket(harness, tokens.account("a1", login_id="l1"))
    await disconnected.disconnect()
    await eventually(lambda: harness.gateway.sockets_open == 0)
    _, shown = await open_socket(harness, tokens.account("a1", login_id="l2"))
    await announce(harness, ended("l1"), alert("a1"))
    assert shown.names == ["get_notification"]
