"""The slot engine on days that can be checked by hand."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice

import pytest
from booking.hours.rules import CustomSlot, DayWindow, Hours, TimeOff
from booking.slots.rules import Slot, free_days, merged, next_free, slots_between
from booking.slots.runs import long_enough, next_runs

CLOSED = DayWindow("quota", "closed", 540, 1020, (), 30, 10, ())
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def quota(
    start: int, end: int, duration: int = 60, buffer: int = 0, off: tuple[TimeOff, ...] = ()
) -> DayWindow:
    return DayWindow("quota", "open", start, end, off, duration, buffer, ())


def shown(day: DayWindow, zone: str, on: date, now: datetime = LONG_AGO) -> list[str]:
    """UTC times of the slots of one day, in its own zone."""
    [found] = free_days(Hours(zone, (day,) * 7), [], on, on, zone, now)
    return [f"{slot.start:%H:%M}-{slot.end:%H:%M}" for slot in found.slots]


def test_the_hour_that_is_skipped() -> None:
    # New York 2027-03-14: 02:00 is 03:00, at 07:00 UTC.
    assert shown(quota(60, 240), "America/New_York", date(2027, 3, 14)) == ["06:00-07:00", "07:00-08:00"]
    assert shown(quota(150, 240), "America/New_York", date(2027, 3, 14)) == ["07:00-08:00"]


def test_the_hour_that_comes_twice() -> None:
    # New York 2027-11-07: 02:00 is 01:00 again, at 06:00 UTC. A start is the first 01:00, an end the last.
    day = quota(60, 120)
    assert shown(day, "America/New_York", date(2027, 11, 7)) == ["05:00-06:00", "06:00-07:00"]


def test_a_custom_slot_that_the_clocks_stretch_is_dropped() -> None:
    slots = (CustomSlot("a", 30, 150, "", 120), CustomSlot("b", 180, 240, "", 60))
    day = DayWindow("custom", "open", 0, 1440, (), 30, 10, slots)
    assert shown(day, "America/New_York", date(2027, 11, 7)) == ["08:00-09:00"]
    assert shown(day, "America/New_York", date(2027, 11, 8)) == ["05:30-07:30", "08:00-09:00"]


def test_a_provider_who_is_away_offers_nothing_before_the_day_of_return() -> None:
    # Havana 2025-03-09: 00:00 is 01:00, at 05:00 UTC.
    hours = Hours("America/Havana", (quota(0, 1440),) * 7, away_until=date(2025, 3, 9))
    first, last = datetime(2025, 3, 7, tzinfo=UTC), datetime(2025, 3, 11, tzinfo=UTC)
    slots = slots_between(hours, [], first, last, first)
    assert slots[0].start == datetime(2025, 3, 9, 5, tzinfo=UTC)
    assert slots == slots_between(replace(hours, away_until=None), [], slots[0].start, last, first)
    assert slots_between(hours, [], first, slots[0].start, first) == []
    assert free_days(hours, [], date(2025, 3, 8), date(2025, 3, 8), "America/Havana", first)[0].rows == []
    assert slots_between(replace(hours, away_until=date.max), [], first, last, first) == []
    past = replace(hours, away_until=date(2025, 2, 24))
    assert slots_between(past, [], first, last, first)[0].start == datetime(2025, 3, 7, 1, tzinfo=UTC)


def test_a_day_that_never_was_has_no_slots() -> None:
    whole = quota(0, 1440)
    assert shown(whole, "Pacific/Apia", date(2011, 12, 30)) == []
    assert len(shown(whole, "Pacific/Apia", date(2011, 12, 29))) == 24
    assert len(shown(whole, "Pacific/Apia", date(2011, 12, 31))) == 24


def test_midnight_is_a_legal_end_also_at_years_end_and_on_leap_day() -> None:
    late = quota(22 * 60, 1440)
    assert shown(late, "UTC", date(2027, 12, 31)) == ["22:00-23:00", "23:00-00:00"]
    assert shown(late, "UTC", date(2028, 2, 29)) == ["22:00-23:00", "23:00-00:00"]


def test_a_slot_that_meets_time_off_moves_to_its_end() -> None:
    day = quota(540, 780, 60, 10, (TimeOff(600, 615), TimeOff(620, 630)))
    assert shown(day, "UTC", date(2027, 1, 4)) == ["09:00-10:00", "10:30-11:30", "11:40-12:40"]


def test_what_starts_now_is_past() -> None:
    day = quota(540, 660)
    assert shown(day, "UTC", date(2027, 1, 4), datetime(2027, 1, 4, 9, tzinfo=UTC)) == ["10:00-11:00"]
    just_before = datetime(2027, 1, 4, 8, 59, 59, 999_999, tzinfo=UTC)
    assert len(shown(day, "UTC", date(2027, 1, 4), just_before)) == 2


def test_a_slot_may_touch_a_session_but_not_meet_it() -> None:
    hours = Hours("UTC", (quota(540, 780),) * 7)
    ten = int(datetime(2027, 1, 4, 10, tzinfo=UTC).timestamp())
    [day] = free_days(hours, [(ten, ten + 1)], date(2027, 1, 4), date(2027, 1, 4), "UTC", LONG_AGO)
    assert [slot.start.hour for slot in day.slots] == [9, 11, 12]


def test_periods_are_merged() -> None:
    assert merged([(5, 9), (1, 3), (3, 4), (6, 7), (20, 20)]) == [(1, 4), (5, 9)]


def test_runs_end_where_time_is_taken_and_at_the_end_of_the_day() -> None:
    hours = Hours("UTC", (quota(540, 780, 60, 0),) * 7)
    eleven = int(datetime(2027, 1, 4, 11, tzinfo=UTC).timestamp())
    days = free_days(hours, [(eleven, eleven + 3600)], date(2027, 1, 4), date(2027, 1, 5), "UTC", LONG_AGO)
    rows = [row for day in days for row in day.rows]
    assert [run for row in rows for run in row.runs] == [1, 1, 2, 3, 3, 3, 3]
    assert long_enough(rows, 120) == {1, 3}
    assert long_enough(rows, 121) == {3}


def test_ids_name_one_slot_each_and_are_found_again() -> None:
    hours = Hours("Asia/Kathmandu", (quota(0, 1440, 30, 5),) * 7)
    days = free_days(hours, [], date(2027, 1, 1), date(2027, 1, 31), "UTC", LONG_AGO)
    slots = [slot for day in days for slot in day.slots]
    assert len({slot.slot_id for slot in slots}) == len(slots)
    for slot in slots[::50]:
        [same] = slots_between(hours, [], slot.start, slot.start + timedelta(seconds=1), LONG_AGO)
        assert isinstance(same, Slot)
        assert (same.start, same.end, same.slot_id) == (slot.start, slot.end, slot.slot_id)


def test_half_an_hour_that_is_skipped_and_that_comes_twice() -> None:
    # Lord Howe 2027-10-03: 02:00 is 02:30, at 15:30 UTC the day before; 2027-04-04: 02:00 is 01:30 again.
    day = quota(90, 180, 30)
    assert shown(day, "Australia/Lord_Howe", date(2027, 10, 3)) == ["15:00-15:30", "15:30-16:00"]
    assert shown(day, "Australia/Lord_Howe", date(2027, 4, 4)) == [
        "14:30-15:00", "15:00-15:30", "15:30-16:00", "16:00-16:30",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("zone", "first"),
    [("Asia/Kolkata", "03:30-04:30"), ("Asia/Kathmandu", "03:15-04:15"), ("Pacific/Chatham", "19:15-20:15")],
)
def test_zones_of_half_and_quarter_hours(zone: str, first: str) -> None:
    assert shown(quota(540, 600), zone, date(2027, 1, 5)) == [first]


def test_the_viewers_day_cuts_the_providers_day_in_two() -> None:
    hours = Hours("America/New_York", (quota(0, 1440, 360),) * 7)
    days = free_days(hours, [], date(2027, 1, 5), date(2027, 1, 6), "Asia/Tokyo", LONG_AGO)
    # 5 January in Tokyo is from 10:00 on the 4th to 10:00 on the 5th in New York.
    assert [[f"{slot.start:%d %H:%M}" for slot in day.slots] for day in days] == [
        ["04 17:00", "04 23:00", "05 05:00", "05 11:00"],
        ["05 17:00", "05 23:00", "06 05:00", "06 11:00"],
    ]


def test_notice_and_horizon_narrow_what_is_offered() -> None:
    """Days are counted on the provider's calendar: at noon UTC on Monday it is Tuesday in Auckland."""
    now = datetime(2027, 1, 4, 12, tzinfo=UTC)
    week = Hours(
        "Pacific/Auckland", (quota(540, 660),) * 7
    )  # two slots, 20:00 and 21:00 UTC of the day before
    last = datetime(2027, 2, 1, tzinfo=UTC)

    def offered(**limits: int) -> list[datetime]:
        return [slot.start for slot in slots_between(replace(week, **limits), [], now, last, now)]

    everything = offered()
    assert everything[:2] == [datetime(2027, 1, 4, hour, tzinfo=UTC) for hour in (20, 21)]
    assert offered(minimum_notice=8 * 60) == everything, "what starts when the notice ends is offered"
    assert offered(minimum_notice=8 * 60 + 1) == everything[1:]
    assert offered(minimum_notice=24 * 60) == everything[2:]
    assert offered(horizon=1) == everything[:4], "what is left of today in Auckland, and tomorrow"
    assert offered(horizon=2) == everything[:6]
    assert offered(minimum_notice=9 * 60, horizon=1) == everything[1:4]
    whole = Hours("UTC", (quota(0, 1440),) * 7, horizon=1)
    late = [slot.start for slot in slots_between(whole, [], now, last, now)]
    assert (late[0], late[-1]) == (datetime(2027, 1, 4, 13, tzinfo=UTC), datetime(2027, 1, 5, 23, tzinfo=UTC))


def test_the_next_free_slot() -> None:
    hours = Hours("UTC", (quota(540, 660),) * 5 + (CLOSED,) * 2)
    friday = datetime(2027, 1, 8, 9, tzinfo=UTC)
    monday = datetime(2027, 1, 11, 9, tzinfo=UTC)
    at, hour = int(friday.timestamp()), timedelta(hours=1)

    def found(
        first: datetime, last: datetime, *held: tuple[int, int], now: datetime = LONG_AGO
    ) -> Slot | None:
        return next_free(hours, list(held), first, last, now)

    def start(slot: Slot | None) -> datetime | None:
        return slot and slot.start

    assert start(found(friday, monday)) == friday
    assert start(found(friday, monday, now=friday)) == friday + hour, "what starts now is past"
    assert start(found(friday, monday, (at, at + 3600))) == friday + hour
    assert start(found(friday + hour * 2, monday + hour)) == monday
    assert found(friday + hour * 2, monday) is None, "what starts at the end is beyond it"
    assert found(friday, monday, (at, at + 7200)) is None
    slot = found(friday, monday)
    assert slot is not None
    assert (slot.minutes, slot.source, slot.end) == (60, "quota", friday + hour)


def the_next(hours: Hours, now: datetime, minutes: int, limit: int = 3, *busy: tuple[int, int]) -> list[str]:
    """The next runs within a week, each as 'day start-end (slots)', UTC."""
    last = int((now + timedelta(days=7)).timestamp())
    found = islice(next_runs(hours, list(busy), last, now, minutes), limit)
    return [f"{run[0].start:%d %H:%M}-{run[-1].end:%H:%M} ({len(run)})" for run in found]


def test_the_next_starts_with_enough_time_lie_in_runs_of_their_own() -> None:
    hours, now = Hours("UTC", (quota(540, 780),) * 7), datetime(2027, 1, 4, 9, 10, tzinfo=UTC)
    eleven = int(datetime(2027, 1, 4, 11, tzinfo=UTC).timestamp())
    taken = (eleven, eleven + 60)
    assert the_next(hours, now, 60, 3, taken) == [
        "04 10:00-11:00 (1)",
        "04 12:00-13:00 (1)",
        "05 09:00-10:00 (1)",
    ]
    assert the_next(hours, now, 90, 2, taken) == ["05 09:00-11:00 (2)", "06 09:00-11:00 (2)"]
    assert the_next(hours, now, 241) == []


def test_a_buffer_between_slots_does_not_break_the_next_run() -> None:
    hours = Hours("UTC", (quota(540, 780, 30, 10), *(CLOSED,) * 6))
    monday = datetime(2027, 1, 4, 11, 30, tzinfo=UTC)
    assert the_next(hours, monday, 60) == ["04 11:40-12:50 (2)", "11 09:00-10:10 (2)"]
    assert the_next(hours, monday, 90) == ["11 09:00-10:50 (3)"]


def test_the_next_run_over_the_hour_that_is_skipped_and_the_one_that_comes_twice() -> None:
    # New York 2027-03-14: 01:00 to 04:00 lasts two hours. 2027-11-07: 01:00 to 02:00 lasts two.
    night = Hours("America/New_York", (quota(60, 240),) * 7)
    spring, autumn = datetime(2027, 3, 14, 4, tzinfo=UTC), datetime(2027, 11, 7, 4, tzinfo=UTC)
    assert the_next(night, spring, 120, 1) == ["14 06:00-08:00 (2)"]
    assert the_next(night, spring, 180, 1) == ["15 05:00-08:00 (3)"]
    assert the_next(Hours("America/New_York", (quota(60, 120),) * 7), autumn, 120) == ["07 05:00-07:00 (2)"]
