"""Compresses the answers of calls that read, where that cannot tell secrets (BREACH).

An attacker who can put text into an answer, and see its compressed length, can guess a secret beside it.
So answers that hold a secret are sent as they are (`Route.holds_secret`), and so are all answers to calls
that write.
"""

from typing import Final

from starlette.types import Message, Scope, Send

from gateway.content_coding import (
    CODINGS,
    WORTH_COMPRESSING,
    accepted_codings,
    chosen_coding,
    compressed,
)
from gateway.http_client.messages import Headers

LARGEST: Final = 512 * 1024
"""Bytes. Larger answers are streamed as they are, and never wait in memory."""
JSON: Final = b"application/json"
VARY: Final = (b"vary", b"accept-encoding")


def compressing(scope: Scope, send: Send) -> Send:
    """A `send` that compresses a complete JSON answer, in a coding that the client accepts."""
    coding = chosen_coding(accepted_codings(scope["headers"]), CODINGS)
    return _Compressor(send, coding) if coding else send


class _Compressor:
    """Holds back an answer that is worth compressing until it is complete."""

    def __init__(self, send: Send, coding: bytes) -> None:
        self._send = send
        self._coding = coding
        self._start: Message | None = None
        self._parts: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if not _is_worth_it(message):
                await self._send(message)
                return
            self._start = message
            return
        if self._start is None:
            await self._send(message)
            return
        self._parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            await self._send_compressed(self._start, b"".join(self._parts))
            self._start = None

    async def _send_compressed(self, start: Message, body: bytes) -> None:
        content = compressed(body, self._coding)
        headers: Headers = [
            *(_weakened(pair) for pair in start["headers"] if pair[0] != b"content-length"),
            (b"content-encoding", self._coding),
            (b"content-length", str(len(content)).encode()),
            VARY,
        ]
        await self._send({**start, "headers": headers})
        await self._send({"type": "http.response.body", "body": content})


def _is_worth_it(start: Message) -> bool:
    headers = dict(start["headers"])
    length = headers.get(b"content-length", b"")
    return (
        start["status"] == 200
        and headers.get(b"content-type", b"").startswith(JSON)
        and b"content-encoding" not in headers
        and length.isdigit()
        and WORTH_COMPRESSING <= int(length) <= LARGEST
    )


def _weakened(pair: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """An ETag names the same answer in another coding now: it is a weak one (RFC 9110, section 8.8.3.3)."""
    name, value = pair
    return (name, b"W/" + value) if name == b"etag" and not value.startswith(b"W/") else pair
