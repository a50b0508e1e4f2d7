"""Connecting to addresses that somebody typed or sent: to public hosts only (calendars, push services).

The address is judged where it is used: each socket of a `public_connector` is made for one numeric address,
after `may_connect` has allowed it. So neither the spelling of a host, nor a redirect, nor a name that
resolves to another address the second time (DNS rebinding) leads inside. See OWASP's cheat sheet on
server-side request forgery.
"""

import ipaddress
import re
import socket
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_GLOBAL_UNICAST: Final = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is routed on the internet. Outside are NAT64 (64:ff9b::/96 and 64:ff9b:1::/48), addresses
that contain one of IPv4 (::/96, ::ffff:0:0/96), site-local (fec0::/10) and unique local ones.
"""
_NOT_PUBLIC: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            # The registries of special-purpose addresses (IANA; RFC 6890). Versions of Python differ in what
            # they take for public.
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
            "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
            "224.0.0.0/4", "240.0.0.0/4",
            # Within global unicast: protocols' own addresses with Teredo and ORCHID, examples, 6to4, AS112.
            "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
            # Not in the registries: here a cloud answers its own guests.
            "168.63.129.16/32",
        ),
    )
)  # fmt: skip
_LABEL: Final = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)", re.ASCII)
_LONGEST_NAME: Final = 253


class NotPublic(OSError):
    """The host has no address that may be connected to."""


def may_connect(address: str, allowed: Sequence[Network] = ()) -> bool:
    """Whether this IP address may be connected to: it is public, or in one of the `allowed` networks.

    Raises `ValueError` when the text is no IP address.
    """
    found: Address = ipaddress.ip_address(address.partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    if _is_in(mapped or found, allowed):
        return True
    if "%" in address or _is_in(found, _NOT_PUBLIC):
        return False
    if isinstance(found, ipaddress.IPv6Address) and found not in _GLOBAL_UNICAST:
        return False
    return found.is_global


def is_plain_host(host: str) -> bool:
    """Whether a URL's host is plain: a name of ASCII letters, or an IP address as printed (product.md 4.14).

    Other spellings of numbers, such as 0x7f.1, 127.0.0.1. and ①②⑦.0.0.1, are read differently by different
    programs (WHATWG URL, 3.5: a host whose last label is a number is an IPv4 address).
    """
    if not host.isascii() or "%" in host:
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        labels = host.removesuffix(".").split(".")
        named = all(_LABEL.fullmatch(label) for label in labels)
        return named and len(host) <= _LONGEST_NAME and not labels[-1][0].isdigit()
    return True


def check_host(url: str, allowed: Sequence[Network] = ()) -> None:
    """Check the host of a URL before anything is done with it. Raises `NotPublic`.

    It refuses what is not `is_plain_host`, and addresses that may not be connected to. Names are judged by
    `public_connector` when they are resolved.
    """
    try:
        host = urlsplit(url).hostname or ""
    except ValueError as error:
        raise NotPublic(url) from error
    if not is_plain_host(host):
        raise NotPublic(host)
    try:
        public = may_connect(host, allowed)
    except ValueError:
        return
    if not public:
        raise NotPublic(host)


def public_connector(allowed: Sequence[Network] = ()) -> aiohttp.TCPConnector:
    """A connector that reaches public hosts, and those in the `allowed` networks, whatever their spelling.

    Other requests fail with an error caused by `NotPublic`; see `was_refused` (product.md 4.14).
    """

    def public_socket(address: tuple[int, int, int, str, tuple[Any, ...]]) -> socket.socket:
        family, kind, protocol, _, place = address
        _check_address(str(place[0]), allowed)
        return socket.socket(family, kind, protocol)

    return aiohttp.TCPConnector(
        resolver=_PublicHosts(allowed), use_dns_cache=False, socket_factory=public_socket
    )


def was_refused(error: BaseException | None) -> bool:
    """Whether a failed request failed because its host is not public."""
    while error is not None:
        if isinstance(error, NotPublic):
            return True
        error = getattr(error, "os_error", None) or error.__cause__
    return False


def _is_in(address: Address, networks: Sequence[Network]) -> bool:
    return any(address.version == network.version and address in network for network in networks)


def _check_address(address: str, allowed: Sequence[Network]) -> None:
    """Check the address for which a socket is made. What is no IP address would be resolved once more."""
    try:
        public = may_connect(address, allowed)
    except ValueError as error:
        raise NotPublic(address) from error
    if not public:
        raise NotPublic(address)


class _PublicHosts(AbstractResolver):
    """Resolves hosts once, and only to addresses that may be connected to."""

    def __init__(self, allowed: Sequence[Network]) -> None:
        self._allowed = allowed
        self._inner = aiohttp.ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._inner.resolve(host, port, family)
        public = [each for each in found if may_connect(each["host"], self._allowed)]
        if not public:
            raise NotPublic(host)
        return public

    async def close(self) -> None:
        await self._inner.close()
