"""Asks the services, as a guest, for what a public page shows, and whether a missing page is gone."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlencode

import httpx
import orjson
import structlog

from gateway.composed.sub_requests import read_whole_body
from gateway.forwarding import are_safe_segments
from gateway.pages.addresses import PageAddress
from gateway.routes import FEED, PROFILES
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

    async def of_page(self, address: PageAddress) -> PublicAnswer:
        """What the page at `address` shows of a provider or a post; nothing for other pages.

        Raises `ServiceAway`.
        """
        try:
            async with asyncio.timeout(PAGE_SECONDS):
                if address.kind == "provider":
                    return await self._provider(address.name)
                if address.kind == "post":
                    return await self._post(address.name)
        except TimeoutError as error:
            raise ServiceAway from error
        return PublicAnswer(FOUND)

    async def _provider(self, username: str) -> PublicAnswer:
        query = urlencode({"username": username})
        found = await self.ask(PROFILES, f"/api/get_provider_profile?{query}")
        if found.status == FOUND:
            return found
        return await self._missing(PROFILES, f"/internal/gone_provider?{query}")

    async def _post(self, post_id: str) -> PublicAnswer:
        if not are_safe_segments([post_id]):
            return PublicAnswer(NEVER_THERE)
        found = await self.ask(FEED, f"/api/get_feed_post/{quote(post_id)}")
        if found.status == FOUND:
            return found
        return await self._missing(FEED, f"/internal/gone_post/{quote(post_id)}")

    async def _missing(self, service: str, target: str) -> PublicAnswer:
        standing = await self.ask(service, target)
        return PublicAnswer(GONE if standing.data.get("gone") else NEVER_THERE)

    async def ask(self, service: str, target: str, *, within: float = PAGE_SECONDS) -> PublicAnswer:
        """A service's answer to a guest; a refusal counts as `NEVER_THERE`. Raises `ServiceAway`."""
        try:
            response = await self._upstreams[service].send("GET", target, [], within=within)
            body = await read_whole_body(response)
            answer = orjson.loads(body)
        except (UpstreamFailed, httpx.TransportError, OSError, orjson.JSONDecodeError) as error:
            log.warning("no answer for a page", service=service, reason=str(error))
            raise ServiceAway from error
        if not isinstance(answer, dict):
            raise ServiceAway
        data = answer.get("data")
        if response.status_code == FOUND and isinstance(data, dict):
            return PublicAnswer(FOUND, data)
        if response.status_code == NEVER_THERE or (
            response.status_code == FOUND and not answer.get("status")
        ):
            return PublicAnswer(NEVER_THERE)
        raise ServiceAway
