"""What a service under test says on its bus, and a way to tell it what others say."""

import asyncio
from typing import TypeVar

from chassis.bus import Message
from chassis.bus.local import LocalBus
from contracts.event import EVENTS, Event, parse

E = TypeVar("E", bound=Event)


class EventRecorder:
    """Hears every event of the house on one bus, in the order of publication."""

    def __init__(self, bus: LocalBus) -> None:
        self._bus = bus
        self._news = asyncio.Condition()
        self.events: list[Event] = []

    async def listen(self) -> None:
        """Begin to hear."""
        await self._bus.listen(list(EVENTS), self._hear)

    def of(self, kind: type[E]) -> list[E]:
        """The events of one type so far."""
        return [event for event in self.events if isinstance(event, kind)]

    async def wait_for(self, kind: type[E], count: int = 1, *, seconds: float = 5) -> list[E]:
        """The events of one type as soon as there are `count`; TimeoutError when they do not come."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: len(self.of(kind)) >= count)
        return self.of(kind)

    async def first(self, kind: type[E], *, seconds: float = 5) -> E:
        """The first event of one type, waited for."""
        return (await self.wait_for(kind, seconds=seconds))[0]

    async def tell(self, *events: Event) -> None:
        """Publish events as another service would; returns when the service under test has taken them in."""
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
        """Drop what was heard so far."""
        self.events.clear()

    async def _hear(self, message: Message) -> None:
        event = parse(message.key, message.payload)
        if event is None:
            return
        async with self._news:
            self.events.append(event)
            self._news.notify_all()
