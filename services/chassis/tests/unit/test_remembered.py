"""A process forgets what it remembers of people, again and again, without being told."""

import asyncio

import pytest
from chassis import remembered

PATIENCE_SECONDS = 60.0


async def test_all_is_forgotten_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_MEMORIES", [])
    monkeypatch.setattr(remembered, "FORGET_EVERY_SECONDS", 0.01)
    greeting, parting = (
        remembered.remembered(2)(function) for function in ("Hello {}".format, "Goodbye {}".format)
    )
    async with remembered.forgetting(), asyncio.timeout(PATIENCE_SECONDS):
        for _ in range(2):
            assert (greeting("Ana"), parting("Ana")) == ("Hello Ana", "Goodbye Ana")
            while greeting.cache_info().currsize or parting.cache_info().currsize:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
