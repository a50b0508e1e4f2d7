"""Background workers: woken by a notification, one look, a slow poll as the safety net, a prompt stop."""

import asyncio
import time
from collections import Counter

import pytest
from chassis.db.notifier import Notifier
from chassis.worker import Task, working


class Queue:
    """Something to work on: how often it was looked at, and what is left."""

    def __init__(self, waiting: int = 0) -> None:
        self.waiting = waiting
        self.looks = 0
        self.idle = 0
        self.rested = asyncio.Event()

    async def take(self) -> int:
        self.looks += 1
        if not self.waiting:
            return 0
        self.waiting -= 1
        return 1

    async def rest(self) -> None:
        self.idle += 1
        self.rested.set()


async def test_a_worker_takes_all_there_is_then_rests_until_it_is_woken() -> None:
    queue, notifier = Queue(2), Notifier()
    async with working([(Task("queue", queue.take, idle=queue.rest, poll_seconds=60), notifier)], 1):
        await asyncio.wait_for(queue.rested.wait(), 5)
        assert (queue.waiting, queue.looks, queue.idle) == (0, 3, 1)
        queue.rested.clear()
        queue.waiting = 1
        notifier.notify()
        await asyncio.wait_for(queue.rested.wait(), 5)
        assert (queue.waiting, queue.looks, queue.idle) == (0, 5, 2)


async def test_a_notification_that_came_too_early_is_not_lost() -> None:
    queue, notifier = Queue(), Notifier()
    notifier.notify()
    notifier.notify()
    await asyncio.wait_for(notifier.wait(60), 5)
    began = time.monotonic()
    await notifier.wait(0.05)
    assert time.monotonic() - began >= 0.04, "two notifications at once wake once"
    assert queue.looks == 0


async def test_without_a_notification_it_looks_again_after_the_poll() -> None:
    queue = Queue()
    async with working([(Task("queue", queue.take, idle=queue.rest, poll_seconds=0.01), Notifier())], 1):
        for _ in range(3):
            await asyncio.wait_for(queue.rested.wait(), 5)
            queue.rested.clear()
    assert queue.looks >= 3


async def test_what_fails_stops_nothing_and_is_looked_at_again() -> None:
    queue, notifier, failed = Queue(1), Notifier(), asyncio.Event()

    async def fail_once() -> int:
        if not failed.is_set():
            failed.set()
            raise LookupError
        return await queue.take()

    async with working([(Task("queue", fail_once, idle=queue.rest, poll_seconds=60), notifier)], 1):
        await asyncio.wait_for(queue.rested.wait(), 5)
        assert queue.looks == 0
        queue.rested.clear()
        notifier.notify()
        await asyncio.wait_for(queue.rested.wait(), 5)
    assert queue.waiting == 0


@pytest.mark.parametrize(("seconds", "finished"), [(0.05, True), (30, False)])
async def test_a_stop_lets_the_work_in_hand_end_within_the_grace(seconds: float, finished: bool) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def work() -> int:
        begun.set()
        await asyncio.sleep(seconds)
        ended.set()
        return 0

    began = time.monotonic()
    async with working([(Task("slow", work, poll_seconds=60), Notifier())], 0.5):
        await asyncio.wait_for(begun.wait(), 5)
    assert ended.is_set() is finished
    assert time.monotonic() - began < 5


async def test_one_of_several_workers_polls_for_all_and_each_is_woken() -> None:
    notifier, runs, polled, all_at_work = Notifier(), Counter[object](), asyncio.Event(), asyncio.Event()
    at_work, waiting = set[object](), False

    async def work() -> int:
        me = asyncio.current_task()
        runs[me] += 1
        if runs[me] == 5:
            polled.set()
        if waiting and not all_at_work.is_set():
            at_work.add(me)
            if len(at_work) == 3:
                all_at_work.set()
            notifier.notify()
            await all_at_work.wait()
        return 0

    task = Task("queue", work, poll_seconds=0.02)
    async with working([(task, notifier)] * 3, 1):
        await asyncio.wait_for(polled.wait(), 5)
        assert sorted(runs.values()) == [1, 1, 5]
        waiting = True
        notifier.notify()
        await asyncio.wait_for(all_at_work.wait(), 5)


async def test_something_postponed_is_taken_when_it_is_due_though_nobody_polls() -> None:
    queue, notifier, asked = Queue(), Notifier(), 0

    async def next_due() -> float | None:
        nonlocal asked
        asked += 1
        return None

    task = Task("queue", queue.take, idle=queue.rest, next_due=next_due, poll_seconds=600)
    async with working([(task, notifier)], 1):
        await asyncio.wait_for(queue.rested.wait(), 5)
        assert asked == 1, "what was postponed before the start is asked for"
        for _ in range(3):
            queue.rested.clear()
            queue.waiting = 1
            notifier.notify()
            await asyncio.wait_for(queue.rested.wait(), 5)
        assert asked == 1, "who is woken by a commit asks no more"
        queue.rested.clear()
        queue.waiting = 1
        notifier.notify_in(0.05)
        notifier.notify_in(30)
        await asyncio.wait_for(queue.rested.wait(), 5)
        assert queue.waiting == 0, "the earlier of two times counts"
        assert asked == 2, "only the row knows the next time"


async def test_a_slow_poll_only_asks_while_nothing_is_due() -> None:
    notifier, polled, worked, asked = Notifier(), asyncio.Event(), asyncio.Event(), 0

    async def next_due() -> float | None:
        nonlocal asked
        asked += 1
        if asked == 5:
            polled.set()
        return None

    async def work() -> int:
        worked.set()
        return 0

    async with working([(Task("queue", work, next_due=next_due, poll_seconds=0.01), notifier)], 1):
        await asyncio.wait_for(polled.wait(), 5)
        assert not worked.is_set()
        notifier.notify()
        await asyncio.wait_for(worked.wait(), 5)


async def test_work_that_failed_is_tried_again_though_nothing_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What failed may have been something else, such as the record of what was sent."""
    monkeypatch.setattr("chassis.worker.FAILED_SECONDS", 0.01)
    notifier, done, failures = Notifier(), asyncio.Event(), [LookupError(), LookupError()]

    async def nothing() -> float | None:
        return None

    async def fail_twice() -> int:
        if failures:
            raise failures.pop()
        done.set()
        return 0

    async with working([(Task("queue", fail_twice, next_due=nothing, poll_seconds=600), notifier)], 1):
        notifier.notify()
        await asyncio.wait_for(done.wait(), 5)


async def test_what_was_postponed_before_the_start_is_taken_when_it_is_due() -> None:
    queue, notifier, due = Queue(), Notifier(), [0.01]

    async def next_due() -> float | None:
        if not due:
            return None
        queue.waiting = 1
        return due.pop()

    task = Task("queue", queue.take, idle=queue.rest, next_due=next_due, poll_seconds=600)
    async with working([(task, notifier)], 1):
        async with asyncio.timeout(5):
            while queue.idle < 2:
                await queue.rested.wait()
                queue.rested.clear()
    assert (queue.waiting, due) == (0, [])


async def test_after_an_error_it_looks_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chassis.worker.FAILED_SECONDS", 0.01)
    queue, failures = Queue(1), [LookupError(), LookupError()]

    async def fail_twice() -> int:
        if failures:
            raise failures.pop()
        return await queue.take()

    async with (
        working([(Task("queue", fail_twice, idle=queue.rest, poll_seconds=600), Notifier())], 1),
        asyncio.timeout(5),
    ):
        while queue.waiting:
            await queue.rested.wait()
            queue.rested.clear()


async def test_with_a_pace_the_first_wakes_at_once_and_the_next_ones_together() -> None:
    notifier, loop = Notifier(), asyncio.get_running_loop()
    notifier.pace_seconds = 0.2
    began = loop.time()
    notifier.notify()
    assert await notifier.wait(60) is True
    for _ in range(3):
        notifier.notify()
    assert await notifier.wait(60) is True, "it counts as a commit: nobody has waited for a time"
    assert loop.time() - began >= 0.19
    assert notifier.stop_gathering() is False, "three have woken once"


async def test_what_a_pace_holds_back_is_told_when_it_ends() -> None:
    notifier = Notifier()
    notifier.pace_seconds = 600
    notifier.notify()
    assert await notifier.wait(60) is True
    notifier.notify()
    assert await notifier.wait(0.01) is None, "it gathers"
    assert notifier.stop_gathering() is True
    assert notifier.stop_gathering() is False
    notifier.notify()
    assert await notifier.wait(60) is True, "there is no pace any more"
