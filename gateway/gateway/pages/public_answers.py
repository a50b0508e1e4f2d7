"""Asks the services, as a guest, for what a public page shows, and whether a missing page is gone."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlencode

import orjson
import structlog

from gateway.composed.sub_requests import LARGEST_SUB_RESPONSE
from gateway.forwarding import are_safe_segments
from gateway.http_client.messages import ClientError
from gateway.pages.addresses import PageAddress
from gateway.pages.engine import CallAnswer
from gateway.pages.public_calls import API, Fetch
from gateway.routes import FEED, PROFILES, ROUTES_BY_NAME
from gateway.upstreams import UpstreamFailed, Upstreams

log = structlog.get_logger()

PAGE_SECONDS: Final = 1.0
"""A page waits this long for what its head says; then it comes without."""
FOUND: Final = 200
NEVER_THERE: Final = 404
GONE: Final = 410


class ServiceAway(Exception):
    """A service gave no answer in time."""


@dataclass(frozen=True, slots=True)
class PublicAnswer:
    """The answer of a service to a guest: `FOUND` with data, `NEVER_THERE` or `GONE`."""

    status: int
    data: dict[str, Any] = field(default_factory=dict[str, Any])


class PublicAnswers:
    """The answers that guests get."""

    def __init__(self, upstreams: Upstreams) -> None:
        self._upstreams = upstreams

    async def of_page(self, address: PageAddress, fetch: Fetch | None = None) -> PublicAnswer:
        """What the page at `address` shows of a provider or a post; nothing for other pages.

        `fetch` makes the public call; without it the service is asked at once. Raises `ServiceAway`.
        """
        target = _call_of(address)
        if target is None:
            return PublicAnswer(FOUND)
        if address.kind == "post" and not are_safe_segments([address.name]):
            return PublicAnswer(NEVER_THERE)
        try:
            async with asyncio.timeout(PAGE_SECONDS):
                found = _read(await (fetch or self._fetch)(target))
                if found.status == FOUND:
                    return found
                return await self._missing(address)
        except TimeoutError as error:
            raise ServiceAway from error

    async def _missing(self, address: PageAddress) -> PublicAnswer:
        if address.kind == "provider":
            query = urlencode({"username": address.name})
            standing = await self.ask(PROFILES, f"/internal/gone_provider?{query}")
        else:
            standing = await self.ask(FEED, f"/internal/gone_post/{quote(address.name)}")
        return PublicAnswer(GONE if standing.data.get("gone") else NEVER_THERE)

    async def ask(self, service: str, target: str, *, within: float = PAGE_SECONDS) -> PublicAnswer:
        """A service's answer to a guest; a refusal counts as `NEVER_THERE`. Raises `ServiceAway`."""
        return _read(await self._answer(service, target, within))

    async def _fetch(self, address: str) -> CallAnswer:
        call = address.removeprefix(API).partition("?")[0].partition("/")[0]
        return await self._answer(ROUTES_BY_NAME["GET", call].service, address, PAGE_SECONDS)

    async def _answer(self, service: str, target: str, within: float) -> CallAnswer:
        try:
            response = await self._upstreams[service].send("GET", target, [], within=within)
            return CallAnswer(response.status, {}, await response.read(LARGEST_SUB_RESPONSE))
        except (UpstreamFailed, ClientError) as error:
            log.warning("no answer for a page", service=service, reason=str(error))
            raise ServiceAway from error


def _call_of(address: PageAddress) -> str | None:
    """The public call that the app makes for a provider or a post, as it writes it; None for other pages."""
    if address.kind == "provider":
        return f"{API}get_provider_profile?{urlencode({'username': address.name})}"
    if address.kind == "post":
        return f"{API}get_feed_post/{quote(address.name)}"
    return None


def _read(answer: CallAnswer) -> PublicAnswer:
    try:
        envelope = orjson.loads(answer.body)
    except orjson.JSONDecodeError as error:
        raise ServiceAway from error
    if not isinstance(envelope, dict):
        raise ServiceAway
    data = envelope.get("data")
    if answer.status == FOUND and isinstance(data, dict):
        return PublicAnswer(FOUND, data)
    if answer.status == NEVER_THERE or (answer.status == FOUND and not envelope.get("status")):
        return PublicAnswer(NEVER_THERE)
    raise ServiceAway
