"""The gateway's small parts, each alone."""

import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from chassis.http.callers import Principal
from gateway.circuit_breaker import FAILURES_TO_OPEN, PAUSE_SECONDS, CircuitBreaker
from gateway.client_identity import is_internal_peer, rate_limit_address, subject_of_body
from gateway.forwarding import are_safe_segments, choose_request_id, client_address, target
from gateway.realtime.presence import Presence
from gateway.realtime.socket_guard import RateWindow
from gateway.routes import ROUTES, ROUTES_BY_NAME
from gateway.web_bundle import chosen_coding
from hypothesis import given
from hypothesis import strategies as st

NOW = datetime(2026, 3, 1, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_breaker_opens_probes_and_closes() -> None:
    clock = Clock()
    breaker = CircuitBreaker(clock)
    for _ in range(FAILURES_TO_OPEN):
        assert breaker.allows()
        breaker.failed()
    assert not breaker.allows()
    clock.now += PAUSE_SECONDS
    assert breaker.allows()
    assert not breaker.allows(), "one probe in each pause"
    breaker.failed()
    assert not breaker.allows()
    clock.now += PAUSE_SECONDS
    assert breaker.allows()
    breaker.succeeded()
    assert breaker.allows()
    assert not breaker.open


def test_failures_that_are_not_in_a_row_open_nothing() -> None:
    breaker = CircuitBreaker(Clock())
    for _ in range(3 * FAILURES_TO_OPEN):
        breaker.failed()
        breaker.succeeded()
    assert not breaker.open


@given(st.text(max_size=30))
def test_a_safe_segment_can_only_be_read_one_way(text: str) -> None:
    if are_safe_segments([text]):
        assert text not in {"", ".", ".."}
        assert not set(text) & set("/\\%?# \x00\r\n")
        assert text.isascii()


@given(st.binary(max_size=60))
def test_a_query_never_breaks_out_of_its_line(query: bytes) -> None:
    made = target("/api/x", query)
    assert made.isascii()
    assert "#" not in made


@given(st.binary(max_size=80))
def test_a_request_id_is_a_plain_word(value: bytes) -> None:
    made = choose_request_id([(b"x-request-id", value)])
    assert re.fullmatch(rb"[A-Za-z0-9._-]{8,64}", made)


@pytest.mark.parametrize("value", [b"a-Plain_word.1", b"12345678", b"x" * 64])
def test_a_request_id_that_is_a_plain_word_is_kept(value: bytes) -> None:
    assert choose_request_id([(b"x-request-id", value)]) == value


@pytest.mark.parametrize(
    "value", [b"", b"1234567", b"x" * 65, b"with space", b"one\r\ntwo-long", b"\xff" * 8]
)
def test_a_request_id_that_is_none_is_replaced(value: bytes) -> None:
    assert UUID(choose_request_id([(b"x-request-id", value)]).decode()).version == 7


@pytest.mark.parametrize(
    ("trusted", "header", "expected"),
    [
        (0, b"1.1.1.1", "9.9.9.9"),
        (1, b"1.1.1.1", "1.1.1.1"),
        (1, b"6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, b"6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, b"1.1.1.1", "9.9.9.9"),
    ],
)
def test_the_caller_is_who_our_outermost_proxy_saw(trusted: int, header: bytes, expected: str) -> None:
    scope = {"client": ("9.9.9.9", 1), "headers": [(b"x-forwarded-for", header)]}
    assert client_address(scope, trusted) == expected


def test_a_pace_is_kept_over_any_stretch_of_time() -> None:
    clock = Clock()
    window = RateWindow(3, 10, clock)
    assert [window.allows() for _ in range(4)] == [True, True, True, False]
    clock.now = 10
    assert [window.allows() for _ in range(4)] == [True, True, True, False]


def principal(account_id: str, login_id: str, minutes: int = 60) -> Principal:
    return Principal("account", account_id, login_id, NOW + timedelta(minutes=minutes))


def test_presence_knows_sockets_by_login() -> None:
    presence = Presence()
    presence.connect("s1", principal("a", "l1"))
    presence.connect("s2", principal("a", "l2"))
    assert [connected.sid for connected in presence.of_login("l1")] == ["s1"]
    assert presence.sign_out(presence.of_login("l1")) == [("s1", ["account:a", "signed-in"])]
    assert presence.of_login("l1") == []
    assert len(presence) == 2
    presence.disconnect("s2")
    presence.disconnect("s2")
    assert presence.of_login("l2") == []


def test_a_newer_token_takes_the_place_of_the_older() -> None:
    presence = Presence()
    presence.connect("s1", principal("a", "l1"))
    presence.connect("s1", principal("a", "l2"))
    assert presence.of_login("l1") == []
    assert [connected.sid for connected in presence.of_login("l2")] == ["s1"]


def test_tokens_run_out() -> None:
    presence = Presence()
    presence.connect("s1", principal("a", "l1", minutes=1))
    presence.connect("s2", principal("a", "l2", minutes=5))
    presence.connect("s3", None)
    over = presence.expired(NOW + timedelta(minutes=2), None)
    assert [connected.sid for connected in over] == ["s1"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b'{"iv_email":" A@B.c "}', "a@b.c"),
        (b'{"iv_token":"T"}', "t"),
        (b'{"iv_email":7}', ""),
        (b"[]", ""),
        (b"{", ""),
        (b"", ""),
        (b"[" * 5000, ""),
    ],
)
def test_whom_a_body_is_about(body: bytes, expected: str) -> None:
    assert subject_of_body(body) == expected


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (b"gzip, br", b"br"),
        (b"gzip", b"gzip"),
        (b"br;q=0, gzip", b"gzip"),
        (b"", b""),
        (b"zstd", b""),
        (b"BR", b"br"),
    ],
)
def test_the_best_coding_that_both_know(accepted: bytes, expected: bytes) -> None:
    assert chosen_coding(accepted, {b"": b"", b"br": b"", b"gzip": b""}) == expected


def test_no_call_is_in_the_table_twice() -> None:
    assert len(ROUTES_BY_NAME) == len(ROUTES)
    assert len({route.call for route in ROUTES}) == len(ROUTES)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("9.9.9.9", "9.9.9.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("::ffff:9.9.9.9", "9.9.9.9"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_a_household_counts_as_one(address: str, expected: str) -> None:
    assert rate_limit_address(address) == expected


@pytest.mark.parametrize(
    ("peer", "headers", "inside"),
    [
        ("127.0.0.1", [], True),
        ("10.1.2.3", [], True),
        ("10.1.2.3", [(b"x-forwarded-for", b"9.9.9.9")], False),
        ("9.9.9.9", [], False),
        ("9.9.9.9", [(b"x-forwarded-for", b"127.0.0.1")], False),
    ],
)
def test_only_our_own_network_is_inside(peer: str, headers: list[tuple[bytes, bytes]], inside: bool) -> None:
    assert is_internal_peer({"client": (peer, 1), "headers": headers}) is inside
