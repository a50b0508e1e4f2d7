"""How many requests a minute each kind of call allows, and to whom they count."""

import time

import pytest
from gateway.limit_stores import EXACT_UP_TO, MemoryStore
from gateway.rate_limits import ALLOWANCES, RateLimits
from gateway.routes import LimitClass

START = 1_800_000_000.0


class WallClock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    clock = WallClock()
    monkeypatch.setattr(time, "time", clock)
    return clock


@pytest.fixture
def limits(clock: WallClock) -> RateLimits:
    del clock
    return RateLimits(1, "async+memory://")


async def allowed(
    limits: RateLimits,
    limit: LimitClass,
    tries: int,
    *,
    address: str = "9.9.9.9",
    caller: str = "a",
    subject: str = "",
) -> int:
    """How many of this many requests are allowed."""
    waits = [
        await limits.seconds_to_wait(limit, address=address, caller=caller, subject=subject)
        for _ in range(tries)
    ]
    assert all(1 <= wait <= 60 for wait in waits if wait)
    return waits.count(0)


@pytest.mark.parametrize(
    ("limit", "most"),
    [("read", 1200), ("write", 180), ("booking", 30), ("media", 20), ("picture", 60), ("socket", 240),
     ("sign_in", 60), ("mail", 30)],
)  # fmt: skip
async def test_so_many_requests_a_minute_and_not_one_more(
    limits: RateLimits, limit: LimitClass, most: int
) -> None:
    assert await allowed(limits, limit, most + 30) == most


@pytest.mark.parametrize(("limit", "most"), [("sign_in", 10), ("mail", 5)])
async def test_so_many_for_one_subject(limits: RateLimits, limit: LimitClass, most: int) -> None:
    assert await allowed(limits, limit, most + 1, subject="zoe") == most
    assert await allowed(limits, limit, 1, subject="another") == 1
    assert await allowed(limits, limit, 1, subject="zoe", address="8.8.8.8") == 1, (
        "a caller who guesses elsewhere locks nobody out here"
    )


def test_every_kind_of_call_has_its_allowance() -> None:
    assert len(ALLOWANCES) == 12
    assert all(each.caller or each.address for each in ALLOWANCES.values())


async def test_one_callers_requests_do_not_count_for_another(limits: RateLimits) -> None:
    assert await allowed(limits, "booking", 31) == 30
    assert await allowed(limits, "booking", 1, caller="b") == 1
    assert await allowed(limits, "media", 1) == 1


async def test_a_large_allowance_weighs_the_minute_before(limits: RateLimits, clock: WallClock) -> None:
    assert await allowed(limits, "socket", 250) == 240
    clock.now += 75  # a quarter of the next minute
    assert await allowed(limits, "socket", 250) == 60
    clock.now += 120
    assert await allowed(limits, "socket", 250) == 240


async def test_who_calls_no_more_is_forgotten(clock: WallClock) -> None:
    store = MemoryStore()
    for caller in range(100):
        for amount in (EXACT_UP_TO, EXACT_UP_TO + 1):
            assert not await store.hit(amount, (str(amount), str(caller)), 1)
    assert (len(store._hits), len(store._windows)) == (100, 100)
    await store.hit(EXACT_UP_TO + 1, ("one", "day"), 1, 24 * 60)
    clock.now += 180
    await store.hit(EXACT_UP_TO, ("another",), 1)
    assert list(store._hits) == [("another",)]
    assert list(store._windows) == [("one", "day")]


async def test_a_minute_later_there_are_new_turns(limits: RateLimits, clock: WallClock) -> None:
    assert await allowed(limits, "booking", 31) == 30
    clock.now += 59
    assert await allowed(limits, "booking", 1) == 0
    clock.now += 1.5
    assert await allowed(limits, "booking", 31) == 30


async def test_the_wait_is_as_long_as_the_window_still_is(limits: RateLimits, clock: WallClock) -> None:
    assert await allowed(limits, "mail", 5, subject="zoe") == 5
    clock.now += 20
    wait = await limits.seconds_to_wait("mail", address="9.9.9.9", caller="a", subject="zoe")
    assert wait == 40


async def test_a_scale_multiplies_every_allowance_and_nought_switches_them_off() -> None:
    assert await allowed(RateLimits(0.1, "async+memory://"), "booking", 10) == 3
    assert await allowed(RateLimits(0.001, "async+memory://"), "booking", 10) == 1
    assert await allowed(RateLimits(0, "async+memory://"), "mail", 100, subject="zoe") == 100


@pytest.mark.parametrize("storage", ["memory://", "async+memcached://127.0.0.1", "mysql://127.0.0.1"])
def test_a_storage_that_nobody_knows_is_a_mistake(storage: str) -> None:
    with pytest.raises(ValueError, match="RATE_LIMIT_STORAGE"):
        RateLimits(1, storage)


async def test_turns_leased_for_reads_are_no_turns_to_write(limits: RateLimits) -> None:
    assert await allowed(limits, "read", 1) == 1
    assert await allowed(limits, "write", 181) == 180
