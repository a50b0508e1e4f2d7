"""The slot engine against a simple oracle that checks every minute in UTC."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from booking.hours.rules import CustomSlot, DayWindow, Hours, TimeOff
from booking.slots.rules import free_days, merged
from hypothesis import given, settings
from hypothesis import strategies as st

# (zone, a day on or beside which its clocks do something)
TURNS = [
    ("America/New_York", date(2027, 3, 14)),
    ("America/New_York", date(2027, 11, 7)),
    ("Europe/Berlin", date(2027, 3, 28)),
    ("Europe/Berlin", date(2027, 10, 31)),
    ("Europe/London", date(2026, 12, 31)),
    ("Australia/Lord_Howe", date(2027, 4, 4)),
    ("Australia/Lord_Howe", date(2027, 10, 3)),
    ("Asia/Kolkata", date(2028, 2, 29)),
    ("Asia/Kathmandu", date(2027, 1, 1)),
    ("Pacific/Chatham", date(2027, 4, 4)),
    ("Pacific/Chatham", date(2027, 9, 26)),
    ("America/St_Johns", date(2010, 3, 14)),
    ("America/St_Johns", date(2010, 11, 7)),
    ("America/Havana", date(2025, 3, 9)),
    ("America/Havana", date(2025, 11, 2)),
    ("America/Sao_Paulo", date(2018, 11, 4)),
    ("America/Sao_Paulo", date(2018, 2, 18)),
    ("Africa/Cairo", date(2027, 4, 30)),
    ("Africa/Cairo", date(2027, 10, 29)),
    ("Asia/Beirut", date(2027, 3, 28)),
    ("America/Caracas", date(2016, 5, 1)),
    ("Asia/Pyongyang", date(2018, 5, 5)),
    ("Pacific/Apia", date(2011, 12, 30)),
    ("Pacific/Kwajalein", date(1993, 8, 21)),
    ("UTC", date(2027, 1, 1)),
]
VIEWERS = sorted({zone for zone, _ in TURNS} | {"Pacific/Kiritimati", "Pacific/Pago_Pago"})
MINUTE = timedelta(minutes=1)


@lru_cache(maxsize=64)
def local_minutes(zone_name: str, centre: date) -> tuple[tuple[datetime, datetime], ...]:
    """Every UTC minute of the days around `centre`, with what the zone's clocks show (without zone)."""
    zone = ZoneInfo(zone_name)
    begin = datetime(centre.year, centre.month, centre.day, tzinfo=UTC) - timedelta(days=7)
    minutes = (begin + MINUTE * count for count in range(14 * 1440))
    return tuple((minute, minute.astimezone(zone).replace(tzinfo=None, fold=0)) for minute in minutes)


@lru_cache(maxsize=64)
def shown_at(zone_name: str, centre: date) -> dict[datetime, list[datetime]]:
    found: dict[datetime, list[datetime]] = {}
    for minute, shown in local_minutes(zone_name, centre):
        found.setdefault(shown, []).append(minute)
    return found


def resolve(zone_name: str, centre: date, day: date, minute: int, *, end: bool) -> datetime:
    """Slot rule 1, by looking at every minute."""
    wanted = datetime(day.year, day.month, day.day) + timedelta(minutes=minute)  # noqa: DTZ001
    minutes = shown_at(zone_name, centre).get(wanted)
    if minutes:
        return minutes[-1] if end else minutes[0]
    line = local_minutes(zone_name, centre)
    return next(now for (_, before), (now, shown) in pairwise(line) if before < wanted < shown)


@dataclass(frozen=True)
class Case:
    hours: Hours
    centre: date
    viewer: str
    held: list[tuple[datetime, datetime]]
    now: datetime


def oracle(case: Case, first: date, last: date) -> dict[date, list[tuple[datetime, datetime, int]]]:
    zone = case.hours.timezone

    def at(day: date, minute: int, *, end: bool) -> datetime:
        return resolve(zone, case.centre, day, minute, end=end)

    taken = {start + MINUTE * n for start, end in case.held for n in range(int((end - start) / MINUTE))}
    slots: list[tuple[datetime, datetime, int]] = []
    for offset in range(-4, 5):
        day = case.centre + timedelta(days=offset)
        window = case.hours.days[day.weekday()]
        if window.status == "closed":
            continue
        if window.window_type == "custom":
            for slot in window.custom:
                begin, finish = at(day, slot.start, end=False), at(day, slot.end, end=True)
                if (finish - begin) == MINUTE * slot.minutes:
                    slots.append((begin, finish, slot.minutes))
            continue
        pauses = [(at(day, off.start, end=False), at(day, off.end, end=True)) for off in window.time_off]
        pauses = [pause for pause in pauses if pause[0] < pause[1]]
        begin, closes = at(day, window.start, end=False), at(day, window.end, end=True)
        while begin + MINUTE * window.duration <= closes:
            finish = begin + MINUTE * window.duration
            met = [on for off, on in pauses if off < finish and on > begin]
            if met:
                begin = met[0]
                continue
            slots.append((begin, finish, window.duration))
            begin = finish + MINUTE * window.buffer
    viewer = ZoneInfo(case.viewer)
    days: dict[date, list[tuple[datetime, datetime, int]]] = {}
    for offset in range((last - first).days + 1):
        days[first + timedelta(days=offset)] = []
    for slot in slots:
        begin, finish, _ = slot
        minutes = (begin + MINUTE * n for n in range(int((finish - begin) / MINUTE)))
        if begin <= case.now or any(minute in taken for minute in minutes):
            continue
        shown = begin.astimezone(viewer).date()
        if shown in days:
            days[shown].append(slot)
    return days


@st.composite
def quota_days(draw: st.DrawFn) -> DayWindow:
    start = draw(st.integers(0, 1380))
    end = draw(st.one_of(st.just(1440), st.integers(start + 1, 1440)))
    offs = draw(st.lists(st.tuples(st.integers(start, end), st.integers(start, end)), max_size=3))
    time_off = tuple(sorted(TimeOff(*off) for off in offs if off[0] < off[1]))
    duration, buffer = (
        draw(st.sampled_from([5, 7, 20, 30, 45, 60, 90])),
        draw(st.sampled_from([0, 5, 10, 25])),
    )
    return DayWindow(
        "quota",
        draw(st.sampled_from(["open", "open", "open", "closed"])),
        start,
        end,
        time_off,
        duration,
        buffer,
        (),
    )


@st.composite
def custom_days(draw: st.DrawFn) -> DayWindow:
    edges = sorted(set(draw(st.lists(st.integers(0, 1440), min_size=2, max_size=9))))
    slots = tuple(
        CustomSlot(f"c{start}", start, end, "", end - start)
        for start, end in zip(edges[::2], edges[1::2], strict=False)
    )
    return DayWindow("custom", "open", 540, 1020, (), 30, 10, slots)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    zone, centre = draw(st.sampled_from(TURNS))
    week = draw(st.lists(st.one_of(quota_days(), custom_days()), min_size=7, max_size=7))
    begin = datetime(centre.year, centre.month, centre.day, tzinfo=UTC) - timedelta(days=2)
    moments = st.integers(0, 4 * 1440)
    lengths = st.integers(1, 300)
    held = [
        (begin + MINUTE * at, begin + MINUTE * (at + length))
        for at, length in draw(st.lists(st.tuples(moments, lengths), max_size=12))
    ]
    now = begin + MINUTE * draw(moments) if draw(st.booleans()) else begin - timedelta(days=9)
    return Case(Hours(zone, tuple(week)), centre, draw(st.sampled_from([zone, *VIEWERS])), held, now)


def periods(held: list[tuple[datetime, datetime]]) -> list[tuple[int, int]]:
    return merged((int(start.timestamp()), int(end.timestamp())) for start, end in held)


@given(case=cases(), data=st.data())
@settings(max_examples=250)
def test_the_engine_offers_what_the_minute_by_minute_oracle_offers(case: Case, data: Any) -> None:
    first = case.centre + timedelta(days=data.draw(st.integers(-1, 1)))
    last = first + timedelta(days=data.draw(st.integers(0, 1)))
    days = free_days(case.hours, periods(case.held), first, last, case.viewer, case.now)
    found = {day.day: sorted((slot.start, slot.end, slot.minutes) for slot in day.slots) for day in days}
    assert found == {day: sorted(slots) for day, slots in oracle(case, first, last).items()}


@given(case=cases())
@settings(max_examples=40)
def test_slots_never_depend_on_who_looks(case: Case) -> None:
    def all_of(viewer: str) -> set[tuple[datetime, str]]:
        days = free_days(
            case.hours,
            periods(case.held),
            case.centre - timedelta(3),
            case.centre + timedelta(3),
            viewer,
            case.now,
        )
        return {(slot.start, slot.slot_id) for day in days for slot in day.slots}

    begin = datetime(case.centre.year, case.centre.month, case.centre.day, tzinfo=UTC) - timedelta(days=1)
    middle = {slot for slot in all_of("UTC") if begin <= slot[0] < begin + timedelta(days=3)}
    assert middle <= all_of(case.viewer)
