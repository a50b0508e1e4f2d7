"""Which booked time lies within open hours, and what changed hours leave outside (product.md 4.20)."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from booking.availability.outside_hours import sessions_outside
from booking.hours.rules import CustomSlot, DateOverride, Hours, TimeOff, default_hours
from booking.slots.coverage import is_open
from booking.zones import seconds
from hypothesis import given
from hypothesis import strategies as st

BERLIN = ZoneInfo("Europe/Berlin")
WEEK = default_hours("Europe/Berlin")
MONDAY = date(2027, 3, 22)


def at(day: date, clock: str) -> datetime:
    hour, minute = map(int, clock.split(":"))
    return datetime(day.year, day.month, day.day, tzinfo=BERLIN) + timedelta(hours=hour, minutes=minute)


def opened(hours: Hours, day: date, start: str, end: str) -> bool:
    return is_open(hours, seconds(at(day, start)), seconds(at(day, end)))


def with_day(hours: Hours, weekday: int, **changes: object) -> Hours:
    days = list(hours.days)
    days[weekday] = replace(days[weekday], **changes)  # pyright: ignore[reportArgumentType]
    return replace(hours, days=tuple(days))


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        ("09:00", "17:00", True), ("09:10", "09:25", True), ("08:59", "09:30", False),
        ("16:50", "17:01", False),
        ("07:00", "08:00", False), ("08:00", "18:00", False),
    ],
)  # fmt: skip
def test_a_session_is_inside_if_the_window_holds_all_of_it(start: str, end: str, found: bool) -> None:
    assert opened(WEEK, MONDAY, start, end) is found


def test_time_off_closes_what_meets_it_and_nothing_beside_it() -> None:
    lunch = with_day(WEEK, 0, time_off=(TimeOff(12 * 60, 13 * 60),))
    assert opened(lunch, MONDAY, "11:00", "12:00")
    assert opened(lunch, MONDAY, "13:00", "14:00")
    assert not opened(lunch, MONDAY, "11:30", "12:01")
    assert opened(lunch, MONDAY + timedelta(days=1), "12:00", "13:00"), "of this weekday alone"


def test_custom_slots_are_open_as_they_are_listed() -> None:
    slots = (
        CustomSlot("a", 540, 600, "", 60),
        CustomSlot("b", 600, 660, "", 60),
        CustomSlot("c", 720, 780, "", 60),
    )
    hours = with_day(WEEK, 0, window_type="custom", custom=slots)
    assert opened(hours, MONDAY, "09:30", "10:30"), "two that touch are open together"
    assert not opened(hours, MONDAY, "10:30", "12:30")


def test_a_day_that_differs_and_a_pause_close_what_the_week_has_open() -> None:
    off = DateOverride(MONDAY, MONDAY + timedelta(days=1), "", replace(WEEK.days[0], status="closed"))
    hours = replace(WEEK, overrides=(off,))
    assert not opened(hours, MONDAY, "10:00", "11:00")
    assert opened(hours, MONDAY + timedelta(days=2), "10:00", "11:00")
    away = replace(WEEK, away_until=MONDAY + timedelta(days=1))
    assert not opened(away, MONDAY, "10:00", "11:00")
    assert opened(away, MONDAY + timedelta(days=1), "10:00", "11:00")
    assert not opened(replace(WEEK, away_until=date.max), MONDAY + timedelta(days=900), "10:00", "11:00")


def test_nights_go_on_over_midnight_and_hours_follow_their_own_clocks() -> None:
    night = with_day(with_day(WEEK, 0, end=1440), 1, start=0)
    assert opened(night, MONDAY, "23:00", "25:00")
    summer = date(2027, 3, 29)  # the clocks changed the night before
    assert is_open(
        WEEK, seconds(datetime(2027, 3, 29, 7, tzinfo=UTC)), seconds(datetime(2027, 3, 29, 8, tzinfo=UTC))
    )
    assert not is_open(WEEK, seconds(at(summer, "17:00")), seconds(at(summer, "17:30")))


@given(
    st.integers(0, 6), st.integers(0, 1380), st.integers(5, 240), st.integers(0, 23), st.integers(1, 24),
    st.lists(st.tuples(st.integers(0, 1435), st.integers(5, 300)), max_size=3),
)  # fmt: skip
def test_the_answer_is_that_of_looking_at_each_minute(
    day: int, start: int, length: int, opens: int, longer: int, off: list[tuple[int, int]]
) -> None:
    closes = min(1440, (opens + longer) * 60)
    pauses = tuple(TimeOff(begin, min(1440, begin + minutes)) for begin, minutes in off)
    hours = replace(
        WEEK, timezone="UTC", days=(replace(WEEK.days[0], start=opens * 60, end=closes, time_off=pauses),) * 7
    )
    begins = seconds(datetime(2027, 1, 4 + day, tzinfo=UTC)) + start * 60
    minutes = [minute % 1440 for minute in range(start, start + length)]
    free = all(
        opens * 60 <= minute < closes and not any(a <= minute < b for a, b in pauses) for minute in minutes
    )
    assert is_open(hours, begins, begins + length * 60) is free


def test_what_was_outside_before_is_no_news() -> None:
    early = ("early", at(MONDAY, "07:00"), at(MONDAY, "08:00"))
    late = ("late", at(MONDAY, "16:00"), at(MONDAY, "17:00"))
    both = [
        ("twice", at(MONDAY, "15:30"), at(MONDAY, "16:30")),
        ("twice", at(MONDAY, "10:00"), at(MONDAY, "11:00")),
    ]
    shorter = with_day(WEEK, 0, end=16 * 60)
    outside = sessions_outside(WEEK, shorter, [early, *both, late])
    assert outside == {"twice": [both[0][1:]], "late": [late[1:]]}
