"""Connecting to addresses that somebody typed or sent: to public hosts only (calendars, push services).

A host name is resolved once, and the connection goes to that address. So a name that resolves to another
address the second time (DNS rebinding) gains nothing.
"""

import ipaddress
import socket
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# Python takes these for public: protocol assignments, and addresses that contain an IPv4 address, which a
# gateway on the way may route to a private host.
_NOT_PUBLIC: Final = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "64:ff9b::/96", "2002::/16")))


class NotPublic(OSError):
    """The host has no address that may be connected to."""


def may_connect(address: str, allowed: Sequence[Network] = ()) -> bool:
    """Whether this IP address may be connected to: it is public, or in one of the `allowed` networks.

    Raises `ValueError` when the text is no IP address.
    """
    found: Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if any(found.version == network.version and found in network for network in allowed):
        return True
    return (
        found.is_global
        and not found.is_multicast
        and not found.is_reserved
        and not any(found.version == network.version and found in network for network in _NOT_PUBLIC)
    )


def check_literal_host(url: str, allowed: Sequence[Network] = ()) -> None:
    """Check a host that is written as an IP address, which no resolver sees. Raises `NotPublic`."""
    host = urlsplit(url).hostname or ""
    try:
        public = may_connect(host, allowed)
    except ValueError:
        return
    if not public:
        raise NotPublic(host)


def public_connector(allowed: Sequence[Network] = ()) -> aiohttp.TCPConnector:
    """A connector that reaches public hosts, and those in the `allowed` networks.

    Its requests fail with an error caused by `NotPublic` for other names; see `was_refused`. Hosts that are
    written as IP addresses are for `check_literal_host`.
    """
    return aiohttp.TCPConnector(resolver=_PublicHosts(allowed), use_dns_cache=False)


def was_refused(error: BaseException | None) -> bool:
    """Whether a failed request failed because its host is not public."""
    while error is not None:
        if isinstance(error, NotPublic):
            return True
        error = getattr(error, "os_error", None) or error.__cause__
    return False


class _PublicHosts(AbstractResolver):
    """Resolves hosts, but only to addresses that may be connected to."""

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
