"""What tests of RabbitMQ share: messages, a reader that records them, and waiting for what it has read."""

import asyncio
from collections import defaultdict

from chassis.bus import Message
from chassis.bus.rabbitmq import RabbitBus
from chassis.ids import new_id
from client.api_client import eventually

KEY = "test.thing.happened"
RARE_KEY = "test.thing.watched"


def message(aggregate: str, number: int, target: str | None = None, key: str = KEY) -> Message:
    """A message with this service's own key."""
    return Message(new_id(), key, aggregate, str(number).encode(), target)


class Reader:
    """Records the messages that it takes; fails for the aggregate `bad`."""

    def __init__(self) -> None:
        self.taken: list[Message] = []
        self.attempts = 0
        self.outage = False
        self.pause = 0.0

    async def take(self, message: Message) -> None:
        if self.outage:
            raise ConnectionRefusedError("the database is away")
        if message.aggregate == "bad":
            self.attempts += 1
            raise LookupError("nothing there")
        await asyncio.sleep(self.pause)
        self.taken.append(message)

    async def dead_letter(self, message: Message, reason: str) -> None:
        raise AssertionError("the broker keeps the dead letters itself")

    def numbers(self) -> dict[str, list[int]]:
        """The numbers that arrived, by aggregate and in order, without redeliveries."""
        found: dict[str, list[int]] = defaultdict(list)
        for taken in self.taken:
            number = int(taken.payload)
            if number not in found[taken.aggregate]:
                found[taken.aggregate].append(number)
        return found


async def connected(bus: RabbitBus) -> None:
    """Wait until every queue of `bus` is declared and read."""
    await eventually(lambda: bus.connected)
