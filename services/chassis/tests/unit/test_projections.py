"""Waiting for an event that another service has just published."""

import time

from chassis.projections import STEP_SECONDS, wait_for_projection


class _Announcement:
    """Found from the given read on, or never."""

    def __init__(self, found_at: int | None) -> None:
        self.reads = 0
        self._found_at = found_at

    async def read(self) -> str | None:
        self.reads += 1
        return "here" if self._found_at is not None and self.reads >= self._found_at else None


async def test_what_is_there_is_returned_at_once() -> None:
    announcement = _Announcement(found_at=1)
    began = time.monotonic()
    assert await wait_for_projection(announcement.read) == "here"
    assert announcement.reads == 1
    assert time.monotonic() - began < STEP_SECONDS


async def test_what_arrives_a_moment_later_is_waited_for() -> None:
    announcement = _Announcement(found_at=3)
    assert await wait_for_projection(announcement.read) == "here"
    assert announcement.reads == 3


async def test_nobody_waits_longer_than_the_patience() -> None:
    announcement = _Announcement(found_at=None)
    assert await wait_for_projection(announcement.read, patience=2 * STEP_SECONDS) is None
    assert announcement.reads == 3


async def test_without_patience_there_is_one_look() -> None:
    announcement = _Announcement(found_at=2)
    assert await wait_for_projection(announcement.read, patience=0) is None
    assert announcement.reads == 1
