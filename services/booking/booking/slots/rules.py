"""The slot engine: what a provider offers (product.md 4.2; the slot rules of api.md 4). Pure.

It is fast because days without a change of clocks are one weekday's rows moved along the UTC line, all
numbers are integers, one walk passes over slots and busy time together, and datetimes are made only of slots
that somebody looks at.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from contracts.zones import zone_named

from booking.hours.rules import DayWindow, Hours
from booking.slots.flexible import SOURCE, USUAL_MINUTES, Basket, Grid, Stretch, flexible_starts
from booking.zones import (
    DAY,
    EPOCH_ORDINAL,
    day_starts,
    end_instant,
    local_day,
    moment,
    seconds,
    start_instant,
    steady_offset,
)

LONGEST_VIEW: Final = 62
"""Days that one request may span."""

_UTC: Final = zone_named("UTC")
_NEVER: Final = 1 << 62
_ANY: Final = Basket(USUAL_MINUTES)

Period = tuple[int, int]
"""Start and end instant, seconds since 1970 UTC."""


class Slot(NamedTuple):
    """A free slot that starts at `instant` (seconds since 1970 UTC) and lasts `minutes`.

    Slots that adjoin, buffers aside, have the same `run`.
    """

    instant: int
    minutes: int
    source: str
    alias: str
    run: int

    @property
    def start(self) -> datetime:
        """When it starts, UTC."""
        return moment(self.instant)

    @property
    def end(self) -> datetime:
        """When it ends, UTC."""
        return moment(self.instant + self.minutes * 60)

    @property
    def slot_id(self) -> str:
        """The slot's id: where it comes from, and the minute at which it starts."""
        return slot_id_of(self.source, self.instant)


def slot_id_of(source: str, instant: int) -> str:
    """The id of the slot from `source` that starts at `instant`, in seconds since 1970 UTC."""
    return f"{source}-{instant // 60}"


class FreeRow(NamedTuple):
    """Free slots that differ in nothing but their start: `instants` in order, and the run of each."""

    instants: list[int]
    runs: list[int]
    minutes: int
    source: str
    alias: str

    @property
    def slots(self) -> list[Slot]:
        """The slots one by one."""
        return [
            Slot(instant, self.minutes, self.source, self.alias, run)
            for instant, run in zip(self.instants, self.runs, strict=True)
        ]

    def part(self, begin: int, end: int) -> "FreeRow":
        """The slots from position `begin` up to, but not including, `end`."""
        return self._replace(instants=self.instants[begin:end], runs=self.runs[begin:end])


class SlotDay(NamedTuple):
    """One day of the viewer's calendar and the free slots that start on it, in order."""

    day: date
    rows: list[FreeRow]

    @property
    def slots(self) -> list[Slot]:
        """The slots one by one."""
        return [slot for row in self.rows for slot in row.slots]


class _Row(NamedTuple):
    """Slots of one length at even distances, free or not; the next may follow `pause` seconds after each."""

    starts: range
    length: int
    pause: int
    source: str
    alias: str


def free_days(
    hours: Hours,
    busy: Sequence[Period],
    first: date,
    last: date,
    viewer: str,
    now: datetime,
    basket: Basket | None = None,
) -> list[SlotDay]:
    """The free slots of each day from `first` to `last`, days of the zone `viewer`; rules 1 to 6.

    `busy` is the provider's busy time, in order and without overlap (see `merged`).
    Raises ValueError when a zone is unknown.
    """
    ordinals = range(first.toordinal(), last.toordinal() + 1)
    days = [SlotDay(date.fromordinal(ordinal), []) for ordinal in ordinals]
    shown = {ordinal: day.rows for ordinal, day in zip(ordinals, days, strict=True)}
    pages = day_starts(ordinals[0], ordinals[-1], zone_named(viewer))
    turns = [page[0] for page in pages]
    for row in Sweep(busy, turns[0], turns[-1], now, basket).over(hours):
        starts, done = row.instants, 0
        while done < len(starts):
            page = bisect_right(turns, starts[done]) - 1
            turn = turns[page + 1]
            ends = len(starts) if starts[-1] < turn else bisect_left(starts, turn, done)
            if pages[page][1] in shown:
                whole = ends - done == len(starts)
                shown[pages[page][1]].append(row if whole else row.part(done, ends))
            done = ends
    return days


def slots_between(
    hours: Hours,
    busy: Sequence[Period],
    first: datetime,
    last: datetime,
    now: datetime,
    basket: Basket | None = None,
) -> list[Slot]:
    """The free slots that start at or after `first` and before `last`, for any viewer (rule 5)."""
    swept = Sweep(busy, seconds(first), seconds(last), now, basket).over(hours)
    return [slot for row in swept for slot in row.slots]


def next_free(
    hours: Hours,
    busy: Sequence[Period],
    first: datetime,
    last: datetime,
    now: datetime,
    basket: Basket | None = None,
) -> Slot | None:
    """The first free slot that starts at or after `first` and before `last`; the walk ends there."""
    swept = Sweep(busy, seconds(first), seconds(last), now, basket).over(hours)
    return next((row.part(0, 1).slots[0] for row in swept), None)


def merged(periods: Iterable[Period]) -> list[Period]:
    """The periods in order; periods that touch or overlap become one, empty ones are left out."""
    whole: list[Period] = []
    reach = -_NEVER
    for start, end in sorted(periods):
        if end <= start:
            continue
        if start > reach:
            whole.append((start, end))
            reach = end
        elif end > reach:
            whole[-1] = (whole[-1][0], end)
            reach = end
    return whole


class Sweep:
    """One walk over the offered slots and the busy time, from `first` up to, but not including, `last`.

    Travel of the basket counts on every kind of hours (product.md 4.22).
    """

    def __init__(
        self, busy: Sequence[Period], first: int, last: int, now: datetime, basket: Basket | None
    ) -> None:
        self.now = seconds(now)
        self.soonest = self.now + bool(now.microsecond)
        self.bookable = self.now + 1
        self.first = max(first, self.bookable)
        self.last = last
        self.basket = basket
        self.latest_flexible = -_NEVER
        self.busy_from, self.busy_to = zip(*busy, (_NEVER, _NEVER), strict=True)
        self.fixed_from, self.fixed_to = self.busy_from, self.busy_to
        if basket and any(basket.travel):
            # A slot with its travel is free where the slot alone is free of busy time that is so much longer.
            before, after = (minutes * 60 for minutes in basket.travel)
            longer = merged((start - after, end + before) for start, end in busy)
            self.fixed_from, self.fixed_to = zip(*longer, (_NEVER, _NEVER), strict=True)
        self.run = 0

    def over(self, hours: Hours) -> Iterator[FreeRow]:
        """The free slots, day by day of the provider's calendar; no row is empty."""
        zone = zone_named(hours.timezone)
        self.bookable = max(self.bookable, self.soonest + hours.minimum_notice * 60)
        if hours.away_until is not None:
            if hours.away_until == date.max:
                return
            self.bookable = max(self.bookable, start_instant(hours.away_until.toordinal(), 0, zone))
        self.first = max(self.first, self.bookable)
        if hours.horizon:
            beyond = local_day(self.now, zone) + hours.horizon + 1
            self.last = min(self.last, start_instant(beyond, 0, zone))
        ordinals = range(local_day(self.first, zone) - 1, local_day(self.last, zone) + 2)
        differing = _differing(hours, ordinals)
        usual: dict[int, list[_Row]] = {}
        for ordinal in ordinals:
            day = differing.get(ordinal) or hours.days[(ordinal - 1) % 7]
            if day.status != "open" or (self.basket and not self.basket.offers(ordinal)):
                continue
            offset = steady_offset(ordinal, zone)
            midnight = 0 if offset is None else (ordinal - EPOCH_ORDINAL) * DAY - offset
            if offset is not None and (midnight + DAY <= self.first or midnight >= self.last):
                continue
            if day.window_type == "flexible":
                at = (ordinal, zone) if offset is None else (EPOCH_ORDINAL, _UTC)
                yield from self._flexible(day, stretches(day, *at), midnight, keep_gaps=hours.keep_gaps)
                continue
            if offset is None:
                yield from self._free(_rows(day, ordinal, zone), 0)
                continue
            rows = usual.get(id(day))
            if rows is None:
                rows = usual[id(day)] = _rows(day, EPOCH_ORDINAL, _UTC)
            yield from self._free(rows, midnight)

    def _flexible(
        self, day: DayWindow, stretches: Iterable[Stretch], later: int, *, keep_gaps: bool
    ) -> Iterator[FreeRow]:
        """Rule 6 over one day's stretches, each moved by `later` seconds. Each start is a run of its own."""
        basket = self.basket or _ANY
        grid = Grid(day.step * 60, keep_gaps, self.bookable)
        found: list[int] = []
        for begin, end in stretches:
            stretch = (begin + later, end + later)
            for starts in flexible_starts(stretch, self.busy_from, self.busy_to, basket, grid):
                found += self._in_reach(starts)
        if found and found[0] <= self.latest_flexible:
            # Where clocks go back at midnight, the day begins before the one before it ends.
            found = [start for start in found if start > self.latest_flexible]
        if found:
            self.latest_flexible = found[-1]
            runs = list(range(self.run + 1, self.run + 1 + len(found)))
            self.run = runs[-1]
            yield FreeRow(found, runs, basket.minutes, SOURCE, "")

    def _free(self, rows: list[_Row], later: int) -> Iterator[FreeRow]:
        """Rule 4 over one day's rows, each moved by `later` seconds."""
        busy_from, busy_to = self.fixed_from, self.fixed_to
        run, due = self.run, -_NEVER
        for offered, length, pause, source, alias in rows:
            starts = self._in_reach(range(offered.start + later, offered.stop + later, offered.step))
            if not starts:
                continue
            free: list[int] = []
            runs: list[int] = []
            adjoins = starts[0] == due
            at = bisect_right(busy_to, starts[0])
            latest = busy_from[at] - length
            for start in starts:
                if start > latest:
                    while busy_to[at] <= start:
                        at += 1
                    latest = busy_from[at] - length
                    if start > latest:
                        adjoins = False
                        continue
                if not adjoins:
                    run += 1
                    adjoins = True
                free.append(start)
                runs.append(run)
            due = starts[-1] + length + pause if adjoins else -_NEVER
            self.run = run
            if free:
                yield FreeRow(free, runs, length // 60, source, alias)

    def _in_reach(self, starts: Sequence[int]) -> Sequence[int]:
        if starts and self.first <= starts[0] and starts[-1] < self.last:
            return starts
        return starts[bisect_left(starts, self.first) : bisect_left(starts, self.last)]


def _differing(hours: Hours, ordinals: range) -> dict[int, DayWindow]:
    """The windows of those dates that have one of their own, by ordinal."""
    return {
        ordinal: override.window
        for override in hours.overrides
        for ordinal in range(
            max(override.first.toordinal(), ordinals.start), min(override.last.toordinal() + 1, ordinals.stop)
        )
    }


def _rows(day: DayWindow, ordinal: int, zone: ZoneInfo) -> list[_Row]:
    if day.window_type == "custom":
        return list(_custom_rows(day, ordinal, zone))
    length, pause = day.duration * 60, day.buffer * 60
    return [_Row(starts, length, pause, "quota", "") for starts in _quota_starts(day, ordinal, zone)]


def _quota_starts(day: DayWindow, ordinal: int, zone: ZoneInfo) -> list[range]:
    """Rule 2: slots from the window's start, with a buffer after each, around time off."""
    start, closes = start_instant(ordinal, day.start, zone), end_instant(ordinal, day.end, zone)
    length, apart = day.duration * 60, (day.duration + day.buffer) * 60
    starts: list[range] = []
    for off, on in _pauses(day, ordinal, zone):
        before = range(start, min(off, closes) - length + 1, apart)
        starts.append(before)
        start = max(on, start) if not before else max(before[-1] + apart, on)
    starts.append(range(start, closes - length + 1, apart))
    return starts


def stretches(day: DayWindow, ordinal: int, zone: ZoneInfo) -> list[Stretch]:
    """Rule 6: the window without its time off."""
    start, closes = start_instant(ordinal, day.start, zone), end_instant(ordinal, day.end, zone)
    stretches: list[Stretch] = []
    for off, on in _pauses(day, ordinal, zone):
        stretches.append((start, min(off, closes)))
        start = max(start, on)
    stretches.append((start, closes))
    return [(begin, end) for begin, end in stretches if begin < end]


def _pauses(day: DayWindow, ordinal: int, zone: ZoneInfo) -> list[Period]:
    if not day.time_off:
        return []
    return merged(
        (start_instant(ordinal, off.start, zone), end_instant(ordinal, off.end, zone)) for off in day.time_off
    )


def _custom_rows(day: DayWindow, ordinal: int, zone: ZoneInfo) -> Iterator[_Row]:
    """Rule 3: the listed slots, without those that a change of clocks makes longer or shorter."""
    for slot in day.custom:
        start, end = start_instant(ordinal, slot.start, zone), end_instant(ordinal, slot.end, zone)
        if end - start == slot.minutes * 60:
            yield _Row(range(start, start + 1), end - start, 0, slot.slot_id, slot.alias)
