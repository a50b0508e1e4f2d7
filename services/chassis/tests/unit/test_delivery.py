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


class Batches:
    """Records what lanes process: an item alone is a batch of one."""

    def __init__(self) -> None:
        self.taken: list[list[str]] = []
        self.came = asyncio.Event()
        self.lanes = Lanes[str](self._work, 8, self._together)

    async def _work(self, item: str) -> None:
        await self._together([item])

    async def _together(self, items: list[str]) -> bool:
        self.taken.append(items)
        self.came.set()
        return True

    async def next(self) -> list[str]:
        """The next batch, which comes soon."""
        await asyncio.wait_for(self.came.wait(), 5)
        self.came.clear()
        return self.taken[-1]

    async def none_comes(self) -> bool:
        """Whether nothing comes in the next turns of the loop."""
        for _ in range(20):
            await asyncio.sleep(0)
        return not self.came.is_set()


async def test_what_waits_at_the_same_time_is_taken_together_and_at_most_so_many() -> None:
    batches = Batches()
    for number in range(MOST_TOGETHER + 3):
        batches.lanes.put(str(number), str(number))
    await batches.lanes.drain(5)
    assert [len(batch) for batch in batches.taken] == [MOST_TOGETHER, 3]
    alone = Batches()
    alone.lanes.put("alone", "one")
    await alone.lanes.drain(5)
    assert alone.taken == [["one"]]


async def test_what_comes_in_the_next_turns_of_the_loop_is_in_the_same_batch() -> None:
    batches = Batches()
    for aggregate in "abc":
        batches.lanes.put(aggregate, aggregate)
        await asyncio.sleep(0)
    await batches.lanes.drain(5)
    assert batches.taken == [["a", "b", "c"]]


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
    batches = Batches()
    batches.lanes.put("a", "first", gather_seconds=60)
    batches.lanes.put("a", "second", gather_seconds=60)
    batches.lanes.put("b", "third", gather_seconds=60)
    assert await batches.none_comes()
    batches.lanes.put("a", "in a hurry")
    assert await batches.next() == ["first", "second", "in a hurry", "third"]
    batches.lanes.put("c", "last", gather_seconds=60)
    batches.lanes.put("d", "in a hurry too")
    assert await batches.next() == ["last", "in a hurry too"]


async def test_what_gathers_is_taken_when_its_time_is_over_when_they_are_many_and_at_the_end() -> None:
    batches = Batches()
    batches.lanes.put("a", "patient", gather_seconds=60)
    batches.lanes.put("b", "less patient", gather_seconds=0.001)
    assert await batches.next() == ["patient", "less patient"]
    for number in range(MOST_TOGETHER):
        batches.lanes.put(str(number), str(number), gather_seconds=60)
    assert len(await batches.next()) == MOST_TOGETHER
    batches.lanes.put("c", "at the end", gather_seconds=60)
    await batches.lanes.drain(5)
    assert batches.taken[2:] == [["at the end"]]


async def test_who_must_not_wait_does_not_wait_behind_what_gathers_while_another_is_in_hand() -> None:
    begun, stuck, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work(_: str) -> None:
        begun.set()
        await stuck.wait()

    async def together(items: list[str]) -> bool:
        assert items == ["patient", "in a hurry"]
        done.set()
        return True

    lanes = Lanes[str](work, 2, together)
    lanes.put("a", "stuck")
    await begun.wait()
    lanes.put("b", "patient", gather_seconds=60)
    lanes.put("b", "in a hurry")
    await asyncio.wait_for(done.wait(), 5)
    stuck.set()
    await lanes.drain(5)
