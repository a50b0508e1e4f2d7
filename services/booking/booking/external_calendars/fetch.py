"""Fetches a calendar from an address that somebody typed: from public hosts only, within bounds of size and
time (product.md 4.14).
"""

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote, urljoin

import aiohttp
from chassis.public_hosts import Network, check_host, public_connector, was_refused
from yarl import URL

from booking.external_calendars.rules import NotAnAddress, calendar_address

LARGEST: Final = 5_000_000
MOST_REDIRECTS: Final = 3
LONGEST_SECONDS: Final = 15.0
_TIMEOUT: Final = aiohttp.ClientTimeout(total=LONGEST_SECONDS, connect=5)
_CHUNK: Final = 65_536
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_NOT_ALLOWED: Final = "Calendars at this address can't be read."
_UNREACHABLE: Final = "This address can't be reached."


class Unreadable(Exception):
    """No calendar could be fetched. The message is for people."""


class CalendarFetcher:
    """Fetches calendars. `allowed` are private networks that may be read nevertheless."""

    def __init__(self, allowed: Sequence[Network] = ()) -> None:
        self._allowed = allowed

    async def fetch(self, url: str, etag: str = "") -> tuple[bytes, str] | None:
        """The calendar's bytes and its ETag; None when `etag` still names it. Raises Unreadable."""
        connector = public_connector(self._allowed)
        async with aiohttp.ClientSession(
            connector=connector, timeout=_TIMEOUT, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
        ) as client:
            try:
                return await self._follow(client, url, etag)
            except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
                raise Unreadable(_NOT_ALLOWED if was_refused(error) else _UNREACHABLE) from error

    async def _follow(self, client: aiohttp.ClientSession, url: str, etag: str) -> tuple[bytes, str] | None:
        headers = {"Accept": "text/calendar", "User-Agent": "Openhours"}
        if etag:
            headers["If-None-Match"] = etag
        for _ in range(MOST_REDIRECTS + 1):
            check_host(url, self._allowed)
            async with client.get(_as_typed(url), headers=headers, allow_redirects=False) as answer:
                if answer.status == 304 and etag:
                    return None
                if answer.status not in _REDIRECTS:
                    return await _content(answer), answer.headers.get("ETag", "")[:200]
                url = _next(url, answer.headers.get("Location", ""))
        raise Unreadable("This address leads from one to another without end.")


def _as_typed(url: str) -> URL:
    """The address with its own spelling: `%40` and `@` differ (RFC 3986, 2.2). Only what may not stand in an
    address is encoded.
    """
    return URL(quote(url, safe="%:/?#[]@!$&'()*+,;=~"), encoded=True)


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
    return bytes(content)
