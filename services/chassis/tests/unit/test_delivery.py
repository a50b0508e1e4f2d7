"""Lanes: events of one aggregate stay in order, other aggregates may overtake them. Delivery: a handler that
fails is called again after growing waits.
"""

import asyncio
from collections import defaultdict

import asyncpg
import pytest
from chassis.bus.delivery import GaveUp, Lanes, deliver
from chassis.bus.message import Message
from chassis.db.errors import is_outage
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError, OperationalError


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 3)), max_size=40), st.integers(1, 4))
def test_lanes_finish_each_aggregate_in_order_and_never_run_one_twice_at_once(
    steps: list[tuple[str, int]], width: int
) -> None:
    async def run() -> None:
        finished: dict[str, list[int]] = defaultdict(list)
        at_work: set[str] = set()
        most = 0

        async def work(item: tuple[str, int, int]) -> None:
            nonlocal most
            aggregate, number, turns = item
            assert aggregate not in at_work
            at_work.add(aggregate)
            most = max(most, len(at_work))
            for _ in range(turns):
                await asyncio.sleep(0)
            at_work.discard(aggregate)
            finished[aggregate].append(number)

        lanes = Lanes[tuple[str, int, int]](work, width)
        put: dict[str, list[int]] = defaultdict(list)
        for number, (aggregate, turns) in enumerate(steps):
            lanes.put(aggregate, (aggregate, number, turns))
            put[aggregate].append(number)
            if turns == 3:
                await asyncio.sleep(0)
        await lanes.drain(5)
        assert finished == put
        assert most <= width

    asyncio.run(run())


async def test_a_drain_lets_go_of_what_takes_too_long() -> None:
    async def for_ever(_: int) -> None:
        await asyncio.Event().wait()

    lanes = Lanes[int](for_ever, 2)
    lanes.put("a", 1)
    lanes.put("b", 2)
    async with asyncio.timeout(1):
        await lanes.drain(0.05)


async def test_a_handler_that_fails_is_called_again_after_growing_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str | float] = []

    async def wait(seconds: float) -> None:
        calls.append(round(seconds, 2))

    async def fail(_: Message) -> None:
        calls.append("called")
        raise LookupError("no such order")

    monkeypatch.setattr("chassis.bus.delivery.asyncio.sleep", wait)
    with pytest.raises(GaveUp, match="LookupError: no such order"):
        await deliver(Message("id", "aggregate", "order.requested", b"{}"), fail)
    assert calls == ["called", 0.05, "called", 0.15, "called", 0.45, "called", 1.35, "called"]


@pytest.mark.parametrize(
    ("error", "outage"),
    [
        (ConnectionRefusedError(), True),
        (TimeoutError(), True),
        (asyncpg.CannotConnectNowError("starting up"), True),
        (asyncpg.AdminShutdownError("stopping"), True),
        (asyncpg.InternalClientError("cannot switch to state 15"), True),
        (OperationalError("", {}, Exception()), True),
        (IntegrityError("", {}, asyncpg.UniqueViolationError("twice")), False),
        (asyncpg.UniqueViolationError("twice"), False),
        (LookupError(), False),
    ],
)
def test_an_outage_is_told_from_a_mistake(error: Exception, outage: bool) -> None:
    assert is_outage(error) is outage
