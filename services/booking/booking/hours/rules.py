"""A provider's business hours, as values (product.md 4.1). Pure.

Times are minutes since the midnight that begins the day; 1440 is the midnight that ends it. Lengths are in
minutes. The slot engine decides what they mean on a given date.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from chassis.errors import RuleViolation

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MIDNIGHT: Final = 24 * 60
SHORTEST_SLOT: Final = 5
MOST_PERIODS: Final = 96
"""The most periods of time off, and the most custom slots, in one day."""
MOST_OVERRIDES: Final = 200
LONGEST_OVERRIDE: Final = 366
"""Days that one date override may span."""
LONGEST_NOTICE: Final = 30 * 24 * 60
"""Minutes."""
FARTHEST_HORIZON: Final = 730
"""Days."""

SHORTEST_STEP: Final = 5
LONGEST_STEP: Final = 60
USUAL_STEP: Final = 15
"""Minutes between the starts of flexible hours."""
MOST_PER_DAY: Final = 100
MOST_PER_WEEK: Final = 500
"""The highest limits that a provider may set."""

_CLOCK: Final = re.compile(r"([0-9]{2}):([0-9]{2})")

WindowType = Literal["quota", "custom", "flexible"]
WindowStatus = Literal["open", "closed"]


class TimeOff(NamedTuple):
    """A pause inside a quota window, or inside flexible hours."""

    start: int
    end: int


class CustomSlot(NamedTuple):
    """A slot that the provider listed; `minutes` is the length that the provider declared."""

    slot_id: str
    start: int
    end: int
    alias: str
    minutes: int


@dataclass(frozen=True, slots=True)
class DayWindow:
    """The window of one weekday. It keeps the settings of all types; `window_type` says which apply.

    Flexible hours are open from `start` to `end` without `time_off`; a session may start every `step`.
    """

    window_type: WindowType
    status: WindowStatus
    start: int
    end: int
    time_off: tuple[TimeOff, ...]
    duration: int
    buffer: int
    custom: tuple[CustomSlot, ...]
    step: int = USUAL_STEP


@dataclass(frozen=True, slots=True)
class DateOverride:
    """The dates from `first` to `last` have this window instead of their weekday's."""

    first: date
    last: date
    note: str
    window: DayWindow


ANSWER_HOURS: Final = 48
"""How long a request waits for an answer where the provider has said nothing (product.md 4.10)."""
LONGEST_ANSWER_HOURS: Final = 14 * 24


@dataclass(frozen=True, slots=True)
class Hours:
    """A week of windows, Monday first, in the IANA zone `timezone`, and the dates that differ.

    A slot is offered when it starts in at least `minimum_notice` minutes, and at most `horizon` days after
    today (0: no limit). A request waits `answer_hours` for an answer. A provider who is away offers nothing
    before the day `away_until`, and nothing at all with `date.max` (product.md 3.10). At most `most_per_day`
    sessions start on a day, `most_per_week` in a week from Monday (0: no limit). With `keep_gaps` flexible
    hours offer no start that leaves a strip of free time too short for any service.
    """

    timezone: str
    days: tuple[DayWindow, ...]
    overrides: tuple[DateOverride, ...] = ()
    minimum_notice: int = 0
    horizon: int = 0
    answer_hours: int = ANSWER_HOURS
    away_until: date | None = None
    keep_gaps: bool = False
    most_per_day: int = 0
    most_per_week: int = 0

    @property
    def flexible(self) -> bool:
        """Whether any day has flexible hours."""
        windows = (*self.days, *(each.window for each in self.overrides))
        return any(each.window_type == "flexible" for each in windows)


def default_hours(timezone: str) -> Hours:
    """The hours before any settings: Monday to Saturday from nine to five (product.md 4.1)."""
    working = DayWindow("quota", "open", 9 * 60, 17 * 60, (), 30, 10, ())
    sunday = DayWindow("quota", "closed", 9 * 60, 17 * 60, (), 30, 10, ())
    return Hours(timezone, (working,) * 6 + (sunday,))


def minute_of(clock: str) -> int:
    """Minutes of 'HH:MM' on a 24-hour clock, 24:00 included. Raises ValueError for anything else."""
    match = _CLOCK.fullmatch(clock)
    if match is None:
        raise ValueError("This Field can only contain a time such as 09:00")
    hours, minutes = int(match[1]), int(match[2])
    if minutes > 59 or hours * 60 + minutes > MIDNIGHT:
        raise ValueError("This Field can only contain a time such as 09:00")
    return hours * 60 + minutes


def clock_of(minute: int) -> str:
    """'HH:MM' of a minute of the day; 1440 is '24:00'."""
    return f"{minute // 60:02}:{minute % 60:02}"


def shown_to_others(hours: Hours, today: date) -> Hours:
    """The hours as everybody but their owner sees them (product.md 4.1).

    Without notes, without days that differ but were over by the day before `today` (a viewer's today may be
    that), and without custom slots and time off that do not apply.
    """
    overrides = (
        replace(each, note="", window=_applying(each.window))
        for each in hours.overrides
        if each.last >= today - timedelta(days=1)
    )
    return replace(hours, days=tuple(map(_applying, hours.days)), overrides=tuple(overrides))


def _applying(window: DayWindow) -> DayWindow:
    return replace(window, time_off=()) if window.window_type == "custom" else replace(window, custom=())


def hours_for(hours: Hours, role: Literal["provider", "client"]) -> Hours:
    """The hours in which this side of an order may choose: notice, horizon, a pause and limits bind only
    clients (product.md 4.2).
    """
    if role == "client":
        return hours
    return replace(hours, minimum_notice=0, horizon=0, away_until=None, most_per_day=0, most_per_week=0)


def checked_window(day: DayWindow, prefix: str = "") -> DayWindow:
    """The window with its periods in order (product.md 4.1; api.md 4).

    Raises RuleViolation with a message for each field that is wrong; `prefix` begins the fields' names.
    """
    mistakes = _quota_mistakes(day)
    custom = _custom_mistake(day.custom)
    if custom:
        mistakes["custom_slots"] = custom
    if mistakes:
        fields = {f"{prefix}{field}": text for field, text in mistakes.items()}
        raise RuleViolation(next(iter(mistakes.values())), **fields)
    return replace(
        day,
        time_off=tuple(sorted(day.time_off)),
        custom=tuple(sorted(day.custom, key=lambda slot: (slot.start, slot.end))),
    )


def checked_overrides(overrides: Iterable[DateOverride]) -> tuple[DateOverride, ...]:
    """The overrides in order. Raises RuleViolation when a date has two of them, or one is wrong in itself."""
    ordered: list[DateOverride] = []
    for each in sorted(overrides, key=lambda each: each.first):
        if each.last < each.first:
            raise _override_violation(each, "The last day must not be before the first")
        if (each.last - each.first).days >= LONGEST_OVERRIDE:
            raise _override_violation(each, f"At most {LONGEST_OVERRIDE} days are allowed")
        if ordered and each.first <= ordered[-1].last:
            raise _override_violation(each, "This day stands in two entries")
        try:
            ordered.append(replace(each, window=checked_window(each.window)))
        except RuleViolation as violation:
            raise _override_violation(each, violation.message) from violation
    return tuple(ordered)


def _override_violation(override: DateOverride, text: str) -> RuleViolation:
    said = f"{override.first}: {text}"
    return RuleViolation(said, iv_date_overrides=said)


def _quota_mistakes(day: DayWindow) -> dict[str, str]:
    mistakes: dict[str, str] = {}
    if day.start >= day.end:
        mistakes["quota_end_time"] = "The end time must be after the start time"
    elif mistake := _time_off_mistake(day):
        mistakes["quota_time_off"] = mistake
    if not SHORTEST_SLOT <= day.duration <= MIDNIGHT:
        mistakes["quota_duration"] = f"The duration must be between {SHORTEST_SLOT} and {MIDNIGHT} minutes"
    if not 0 <= day.buffer <= MIDNIGHT:
        mistakes["quota_buffer"] = f"The buffer must be between 0 and {MIDNIGHT} minutes"
    if not SHORTEST_STEP <= day.step <= LONGEST_STEP:
        mistakes["flexible_step"] = f"The step must be between {SHORTEST_STEP} and {LONGEST_STEP} minutes"
    return mistakes


def _time_off_mistake(day: DayWindow) -> str | None:
    if len(day.time_off) > MOST_PERIODS:
        return f"At most {MOST_PERIODS} entries are allowed"
    if any(start >= end for start, end in day.time_off):
        return "Each time off must start before it ends"
    if any(start < day.start or end > day.end for start, end in day.time_off):
        return "Each time off must be inside the business hours of the day"
    return None


def _custom_mistake(custom: tuple[CustomSlot, ...]) -> str | None:
    if len(custom) > MOST_PERIODS:
        return f"At most {MOST_PERIODS} entries are allowed"
    if any(slot.start >= slot.end for slot in custom):
        return "Each slot must start before it ends"
    if any(slot.minutes != slot.end - slot.start for slot in custom):
        return "The duration of each slot must be the time between its start and its end"
    if len({slot.slot_id for slot in custom}) < len(custom):
        return "Each slot needs an id of its own"
    ordered = sorted(custom, key=lambda slot: slot.start)
    if any(later.start < earlier.end for earlier, later in pairwise(ordered)):
        return "The slots of a day must not overlap"
    return None
