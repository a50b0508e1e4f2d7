"""Which parts of a request and of an answer the gateway passes on."""

import re
from uuid import UUID

import pytest
from gateway.forwarding import (
    are_safe_segments,
    choose_request_id,
    client_address,
    headers_for_client,
    headers_for_service,
    is_safe_file_path,
    target,
)
from hypothesis import given
from hypothesis import strategies as st


@given(st.text(max_size=30))
def test_a_safe_segment_can_only_be_read_one_way(text: str) -> None:
    if are_safe_segments([text]):
        assert text not in {"", ".", ".."}
        assert not set(text) & set("/\\%?# \x00\r\n")
        assert text.isascii()


@pytest.mark.parametrize("segment", ["0198-some-id", "a.b", "...", "~x@y:z=+", "x" * 200])
def test_plain_names_are_safe_segments(segment: str) -> None:
    assert are_safe_segments([segment, "p"])
    assert not are_safe_segments([segment, ".."])


@pytest.mark.parametrize("segment", ["", ".", "..", "x" * 201, "é", "a b", "a\n"])
def test_other_names_are_not(segment: str) -> None:
    assert not are_safe_segments(["p", segment])


@pytest.mark.parametrize("name", ["0198/a.webp", "drawn/ŻŁ.svg", "x" * 200])
def test_the_name_of_a_picture_may_have_letters_of_any_script(name: str) -> None:
    assert is_safe_file_path(name)


@pytest.mark.parametrize("name", ["", "a//b", "a/../b", "./a", "a\\b", "a%2fb", "a b", "x" * 201])
def test_the_name_of_a_picture_leads_nowhere_else(name: str) -> None:
    assert not is_safe_file_path(name)


@given(st.binary(max_size=60))
def test_a_query_never_breaks_out_of_its_line(query: bytes) -> None:
    made = target("/api/x", query)
    assert made.isascii()
    assert "#" not in made


def test_a_plain_query_stays_as_it_is() -> None:
    assert target("/api/x", b"") == "/api/x"
    assert target("/api/x", b"a=1&b=x%20y,z") == "/api/x?a=1&b=x%20y,z"


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
        (2, b"1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, b"1.1.1.1", "9.9.9.9"),
        (1, b"6" * 65, "6" * 64),
    ],
)
def test_the_caller_is_who_our_outermost_proxy_saw(trusted: int, header: bytes, expected: str) -> None:
    scope = {"client": ("9.9.9.9", 1), "headers": [(b"x-forwarded-for", header)]}
    assert client_address(scope, trusted) == expected


def test_proxies_may_write_several_headers() -> None:
    headers = [(b"x-forwarded-for", b"6.6.6.6"), (b"x-forwarded-for", b"1.1.1.1")]
    assert client_address({"client": ("9.9.9.9", 1), "headers": headers}, 1) == "1.1.1.1"


@pytest.mark.parametrize(
    "name",
    ["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te",
     "trailer", "transfer-encoding", "upgrade", "host", "content-length", "cookie", "expect", "forwarded",
     "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "x-request-id"],
)  # fmt: skip
def test_headers_that_no_service_may_see(name: str) -> None:
    given_headers = [(name.encode(), b"x"), (b"accept", b"*/*")]
    known = [(b"x-request-id", b"ours")]
    assert headers_for_service(given_headers, known) == [(b"accept", b"*/*"), *known]


def test_headers_named_by_connection_stay_here_but_not_the_token() -> None:
    headers = [
        (b"connection", b"X-Secret, Authorization, Content-Type"),
        (b"x-secret", b"1"),
        (b"authorization", b"Bearer t"),
        (b"content-type", b"application/json"),
    ]
    assert headers_for_service(headers, []) == headers[2:]


@pytest.mark.parametrize("name", ["server", "date", "set-cookie", "x-request-id", "connection", "upgrade"])
def test_headers_that_no_caller_may_see(name: str) -> None:
    headers = [(name.title().encode(), b"x"), (b"ETag", b"1")]
    assert headers_for_client(headers) == [(b"etag", b"1")]
