"""Who the client of a request is, as rate limits and internal pages see it."""

import pytest
from gateway.client_identity import bearer_token, rate_limit_address, subject_of_body


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b'{"iv_email":" A@B.c "}', "a@b.c"),
        (b'{"iv_token":"T","iv_email":"A@B.c"}', "a@b.c"),
        (b'{"iv_email":"","iv_token":"T"}', ""),
        (b'{"iv_email":7}', ""),
        (b'{"iv_name":"Z"}', ""),
        (b'{"iv_email":"' + b"a" * 201 + b'"}', "a" * 200),
        (b'{"iv_email":"\\ud800"}', "?"),
        ('{"iv_email":"A@b.c"}'.encode("utf-16"), "a@b.c"),
        (b"[]", ""),
        (b"{", ""),
        (b"", ""),
        (b"[" * 5000, ""),
    ],
)
def test_the_subject_of_a_body(body: bytes, expected: str) -> None:
    assert subject_of_body(body, "iv_email") == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("9.9.9.9", "9.9.9.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:9.9.9.9", "9.9.9.9"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_a_household_counts_as_one(address: str, expected: str) -> None:
    assert rate_limit_address(address) == expected


@pytest.mark.parametrize(
    ("header", "token"),
    [
        (b"Bearer a.b.c", "a.b.c"),
        (b"bearer  a.b.c ", "a.b.c"),
        (b"Basic a.b.c", None),
        (b"a.b.c", None),
        (b"Bearer", ""),
    ],
)
def test_the_token_of_the_authorization_header(header: bytes, token: str | None) -> None:
    assert bearer_token([(b"accept", b"*"), (b"authorization", header)]) == token
