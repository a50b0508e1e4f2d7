"""Records the events that a service under test publishes, and publishes events of other services to it."""

import asyncio
from typing import TypeVar

from chassis.bus import Message
from chassis.bus.local import LocalBus
from contracts.event import EVENTS, Event, parse

E = TypeVar("E", bound=Event)


class EventRecorder:
    """Records every event on one bus, in the order of publication."""

    def __init__(self, bus: LocalBus) -> None:
        self._bus = bus
        self._news = asyncio.Condition()
        self.events: list[Event] = []

    async def listen(self) -> None:
        """Subscribe to all events."""
        await self._bus.listen(list(EVENTS), self._record)

    def of(self, kind: type[E]) -> list[E]:
        """The events of one type so far."""
        return [event for event in self.events if isinstance(event, kind)]

    async def wait_for(self, kind: type[E], count: int = 1, *, seconds: float = 5) -> list[E]:
        """Wait for `count` events of one type; returns all of that type. Raises TimeoutError."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: len(self.of(kind)) >= count)
        return self.of(kind)

    async def first(self, kind: type[E], *, seconds: float = 5) -> E:
        """Wait for the first event of one type. Raises TimeoutError."""
        return (await self.wait_for(kind, seconds=seconds))[0]

    async def tell(self, *events: Event) -> None:
        """Publish events as another service would; returns when the service under test has handled them."""
        for event in events:
            await self._bus.publish(
                Message(
                    event_id=event.event_id,
                    key=event.key,
                    aggregate=event.aggregate,
                    payload=event.model_dump_json().encode(),
                )
            )

    def forget(self) -> None:
        """Forget the events recorded so far."""
        self.events.clear()

    async def _record(self, message: Message) -> None:
        event = parse(message.key, message.payload)
        if event is None:
            return
        async with self._news:
            self.events.append(event)
            self._news.notify_all()
