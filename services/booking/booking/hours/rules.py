"""A provider's business hours, as values (product.md 4.16).

Times are minutes since the midnight that begins the day, 1440 being the midnight that ends it; lengths are
minutes. What they mean on a given date is the slot engine's affair.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Final, Literal, NamedTuple

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MIDNIGHT: Final = 24 * 60
SHORTEST_SLOT: Final = 5
MOST_PERIODS: Final = 96
"""Of time off, and of custom slots, in one day."""
MOST_OVERRIDES: Final = 200
LONGEST_OVERRIDE: Final = 366
"""Days that one entry of different days may span."""
LONGEST_NOTICE: Final = 30 * 24 * 60
FARTHEST_HORIZON: Final = 730

_CLOCK: Final = re.compile(r"(\d{2}):(\d{2})")

WindowType = Literal["quota", "custom"]
WindowStatus = Literal["open", "closed"]


class TimeOff(NamedTuple):
    """A pause inside a quota window."""

    start: int
    end: int


class CustomSlot(NamedTuple):
    """A slot as the provider wrote it down; `minutes` is its declared length."""

    slot_id: str
    start: int
    end: int
    alias: str
    minutes: int


@dataclass(frozen=True, slots=True)
class DayWindow:
    """One weekday. Quota and custom settings are both kept; `window_type` says which one is in force."""

    window_type: WindowType
    status: WindowStatus
    start: int
    end: int
    time_off: tuple[TimeOff, ...]
    duration: int
    buffer: int
    custom: tuple[CustomSlot, ...]


@dataclass(frozen=True, slots=True)
class DateOverride:
    """Days of the calendar, from `first` to `last`, that have this window instead of their weekday's."""

    first: date
    last: date
    note: str
    window: DayWindow


@dataclass(frozen=True, slots=True)
class Hours:
    """A week of windows, Monday first, read in the IANA zone `timezone`, and the days that differ.

    Nothing is offered that starts in fewer than `minimum_notice` minutes, nor later than `horizon` days
    after today (0: no limit).
    """

    timezone: str
    days: tuple[DayWindow, ...]
    overrides: tuple[DateOverride, ...] = ()
    minimum_notice: int = 0
    horizon: int = 0


class WindowRefused(Exception):
    """The day cannot be kept as it is; `fields` maps a field's name, without day and iv_, to a message."""

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__(next(iter(fields.values())))
        self.fields = fields


def default_hours(timezone: str) -> Hours:
    """What a provider has before any settings: Monday to Saturday, nine to five (product.md 4.16)."""
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


def checked(day: DayWindow) -> DayWindow:
    """The day in order, or WindowRefused with a message for each field that is wrong (api.md 4)."""
    refused = _quota_mistakes(day)
    custom = _custom_mistake(day.custom)
    if custom:
        refused["custom_slots"] = custom
    if refused:
        raise WindowRefused(refused)
    return DayWindow(
        day.window_type,
        day.status,
        day.start,
        day.end,
        tuple(sorted(day.time_off)),
        day.duration,
        day.buffer,
        tuple(sorted(day.custom, key=lambda slot: (slot.start, slot.end))),
    )


def checked_overrides(overrides: Iterable[DateOverride]) -> tuple[DateOverride, ...]:
    """The entries in order, or WindowRefused: a day must have one meaning."""
    ordered: list[DateOverride] = []
    for each in sorted(overrides, key=lambda each: each.first):
        if each.last < each.first:
            raise _override_refused(each, "The last day must not be before the first")
        if (each.last - each.first).days >= LONGEST_OVERRIDE:
            raise _override_refused(each, f"At most {LONGEST_OVERRIDE} days are allowed")
        if ordered and each.first <= ordered[-1].last:
            raise _override_refused(each, "This day stands in two entries")
        try:
            ordered.append(replace(each, window=checked(each.window)))
        except WindowRefused as refused:
            raise _override_refused(each, str(refused)) from refused
    return tuple(ordered)


def _override_refused(override: DateOverride, text: str) -> WindowRefused:
    return WindowRefused({"date_overrides": f"{override.first}: {text}"})


def _quota_mistakes(day: DayWindow) -> dict[str, str]:
    refused: dict[str, str] = {}
    if day.start >= day.end:
        refused["quota_end_time"] = "The end time must be after the start time"
    elif mistake := _time_off_mistake(day):
        refused["quota_time_off"] = mistake
    if not SHORTEST_SLOT <= day.duration <= MIDNIGHT:
        refused["quota_duration"] = f"The duration must be between {SHORTEST_SLOT} and {MIDNIGHT} minutes"
    if not 0 <= day.buffer <= MIDNIGHT:
        refused["quota_buffer"] = f"The buffer must be between 0 and {MIDNIGHT} minutes"
    return refused


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
