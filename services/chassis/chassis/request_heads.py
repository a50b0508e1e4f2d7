"""Bounds the head of an HTTP request in size and time: httptools itself reads a head for ever.

Trailers of a chunked body (RFC 9112, section 7.1.2) are bounded like headers: they are kept beside them.
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

MOST_BYTES: Final = 64 * 1024
"""Of a request's target, headers and trailers. Of a part that does not end, at most one read comes on top."""
MOST_HEADERS: Final = 100
SECONDS: Final = 10.0
"""How long a head may take, from the connection or from its first byte, and how long a client may go on
with the body of a request that is answered."""
TOO_SLOW: Final = 408
TOO_LARGE: Final = 431


class HeadTooLarge(Exception):
    """Ends the parsing of a head."""


class BoundedHeads(HttpToolsProtocol):
    """Uvicorn's HTTP/1.1, which answers 431 to a head that is too large and 408 to one that is too slow.

    A connection that sends nothing is closed without an answer, as nginx does: a browser may have opened it
    in advance.
    """

    _deadline: asyncio.TimerHandle | None = None
    _head_size = 0
    """Bytes of the target, headers and trailers of this request that are complete."""
    _unparsed = 0
    """Bytes since the last part of a request that the parser reported."""
    _silent = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """See asyncio."""
        super().connection_made(transport)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self._clear_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        self._silent = False
        self._unparsed += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self not in self.connections:  # closed, or now a WebSocket
            return
        if self._unparsed > MOST_BYTES:
            self._refuse(TOO_LARGE, b"The head of the request is too large.")
        elif self._deadline is None and self._answered:
            self._set_deadline()

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._head_size = 0

    def on_url(self, url: bytes) -> None:
        """A piece of the request's target is complete."""
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header or a trailer is complete."""
        self._count(name, value)
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            raise HeadTooLarge

    def on_headers_complete(self) -> None:
        """A head is complete."""
        self._unparsed = 0
        self._clear_deadline()
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        """A chunk of a body begins; the trailers follow the last one."""
        self._unparsed = 0

    def on_body(self, body: bytes) -> None:
        """A piece of a body is complete."""
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete."""
        self._unparsed = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be parsed, or is too large to be parsed."""
        if self._head_size > MOST_BYTES or len(self.headers or ()) > MOST_HEADERS:
            self._refuse(TOO_LARGE, b"The head of the request is too large.")
        else:
            super().send_400_response(msg)

    @property
    def _answered(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete  # pyright: ignore[reportUnnecessaryComparison]

    def _count(self, *parts: bytes) -> None:
        self._head_size += sum(map(len, parts))
        if self._head_size > MOST_BYTES:
            raise HeadTooLarge

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(SECONDS, self._end_slow_head)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_slow_head(self) -> None:
        if self._silent:
            self.transport.close()
        else:
            self._refuse(TOO_SLOW, b"The head of the request took too long.")

    def _refuse(self, status: int, message: bytes) -> None:
        """Answer and close; a connection on which another answer has begun is closed without."""
        if self._answered and not self.transport.is_closing():
            own = ((b"content-type", b"text/plain"), (b"content-length", b"%d" % len(message)))
            headers = (*self.server_state.default_headers, *own, (b"connection", b"close"))
            lines = [b"%s: %s\r\n" % header for header in headers]
            self.transport.write(b"".join((STATUS_LINE[status], *lines, b"\r\n", message)))
        self.transport.close()
