"""Flexible hours against a simple oracle that looks at every minute, in calendars made from a seed."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from booking.hours.rules import DayWindow, Hours, TimeOff
from booking.slots.flexible import Basket, week_of
from booking.slots.rules import Period, free_days, merged, slots_between

from services.booking.tests.unit.test_slot_engine_oracle import TURNS, VIEWERS, resolve

CALENDARS, SEED = 500, 21
MINUTE = timedelta(minutes=1)


class Calendar:
    """One calendar: hours, busy time with the buffers it was held with, and what is to be booked."""

    def __init__(self, chance: random.Random) -> None:
        zone, self.centre = chance.choice(TURNS)
        days = tuple(_day(chance) for _ in range(7))
        self.begin = datetime(self.centre.year, self.centre.month, self.centre.day, tzinfo=UTC)
        self.hours = Hours(
            zone,
            days,
            minimum_notice=chance.choice([0, 0, 60, 1500]),
            horizon=chance.choice([0, 0, 0, 1, 2]),
            keep_gaps=chance.random() < 0.5,
        )
        self.viewer = chance.choice([zone, *VIEWERS])
        self.now = self.begin + MINUTE * chance.choice([-9 * 1440, -1000, 300, 700, 1111])
        if self.hours.horizon:
            self.now = self.begin - MINUTE * chance.randint(0, 1440)
        self.busy = [_held(chance, self.begin) for _ in range(chance.randint(0, 12))]
        ordinal = self.centre.toordinal()
        self.basket = Basket(
            minutes=chance.choice([5, 20, 30, 45, 60, 90, 135]),
            before=chance.choice([0, 0, 5, 15, 240]),
            after=chance.choice([0, 0, 10, 30]),
            shortest=chance.choice([0, 20, 30, 45]),
            weekdays=chance.choice([127, 127, 127, chance.randint(0, 127)]),
            full_days=frozenset({ordinal}) if chance.random() < 0.1 else frozenset(),
            full_weeks=frozenset({week_of(ordinal)}) if chance.random() < 0.05 else frozenset(),
        )


def _day(chance: random.Random) -> DayWindow:
    start, end = chance.choice([(0, 360), (1080, 1440), (0, 1440), (540, 1020), (125, 1333)])
    off: list[TimeOff] = []
    for _ in range(chance.randint(0, 3)):
        begins, ends = sorted((chance.randint(start, end), chance.randint(start, end)))
        if begins < ends:
            off.append(TimeOff(begins, ends))
    status = "open" if chance.random() < 0.85 else "closed"
    step = chance.choice([5, 7, 15, 30, 60])
    return DayWindow("flexible", status, start, end, tuple(sorted(off)), 30, 10, (), step)


def _held(chance: random.Random, begin: datetime) -> tuple[datetime, datetime]:
    """A session with its buffers, or other busy time without any."""
    start = begin + MINUTE * chance.randint(-1440, 2880)
    end = start + MINUTE * chance.randint(1, 200)
    if chance.random() < 0.5:
        return start, end
    return start - MINUTE * chance.choice([0, 5, 30]), end + MINUTE * chance.choice([0, 10, 60])


def _minute(instant: datetime) -> int:
    """Whole minutes since 1970 UTC."""
    return int(instant.timestamp()) // 60


def oracle(calendar: Calendar, first: date, last: date) -> dict[date, list[datetime]]:
    """Find the flexible starts minute by minute: each whose session and buffers meet no busy minute."""
    taken = {minute for start, end in calendar.busy for minute in range(_minute(start), _minute(end))}
    viewer = ZoneInfo(calendar.viewer)
    shown = {first + timedelta(days=count): list[datetime]() for count in range((last - first).days + 1)}
    latest = 0
    for offset in range(-3, 5):
        offered = _offered_on(calendar, calendar.centre + timedelta(days=offset), taken)
        # Where clocks go back at midnight, a day may begin before the one before it ends.
        offered = [start for start in offered if start > latest]
        latest = offered[-1] if offered else latest
        for start in offered:
            begins = datetime.fromtimestamp(start * 60, UTC)
            day = begins.astimezone(viewer).date()
            if day in shown:
                shown[day].append(begins)
    return shown


def _offered_on(calendar: Calendar, day: date, taken: set[int]) -> list[int]:
    window, basket, hours = calendar.hours.days[day.weekday()], calendar.basket, calendar.hours
    ordinal = day.toordinal()
    if window.status == "closed" or not basket.weekdays & (1 << day.weekday()):
        return []
    if ordinal in basket.full_days or (ordinal - 1) // 7 in basket.full_weeks:
        return []
    today = calendar.now.astimezone(ZoneInfo(hours.timezone)).date()
    if hours.horizon and day > today + timedelta(days=hours.horizon):
        return []

    def between(start: int, end: int) -> range:
        begins = resolve(hours.timezone, calendar.centre, day, start, end=False)
        return range(_minute(begins), _minute(resolve(hours.timezone, calendar.centre, day, end, end=True)))

    closed = {minute for off in window.time_off for minute in between(off.start, off.end)}
    opened = [minute for minute in between(window.start, window.end) if minute not in closed]
    return [start for stretch in _pieces(opened) for start in _starts_in(calendar, window, stretch, taken)]


def _pieces(minutes: list[int]) -> list[list[int]]:
    """The minutes, cut wherever one is missing."""
    pieces: list[list[int]] = []
    for minute in minutes:
        if not pieces or pieces[-1][-1] + 1 != minute:
            pieces.append([])
        pieces[-1].append(minute)
    return pieces


def _starts_in(calendar: Calendar, window: DayWindow, stretch: list[int], taken: set[int]) -> list[int]:
    basket, whole, now = calendar.basket, set(stretch), _minute(calendar.now)
    possible = [
        start
        for start in stretch[:: window.step]
        if start >= now + calendar.hours.minimum_notice
        and start > now
        and whole.issuperset(range(start, start + basket.minutes))
        and taken.isdisjoint(range(start - basket.before, start + basket.minutes + basket.after))
    ]
    if not calendar.hours.keep_gaps or not basket.shortest:
        return possible
    kept: list[int] = []
    for part in _pieces([minute for minute in stretch if minute not in taken]):
        inside = [start for start in possible if part[0] <= start <= part[-1]]
        good = [start for start in inside if not _strands(start, part, basket)]
        kept += good or inside
    return kept


def _strands(start: int, part: list[int], basket: Basket) -> bool:
    """Whether minutes are left before or after the session that no service fits into."""
    begins, ends = start - basket.before, start + basket.minutes + basket.after
    left = sum(minute < begins for minute in part), sum(minute >= ends for minute in part)
    return any(0 < minutes < basket.shortest for minutes in left)


def _periods(held: list[tuple[datetime, datetime]]) -> list[Period]:
    return merged((int(start.timestamp()), int(end.timestamp())) for start, end in held)


def test_the_engine_offers_the_starts_that_the_minute_by_minute_oracle_offers() -> None:
    chance = random.Random(SEED)
    offered = 0
    for number in range(CALENDARS):
        calendar = Calendar(chance)
        first = calendar.centre + timedelta(days=chance.randint(-1, 1))
        last = first + timedelta(days=chance.randint(0, 1))
        days = free_days(
            calendar.hours,
            _periods(calendar.busy),
            first,
            last,
            calendar.viewer,
            calendar.now,
            calendar.basket,
        )
        found = {day.day: [slot.start for slot in day.slots] for day in days}
        assert found == oracle(calendar, first, last), number
        assert {slot.minutes for day in days for slot in day.slots} <= {calendar.basket.minutes}
        offered += sum(map(len, found.values()))
    assert offered > CALENDARS * 10


def test_a_start_is_found_alone_as_it_is_among_all_others() -> None:
    """Placing an order asks for one instant, and must see what the screen was shown."""
    chance = random.Random(SEED)
    for _ in range(60):
        calendar = Calendar(chance)
        held = (calendar.hours, _periods(calendar.busy))
        day, now, basket = calendar.centre, calendar.now, calendar.basket
        shown = free_days(*held, day, day, "UTC", now, basket)[0].slots
        for slot in shown[:5]:
            alone = slots_between(*held, slot.start, slot.start + timedelta(seconds=1), now, basket)
            assert (slot.start, slot.slot_id) in [(each.start, each.slot_id) for each in alone]
