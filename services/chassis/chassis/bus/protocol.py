"""The interface of a bus. RabbitMQ and the local bus implement it."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from chassis.bus.message import Message
from chassis.outages import BusError

Handler = Callable[[Message], Awaitable[None]]
BatchHandler = Callable[[Sequence[Message]], Awaitable[None]]
"""Handles several messages in one transaction; when it raises, it has handled none of them."""
NO_GATHERING: Final[Mapping[str, float]] = MappingProxyType({})
DeadLetterSink = Callable[[Message, str], Awaitable[None]]
"""Stores a dead-lettered message with the reason; for a bus without a dead letter queue of its own."""
GivenUp = Callable[[Message], None]
"""Is told of a message that becomes a dead letter of the bus itself."""
OnConnect = Callable[[], Awaitable[None]]


class Unroutable(BusError):
    """The broker has no queue for an event that somebody stores. The event stays in the outbox."""


class Subscription(Protocol):
    """A running subscription to messages."""

    async def stop(self, grace: float) -> None:
        """Take no further messages; finish the current ones within `grace` seconds, then cancel the rest."""
        ...


class Listening(Subscription, Protocol):
    """A running subscription of this process, whose keys change as somebody waits for what they bring."""

    async def bind(self, key: str) -> None:
        """Take messages with this key too; returns when every later one comes.

        While the bus is away it returns at once: the key is bound by the next connection.
        """
        ...

    async def unbind(self, key: str) -> None:
        """Take no more messages with this key. One that is under way may still come."""
        ...


class Bus(Protocol):
    """Delivers messages at least once, in order for each aggregate."""

    @property
    def connected(self) -> bool:
        """Whether the bus can publish and deliver messages right now."""
        ...

    @property
    def connections(self) -> int:
        """How often the bus has connected for publishing."""
        ...

    async def ready(self) -> None:
        """Returns once messages can be published."""
        ...

    def when_connected(self, call: Callable[[], None]) -> None:
        """Call this each time that the bus connects for publishing: it may have lost what it held."""
        ...

    def holds(self, message: Message) -> bool:
        """Whether the bus itself holds this message for its readers after `publish`, and so may lose it."""
        ...

    async def has_forgotten(self) -> bool:
        """Whether the bus may have lost all messages it held: it does not know this publisher.

        Raises what `publish` raises.
        """
        ...

    async def remember(self) -> None:
        """Let the bus know this publisher, as long as it keeps its messages. Raises what `publish` raises."""
        ...

    async def dead_letters(self) -> int:
        """How many dead letters the bus itself holds of this process's service."""
        ...

    async def waiting(self) -> int:
        """How many messages wait in the bus for this process's service, not counting those in hand."""
        ...

    async def publish(self, message: Message) -> None:
        """Returns when the bus has confirmed the message: each durable consumer of its key will get it.

        Raises when delivery is uncertain; the caller tries again later, and the message may arrive twice.
        """
        ...

    async def consume(
        self,
        consumer: str,
        keys: Collection[str],
        handler: Handler,
        dead_letter: DeadLetterSink,
        *,
        given_up: GivenUp | None = None,
        together: BatchHandler | None = None,
        gather_seconds: Mapping[str, float] = NO_GATHERING,
    ) -> Subscription:
        """Pass each message with one of `keys` to `handler`, as the durable subscription `consumer`.

        Messages that wait for `consumer` survive restarts. A handler that raises is tried five times, then
        the message is dead-lettered, by `dead_letter` or by the bus itself, which tells `given_up`; while the
        handler's database is away it is tried without limit.

        Messages that wait at the same time are passed to `together`. When it raises, each of them is passed
        to `handler`, so that one that fails spoils no other. `gather_seconds` says by key how long a message
        may wait for others; a bus whose publisher waits for the effect lets none wait.
        """
        ...

    async def listen(
        self, keys: Collection[str], handler: Handler, on_connect: OnConnect | None = None
    ) -> Listening:
        """Pass each message with one of `keys` to `handler` while this process is connected.

        `on_connect` is called on each connection: messages arrive again, but some may have been missed.
        """
        ...
