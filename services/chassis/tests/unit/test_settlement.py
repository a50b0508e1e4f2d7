"""Acknowledgements, several in one frame."""

import random
from typing import Any, cast

import pytest
from aiormq.abc import AbstractChannel
from chassis.bus import settlement
from chassis.bus.settlement import MOST_WAITING, Settlement
from client.api_client import eventually


class Channel:
    """Settles messages as a broker does, and refuses what it refuses."""

    def __init__(self) -> None:
        self.open = set[int]()
        self.in_hand = set[int]()
        self.frames = 0

    async def basic_ack(self, delivery_tag: int, multiple: bool = False, wait: bool = True) -> None:
        del wait
        assert delivery_tag in self.open, "PRECONDITION_FAILED: unknown delivery tag"
        settled = {tag for tag in self.open if tag <= delivery_tag} if multiple else {delivery_tag}
        assert not settled & self.in_hand, "it would be lost with this process"
        self.open -= settled
        self.frames += 1

    async def basic_reject(self, delivery_tag: int, *, requeue: bool) -> None:
        assert not requeue
        assert delivery_tag in self.open
        self.open.discard(delivery_tag)
        self.in_hand.discard(delivery_tag)


def arrived(count: int) -> tuple[Channel, Settlement]:
    """A channel on which so many messages have come."""
    channel = Channel()
    settled = Settlement(cast(AbstractChannel, cast(Any, channel)))
    for tag in range(1, count + 1):
        channel.open.add(tag)
        channel.in_hand.add(tag)
        settled.arrived(tag)
    return channel, settled


@pytest.mark.parametrize("seed", range(20))
async def test_each_message_is_settled_once_and_none_that_is_in_hand(seed: int) -> None:
    dice = random.Random(seed)
    channel, settlement = arrived(60)
    tags = list(range(1, 61))
    dice.shuffle(tags)
    while tags:
        taken = [tags.pop() for _ in range(min(len(tags), dice.randint(1, 5)))]
        if dice.random() < 0.2:
            for tag in taken:
                await settlement.reject(tag)
        else:
            channel.in_hand -= set(taken)
            await settlement.handled(taken)
    await settlement.acknowledge(wait=True)
    assert not channel.open


async def test_what_was_handled_in_order_is_one_frame() -> None:
    channel, settlement = arrived(MOST_WAITING + 1)
    for tag in range(1, MOST_WAITING + 1):
        channel.in_hand.discard(tag)
        await settlement.handled([tag])
    assert channel.open == {MOST_WAITING + 1}
    assert channel.frames == 1


async def test_a_single_message_is_acknowledged_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settlement, "WAIT_SECONDS", 0.01)
    channel, settled = arrived(2)
    channel.in_hand.discard(1)
    await settled.handled([1])
    assert channel.open == {1, 2}, "others may follow"
    await eventually(lambda: 1 not in channel.open)
    assert channel.open == {2}
