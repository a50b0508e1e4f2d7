"""What a day of business hours may be."""

from dataclasses import replace

import pytest
from booking.hours.rules import (
    CustomSlot,
    DayWindow,
    TimeOff,
    WindowRefused,
    checked,
    clock_of,
    default_hours,
    minute_of,
)
from booking.hours.store import _read as read
from booking.hours.store import _stored as stored
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
        (replace(DAY, buffer=-1), "quota_buffer"),
        (replace(DAY, time_off=(TimeOff(530, 560),)), "quota_time_off"),
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
    with pytest.raises(WindowRefused) as refused:
        checked(day)
    assert list(refused.value.fields) == [field]


def test_a_good_day_comes_back_in_order_and_survives_storage() -> None:
    custom = (CustomSlot("b", 900, 960, "tea", 60), CustomSlot("a", 0, 60, "", 60))
    day = checked(replace(DAY, end=1440, time_off=(TimeOff(700, 710), TimeOff(600, 660)), custom=custom))
    assert day.time_off == (TimeOff(600, 660), TimeOff(700, 710))
    assert [slot.slot_id for slot in day.custom] == ["a", "b"]
    assert read(stored(day)) == day
