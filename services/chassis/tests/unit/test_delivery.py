"""Lanes: events of one aggregate stay in order, other aggregates may overtake them. Delivery: a handler that
fails is called again after growing waits.
"""

import asyncio
from collections import defaultdict

import asyncpg
import pytest
from chassis.bus.delivery import MOST_TOGETHER, GaveUp, Lanes, deliver
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


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 3), st.booleans()), max_size=40),
    st.integers(1, 4),
)
def test_batches_keep_the_order_of_each_aggregate_also_when_one_fails(
    steps: list[tuple[str, int, bool]], width: int
) -> None:
    async def run() -> None:
        finished: dict[str, list[int]] = defaultdict(list)
        at_work: set[str] = set()

        async def work(item: tuple[str, int, int, bool]) -> None:
            aggregate, number, turns, _ = item
            assert aggregate not in at_work
            at_work.add(aggregate)
            for _ in range(turns):
                await asyncio.sleep(0)
            at_work.discard(aggregate)
            finished[aggregate].append(number)

        async def together(items: list[tuple[str, int, int, bool]]) -> bool:
            aggregates = {aggregate for aggregate, _, _, _ in items}
            assert not aggregates & at_work
            at_work.update(aggregates)
            await asyncio.sleep(0)
            at_work.difference_update(aggregates)
            if any(fails for _, _, _, fails in items):
                return False
            for aggregate, number, _, _ in items:
                finished[aggregate].append(number)
            return True

        lanes = Lanes[tuple[str, int, int, bool]](work, width, together)
        put: dict[str, list[int]] = defaultdict(list)
        for number, (aggregate, turns, fails) in enumerate(steps):
            lanes.put(aggregate, (aggregate, number, turns, fails))
            put[aggregate].append(number)
            if turns == 3:
                await asyncio.sleep(0)
        await lanes.drain(5)
        assert finished == put

    asyncio.run(run())


async def test_what_waits_at_the_same_time_is_taken_together_and_at_most_so_many() -> None:
    batches: list[int] = []

    async def work(_: int) -> None:
        batches.append(1)

    async def together(items: list[int]) -> bool:
        batches.append(len(items))
        return True

    lanes = Lanes[int](work, 8, together)
    for number in range(MOST_TOGETHER + 3):
        lanes.put(str(number), number)
    await lanes.drain(5)
    assert batches == [MOST_TOGETHER, 3]
    lanes = Lanes[int](work, 8, together)
    lanes.put("alone", 1)
    await lanes.drain(5)
    assert batches[2:] == [1]


async def test_what_comes_in_the_next_turns_of_the_loop_is_in_the_same_batch() -> None:
    batches: list[list[int]] = []

    async def work(item: int) -> None:
        batches.append([item])

    async def together(items: list[int]) -> bool:
        batches.append(items)
        return True

    lanes = Lanes[int](work, 8, together)
    for number in range(3):
        lanes.put(str(number), number)
        await asyncio.sleep(0)
    await lanes.drain(5)
    assert batches == [[0, 1, 2]]


async def test_who_waits_for_company_waits_a_moment_only() -> None:
    begun, stuck, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work(item: str) -> None:
        begun.set()
        await (stuck.wait() if item == "stuck" else asyncio.sleep(0))
        if item == "other":
            done.set()

    async def together(_: list[str]) -> bool:
        raise AssertionError("there is never more than one")

    lanes = Lanes[str](work, 2, together)
    lanes.put("a", "stuck")
    await begun.wait()
    lanes.put("b", "other")
    await asyncio.wait_for(done.wait(), 5)
    stuck.set()
    await lanes.drain(5)


async def test_what_may_gather_waits_for_others_until_one_must_not_wait() -> None:
    batches: list[list[str]] = []

    async def work(item: str) -> None:
        batches.append([item])

    async def together(items: list[str]) -> bool:
        batches.append(items)
        return True

    lanes = Lanes[str](work, 8, together)
    lanes.put("a", "first", gather_seconds=60)
    lanes.put("a", "second", gather_seconds=60)
    lanes.put("b", "third", gather_seconds=60)
    for _ in range(20):
        await asyncio.sleep(0)
    assert not batches
    lanes.put("a", "in a hurry")
    for _ in range(20):
        await asyncio.sleep(0)
    assert batches == [["first", "second", "in a hurry", "third"]]
    lanes.put("c", "last", gather_seconds=60)
    lanes.put("d", "in a hurry too")
    await lanes.drain(5)
    assert batches[1:] == [["last", "in a hurry too"]]


async def test_what_gathers_is_taken_when_its_time_is_over_when_they_are_many_and_at_the_end() -> None:
    batches: list[int] = []
    done = asyncio.Event()

    async def work(_: int) -> None:
        batches.append(1)
        done.set()

    async def together(items: list[int]) -> bool:
        batches.append(len(items))
        done.set()
        return True

    lanes = Lanes[int](work, 8, together)
    lanes.put("patient", 1, gather_seconds=60)
    lanes.put("less patient", 2, gather_seconds=0.001)
    await asyncio.wait_for(done.wait(), 5)
    assert batches == [2]
    done.clear()
    for number in range(MOST_TOGETHER):
        lanes.put(str(number), number, gather_seconds=60)
    await asyncio.wait_for(done.wait(), 5)
    assert batches[1:] == [MOST_TOGETHER]
    lanes.put("at the end", 3, gather_seconds=60)
    await lanes.drain(5)
    assert batches[2:] == [1]
