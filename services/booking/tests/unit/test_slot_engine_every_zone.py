"""The slot engine over the clock changes of every time zone, against an oracle that checks every minute."""

import os
import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from booking.hours.rules import CustomSlot, DateOverride, DayWindow, Hours, TimeOff
from booking.slots.rules import Period, free_days, merged
from contracts.zones import ZONES

YEAR = 2027
DAY, EPOCH = 1440, date(1970, 1, 1).toordinal()
NAMES = sorted(ZONES)
GROUPS = 16
# Where clocks did what they do nowhere now: days left out, half and quarter hours, over midnight both ways.
ODD = [
    ("Pacific/Apia", date(2011, 12, 30)),
    ("Pacific/Kwajalein", date(1993, 8, 21)),
    ("Pacific/Kiritimati", date(1994, 12, 31)),
    ("Asia/Pyongyang", date(2018, 5, 5)),
    ("America/Caracas", date(2016, 5, 1)),
    ("America/Caracas", date(2007, 12, 9)),
    ("America/St_Johns", date(2010, 3, 14)),
    ("America/St_Johns", date(2010, 11, 7)),
    ("America/Sao_Paulo", date(2018, 11, 4)),
    ("America/Sao_Paulo", date(2018, 2, 18)),
    ("Asia/Kathmandu", date(1986, 1, 1)),
    ("Antarctica/Troll", date(2016, 3, 27)),
    ("Africa/Juba", date(2021, 2, 1)),
]
MINUTE, QUARTER = timedelta(minutes=1), timedelta(minutes=15)
MIDNIGHT = datetime(1970, 1, 1, tzinfo=UTC)
KNOWN: dict[tuple[object, ...], str] = {}
SEED = os.environ.get("SLOTS_SEED") or str(random.SystemRandom().randrange(10**6))


@dataclass(frozen=True)
class Clocks:
    """What the clocks of a zone show at every minute of some days. Minutes since 1970, of UTC and shown."""

    begin: int
    shown: list[int]
    first: dict[int, int]
    last: dict[int, int]

    def at(self, day: int, minute: int, *, end: bool) -> int:
        """Slot rule 1: when the local time is; the change itself when it is skipped."""
        wanted = (day - EPOCH) * DAY + minute
        if wanted in self.first:
            return self.last[wanted] if end else self.first[wanted]
        skips = (
            number for number, (before, after) in enumerate(pairwise(self.shown)) if before < wanted < after
        )
        return self.begin + next(skips) + 1


@lru_cache(maxsize=64)
def clocks_of(zone_name: str, centre: date) -> Clocks:
    """From three days before to four after."""
    begin = (centre.toordinal() - 3 - EPOCH) * DAY
    zone = ZoneInfo(zone_name)
    now = datetime(1970, 1, 1, tzinfo=zone) + timedelta(minutes=begin)  # UTC's clock, as fromutc wants it
    shown: list[int] = []
    for _ in range(7 * DAY):
        local = zone.fromutc(now)
        shown.append((local.toordinal() - EPOCH) * DAY + local.hour * 60 + local.minute)
        now += MINUTE
    last = {local: begin + number for number, local in enumerate(shown)}
    first = {local: begin + number for number, local in reversed(list(enumerate(shown)))}
    return Clocks(begin, shown, first, last)


def clocks(zone_name: str, centre: date) -> Clocks:
    """Zones whose clocks agree at every quarter of an hour share a table: in `YEAR` none changes between
    quarters, and there are five names for each way of keeping time."""
    if centre.year != YEAR:
        return clocks_of(zone_name, centre)
    zone = ZoneInfo(zone_name)
    first = datetime(centre.year, centre.month, centre.day, tzinfo=UTC) - timedelta(days=3)
    agreed = (centre, *((first + QUARTER * count).astimezone(zone).utcoffset() for count in range(7 * 96)))
    return clocks_of(KNOWN.setdefault(agreed, zone_name), centre)


@dataclass(frozen=True)
class Case:
    """The input of engine and oracle. `held` is in minutes since 1970."""

    hours: Hours
    centre: date
    viewer: str
    held: list[Period]
    now: datetime


def a_window(dice: random.Random) -> DayWindow:
    """Any valid window of a day."""
    start = dice.choice([0, 0, 45, 60, 90, 120, 150, 180, 540, 1380, dice.randrange(1380)])
    end = dice.choice([1440, 1440, dice.randrange(start + 1, 1441)])
    pauses = [
        sorted((dice.randrange(start, end + 1), dice.randrange(start, end + 1)))
        for _ in range(dice.randrange(3))
    ]
    off = tuple(sorted(TimeOff(begin, finish) for begin, finish in pauses if begin < finish))
    edges = sorted({dice.randrange(0, 97) * 15 for _ in range(10)})
    custom = tuple(
        CustomSlot(f"c{begin}", begin, finish, "", finish - begin)
        for begin, finish in zip(edges[::2], edges[1::2], strict=False)
    )
    kind = dice.choice(["quota", "quota", "custom"])
    status = dice.choice(["open", "open", "open", "open", "closed"])
    duration, buffer = dice.choice([20, 30, 45, 60, 90]), dice.choice([0, 0, 5, 10, 25])
    return DayWindow(
        "custom" if kind == "custom" else "quota",
        "closed" if status == "closed" else "open",
        start,
        end,
        off,
        duration,
        buffer,
        custom,
    )


def some_hours(dice: random.Random, zone: str, centre: date) -> Hours:
    """Weekly hours, with or without date overrides, a notice and a horizon."""
    overrides: tuple[DateOverride, ...] = ()
    if dice.random() < 0.4:
        first = centre + timedelta(dice.randrange(-2, 2))
        overrides = (DateOverride(first, first + timedelta(dice.randrange(3)), "", a_window(dice)),)
    notice = dice.choice([0, 0, 1, 90, 1000])
    horizon = dice.choice([0, 0, 0, 1, 2, 3])
    return Hours(zone, tuple(a_window(dice) for _ in range(7)), overrides, notice, horizon)


def a_case(dice: random.Random, zone: str, centre: date) -> Case:
    """Anything, with the zone's days around `centre` in it."""
    begin = datetime(centre.year, centre.month, centre.day, tzinfo=UTC) - timedelta(days=2)
    first = (centre.toordinal() - 2 - EPOCH) * DAY
    starts = [first + dice.randrange(4 * DAY) for _ in range(dice.randrange(8))]
    held = merged((start, start + dice.randrange(1, 300)) for start in starts)
    hours = some_hours(dice, zone, centre)
    now = begin + timedelta(minutes=dice.choice([-60, dice.randrange(3 * DAY)]))
    slots = offered(hours.days[centre.weekday()], centre.toordinal(), clocks(zone, centre))
    if slots and dice.random() < 0.4:  # exactly at the edge
        now = MIDNIGHT + timedelta(minutes=dice.choice(slots)[0] - dice.choice([0, hours.minimum_notice]))
    viewer = dice.choice(
        [zone, zone, "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe", dice.choice(NAMES)]
    )
    return Case(hours, centre, viewer, held, now)


def offered(window: DayWindow, day: int, shown: Clocks) -> list[tuple[int, int]]:
    """Slot rules 1 to 3 for one day of the provider: start and end of each."""
    if window.status == "closed":
        return []
    if window.window_type == "custom":
        listed = [
            (shown.at(day, s.start, end=False), shown.at(day, s.end, end=True), s.minutes)
            for s in window.custom
        ]
        return [(start, end) for start, end, minutes in listed if end - start == minutes]
    pauses = [
        (shown.at(day, off.start, end=False), shown.at(day, off.end, end=True)) for off in window.time_off
    ]
    start, closes = shown.at(day, window.start, end=False), shown.at(day, window.end, end=True)
    slots: list[tuple[int, int]] = []
    while start + window.duration <= closes:
        end = start + window.duration
        met = [on for off, on in pauses if off < end and on > start and off < on]
        if met:
            start = met[0]
            continue
        slots.append((start, end))
        start = end + window.buffer
    return slots


def expected(case: Case) -> list[tuple[int, int]]:
    """The slots that the viewer should see on the day `centre`."""
    hours, shown = case.hours, clocks(case.hours.timezone, case.centre)
    taken = {minute for start, end in case.held for minute in range(start, end)}
    now = (case.now - MIDNIGHT) / timedelta(minutes=1)
    viewer = ZoneInfo(case.viewer)
    found: list[tuple[int, int]] = []
    for day in range(case.centre.toordinal() - 2, case.centre.toordinal() + 3):
        window = hours.days[(day - 1) % 7]
        for override in hours.overrides:
            if override.first.toordinal() <= day <= override.last.toordinal():
                window = override.window
        for start, end in offered(window, day, shown):
            if start <= now or start < now + hours.minimum_notice or not taken.isdisjoint(range(start, end)):
                continue
            if hours.horizon:
                today = case.now.astimezone(ZoneInfo(hours.timezone)).toordinal()
                beyond = today + hours.horizon + 1
                if beyond <= case.centre.toordinal() + 3 and start >= shown.at(beyond, 0, end=False):
                    continue
            moment = MIDNIGHT + timedelta(minutes=start)
            if moment.astimezone(viewer).date() == case.centre:
                found.append((start, end))
    return sorted(found)


def answered(case: Case) -> list[tuple[int, int]]:
    """The slots that the engine finds."""
    held = [(start * 60, end * 60) for start, end in case.held]
    [day] = free_days(case.hours, held, case.centre, case.centre, case.viewer, case.now)
    return sorted((int(slot.start.timestamp()) // 60, int(slot.end.timestamp()) // 60) for slot in day.slots)


@cache
def changes(zone_name: str, year: int) -> list[date]:
    """The local days on which the zone's clocks change in a year."""
    zone = ZoneInfo(zone_name)
    noons = [datetime(year, 1, 1, 12, tzinfo=UTC) + timedelta(days=day) for day in range(366)]
    offsets = [(noon, noon.astimezone(zone).utcoffset()) for noon in noons]
    return [
        after.astimezone(zone).date()
        for (_, before_offset), (after, offset) in pairwise(offsets)
        if offset != before_offset
    ]


def compare(zone: str, centre: date, cases: int) -> None:
    dice = random.Random(f"{SEED} {zone} {centre}")
    for _ in range(cases):
        case = a_case(dice, zone, centre)
        assert answered(case) == expected(case), f"SLOTS_SEED={SEED}: {case}"


@pytest.mark.parametrize("group", range(GROUPS))
def test_every_zone_over_its_changes(group: int) -> None:
    """Each zone is visited in each run; those without a change on a day by chance."""
    by_chance = date(YEAR, 1, 1) + timedelta(random.Random(SEED).randrange(365))
    for zone in NAMES[group::GROUPS]:
        for centre in changes(zone, YEAR) or [by_chance]:
            compare(zone, centre, 3)


@pytest.mark.parametrize(("zone", "centre"), ODD)
def test_days_that_were_odd_once(zone: str, centre: date) -> None:
    compare(zone, centre, 10)


def test_most_zones_that_change_are_known_to() -> None:
    turning = [zone for zone in NAMES if changes(zone, YEAR)]
    assert len(NAMES) > 400
    assert len(turning) > 100
    assert len(changes("Australia/Lord_Howe", YEAR)) == 2
