"""When the mail of a day is due, on both clock changes and wherever the provider is."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from booking.day_summaries.rules import has_news, is_due, local_day, next_morning


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/Santiago", "Pacific/Apia", "Asia/Kathmandu", "UTC"]
)
def test_each_day_of_a_year_has_one_morning_at_seven(zone: str) -> None:
    where = ZoneInfo(zone)
    now, last = datetime(2026, 1, 1, tzinfo=UTC), None
    mornings: list[datetime] = []
    for _ in range(400):
        now = next_morning(now, where, last)
        today = local_day(now, where)
        assert is_due(today, last, now)
        last = today.day
        assert not is_due(local_day(now, where), last, now), "no second one"
        mornings.append(now.astimezone(where))
    assert {(each.hour, each.minute) for each in mornings} == {(7, 0)}
    assert all(later.date() - sooner.date() == timedelta(days=1) for sooner, later in pairwise(mornings))


def test_a_morning_that_was_missed_is_made_up_for_until_noon() -> None:
    zone = ZoneInfo("Europe/Berlin")
    for hour, due in ((5, False), (6, True), (10, True), (11, False)):
        now = datetime(2027, 1, 5, hour, 30, tzinfo=UTC) - timedelta(minutes=30)
        assert is_due(local_day(now, zone), None, now) is due, hour


def test_a_zone_that_goes_back_over_the_date_line_tells_no_day_twice() -> None:
    now = datetime(2027, 1, 5, 7, tzinfo=ZoneInfo("Pacific/Auckland"))
    assert next_morning(now, ZoneInfo("Pacific/Honolulu"), date(2027, 1, 5)) == datetime(
        2027, 1, 6, 7, tzinfo=ZoneInfo("Pacific/Honolulu")
    )


def test_a_day_ends_where_the_next_one_begins() -> None:
    long_day = local_day(datetime(2026, 10, 25, 12, tzinfo=UTC), ZoneInfo("Europe/Berlin"))
    assert long_day.ends - long_day.starts == timedelta(hours=25)


def test_an_empty_day_is_told_only_to_who_wants_every_day() -> None:
    assert not has_news([], [], "busy_days")
    assert has_news([], [], "every_day")
    assert has_news([1], [], "busy_days")
    assert has_news([], [1], "busy_days")
