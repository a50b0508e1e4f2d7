"""Answers what crawlers ask for beside pages: robots.txt, the sitemaps, oEmbed."""

import gzip
import hashlib
from collections.abc import Sequence
from typing import Final, Protocol

from starlette.types import Scope, Send

from gateway.client_identity import rate_limit_address
from gateway.forwarding import client_address
from gateway.pages.head import OEMBED_PATH
from gateway.pages.oembed import oembed
from gateway.pages.public_answers import PublicAnswers, ServiceAway
from gateway.pages.robots import robots_txt
from gateway.pages.sitemaps import CHILD_PATH, INDEX_PATH, Sitemaps
from gateway.rate_limits import RateLimits
from gateway.responses import (
    NOT_FOUND,
    UNAVAILABLE,
    UPSTREAM_FAILURES,
    BufferedResponse,
    RawHeaders,
    rate_limited,
    send_response,
)
from gateway.settings import GatewaySettings

ROBOTS_PATH: Final = "/robots.txt"
KEPT: Final = (b"cache-control", b"public, max-age=3600")
XML: Final = (b"content-type", b"application/xml; charset=utf-8")
TEXT: Final = (b"content-type", b"text/plain; charset=utf-8")


class Pages(Protocol):
    """The pages of the app, as the present bundle lists them."""

    @property
    def page_patterns(self) -> Sequence[str]:
        """The patterns of their paths."""
        ...

    def has_page(self, path: str) -> bool:
        """Whether there is a page at this decoded path."""
        ...


class SiteFiles:
    """The files of one site."""

    def __init__(
        self,
        settings: GatewaySettings,
        answers: PublicAnswers,
        limits: RateLimits,
        pages: Pages,
    ) -> None:
        self._site = settings.public_url.rstrip("/")
        self._trusted_proxies = settings.trusted_proxies
        self._answers = answers
        self._limits = limits
        self._pages = pages
        self._sitemaps = Sitemaps(self._site, answers)

    def has(self, path: str) -> bool:
        """Whether this path is one of these files."""
        return path in {ROBOTS_PATH, INDEX_PATH, OEMBED_PATH} or path.startswith(CHILD_PATH)

    def forget(self) -> None:
        """Forget every file that was made of what services told."""
        self._sitemaps.forget()

    async def __call__(self, scope: Scope, send: Send, added: RawHeaders) -> str:
        """Answer a GET or HEAD (the server leaves out its body); returns the label for the counters."""
        path: str = scope["path"]
        label = CHILD_PATH if path.startswith(CHILD_PATH) else path
        if scope["method"] not in {"GET", "HEAD"}:
            await send_response(send, NOT_FOUND, added)
            return label
        address = rate_limit_address(client_address(scope, self._trusted_proxies))
        wait = await self._limits.seconds_to_wait("read", address=address, caller=address)
        try:
            response = rate_limited(wait) if wait else await self._response(scope, path)
        except ServiceAway:
            response = UPSTREAM_FAILURES[UNAVAILABLE]
        named = {name for name, _ in response.headers}
        await send_response(send, response, [pair for pair in added if pair[0] not in named])
        return label

    async def _response(self, scope: Scope, path: str) -> BufferedResponse:
        if path == OEMBED_PATH:
            return await oembed(self._site, scope["query_string"], self._answers, self._pages.has_page)
        if path == ROBOTS_PATH:
            return _file(scope, robots_txt(self._site, self._pages.page_patterns), TEXT)
        found = await self._sitemaps.at(path)
        return NOT_FOUND if found is None else _file(scope, found, XML)


def _file(scope: Scope, content: bytes, kind: tuple[bytes, bytes]) -> BufferedResponse:
    """A whole file, compressed where the client takes gzip; 304 when it has it."""
    sent = dict(scope["headers"])
    etag = b'W/"%s"' % hashlib.sha256(content).hexdigest()[:32].encode()
    headers = [kind, KEPT, (b"etag", etag), (b"vary", b"accept-encoding")]
    if etag in sent.get(b"if-none-match", b""):
        return BufferedResponse(304, b"", headers)
    if b"gzip" in sent.get(b"accept-encoding", b"") and len(content) > 1024:
        content = gzip.compress(content, 6, mtime=0)
        headers.append((b"content-encoding", b"gzip"))
    return BufferedResponse(200, content, headers)
