"""One kept-alive connection to a service. It carries one request at a time (RFC 9112, section 9)."""

import asyncio
from collections.abc import AsyncIterable, Callable
from typing import Final, cast

from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser

from gateway.http_client.exchange import Exchange
from gateway.http_client.messages import Body, Disconnected, NotHttp, Response

LONGEST_HEAD: Final = 64 * 1024
"""Bytes until an answer's head must be complete."""


class Connection(asyncio.Protocol):
    """A connection. `on_free` is called when it can carry the next request, `on_lost` when it has ended."""

    def __init__(
        self, on_free: Callable[["Connection"], None], on_lost: Callable[["Connection"], None]
    ) -> None:
        self._on_free = on_free
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._exchange: Exchange | None = None
        self._head_bytes = 0
        self._sender: asyncio.Task[None] | None = None
        self._writable: asyncio.Event | None = None
        self._retiring: asyncio.TimerHandle | None = None
        self.free_since = 0.0
        """When it became free, in the loop's time."""

    @property
    def usable(self) -> bool:
        """Whether it is open, as far as is known."""
        return self._transport is not None and not self._transport.is_closing()

    async def ask(self, method: str, head: bytes, body: Body, deadline: float, within: float) -> Response:
        """Send a request; returns its answer once that is whole, or has begun and is large.

        `deadline`, in the loop's time, is when that must be; `within` the seconds until each further piece.
        Raises ClientError, and whatever `body` raises.
        """
        if self._transport is None or self._transport.is_closing():
            raise Disconnected
        self._exchange = exchange = Exchange(method, self, within)
        exchange.parser = HttpResponseParser(exchange)
        self._head_bytes = 0
        if isinstance(body, bytes):
            self._transport.write(head + body if body else head)
        else:
            self._sender = self._loop.create_task(self._send(exchange, head, body))
        return await exchange.response(deadline)

    async def _send(self, exchange: Exchange, head: bytes, body: AsyncIterable[bytes]) -> None:
        """Send a body as it comes, the head with its first piece. When it fails, so does the exchange."""
        assert self._transport is not None
        chunked = b"\r\ntransfer-encoding: chunked\r\n" in head
        try:
            async for piece in body:
                if self._writable is not None:
                    await self._writable.wait()
                if piece:
                    self._transport.write(
                        head + (b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
                    )
                    head = b""
            self._transport.write(head + (b"0\r\n\r\n" if chunked else b""))
        except Exception as error:
            self._sender = None
            exchange.fail(error)
        else:
            self._sender = None

    def pause(self, paused: bool) -> None:
        """Read no more for now, or go on."""
        if self._transport is not None and not self._transport.is_closing():
            (self._transport.pause_reading if paused else self._transport.resume_reading)()

    def close(self) -> None:
        """End it at once."""
        if self._sender is not None:
            self._sender.cancel()
        if self._transport is not None:
            self._transport.abort()

    def retire_in(self, seconds: float) -> None:
        """End it after so long, and after the answer that comes then. To be called once."""
        self._retiring = self._loop.call_later(seconds, self._retire)

    def _retire(self) -> None:
        if self._exchange is None:
            self.close()
        else:
            self._on_free = Connection.close

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are no subclasses of asyncio's

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        exchange = self._exchange
        if exchange is None or exchange.parser is None:
            self.close()  # nobody asked: it would pass for the next answer
            return
        if not exchange.known:
            self._head_bytes += len(data)
        try:
            exchange.parser.feed_data(data)
        except (HttpParserError, HttpParserUpgrade):
            exchange.unasked = True
        if exchange.complete:
            self._finish(exchange)
        elif exchange.unasked or (not exchange.known and self._head_bytes > LONGEST_HEAD):
            exchange.fail(NotHttp())
        elif exchange.streams:
            exchange.wake()

    def _finish(self, exchange: Exchange) -> None:
        """The answer is complete: wake its reader, and let the next request have the connection."""
        self._exchange = exchange.parser = None
        exchange.wake()
        if exchange.unasked or self._sender is not None or not exchange.keeps_alive:
            self.close()
        else:
            self.free_since = self._loop.time()
            self._on_free(self)

    def pause_writing(self) -> None:
        """See asyncio."""
        self._writable = asyncio.Event()

    def resume_writing(self) -> None:
        """See asyncio."""
        if self._writable is not None:
            self._writable.set()
            self._writable = None

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self.resume_writing()
        if self._retiring is not None:
            self._retiring.cancel()
        exchange, self._exchange = self._exchange, None
        if exchange is not None:
            exchange.parser = None
            if exchange.until_end and exc is None and exchange.failure is None:
                exchange.complete = True  # its end is that of the connection (RFC 9112, section 6.3)
                exchange.wake()
            else:
                exchange.fail(Disconnected())
        self._on_lost(self)
