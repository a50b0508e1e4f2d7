"""Answers the public calls of a page, as any guest is answered: under the visitor's rate limits."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import unquote

from starlette.types import Message, Scope

from gateway.dispatch import Dispatcher
from gateway.pages.engine import CallAnswer
from gateway.responses import UNAVAILABLE

API: Final = "/api/"
PASSED_ON: Final = frozenset({b"host", b"x-forwarded-for", b"x-forwarded-proto"})
"""What tells one visitor from another. Cookies and tokens stay out: a screen is rendered for guests."""
TOLD: Final = frozenset({b"x-next-cursor", b"retry-after", b"etag"})
"""The headers of an answer that the app reads."""

Fetch = Callable[[str], Awaitable[CallAnswer]]
"""Answers a public call, given its path and query, as a guest."""


class PageCalls:
    """The calls of one page request. Its head and its screen share the answers: each call is made once."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._made: dict[str, asyncio.Future[CallAnswer]] = {}

    async def __call__(self, address: str) -> CallAnswer:
        """The answer to a call. Who no longer waits for it does not end it for others."""
        made = self._made.get(address)
        if made is None:
            made = self._made[address] = asyncio.ensure_future(self._fetch(address))
        return await asyncio.shield(made)

    def end(self) -> None:
        """End the calls that nobody waits for any more."""
        for made in self._made.values():
            made.cancel()


def fetch_for(dispatcher: Dispatcher, scope: Scope, language: str, request_id: bytes) -> Fetch:
    """How the calls of one page request are answered."""
    headers = [
        *((name, value) for name, value in scope["headers"] if name in PASSED_ON),
        (b"accept-language", language.encode()),
    ]

    async def fetch(address: str) -> CallAnswer:
        path, _, query = address.partition("?")
        status = UNAVAILABLE
        told: dict[str, str] = {}
        body: list[bytes] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                told.update(
                    {name.decode(): value.decode() for name, value in message["headers"] if name in TOLD}
                )
            else:
                body.append(message.get("body", b""))

        call: Scope = {
            **scope,
            "method": "GET",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": headers,
        }
        await dispatcher.call(unquote(path).removeprefix(API), call, receive, send, request_id)
        return CallAnswer(status, told, b"".join(body))

    return fetch
