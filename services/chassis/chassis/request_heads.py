"""Bounds the head of an HTTP request in size and time: httptools itself reads a head for ever.

Trailers of a chunked body (RFC 9112, section 7.1.2) are bounded like headers: they are kept beside them.
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

MOST_BYTES: Final = 64 * 1024
"""Of a request's target and headers, and of its trailers. One read may come on top, where they do not end."""
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
    _unparsed = 0
    """Bytes since a request began, or since its last piece of a body: the most that the parser keeps."""
    _silent = True
    _is_too_large = False

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

    def on_headers_complete(self) -> None:
        """A head is complete."""
        if len(self.headers) > MOST_HEADERS or (self._unparsed > MOST_BYTES and self._head_size > MOST_BYTES):
            self._is_too_large = True
            raise HeadTooLarge
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
        if self._is_too_large:
            self._refuse(TOO_LARGE, b"The head of the request is too large.")
        else:
            super().send_400_response(msg)

    @property
    def _answered(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete  # pyright: ignore[reportUnnecessaryComparison]

    @property
    def _head_size(self) -> int:
        return len(self.url) + sum(len(name) + len(value) for name, value in self.headers)

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
