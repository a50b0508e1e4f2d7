"""The slot engine: what a provider offers, by the slot rules of api.md 4. Pure; `now` is given.

The shape that makes it fast: days without a change of clocks are one weekday's rows moved along the UTC
line, everything is integers, the held time is walked beside the slots once, and datetimes are made only of
slots that somebody looks at.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from booking.hours.rules import DayWindow, Hours
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
    zone_named,
)

LONGEST_VIEW: Final = 62
"""Days that one question may span."""

_UTC: Final = zone_named("UTC")
_NEVER: Final = 1 << 62

Period = tuple[int, int]
"""Start and end instant, seconds since 1970 UTC."""


class Slot(NamedTuple):
    """A free slot, which starts at `instant` (seconds since 1970 UTC) and lasts so many minutes.

    Slots that adjoin, buffers aside, share their `run`.
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
        """What names this slot and no other: where it comes from, and the minute it starts at."""
        return slot_id_of(self.source, self.instant)


def slot_id_of(source: str, instant: int) -> str:
    """What names the slot from this source that starts then, seconds since 1970 UTC."""
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
        """One by one."""
        return [
            Slot(instant, self.minutes, self.source, self.alias, run)
            for instant, run in zip(self.instants, self.runs, strict=True)
        ]

    def part(self, begin: int, end: int) -> "FreeRow":
        """Its slots from one place up to but without another."""
        return self._replace(instants=self.instants[begin:end], runs=self.runs[begin:end])


class SlotDay(NamedTuple):
    """One day of the viewer's calendar and the free slots that start on it, in order."""

    day: date
    rows: list[FreeRow]

    @property
    def slots(self) -> list[Slot]:
        """One by one."""
        return [slot for row in self.rows for slot in row.slots]


class _Row(NamedTuple):
    """Slots of one length at even distances, free or not; another may follow `pause` seconds after each."""

    starts: range
    length: int
    pause: int
    source: str
    alias: str


def free_days(
    hours: Hours, held: Sequence[Period], first: date, last: date, viewer: str, now: datetime
) -> list[SlotDay]:
    """The free slots of each day from `first` to `last`, days of the zone `viewer`; rules 1 to 5.

    `held` is the provider's time that is not free, in order and without overlap (see `merged`).
    Raises ValueError when a zone is unknown.
    """
    ordinals = range(first.toordinal(), last.toordinal() + 1)
    days = [SlotDay(date.fromordinal(ordinal), []) for ordinal in ordinals]
    shown = {ordinal: day.rows for ordinal, day in zip(ordinals, days, strict=True)}
    pages = day_starts(ordinals[0], ordinals[-1], zone_named(viewer))
    turns = [page[0] for page in pages]
    for row in _Sweep(held, turns[0], turns[-1], now).over(hours):
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
    hours: Hours, held: Sequence[Period], first: datetime, last: datetime, now: datetime
) -> list[Slot]:
    """The free slots that start at or after `first` and before `last`, whoever looks (rule 5)."""
    swept = _Sweep(held, seconds(first), seconds(last), now).over(hours)
    return [slot for row in swept for slot in row.slots]


def next_free(
    hours: Hours, held: Sequence[Period], first: datetime, last: datetime, now: datetime
) -> Slot | None:
    """The first free slot that starts at or after `first` and before `last`; later days are not walked."""
    swept = _Sweep(held, seconds(first), seconds(last), now).over(hours)
    return next((row.part(0, 1).slots[0] for row in swept), None)


def long_enough(rows: Iterable[FreeRow], minutes: int) -> set[int]:
    """The runs among the slots of `rows` whose time together is at least `minutes`."""
    together: dict[int, int] = {}
    for row in rows:
        for run in row.runs:
            together[run] = together.get(run, 0) + row.minutes
    return {run for run, length in together.items() if length >= minutes}


def merged(periods: Iterable[Period]) -> list[Period]:
    """The periods in order, those that touch or overlap made one, empty ones left out."""
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


class _Sweep:
    """One walk over what the windows offer beside what is held, from `first` up to but without `last`."""

    def __init__(self, held: Sequence[Period], first: int, last: int, now: datetime) -> None:
        self.now = seconds(now)
        self.soonest = self.now + bool(now.microsecond)
        self.first = max(first, self.now + 1)
        self.last = last
        self.held_from, self.held_to = zip(*held, (_NEVER, _NEVER), strict=True)
        self.run = 0

    def over(self, hours: Hours) -> Iterator[FreeRow]:
        """What is free, day by day of the provider's calendar; no row is empty."""
        zone = zone_named(hours.timezone)
        self.first = max(self.first, self.soonest + hours.minimum_notice * 60)
        if hours.horizon:
            beyond = local_day(self.now, zone) + hours.horizon + 1
            self.last = min(self.last, start_instant(beyond, 0, zone))
        ordinals = range(local_day(self.first, zone) - 1, local_day(self.last, zone) + 2)
        differing = _differing(hours, ordinals)
        usual: dict[int, list[_Row]] = {}
        for ordinal in ordinals:
            day = differing.get(ordinal) or hours.days[(ordinal - 1) % 7]
            if day.status != "open":
                continue
            offset = steady_offset(ordinal, zone)
            if offset is None:
                yield from self._free(_rows(day, ordinal, zone), 0)
                continue
            midnight = (ordinal - EPOCH_ORDINAL) * DAY - offset
            if midnight + DAY <= self.first or midnight >= self.last:
                continue
            rows = usual.get(id(day))
            if rows is None:
                rows = usual[id(day)] = _rows(day, EPOCH_ORDINAL, _UTC)
            yield from self._free(rows, midnight)

    def _free(self, rows: list[_Row], later: int) -> Iterator[FreeRow]:
        """Rule 4, over one day's rows, each so many seconds later than it says."""
        held_from, held_to = self.held_from, self.held_to
        run, due = self.run, -_NEVER
        for offered, length, pause, source, alias in rows:
            starts = self._in_reach(range(offered.start + later, offered.stop + later, offered.step))
            if not starts:
                continue
            free: list[int] = []
            runs: list[int] = []
            adjoins = starts[0] == due
            at = bisect_right(held_to, starts[0])
            latest = held_from[at] - length
            for start in starts:
                if start > latest:
                    while held_to[at] <= start:
                        at += 1
                    latest = held_from[at] - length
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

    def _in_reach(self, starts: range) -> range:
        if starts and self.first <= starts[0] and starts[-1] < self.last:
            return starts
        return starts[bisect_left(starts, self.first) : bisect_left(starts, self.last)]


def _differing(hours: Hours, ordinals: range) -> dict[int, DayWindow]:
    """Those of the days that have a window of their own."""
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
    """Rule 2: from the window's start, a buffer after each slot, stepping over time off."""
    start, closes = start_instant(ordinal, day.start, zone), end_instant(ordinal, day.end, zone)
    length, apart = day.duration * 60, (day.duration + day.buffer) * 60
    starts: list[range] = []
    for off, on in _pauses(day, ordinal, zone):
        before = range(start, min(off, closes) - length + 1, apart)
        starts.append(before)
        start = max(on, start) if not before else max(before[-1] + apart, on)
    starts.append(range(start, closes - length + 1, apart))
    return starts


def _pauses(day: DayWindow, ordinal: int, zone: ZoneInfo) -> list[Period]:
    if not day.time_off:
        return []
    return merged(
        (start_instant(ordinal, off.start, zone), end_instant(ordinal, off.end, zone)) for off in day.time_off
    )


def _custom_rows(day: DayWindow, ordinal: int, zone: ZoneInfo) -> Iterator[_Row]:
    """Rule 3: the slots as they are listed, less those that the clocks made longer or shorter."""
    for slot in day.custom:
        start, end = start_instant(ordinal, slot.start, zone), end_instant(ordinal, slot.end, zone)
        if end - start == slot.minutes * 60:
            yield _Row(range(start, start + 1), end - start, 0, slot.slot_id, slot.alias)
