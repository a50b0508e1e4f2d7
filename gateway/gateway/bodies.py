"""Request bodies: read or streamed, never larger or slower than allowed, whatever Content-Length says."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Final

import httpx
from starlette.types import Receive

NO_BODY: Final = b""


class BodyRefused(Exception):
    """The body cannot be taken: too large, too slow, or its sender has gone."""


class TooLarge(BodyRefused):
    """More bytes than the call takes."""


class TooSlow(BodyRefused):
    """The sender took too long."""


class Gone(BodyRefused):
    """The sender hung up."""


def declared_length(value: bytes | None, limit: int) -> int | None:
    """The length that Content-Length declares, None when it declares none. Raises `TooLarge`."""
    if value is None:
        return None
    if not value.isdigit() or len(value) > 15:
        raise TooLarge
    length = int(value)
    if length > limit:
        raise TooLarge
    return length


async def read(receive: Receive, limit: int, seconds: float) -> bytes:
    """The whole body. Raises `TooLarge` beyond `limit` bytes, `TooSlow` after so many seconds, `Gone`."""
    try:
        async with asyncio.timeout(seconds):
            message = await receive()
            first: bytes = message.get("body", NO_BODY)
            if message["type"] == "http.request" and not message.get("more_body"):
                return _within(first, limit)
            if message["type"] == "http.disconnect":
                raise Gone
            parts = [first]
            size = len(first)
            async for part in _pieces(receive):
                size += len(part)
                if size > limit:
                    raise TooLarge
                parts.append(part)
    except TimeoutError as error:
        raise TooSlow from error
    return _within(b"".join(parts), limit)


def _within(body: bytes, limit: int) -> bytes:
    if len(body) > limit:
        raise TooLarge
    return body


async def _pieces(receive: Receive) -> AsyncGenerator[bytes]:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        if body := message.get("body"):
            yield body
        if not message.get("more_body"):
            return


class BodyStream(httpx.AsyncByteStream):
    """A large body on its way through. `refused` tells afterwards why it broke off, if it did."""

    def __init__(self, receive: Receive, limit: int, pause: float) -> None:
        self._receive = receive
        self._limit = limit
        self._pause = pause
        self.refused: BodyRefused | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self._bounded():
                yield piece
        except BodyRefused as error:
            self.refused = error
            raise

    async def _bounded(self) -> AsyncIterator[bytes]:
        size = 0
        pieces = _pieces(self._receive)
        while True:
            try:
                piece = await asyncio.wait_for(anext(pieces), self._pause)
            except StopAsyncIteration:
                return
            except TimeoutError as error:
                raise TooSlow from error
            size += len(piece)
            if size > self._limit:
                raise TooLarge
            yield piece
