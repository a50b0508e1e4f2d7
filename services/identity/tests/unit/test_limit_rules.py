"""How long a caller waits after too many attempts."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from identity.limits.rules import LIMITS, Kind, seconds_to_wait

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
AGES = st.lists(st.integers(min_value=0, max_value=100_000), max_size=30)


def _allowed(kind: Kind, attempts: list[datetime], now: datetime) -> bool:
    return all(sum(1 for at in attempts if at > now - limit.window) < limit.count for limit in LIMITS[kind])


@given(kind=st.sampled_from(Kind), ages=AGES)
def test_waiting_as_told_is_enough_and_not_a_second_too_long(kind: Kind, ages: list[int]) -> None:
    attempts = [NOW - timedelta(seconds=age) for age in ages]
    wait = seconds_to_wait(kind, attempts, now=NOW)
    assert (wait == 0) == _allowed(kind, attempts, NOW)
    assert _allowed(kind, attempts, NOW + timedelta(seconds=wait))
    if wait:
        assert not _allowed(kind, attempts, NOW + timedelta(seconds=wait - 1))


def test_nothing_tried_nothing_to_wait_for() -> None:
    assert all(seconds_to_wait(kind, [], now=NOW) == 0 for kind in Kind)


def test_an_attempt_from_a_moment_ahead_does_not_lengthen_the_window() -> None:
    ahead = [NOW + timedelta(milliseconds=300)] * 5
    assert seconds_to_wait(Kind.GUEST_CODE, ahead, now=NOW) == 600
