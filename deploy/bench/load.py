"""A cheap load generator: one request in a closed loop over open connections."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import cast
from urllib.parse import urlsplit

from bench.recording import Figure, middle, record

LENGTH = b"content-length:"
END = b"\r\n\r\n"


class LoadFailed(RuntimeError):
    """An answer was not a complete 200."""


@dataclass(frozen=True)
class Target:
    """One request as bytes, and where to send it."""

    host: str
    port: int
    request: bytes


def target(url: str, path: str, token: str | None) -> Target:
    """A GET of this path, with the token if given."""
    parts = urlsplit(url)
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    text = f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept: application/json\r\n{bearer}\r\n"
    return Target(parts.hostname or "", parts.port or 80, text.encode())


class _Loop(asyncio.Protocol):
    """Sends the request again whenever its answer is complete."""

    def __init__(self, request: bytes, on_answer: Callable[[], bool], on_end: Callable[[str], None]) -> None:
        self._request = request
        self._on_answer = on_answer
        self._on_end = on_end
        self._buffer = b""
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(
            asyncio.WriteTransport, transport
        )  # uvloop's transports are no subclasses of asyncio's
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        assert self._transport is not None
        self._buffer += data
        head = self._buffer.find(END)
        if head < 0:
            return
        header = self._buffer[:head].lower()
        at = header.find(LENGTH)
        if at < 0 or b" 200 " not in header[:20]:
            self._finish(self._buffer[:300].decode(errors="replace"))
            return
        length = int(header[at + len(LENGTH) :].split(b"\r\n", 1)[0])
        if len(self._buffer) < head + len(END) + length:
            return
        self._buffer = b""
        if self._on_answer():
            self._transport.write(self._request)
        else:
            self._finish("")

    def connection_lost(self, exc: Exception | None) -> None:
        self._on_end("the connection was closed" if self._transport else "")

    def _finish(self, fault: str) -> None:
        assert self._transport is not None
        self._transport.close()
        self._transport = None
        self._on_end(fault)


async def throughput(target: Target, *, seconds: float, connections: int) -> float:
    """The answers a second over these connections. Raises LoadFailed."""
    answered, took = await send_repeatedly(target, seconds=seconds, connections=connections)
    return answered / took


async def send_repeatedly(target: Target, *, seconds: float, connections: int) -> tuple[int, float]:
    """The number of answers, and the seconds until the last one. Raises LoadFailed."""
    loop = asyncio.get_running_loop()
    answered = 0
    faults: set[str] = set()
    open_ones = connections
    over = asyncio.Event()
    began = time.perf_counter()

    def on_answer() -> bool:
        nonlocal answered
        answered += 1
        return time.perf_counter() - began < seconds

    def on_end(fault: str) -> None:
        nonlocal open_ones
        if fault:
            faults.add(fault)
        open_ones -= 1
        if open_ones <= 0:
            over.set()

    for _ in range(connections):
        await loop.create_connection(
            lambda: _Loop(target.request, on_answer, on_end), target.host, target.port
        )
    await over.wait()
    took = time.perf_counter() - began
    if faults:
        raise LoadFailed("; ".join(sorted(faults)))
    return answered, took


@dataclass(frozen=True)
class Ratio:
    """Two throughputs in answers a second."""

    yardstick: float
    measured: float
    spread: float = 0.0
    """Half of what lay between the shares of the single rounds."""

    @property
    def share(self) -> float:
        """Measured ÷ yardstick."""
        return self.measured / self.yardstick

    def record(self, name: str) -> str:
        """Record the share under this name, more being better; returns the line to print."""
        return record(Figure(name, "%", better="higher"), 100 * self.share, 100 * self.spread)


async def compare(
    yardstick: Target, measured: Target, *, rounds: int, seconds: float, connections: int
) -> Ratio:
    """Measure both alternately, so that both meet the same load of the machine; returns the medians."""
    for each in (yardstick, measured):
        await throughput(each, seconds=1, connections=connections)
    pairs = [
        (
            await throughput(yardstick, seconds=seconds, connections=connections),
            await throughput(measured, seconds=seconds, connections=connections),
        )
        for _ in range(rounds)
    ]
    _, spread = middle([pair[1] / pair[0] for pair in pairs])
    return Ratio(median(pair[0] for pair in pairs), median(pair[1] for pair in pairs), spread)
