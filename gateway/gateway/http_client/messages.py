"""Requests and answers of the client as bytes, and what can go wrong with them."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import Final, Protocol

Headers = list[tuple[bytes, bytes]]
Body = bytes | AsyncIterable[bytes]

NO_BODY_METHODS: Final = frozenset({"GET", "HEAD"})


class ClientError(Exception):
    """A service gave no answer, or broke it off."""


class NotConnected(ClientError):
    """Nobody took the connection, or no connection of the pool became free in time."""


class Disconnected(ClientError):
    """The connection ended before the answer was complete."""


class NotHttp(ClientError):
    """What came is not HTTP/1.1, is too large, or was not asked for."""


class AnswerTooLate(ClientError):
    """The answer, or its next piece, did not come in time."""


class AnswerTooLarge(ClientError):
    """The body is larger than its reader takes."""


class UnsafeRequest(ValueError):
    """A line break in the target or in a header would make another request of it. Nothing was sent."""


class Source(Protocol):
    """Where the rest of a body comes from."""

    async def next_piece(self) -> bytes:
        """The next bytes; b"" at the end. Raises ClientError."""
        ...

    def abandon(self) -> None:
        """Take no more of it."""
        ...


class Response:
    """An answer. `body` is the whole of it if it is small, else None: then it comes by `pieces`, once."""

    __slots__ = ("_source", "body", "headers", "status")

    def __init__(self, status: int, headers: Headers, body: bytes | None, source: Source | None) -> None:
        """`headers` have names in lower case. Without a `source`, `body` is there."""
        self.status: Final = status
        self.headers: Final = headers
        self.body: Final = body
        self._source = source

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body as it arrives. Raises ClientError when the service breaks off."""
        if self._source is None:
            if self.body:
                yield self.body
            return
        try:
            while piece := await self._source.next_piece():
                yield piece
        finally:
            self.close()

    async def read(self, limit: int) -> bytes:
        """The whole body. Raises AnswerTooLarge when it has more than `limit` bytes, and ClientError."""
        if self.body is not None:
            return self.body
        parts: list[bytes] = []
        size = 0
        async for piece in self.pieces():
            size += len(piece)
            if size > limit:
                self.close()
                raise AnswerTooLarge(f"more than {limit} bytes")
            parts.append(piece)
        return b"".join(parts)

    def close(self) -> None:
        """Let go of the rest, if there is any. May be called at any time, and again."""
        if self._source is not None:
            self._source.abandon()
            self._source = None


def request_head(method: str, target: str, host: bytes, headers: Headers) -> bytes:
    """The request line and the headers as bytes (RFC 9112, sections 3 and 5). Raises UnsafeRequest.

    `target` is printable ASCII without spaces. `headers` are complete but for Host.
    """
    lines = [b"%s: %s\r\n" % pair for pair in headers]
    line = b"%b %b HTTP/1.1\r\nhost: " % (method.encode(), target.encode())
    head = b"".join((line, host, b"\r\n", *lines, b"\r\n"))
    breaks = len(lines) + 3
    # A line break that came with a value would begin a header, or a second request.
    if head.count(b"\n") != breaks or head.count(b"\r") != breaks or b"\0" in head or line.count(b" ") != 3:
        raise UnsafeRequest(method)
    return head
