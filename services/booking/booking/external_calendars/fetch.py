"""Fetches a calendar from an address that somebody typed: from public hosts only, within bounds of size and
time (product.md 4.14).

A host name is resolved once, and the connection goes to that address. So a name that resolves to another
address the second time (DNS rebinding) gains nothing.
"""

import ipaddress
import socket
from collections.abc import Sequence
from typing import Final
from urllib.parse import urljoin, urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from booking.external_calendars.rules import Network, NotAnAddress, calendar_address, may_connect

LARGEST: Final = 5_000_000
MOST_REDIRECTS: Final = 3
_TIMEOUT: Final = aiohttp.ClientTimeout(total=15, connect=5)
_CHUNK: Final = 65_536
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_NOT_ALLOWED: Final = "Calendars at this address can't be read."
_UNREACHABLE: Final = "This address can't be reached."


class Unreadable(Exception):
    """No calendar could be fetched. The message is for people."""


class _NotAllowed(OSError):
    """The host has an address that must not be connected to."""


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
            raise _NotAllowed(_NOT_ALLOWED)
        return public

    async def close(self) -> None:
        await self._inner.close()


class CalendarFetcher:
    """Fetches calendars. `allowed` are private networks that may be read nevertheless."""

    def __init__(self, allowed: Sequence[Network] = ()) -> None:
        self._allowed = allowed

    async def fetch(self, url: str, etag: str = "") -> tuple[bytes, str] | None:
        """The calendar's bytes and its ETag; None when `etag` still names it. Raises Unreadable."""
        connector = aiohttp.TCPConnector(resolver=_PublicHosts(self._allowed), use_dns_cache=False)
        async with aiohttp.ClientSession(
            connector=connector, timeout=_TIMEOUT, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
        ) as client:
            try:
                return await self._follow(client, url, etag)
            except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
                raise Unreadable(_NOT_ALLOWED if _refused(error) else _UNREACHABLE) from error

    async def _follow(self, client: aiohttp.ClientSession, url: str, etag: str) -> tuple[bytes, str] | None:
        headers = {"Accept": "text/calendar", "User-Agent": "Openhours"}
        if etag:
            headers["If-None-Match"] = etag
        for _ in range(MOST_REDIRECTS + 1):
            self._check_literal(url)
            async with client.get(url, headers=headers, allow_redirects=False) as answer:
                if answer.status == 304 and etag:
                    return None
                if answer.status not in _REDIRECTS:
                    return await _content(answer), answer.headers.get("ETag", "")[:200]
                url = _next(url, answer.headers.get("Location", ""))
        raise Unreadable("This address leads from one to another without end.")

    def _check_literal(self, url: str) -> None:
        """Check a host that is written as an IP address, which is not resolved."""
        host = urlsplit(url).hostname or ""
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return
        if not may_connect(host, self._allowed):
            raise _NotAllowed(_NOT_ALLOWED)


def _next(url: str, location: str) -> str:
    try:
        return calendar_address(urljoin(url, location))
    except NotAnAddress as error:
        raise Unreadable(_UNREACHABLE) from error


async def _content(answer: aiohttp.ClientResponse) -> bytes:
    if answer.status != 200:
        raise Unreadable(f"The calendar's server answered {answer.status}.")
    content = bytearray()
    async for chunk in answer.content.iter_chunked(_CHUNK):
        content += chunk
        if len(content) > LARGEST:
            raise Unreadable("This calendar is too large.")
    if b"BEGIN:VCALENDAR" not in content[:1000]:
        raise Unreadable("There is no calendar at this address.")
    return bytes(content)


def _refused(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, _NotAllowed):
            return True
        error = getattr(error, "os_error", None) or error.__cause__
    return False
