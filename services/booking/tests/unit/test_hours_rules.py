"""What a day of business hours may be."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from booking.hours.rules import (
    CustomSlot,
    DateOverride,
    DayWindow,
    TimeOff,
    checked_overrides,
    checked_window,
    clock_of,
    default_hours,
    minute_of,
)
from booking.hours.store import read_day as read
from booking.hours.store import stored_day as stored
from chassis.errors import RuleViolation
from hypothesis import given
from hypothesis import strategies as st

DAY = default_hours("UTC").days[0]


@given(st.integers(0, 1440))
def test_clock_times_read_back(minute: int) -> None:
    assert minute_of(clock_of(minute)) == minute


@pytest.mark.parametrize("text", ["24:01", "9:00", "09:60", "", "09:00 ", "٠٩:٠٠x", "-1:00", "25:00"])
def test_what_is_no_clock_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="time"):
        minute_of(text)


@pytest.mark.parametrize(
    ("day", "field"),
    [
        (replace(DAY, start=600, end=600), "quota_end_time"),
        (replace(DAY, duration=4), "quota_duration"),
        (replace(DAY, duration=1441), "quota_duration"),
        (replace(DAY, buffer=-1), "quota_buffer"),
        (replace(DAY, buffer=1441), "quota_buffer"),
        (replace(DAY, time_off=(TimeOff(539, 560),)), "quota_time_off"),
        (replace(DAY, time_off=(TimeOff(1000, 1021),)), "quota_time_off"),
        (replace(DAY, time_off=(TimeOff(540, 541),) * 97), "quota_time_off"),
        (replace(DAY, custom=tuple(CustomSlot(str(n), n, n + 1, "", 1) for n in range(97))), "custom_slots"),
        (replace(DAY, custom=(CustomSlot("a", 60, 60, "", 0),)), "custom_slots"),
        (replace(DAY, time_off=(TimeOff(600, 600),)), "quota_time_off"),
        (replace(DAY, custom=(CustomSlot("a", 0, 60, "", 30),)), "custom_slots"),
        (
            replace(DAY, custom=(CustomSlot("a", 0, 60, "", 60), CustomSlot("a", 60, 90, "", 30))),
            "custom_slots",
        ),
        (
            replace(DAY, custom=(CustomSlot("a", 0, 60, "", 60), CustomSlot("b", 59, 90, "", 31))),
            "custom_slots",
        ),
    ],
)
def test_a_day_that_makes_no_sense_is_refused_beside_its_field(day: DayWindow, field: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        checked_window(day)
    assert list(refused.value.fields) == [field]


@pytest.mark.parametrize(
    "day",
    [
        replace(DAY, start=600, end=601),
        replace(DAY, start=0, end=1440),
        replace(DAY, duration=5),
        replace(DAY, duration=1440),
        replace(DAY, buffer=0),
        replace(DAY, buffer=1440),
        replace(DAY, time_off=(TimeOff(540, 1020),)),
        replace(DAY, time_off=(TimeOff(540, 541),) * 96),
        replace(DAY, custom=tuple(CustomSlot(str(n), n, n + 1, "", 1) for n in range(96))),
    ],
)
def test_a_day_at_the_bounds_is_kept_as_it_is(day: DayWindow) -> None:
    assert checked_window(day) == day


FIRST = date(2027, 1, 4)


def entry(first: date, last: date) -> DateOverride:
    return DateOverride(first, last, "", DAY)


def test_entries_may_adjoin_and_last_a_year() -> None:
    year = entry(FIRST, FIRST + timedelta(days=365))
    after = entry(FIRST + timedelta(days=366), FIRST + timedelta(days=366))
    assert checked_overrides([after, year]) == (year, after)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([entry(FIRST, FIRST + timedelta(days=366))], "At most 366 days"),
        ([entry(FIRST, FIRST - timedelta(days=1))], "must not be before the first"),
        (
            [entry(FIRST, FIRST + timedelta(days=1)), entry(FIRST + timedelta(days=1), FIRST + timedelta(2))],
            "two",
        ),
        ([entry(FIRST, FIRST), entry(FIRST, FIRST)], "two entries"),
    ],
)
def test_entries_that_overlap_or_last_longer_are_refused(entries: list[DateOverride], words: str) -> None:
    with pytest.raises(RuleViolation, match=words):
        checked_overrides(entries)


def test_a_good_day_comes_back_in_order_and_survives_storage() -> None:
    custom = (CustomSlot("b", 900, 960, "tea", 60), CustomSlot("a", 0, 60, "", 60))
    day = checked_window(
        replace(DAY, end=1440, time_off=(TimeOff(700, 710), TimeOff(600, 660)), custom=custom)
    )
    assert day.time_off == (TimeOff(600, 660), TimeOff(700, 710))
    assert [slot.slot_id for slot in day.custom] == ["a", "b"]
    assert read(stored(day)) == day
