"""Reads or streams request bodies within limits of size and time, whatever Content-Length says."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from typing import Final

from starlette.types import Receive

NO_BODY: Final = b""


class BodyRejected(Exception):
    """The body is too large or too slow, or its sender hung up."""


class BodyTooLarge(BodyRejected):
    """The body exceeds the call's limit."""


class BodyTooSlow(BodyRejected):
    """The sender took too long."""


class ClientDisconnected(BodyRejected):
    """The sender hung up."""


def declared_length(value: bytes | None, limit: int) -> int | None:
    """The length in bytes that Content-Length declares, None without the header. Raises `BodyTooLarge`."""
    if value is None:
        return None
    if not value.isdigit() or len(value) > 15:
        raise BodyTooLarge
    length = int(value)
    if length > limit:
        raise BodyTooLarge
    return length


async def read_body(receive: Receive, limit: int, seconds: float) -> bytes:
    """Read the whole body, of at most `limit` bytes, within `seconds`.

    Raises `BodyTooLarge`, `BodyTooSlow` or `ClientDisconnected`.
    """
    try:
        async with asyncio.timeout(seconds):
            message = await receive()
            first: bytes = message.get("body", NO_BODY)
            if message["type"] == "http.request" and not message.get("more_body"):
                return _within(first, limit)
            if message["type"] == "http.disconnect":
                raise ClientDisconnected
            parts = [first]
            size = len(first)
            async for part in _pieces(receive):
                size += len(part)
                if size > limit:
                    raise BodyTooLarge
                parts.append(part)
    except TimeoutError as error:
        raise BodyTooSlow from error
    return _within(b"".join(parts), limit)


def _within(body: bytes, limit: int) -> bytes:
    if len(body) > limit:
        raise BodyTooLarge
    return body


async def _pieces(receive: Receive) -> AsyncGenerator[bytes]:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnected
        if body := message.get("body"):
            yield body
        if not message.get("more_body"):
            return


@dataclass(frozen=True, slots=True)
class Pace:
    """How slowly a large body may arrive: the longest pause in seconds, and bytes a second from then on."""

    pause: float
    bytes_per_second: int

    def keeps(self, size: int, seconds: float) -> bool:
        """Whether so many bytes in so many seconds are fast enough."""
        return seconds <= self.pause or size >= self.bytes_per_second * (seconds - self.pause)


class BodyStream:
    """Streams a large body to a service, with a limit in bytes and a slowest pace.

    `refused` holds the error that ended it early.
    """

    def __init__(self, receive: Receive, limit: int, pace: Pace) -> None:
        self._receive = receive
        self._limit = limit
        self._pace = pace
        self.refused: BodyRejected | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self._bounded():
                yield piece
        except BodyRejected as error:
            self.refused = error
            raise

    async def _bounded(self) -> AsyncIterator[bytes]:
        size = 0
        pieces = _pieces(self._receive)
        waited = 0.0
        while True:
            began = time.monotonic()
            try:
                piece = await asyncio.wait_for(anext(pieces), self._pace.pause)
            except StopAsyncIteration:
                return
            except TimeoutError as error:
                raise BodyTooSlow from error
            size += len(piece)
            waited += time.monotonic() - began  # not the service's time, which may have none for us yet
            if size > self._limit:
                raise BodyTooLarge
            if not self._pace.keeps(size, waited):
                raise BodyTooSlow
            yield piece
