"""The process's budget of memory: who waits, who goes first, and that nothing of it is lost."""

import asyncio

import pytest
from chassis import memory_budget
from chassis.errors import Unavailable
from chassis.memory_budget import MemoryBudget


@pytest.fixture(autouse=True)
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long in these tests."""
    monkeypatch.setattr(memory_budget, "WAIT_SECONDS", 0.05)


async def test_who_waits_too_long_is_told_to_come_again() -> None:
    budget = MemoryBudget(100, for_decoding=40)
    async with budget.reading(60):
        with pytest.raises(Unavailable) as refused:
            async with budget.reading(1):
                pytest.fail("there is no room")
        assert refused.value.headers["Retry-After"] == "5"
        async with budget.decoding(40):
            assert budget.used == 100
    assert budget.used == 0
    async with budget.reading(60):
        assert budget.used == 60


async def test_pictures_go_before_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_budget, "WAIT_SECONDS", 5)
    budget = MemoryBudget(100, for_decoding=40)
    order: list[str] = []

    async def read() -> None:
        async with budget.reading(50):
            order.append("read")

    async def decode() -> None:
        async with budget.decoding(90):
            order.append("decoded")

    async with budget.reading(20):
        tasks = [asyncio.create_task(decode()), asyncio.create_task(read())]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert order == []
    await asyncio.gather(*tasks)
    assert order == ["decoded", "read"]
    assert budget.used == 0


async def test_who_hangs_up_gives_its_place_back() -> None:
    budget = MemoryBudget(100, for_decoding=40)
    async with budget.reading(60):
        waiting = asyncio.create_task(budget.reading(10).__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    assert budget.used == 0


async def test_what_is_larger_than_all_takes_all() -> None:
    budget = MemoryBudget(100, for_decoding=40)
    async with budget.decoding(500):
        assert budget.used == 100
    assert budget.used == 0
