"""What a process remembers of posts does not outlast the erasure of their authors (product.md 1.10)."""

import asyncio

import pytest
from chassis import remembered
from fastapi import FastAPI
from feed.timeline.card_cache import cards_ready

PATIENCE_SECONDS = 60.0


async def test_cards_are_forgotten_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "FORGET_EVERY_SECONDS", 0.01)
    app = FastAPI()
    async with cards_ready(app), asyncio.timeout(PATIENCE_SECONDS):
        for _ in range(2):
            app.state.cards._remember({"post 1": b'{"name":"Ana"'})
            while app.state.cards._texts:  # noqa: ASYNC110 - the cache tells nobody
                await asyncio.sleep(0.01)
