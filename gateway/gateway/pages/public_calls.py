"""Answers the public calls that a screen shows, as any guest is answered: under the visitor's rate limits."""

from typing import Final
from urllib.parse import unquote

from starlette.types import Message, Scope

from gateway.dispatch import Dispatcher
from gateway.pages.engine import CallAnswer
from gateway.pages.rendering import Fetch
from gateway.responses import UNAVAILABLE

API: Final = "/api/"
PASSED_ON: Final = frozenset({b"host", b"x-forwarded-for", b"x-forwarded-proto"})
"""What tells one visitor from another. Cookies and tokens stay out: a screen is rendered for guests."""
TOLD: Final = frozenset({b"x-next-cursor", b"retry-after"})
"""The headers of an answer that the app reads."""


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
