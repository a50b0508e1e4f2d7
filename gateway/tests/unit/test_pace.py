"""A large body must come at some pace: a sender who trickles holds memory that others wait for."""

import asyncio
from typing import Final

import pytest
from gateway.request_bodies import BodyStream, BodyTooSlow, Pace
from starlette.types import Message

PACE: Final = Pace(pause=15, bytes_per_second=8_192)


@pytest.mark.parametrize(
    ("size", "seconds", "kept"),
    [
        (0, 15, True),
        (10, 14, True),
        (10, 16, False),
        (8_192, 16, True),
        (8_192 * 85, 100, True),
        (1, 100, False),
    ],
)
def test_the_pace_counts_from_the_longest_pause_on(size: int, seconds: float, kept: bool) -> None:
    assert PACE.keeps(size, seconds) is kept


async def test_an_upload_that_trickles_is_cut_off() -> None:
    async def receive() -> Message:
        await asyncio.sleep(0.01)
        return {"type": "http.request", "body": b"x" * 10, "more_body": True}

    body = BodyStream(receive, 1_000_000, Pace(pause=0.1, bytes_per_second=100_000))
    with pytest.raises(BodyTooSlow):
        async for _ in body:
            pass
    assert isinstance(body.refused, BodyTooSlow)
