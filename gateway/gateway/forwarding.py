"""Rules for forwarding: which headers pass in each direction, safe paths, request ids, client addresses."""

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from chassis import tracing
from chassis.http.device_cookie import device_cookies, sets_device_cookie
from chassis.http.login_cookie import login_cookies, sets_login_cookie
from chassis.ids import new_id
from starlette.types import Scope

from gateway.http_client.messages import Headers

HOP_BY_HOP: Final = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-authenticate",
        b"proxy-authorization",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
    }
)
"""Headers of a single connection (RFC 9110, section 7.6.1)."""
COOKIE: Final = b"cookie"
SET_COOKIE: Final = b"set-cookie"
NOT_FORWARDED: Final = HOP_BY_HOP | {
    b"host",
    b"content-length",
    COOKIE,
    b"expect",
    b"forwarded",
    b"x-forwarded-for",
    b"x-forwarded-host",
    b"x-forwarded-proto",
    b"x-real-ip",
    b"x-request-id",
}
NOT_RETURNED: Final = HOP_BY_HOP | {b"server", b"date", b"x-request-id", SET_COOKIE}

KEPT_IN_QUERIES: Final = "%=&+,:;@/?!$'()*~"
_PLAIN_QUERY: Final = re.compile(r"[!$-~]*")
"""Printable ASCII but for spaces, quotes and #, which would end the query."""
_REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_FILE_NAME: Final = re.compile(r"(?!\.{1,2}$)[\w.~=+-]{1,200}")
_SEGMENT: Final = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9._~@:=+-]{1,200}")


def are_safe_segments(segments: Iterable[str]) -> bool:
    """Whether path values are plain names: no dots, slashes or controls that a server may read as a path."""
    return all(_SEGMENT.fullmatch(segment) for segment in segments)


def is_safe_file_path(name: str) -> bool:
    """Whether a media path is plain: as `are_safe_segments`, but with letters of any script."""
    return all(_FILE_NAME.fullmatch(part) for part in name.split("/"))


def target(path: str, query: bytes) -> str:
    """The request target for a service, in plain ASCII. `path` is safe already; a query becomes so."""
    if not path.isascii():
        path = quote(path)
    if not query:
        return path
    text = query.decode("latin-1")
    return f"{path}?{text if _PLAIN_QUERY.fullmatch(text) else quote(query, safe=KEPT_IN_QUERIES)}"


def choose_request_id(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The caller's x-request-id if it is a plain word, else a new one."""
    for name, value in headers:
        if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
            return value
    return new_id().encode()


def client_address(scope: Scope, trusted_proxies: int) -> str:
    """The client's address: the peer, or the X-Forwarded-For entry that our outermost proxy wrote."""
    peer = scope["client"][0] if scope.get("client") else "unknown"
    if trusted_proxies == 0:
        return str(peer)
    listed = [
        entry.strip()
        for name, value in scope["headers"]
        if name == b"x-forwarded-for"
        for entry in value.decode("latin-1").split(",")
    ]
    if len(listed) < trusted_proxies:
        return str(peer)
    return listed[-trusted_proxies][:64]


def headers_for_service(headers: Iterable[tuple[bytes, bytes]], known: Headers) -> Headers:
    """The caller's headers that a service may see, plus those in `known`, which the gateway sets.

    Of all cookies two pass: the login's, which tokens are bound to, and the device's, known at signing in.
    """
    named = _named_by_connection(headers)
    passed = [pair for pair in headers if pair[0] not in NOT_FORWARDED and pair[0] not in named]
    parent = tracing.traceparent()
    if parent is not None:
        passed = [(name, value) for name, value in passed if name != b"traceparent"]
        passed.append((b"traceparent", parent.encode()))
    given = cookie_headers(headers)
    if given:
        cookies = login_cookies(given) + device_cookies(given)
        if cookies:
            passed.append((COOKIE, "; ".join(cookies).encode("latin-1")))
    return passed + known


def cookie_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[str]:
    """The values of the Cookie headers."""
    return [value.decode("latin-1") for name, value in headers if name == COOKIE]


def _named_by_connection(headers: Iterable[tuple[bytes, bytes]]) -> frozenset[bytes]:
    for name, value in headers:
        if name == b"connection" and value.lower() not in {b"keep-alive", b"close"}:
            names = frozenset(part.strip().lower() for part in value.split(b","))
            return names - {b"authorization", b"content-type"}
    return frozenset()


def headers_for_client(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """A service's headers that the caller may see; of cookies, only those of login and device."""
    return [
        (lower, value)
        for name, value in headers
        if (lower := name.lower()) not in NOT_RETURNED
        or (lower == SET_COOKIE and _sets_own_cookie(value.decode("latin-1")))
    ]


def _sets_own_cookie(set_cookie: str) -> bool:
    return sets_login_cookie(set_cookie) or sets_device_cookie(set_cookie)
