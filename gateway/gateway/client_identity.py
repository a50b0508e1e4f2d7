"""Identifies the client of a request for rate limits: by verified token, else by network address."""

import ipaddress
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, cast

from chassis.clear_text import is_loopback
from chassis.errors import Problem, Unauthenticated
from chassis.http.callers import Verifier
from starlette.types import Scope

from gateway.forwarding import client_address, cookie_headers

LONGEST_SUBJECT: Final = 200


@dataclass(frozen=True, slots=True)
class ClientIdentity:
    """The client of one request.

    `rate_limit_key` is the id of the verified token's account or guest, else `counted_address`.
    """

    address: str
    rate_limit_key: str
    counted_address: str
    """The address as rate limits count it; see `rate_limit_address`."""
    refusal: Problem | None = None
    """Why this is not the holder of an account; None when it is one."""
    by_guest: bool = False
    """Whether it holds a guest's token."""


def bearer_token(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The bearer token of the Authorization header; None without one or with another scheme."""
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            return token.strip() if scheme.lower() == "bearer" else None
    return None


async def identify_client(scope: Scope, verifier: Verifier, trusted_proxies: int) -> ClientIdentity:
    """Identify the client. Only media calls are refused for an invalid token here; services refuse others."""
    address = client_address(scope, trusted_proxies)
    token = bearer_token(scope["headers"])
    if not token:
        return _unknown(address, Unauthenticated(refusal="no_token"))
    try:
        principal = await verifier.verify(token, cookie_headers(scope["headers"]))
    except Problem as problem:
        return _unknown(address, problem)
    refusal = None
    if principal.kind != "account":
        refusal = Unauthenticated(refusal="wrong_kind")
        refusal.caller = principal
    counted = rate_limit_address(address)
    return ClientIdentity(address, principal.id, counted, refusal, by_guest=refusal is not None)


def _unknown(address: str, refusal: Problem) -> ClientIdentity:
    counted = rate_limit_address(address)
    return ClientIdentity(address, counted, counted, refusal)


def is_from_this_machine(scope: Scope) -> bool:
    """Whether a request comes from this machine itself and asks for it by one of its own names.

    Another name may be that of a foreign page whose address was pointed here (DNS rebinding), or of a proxy
    that lets others in.
    """
    headers = dict(scope["headers"])
    if headers.keys() & {b"forwarded", b"x-forwarded-for"}:
        return False
    name = re.sub(r":\d+$", "", headers.get(b"host", b"").decode("latin-1")).strip("[]").lower()
    peer: str = scope["client"][0] if scope["client"] else ""
    return bool(name and peer) and is_loopback(name) and is_loopback(peer.removeprefix("::ffff:"))


@lru_cache(4096)
def rate_limit_address(address: str) -> str:
    """The address that rate limits count. IPv6 addresses count by their /64 network: one household."""
    if ":" not in address:
        return address
    try:
        given = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if given.ipv4_mapped is not None:
        return str(given.ipv4_mapped)
    return str(ipaddress.ip_network((given, 64), strict=False))


def network_of(counted: str) -> str:
    """The network of a counted address: /24 of IPv4, /64 of IPv6 (product.md 1.18)."""
    try:
        given = ipaddress.IPv4Address(counted)
    except ValueError:
        return counted
    return str(ipaddress.ip_network((given, 24), strict=False))


def subject_of_body(body: bytes, field: str) -> str:
    """What a body names in `field`, so that limits slow down guessing at it; '' for nothing.

    It reads all that the services read: UTF-16 and NaN too, which orjson refuses.
    """
    try:
        fields: object = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    value = cast(dict[str, object], fields).get(field) if isinstance(fields, dict) else None
    if not isinstance(value, str):
        return ""
    return value.strip().lower()[:LONGEST_SUBJECT].encode(errors="replace").decode()
