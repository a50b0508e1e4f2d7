"""A connection to RabbitMQ that reconnects whenever it is lost."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import aio_pika
import structlog
from aio_pika.abc import AbstractChannel, AbstractConnection
from aio_pika.connection import make_url

from chassis import outages
from chassis.addresses import broker_addresses

CONNECT_SECONDS: Final = 5
HEARTBEAT_SECONDS: Final = 10
FIRST_RETRY_SECONDS: Final = 0.2
LONGEST_RETRY_SECONDS: Final = 3.0

log = structlog.get_logger()


async def connect(url: str, seconds: float = CONNECT_SECONDS) -> AbstractConnection:
    """A connection for once, to the first host of `url` that takes one. Raises what the last one raised."""
    *others, last = broker_addresses(url)
    for address, tls in others:
        with suppress(aio_pika.exceptions.AMQPError, OSError):
            return await _opened(address, tls, seconds)
    return await _opened(*last, seconds)


async def _opened(url: str, tls: ssl.SSLContext | None, seconds: float) -> AbstractConnection:
    """A new connection. Not by aio_pika.connect, which leaves one that failed open until it is collected."""
    connection = aio_pika.Connection(make_url(url), ssl_context=tls)
    try:
        await _handshake(connection, seconds)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _handshake(connection: aio_pika.Connection, seconds: float) -> None:
    """Connect. Raises AMQPError or OSError.

    If the broker closes the connection before it sends anything, the library raises StopAsyncIteration, which
    becomes a ConnectionResetError here.
    """
    try:
        await connection.connect(timeout=seconds)
    except StopAsyncIteration as error:
        raise ConnectionResetError("the broker has closed the connection before it was open") from error


class BrokerConnection:
    """Maintains one connection with one channel. `prepare` sets up each new channel.

    It reconnects plain connections itself and does not use the library's robust ones: its user must know of
    each reconnection, because unacknowledged messages are delivered again and broadcasts were missed.
    """

    def __init__(
        self,
        url: str,
        name: str,
        prepare: Callable[[AbstractChannel], Awaitable[None]],
        *,
        confirms: bool = False,
    ) -> None:
        self._addresses = broker_addresses(url)
        self._next = 0
        self._name = name
        self._prepare = prepare
        self._confirms = confirms
        self._up = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._connection: aio_pika.Connection | None = None
        self.closed = False

    @property
    def connected(self) -> bool:
        """Whether the channel is ready for use."""
        return self._up.is_set()

    async def ready(self) -> None:
        """Returns once `connected` is true."""
        await self._up.wait()

    async def has_queue(self, name: str) -> bool:
        """Whether the broker has a queue of this name. The question needs a channel: a no closes it."""
        if self._connection is None:
            return False
        channel = self._connection.channel(publisher_confirms=False)
        await channel.initialize()
        try:
            await channel.declare_queue(name, passive=True)
        except aio_pika.exceptions.ChannelNotFoundEntity:
            return False
        await channel.close()
        return True

    def open(self) -> None:
        """Start to connect, in the background."""
        self._task = asyncio.create_task(self._keep_connected(), name=f"connection {self._name}")

    async def close(self) -> None:
        """Close the connection and do not reconnect.

        A cancellation is lost when the library, while it connects, turns it into an error of the connection:
        so the task also ends by itself once `closed` is set.
        """
        self.closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_connected(self) -> None:
        delay = FIRST_RETRY_SECONDS
        while not self.closed:
            try:
                await self._connect_once()
                delay = FIRST_RETRY_SECONDS
            except Exception as error:  # whatever it is: nobody else would connect this process again
                outages.BROKER.tell(f"{type(error).__name__}: {error}", connection=self._name)
                delay = min(delay * 2, LONGEST_RETRY_SECONDS)
            except asyncio.CancelledError:
                if is_cancelled():
                    raise
                outages.BROKER.tell("the channel was closed under us", connection=self._name)
            if not self.closed:
                await asyncio.sleep(delay)

    async def _connect_once(self) -> None:
        """Connect once; returns when the connection or its channel is lost."""
        url, tls = self._addresses[self._next % len(self._addresses)]
        self._next += 1  # the next try goes to the next host
        connection = aio_pika.Connection(
            make_url(url), ssl_context=tls, client_properties={"connection_name": self._name}
        )
        try:
            await _handshake(connection, CONNECT_SECONDS)
            self._connection = connection
            channel = connection.channel(publisher_confirms=self._confirms, on_return_raises=self._confirms)
            await channel.initialize()
            await _close_when_cancelled(channel)
            await self._prepare(channel)
            if self.closed:
                return
            self._up.set()
            outages.BROKER.over()
            ends = (asyncio.ensure_future(connection.closed()), asyncio.ensure_future(channel.closed()))
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._up.clear()
            await asyncio.wait_for(connection.close(), CONNECT_SECONDS)


def is_cancelled() -> bool:
    """Whether this task is cancelled. The library also raises CancelledError when a channel closes."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _close_when_cancelled(channel: AbstractChannel) -> None:
    """Close the channel when the broker cancels a consumer (its queue was deleted): it reconnects."""
    underlay = await channel.get_underlay_channel()

    async def on_cancel(_: object) -> None:
        await channel.close()

    underlay.on_consumer_cancel_callbacks.add(on_cancel)
