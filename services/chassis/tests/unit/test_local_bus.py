"""The bus within one process."""

import asyncio

import pytest
from chassis.bus import Message
from chassis.bus.local import ConsumerAway, LocalBus

KEY = "test.thing.happened"


def message(number: int = 1, target: str | None = None) -> Message:
    """A message."""
    return Message(f"id-{number}", KEY, "a", str(number).encode(), target)


class Reader:
    """Records what it takes and what becomes a dead letter; raises the errors that a test sets."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.dead_letters: list[tuple[bytes, str]] = []
        self.raises: list[Exception] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def take(self, message: Message) -> None:
        await self.gate.wait()
        if self.raises:
            raise self.raises.pop(0)
        self.taken.append(message.payload)

    async def dead_letter(self, message: Message, reason: str) -> None:
        self.dead_letters.append((message.payload, reason))


async def test_nothing_is_published_before_everyone_who_is_expected_came() -> None:
    bus, first, second = LocalBus(expected=["first", "second"]), Reader(), Reader()
    await bus.consume("first", [KEY], first.take, first.dead_letter)
    publishing = asyncio.create_task(bus.publish(message()))
    await asyncio.sleep(0.01)
    assert first.taken == []
    assert not bus.connected
    await bus.consume("second", [KEY], second.take, second.dead_letter)
    await publishing
    assert bus.connected
    assert first.taken == second.taken == [b"1"]


async def test_publishing_returns_when_every_effect_is_there() -> None:
    bus, reader = LocalBus(), Reader()
    reader.gate.clear()
    await bus.consume("reader", [KEY], reader.take, reader.dead_letter)
    publishing = asyncio.create_task(bus.publish(message()))
    await asyncio.sleep(0.01)
    assert not publishing.done()
    reader.gate.set()
    await publishing
    assert reader.taken == [b"1"]


async def test_a_stumble_is_tried_again() -> None:
    bus, reader = LocalBus(), Reader()
    reader.raises = [LookupError(), LookupError()]
    await bus.consume("reader", [KEY], reader.take, reader.dead_letter)
    await bus.publish(message())
    assert reader.taken == [b"1"]
    assert reader.dead_letters == []


async def test_what_fails_five_times_is_buried_with_its_reason_and_counts_as_published() -> None:
    bus, reader = LocalBus(), Reader()
    reader.raises = [LookupError("no such thing")] * 5
    await bus.consume("reader", [KEY], reader.take, reader.dead_letter)
    await bus.publish(message())
    assert reader.taken == []
    assert reader.dead_letters == [(b"1", "LookupError: no such thing")]


async def test_an_outage_goes_back_to_the_publisher_and_others_are_served_all_the_same() -> None:
    bus, away, well = LocalBus(), Reader(), Reader()
    away.raises = [ConnectionRefusedError()]
    await bus.consume("away", [KEY], away.take, away.dead_letter)
    await bus.consume("well", [KEY], well.take, well.dead_letter)
    with pytest.raises(ConnectionRefusedError):
        await bus.publish(message())
    assert well.taken == [b"1"]
    await bus.publish(message())
    assert away.taken == [b"1"]
    assert away.dead_letters == []


async def test_a_consumer_that_left_misses_nothing() -> None:
    bus, reader = LocalBus(), Reader()
    consuming = await bus.consume("reader", [KEY], reader.take, reader.dead_letter)
    with pytest.raises(ValueError, match="already"):
        await bus.consume("reader", [KEY], reader.take, reader.dead_letter)
    await consuming.stop(1)
    with pytest.raises(ConsumerAway):
        await bus.publish(message())
    await bus.consume("reader", [KEY], reader.take, reader.dead_letter)
    await bus.publish(message())
    assert reader.taken == [b"1"]


async def test_listeners_hear_in_order_and_hold_nobody_up() -> None:
    bus, reader = LocalBus(), Reader()
    reader.gate.clear()
    connects: list[bool] = []

    async def connected() -> None:
        connects.append(True)

    listening = await bus.listen([KEY], reader.take, connected)
    for number in range(5):
        await bus.publish(message(number))
    assert reader.taken == []
    reader.gate.set()
    await listening.stop(1)
    assert reader.taken == [b"0", b"1", b"2", b"3", b"4"]
    assert connects == [True]
    await bus.publish(message(6))
    assert len(reader.taken) == 5


async def test_a_listener_takes_a_key_from_its_binding_to_its_unbinding() -> None:
    bus, reader = LocalBus(), Reader()
    listening = await bus.listen([], reader.take)
    await bus.publish(message(1))
    await listening.bind(KEY)
    await bus.publish(message(2))
    await listening.unbind(KEY)
    await bus.publish(message(3))
    await listening.stop(1)
    assert reader.taken == [b"2"]


async def test_a_target_alone_hears_its_message() -> None:
    bus, target, other, listener = LocalBus(), Reader(), Reader(), Reader()
    await bus.consume("target", [], target.take, target.dead_letter)
    await bus.consume("other", [KEY], other.take, other.dead_letter)
    listening = await bus.listen([KEY], listener.take)
    await bus.publish(message(1, target="target"))
    await listening.stop(1)
    assert target.taken == [b"1"]
    assert other.taken == listener.taken == []
    with pytest.raises(ConsumerAway):
        await bus.publish(message(1, target="nobody"))
