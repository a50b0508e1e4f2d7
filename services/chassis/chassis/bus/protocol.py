"""What a service asks of a bus; RabbitMQ and the local bus both answer it."""

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

from chassis.bus.message import Message

Handler = Callable[[Message], Awaitable[None]]
DeadLetterSink = Callable[[Message, str], Awaitable[None]]
"""Keeps a message that was given up, with the reason; for a bus without a dead letter queue of its own."""
OnConnect = Callable[[], Awaitable[None]]


class Subscription(Protocol):
    """A standing order for messages."""

    async def stop(self, grace: float) -> None:
        """Take no more; finish within `grace` seconds what is in hand, then let go of the rest."""
        ...


class Bus(Protocol):
    """Carries messages at least once, in order for each aggregate."""

    @property
    def connected(self) -> bool:
        """Whether messages come and go right now: published, consumed and listened to."""
        ...

    async def ready(self) -> None:
        """Returns once messages can be published."""
        ...

    async def publish(self, message: Message) -> None:
        """Returns when the bus answers for the message: it will reach each durable consumer of its key.

        Raises when it may not have arrived; the caller tries again later, and it may then arrive twice.
        """
        ...

    async def consume(
        self, consumer: str, keys: Collection[str], handler: Handler, dead_letter: DeadLetterSink
    ) -> Subscription:
        """Let `handler` take each message with one of `keys`, for ever kept under the name `consumer`.

        Messages that wait for `consumer` survive restarts. A handler that raises is tried five times, then
        the message goes to the dead letters; while the handler's database is away it is tried on and on.
        """
        ...

    async def listen(
        self, keys: Collection[str], handler: Handler, on_connect: OnConnect | None = None
    ) -> Subscription:
        """Let `handler` see each message with one of `keys` while this process is connected.

        `on_connect` is called at each connecting, when messages arrive again but some may have been missed.
        """
        ...
