"""Which sockets are connected, with which login, in which rooms."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from chassis.http.callers import Principal
from gateway.realtime.presence import MAX_WATCHED, Presence

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def over_at(now: datetime) -> Callable[[Principal], bool]:
    """Whether a principal's token has expired by then."""
    return lambda principal: principal.expires_at <= now


def principal(account_id: str, login_id: str, minutes: int = 60) -> Principal:
    return Principal("account", account_id, login_id, NOW + timedelta(minutes=minutes))


def sids_of_login(presence: Presence, login_id: str) -> list[str]:
    return [connected.sid for connected in presence.of_login(login_id)]


def test_presence_knows_sockets_by_login() -> None:
    presence = Presence()
    presence.connect("s1", principal("a", "l1"))
    presence.connect("s2", principal("a", "l2"))
    assert sids_of_login(presence, "l1") == ["s1"]
    assert presence.sign_out(presence.of_login("l1")) == [("s1", ["account:a", "signed-in"])]
    assert presence.of_login("l1") == []
    assert sids_of_login(presence, "l2") == ["s2"]
    assert len(presence) == 2
    presence.disconnect("s2")
    presence.disconnect("s2")
    assert presence.of_login("l2") == []
    assert presence.get("s2") is None
    assert len(presence) == 1


def test_a_socket_that_leaves_takes_only_itself_out_of_its_login() -> None:
    presence = Presence()
    presence.connect("s1", principal("a", "l1"))
    presence.connect("s2", principal("a", "l1"))
    presence.disconnect("s1")
    assert sids_of_login(presence, "l1") == ["s2"]
    assert presence.of_accounts({"a"}) == ["s2"]


def test_signing_out_leaves_the_socket_without_login_and_rooms() -> None:
    presence = Presence()
    presence.connect("s1", principal("a", "l1"))
    presence.sign_out(presence.of_login("l1"))
    connected = presence.get("s1")
    assert connected is not None
    assert connected.principal is None
    assert connected.rooms == []
    assert presence.of_accounts({"a"}) == []
    assert presence.those_over(over_at(NOW + timedelta(days=1))) == []


def test_a_newer_token_takes_the_place_of_the_older() -> None:
    presence = Presence()
    presence.connect("s1", principal("a", "l1"))
    connected = presence.connect("s1", principal("b", "l2"))
    assert presence.of_login("l1") == []
    assert sids_of_login(presence, "l2") == ["s1"]
    assert connected.rooms == ["account:b", "signed-in"]
    assert presence.of_accounts({"a"}) == []
    assert len(presence) == 1


def test_a_newer_token_keeps_what_the_socket_watches() -> None:
    presence = Presence()
    presence.connect("s1", principal("a", "l1")).watch("p")
    assert presence.connect("s1", principal("b", "l2")).watched == ["p"]


def test_a_guest_has_only_a_room_of_its_own() -> None:
    presence = Presence()
    guest = Principal("guest", "g", "l", NOW)
    assert presence.connect("s1", guest).rooms == ["account:g"]


def test_tokens_expire_at_their_time_and_not_before() -> None:
    presence = Presence()
    presence.connect("s1", principal("a", "l1", minutes=1))
    presence.connect("s2", principal("a", "l2", minutes=5))
    presence.connect("s3", None)
    minute = NOW + timedelta(minutes=1)
    assert presence.those_over(over_at(minute - timedelta(seconds=1))) == []
    assert [connected.sid for connected in presence.those_over(over_at(minute))] == ["s1"]


def test_the_provider_watched_longest_makes_room_for_one_more() -> None:
    socket = Presence().connect("s1", None)
    for number in range(MAX_WATCHED):
        assert socket.watch(f"p{number}") is None
    assert socket.watch("p0") is None, "watching again drops nobody"
    assert socket.watch("new") == "p1", "and makes it the newest"
    assert len(socket.watched) == MAX_WATCHED
