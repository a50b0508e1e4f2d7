"""What a range of days is compared with, how it is cut, and what counts into which part (product.md 4.18)."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from booking.figures.rules import (
    LONGEST_DAYS,
    Counted,
    Span,
    checked_span,
    former_of,
    offsets,
    parts_of,
    totals_by_key,
    views_by_part,
)
from booking.figures.serializers import csv_header, csv_row, figures_answer
from booking.zones import moment
from chassis.errors import RuleViolation
from hypothesis import example, given
from hypothesis import strategies as st

BERLIN = ZoneInfo("Europe/Berlin")
DAYS = st.dates(date(1971, 1, 1), date(2090, 1, 1))


def span_of(first: date, days: int) -> Span:
    return Span(first, first + timedelta(days))


SPANS = st.builds(span_of, DAYS, st.integers(0, 1097))


@pytest.mark.parametrize(
    ("first", "last", "former"),
    [
        ("2026-03-01", "2026-03-31", "2026-02-01 2026-02-28"),
        ("2026-01-01", "2026-03-31", "2025-10-01 2025-12-31"),
        ("2024-01-01", "2024-12-31", "2023-01-01 2023-12-31"),
        ("2026-11-23", "2026-11-29", "2026-11-16 2026-11-22"),
        ("2026-03-01", "2026-03-30", "2026-01-30 2026-02-28"),
        ("2026-03-02", "2026-03-31", "2026-01-31 2026-03-01"),
        ("2026-03-01", "2026-03-01", "2026-02-28 2026-02-28"),
    ],
)
def test_whole_months_are_compared_with_whole_months_and_days_with_days(
    first: str, last: str, former: str
) -> None:
    found = former_of(Span(date.fromisoformat(first), date.fromisoformat(last)))
    assert f"{found.first} {found.last}" == former


@given(SPANS)
@example(Span(date(2000, 2, 28), date(2003, 3, 1)))  # the most parts that a range can have
def test_the_parts_follow_each_other_from_the_former_range_to_the_end(span: Span) -> None:
    parts = parts_of(span)
    assert parts.former.last + timedelta(1) == span.first
    assert list(parts.starts) == sorted(set(parts.starts))
    assert (parts.starts[0], parts.starts[parts.of_former]) == (parts.former.first, span.first)
    assert parts.starts[-1] == span.last + timedelta(1)
    assert parts.count - parts.of_former <= 38
    assert all(day.weekday() == 0 for day in parts.starts[1:-1] if parts.unit == "week" and day != span.first)
    assert all(day.day == 1 for day in parts.starts[1:-1] if parts.unit == "month" and day != span.first)


def test_a_day_on_which_the_clocks_change_is_whole() -> None:
    parts = parts_of(Span(date(2026, 3, 29), date(2026, 3, 29)))
    before, begins, ends = (moment(instant) for instant in parts.bounds(BERLIN))
    assert (begins - before, ends - begins) == (timedelta(hours=24), timedelta(hours=23))
    assert begins == datetime(2026, 3, 28, 23, tzinfo=UTC)
    autumn = parts_of(Span(date(2026, 10, 25), date(2026, 10, 25))).bounds(BERLIN)
    assert autumn[2] - autumn[1] == 25 * 3600


@given(SPANS, st.sampled_from(["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "America/New_York"]))
def test_the_clocks_of_a_range_show_noon_at_noon(span: Span, name: str) -> None:
    zone, parts = ZoneInfo(name), parts_of(span)
    clocks = offsets(parts, zone)
    for day in (parts.former.first, span.first, span.last):
        noon = datetime(day.year, day.month, day.day, 12, tzinfo=zone)
        shown = next(offset for since, offset in reversed(clocks) if since <= noon.timestamp())
        assert noon.timestamp() + shown == datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("last", [date(2025, 12, 31), date(2026, 1, 1) + timedelta(days=LONGEST_DAYS)])
def test_a_range_that_is_none_is_refused_beside_its_end(last: date) -> None:
    with pytest.raises(RuleViolation) as refused:
        checked_span(date(2026, 1, 1), last)
    assert list(refused.value.fields) == ["to_date"]


def test_three_years_are_a_range() -> None:
    assert checked_span(date(2024, 1, 1), date(2026, 12, 31)).days == 1096


@given(SPANS, st.dictionaries(DAYS, st.integers(1, 9), max_size=20))
def test_each_view_counts_into_the_part_of_its_day(span: Span, views: dict[date, int]) -> None:
    parts = parts_of(span)
    views |= {span.first: 3, span.last: 4, parts.former.first: 5}
    counted = views_by_part(parts, views)
    for place, amount in enumerate(counted):
        within = (n for day, n in views.items() if parts.starts[place] <= day < parts.starts[place + 1])
        assert amount == sum(within)


def test_income_is_by_currency_in_its_own_units_the_largest_first() -> None:
    parts = parts_of(Span(date(2026, 5, 1), date(2026, 5, 2)))
    counted = [
        Counted("income", 3, "EUR-DE", "", 2450),
        Counted("income", 4, "EUR-DE", "", 50),
        Counted("income", 4, "JPY-JP", "", 9000),
        Counted("income", 1, "EUR-DE", "", 100),
    ]
    assert list(totals_by_key(counted, "income")) == ["JPY-JP", "EUR-DE"]
    answer = figures_answer(parts, counted, None, "UTC")
    assert [(each.currency, each.amount) for each in answer.figures.income] == [
        ("JPY-JP", 9000.0),
        ("EUR-DE", 25.0),
    ]
    assert [each.amount for each in answer.former_figures.income] == [1.0]
    assert answer.figures.views is None
    assert csv_header(answer)[-2:] == ("income JPY", "income EUR")
    assert csv_row(answer.series[1], ["JPY-JP", "EUR-DE"])[-3:] == ("", "9000", "0.5")
