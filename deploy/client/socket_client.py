"""A Socket.IO client that records what arrives, and when."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

import socketio
from socketio.exceptions import ConnectionError as SocketRefused

from client.api_client import eventually

EVENT_NAMES = (
    "get_notification",
    "get_broadcast_notification",
    "get_confirm_account_verification",
    "get_availability_update",
)


@dataclass(frozen=True)
class ReceivedEvent:
    """One event that the socket received."""

    name: str
    data: dict[str, object]
    at: float
    """The time.monotonic() of its arrival."""

    def part(self, name: str) -> dict[str, object]:
        """A member that is an object; empty when it is null."""
        return cast(dict[str, object], self.data.get(name) or {})


class SocketClient:
    """Records the events that the server sends."""

    def __init__(self) -> None:
        self.arrivals: list[ReceivedEvent] = []
        self.client = socketio.AsyncClient(reconnection=True, reconnection_delay=1, reconnection_delay_max=2)
        self._news = asyncio.Event()
        for name in EVENT_NAMES:
            self.client.on(name, self._handler(name))

    async def wait_for(self, fits: Callable[[ReceivedEvent], bool], seconds: float = 15) -> ReceivedEvent:
        """Wait for the first event that fits; earlier ones count. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while True:
                self._news.clear()
                found = next((each for each in self.arrivals if fits(each)), None)
                if found:
                    return found
                await self._news.wait()

    async def booking(self, order_id: str, status: str, seconds: float = 15) -> ReceivedEvent:
        """Wait for the get_notification with this order in this status."""

        def fits(arrival: ReceivedEvent) -> bool:
            row = arrival.part("booking_data")
            return row.get("order_id") == order_id and row.get("request_status") == status

        return await self.wait_for(fits, seconds)

    def count(self, fits: Callable[[ReceivedEvent], bool]) -> int:
        """How many events fit so far."""
        return sum(1 for each in self.arrivals if fits(each))

    def _handler(self, name: str) -> Callable[[dict[str, object]], None]:
        def keep(data: dict[str, object]) -> None:
            self.arrivals.append(ReceivedEvent(name, data, time.monotonic()))
            self._news.set()

        return keep


async def _connected(url: str, auth: dict[str, str] | None) -> SocketClient:
    """Connect, and try again while a gateway that has just started answers 503."""

    async def connect() -> SocketClient | None:
        screen, refusals = SocketClient(), list[object]()
        screen.client.on("connect_error", refusals.append)
        try:
            await screen.client.connect(url, auth=auth, transports=["websocket"], wait_timeout=15)
        except SocketRefused:
            if "503" not in str(refusals):
                raise
            return None
        return screen

    return await eventually(connect, f"a socket at {url}")


@asynccontextmanager
async def open_socket(url: str, token: str | None) -> AsyncGenerator[SocketClient]:
    """A connected socket, in the room of the owner of the token."""
    screen = await _connected(url, {"token": token} if token else None)
    try:
        yield screen
    finally:
        await screen.client.disconnect()
