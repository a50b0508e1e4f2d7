"""One request and its answer, as httptools reads it and its reader takes it."""

import asyncio
from collections import deque
from typing import Final, Protocol

from httptools import HttpResponseParser

from gateway.http_client.messages import AnswerTooLate, ClientError, Headers, Response

WHOLE_UP_TO: Final = 64 * 1024
"""Bytes of a body up to which an answer is given as a whole: one that breaks off is then no answer."""
BUFFERED: Final = 256 * 1024
"""Bytes of a streamed body that wait for their reader; then the service has to wait."""
WITHOUT_BODY: Final = frozenset({204, 304})


class Carrier(Protocol):
    """The connection of an exchange."""

    def pause(self, paused: bool) -> None:
        """Read no more for now, or go on."""
        ...

    def close(self) -> None:
        """End it at once."""
        ...


class Exchange:
    """The answer to one request. Its `on_` methods are what httptools calls."""

    __slots__ = (
        "_headers", "_method", "_paused", "_pieces", "_status", "_waiter", "_waiting", "_within", "carrier",
        "complete", "failure", "keeps_alive", "known", "parser", "streams", "unasked", "until_end",
    )  # fmt: skip

    def __init__(self, method: str, carrier: Carrier, within: float) -> None:
        """`within`: the seconds in which each further piece of a large answer has to come."""
        self._method = method
        self._within = within
        self._headers: Headers = []
        self._pieces: deque[bytes] = deque()
        self._waiting = self._status = 0
        self._waiter: asyncio.Future[None] | None = None
        self._paused = False
        self.carrier: Final = carrier
        self.parser: HttpResponseParser | None = None
        """There until the answer is complete: the two refer to each other."""
        self.failure: ClientError | None = None
        self.known = self.complete = False
        """Whether its head, and whether all of it has come."""
        self.keeps_alive = self.until_end = self.streams = False
        """Whether the connection stays; whether its end is the answer's; whether it is given by pieces."""
        self.unasked = False
        """Whether more came than the answer."""

    async def response(self, deadline: float) -> Response:
        """The answer, once it is whole, or has begun and is large. Raises ClientError, and what a body does.

        `deadline`, in the loop's time, is when that must be.
        """
        await self._wait_until(deadline)
        if self.complete:
            return Response(self._status, self._headers, b"".join(self._pieces), None)
        return Response(self._status, self._headers, None, self)

    async def next_piece(self) -> bytes:
        """The next bytes of the body; b"" at its end. Raises ClientError."""
        while not self._pieces:
            if self.complete:
                return b""
            if self.failure is not None:
                raise self.failure
            await self._wait_until(asyncio.get_running_loop().time() + self._within)
        piece = self._pieces.popleft()
        self._waiting -= len(piece)
        if self._paused and self._waiting < BUFFERED // 2:
            self._pause(False)
        return piece

    def abandon(self) -> None:
        """Take no more of it: what still comes would be in the next answer's way."""
        if not self.complete:
            self.carrier.close()

    def wake(self) -> None:
        """Tell the reader that the answer is whole, or that there is more of it."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        if self._waiting > BUFFERED and not self._paused and not self.complete:
            self._pause(True)

    def fail(self, error: Exception) -> None:
        """End it with this error."""
        if isinstance(error, ClientError):
            self.failure = self.failure or error
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(error)
        self.carrier.close()

    async def _wait_until(self, deadline: float) -> None:
        """Wait to be woken. An error, and giving up, end the connection. Raises ClientError."""
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        timer = loop.call_at(deadline, self.fail, AnswerTooLate())
        try:
            await self._waiter
        except BaseException:
            self.carrier.close()
            raise
        finally:
            timer.cancel()
            self._waiter = None

    def _pause(self, paused: bool) -> None:
        self._paused = paused
        self.carrier.pause(paused)

    def on_message_begin(self) -> None:
        """A second answer begins, if the first one is complete."""
        self.unasked = self.complete

    def on_header(self, name: bytes, value: bytes) -> None:
        """Of headers, only those before the body count; the rest are trailers."""
        if not self.known:
            self._headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        """The head is there (RFC 9112, section 6.3 says how long the body is)."""
        assert self.parser is not None
        status = self.parser.get_status_code()
        if self.complete or status < 200:
            return
        self.known, self._status = True, status
        self.keeps_alive = self.parser.should_keep_alive()
        length, framed = 0, self._method == "HEAD" or status in WITHOUT_BODY
        for name, value in self._headers:
            if name == b"content-length":
                length, framed = int(value), True
            elif name == b"transfer-encoding":
                length, framed = WHOLE_UP_TO + 1, True
        self.until_end = not framed
        self.streams = self.until_end or length > WHOLE_UP_TO
        if self._method == "HEAD":  # the parser does not know, and waits for a body
            self.complete, self.keeps_alive = True, b"connection" not in dict(self._headers)

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        if self.complete:
            self.unasked = True
            return
        self._pieces.append(body)
        self._waiting += len(body)

    def on_message_complete(self) -> None:
        """All of it is there, if it is the answer: 100 and 103 announce one (RFC 9110, section 15.2)."""
        if self.known:
            self.complete = True
        else:
            self._headers.clear()
