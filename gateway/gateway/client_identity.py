"""Who calls, as far as limits are concerned."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import orjson
from chassis.errors import Problem
from chassis.http.callers import Verifier
from starlette.types import Scope

from gateway.forwarding import came_through_proxy, client_address

LONGEST_SUBJECT: Final = 200
SUBJECT_FIELDS: Final = ("iv_email", "iv_token", "iv_order_id")


@dataclass(frozen=True, slots=True)
class ClientIdentity:
    """Where a request comes from, and whose verified token it bears; without one, the place again."""

    address: str
    name: str
    place: str
    """The address as limits count it."""


def bearer_token(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token in the Authorization header; None for none or another scheme."""
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            return token.strip() if scheme.lower() == "bearer" else None
    return None


async def identify_client(scope: Scope, verifier: Verifier, trusted_proxies: int) -> ClientIdentity:
    """The caller. A token that does not hold counts for nothing here; the service will say what is wrong."""
    address = client_address(scope, trusted_proxies)
    token = bearer_token(scope["headers"])
    if not token:
        return ClientIdentity(address, rate_limit_address(address), rate_limit_address(address))
    try:
        principal = await verifier.verify(token)
    except Problem:
        return ClientIdentity(address, rate_limit_address(address), rate_limit_address(address))
    return ClientIdentity(address, principal.id, rate_limit_address(address))


def rate_limit_address(address: str) -> str:
    """The address that limits count: of IPv6 the network of 64 bits, all of which is one household's."""
    if ":" not in address:
        return address
    try:
        given = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if given.ipv4_mapped is not None:
        return str(given.ipv4_mapped)
    return str(ipaddress.ip_network((given, 64), strict=False))


def is_internal_peer(scope: Scope) -> bool:
    """Whether the peer is on this machine or our private network, and speaks for itself."""
    if came_through_proxy(scope) or not scope.get("client"):
        return False
    try:
        peer = ipaddress.ip_address(scope["client"][0])
    except ValueError:
        return False
    return peer.is_private or peer.is_loopback


def subject_of_body(body: bytes) -> str:
    """Whose address, token or order a body is about, so that guessing at one of them is slowed down."""
    try:
        fields = orjson.loads(body)
    except orjson.JSONDecodeError:
        return ""
    if not isinstance(fields, dict):
        return ""
    for field in SUBJECT_FIELDS:
        value = fields.get(field)
        if isinstance(value, str) and value:
            return value.strip().lower()[:LONGEST_SUBJECT]
    return ""
