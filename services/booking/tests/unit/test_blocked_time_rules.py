"""Which periods a block covers, and which blocks make sense."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from booking.blocked_times.rules import Block, check_block, periods_of
from chassis.errors import RuleViolation

BERLIN = ZoneInfo("Europe/Berlin")
TODAY = date(2027, 3, 26)
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def _block(**changes: Any) -> Block:
    values: dict[str, Any] = {"day": TODAY, "start": 540, "end": 600, "repeat": "", "until": None}
    return Block("block", "provider", note="", **(values | changes))


def test_it_comes_at_the_same_time_of_the_clock_each_day_or_week() -> None:
    daily = periods_of(_block(repeat="daily", until=date(2027, 3, 29)), BERLIN, LONG_AGO)
    assert [each.starts_at.hour for each in daily] == [8, 8, 7, 7], "the clocks go forward on the 28th"
    weekly = periods_of(_block(repeat="weekly", until=date(2027, 4, 9)), BERLIN, LONG_AGO)
    assert [each.starts_at.date() for each in weekly] == [TODAY + timedelta(days=7 * n) for n in range(3)]
    assert {each.ends_at - each.starts_at for each in (*daily, *weekly)} == {timedelta(hours=1)}


def test_what_is_over_is_left_out() -> None:
    block = _block(repeat="daily", until=date(2027, 3, 28))
    assert len(periods_of(block, BERLIN, datetime(2027, 3, 27, 8, 30, tzinfo=UTC))) == 2
    assert periods_of(_block(), BERLIN, datetime(2027, 3, 26, 9, tzinfo=UTC)) == []


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"end": 540}, "iv_end_time"),
        ({"day": TODAY - timedelta(days=1)}, "iv_date"),
        ({"repeat": "daily"}, "iv_until"),
        ({"repeat": "daily", "until": TODAY - timedelta(days=1)}, "iv_until"),
        ({"repeat": "weekly", "until": TODAY + timedelta(days=367)}, "iv_until"),
    ],
)
def test_a_block_that_makes_no_sense_is_refused_beside_its_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        check_block(_block(**changes), TODAY)
    assert set(refused.value.fields) == {field}
    check_block(_block(), TODAY)
    check_block(_block(day=TODAY - timedelta(days=9), repeat="daily", until=TODAY), TODAY)
