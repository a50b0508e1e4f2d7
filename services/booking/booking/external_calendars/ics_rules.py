"""Recurrence rules of iCalendar files (RFC 5545, 3.3.10): what of a rule can be read, and its dates. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Any, Final, Literal

from dateutil.rrule import DAILY, FR, HOURLY, MO, MONTHLY, SA, SU, TH, TU, WE, WEEKLY, YEARLY, rrule, weekday

from booking.external_calendars.ics_lines import NotACalendar
from booking.external_calendars.ics_times import UTC_TIME, Stamp, stamp_of

TOO_OFTEN: Final = "This calendar has events that repeat by the minute."
Frequency = Literal[0, 1, 2, 3, 4, 5, 6]
"""As `dateutil.rrule` numbers them."""
_FREQUENCIES: Final[dict[str, Frequency]] = {
    "YEARLY": YEARLY, "MONTHLY": MONTHLY, "WEEKLY": WEEKLY, "DAILY": DAILY, "HOURLY": HOURLY,
}  # fmt: skip
_BY_THE_MINUTE: Final = frozenset({"MINUTELY", "SECONDLY"})
_MOST_MINUTES: Final = 4
"""How many minutes of an hour a rule may name."""
_STEPS: Final = {HOURLY: timedelta(hours=1), DAILY: timedelta(days=1), WEEKLY: timedelta(days=7)}
"""Periods of one length, many of which can be left out at once."""
_WEEKDAYS: Final = {"MO": MO, "TU": TU, "WE": WE, "TH": TH, "FR": FR, "SA": SA, "SU": SU}
_DAY: Final = re.compile(r"([+-]?[0-9]{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
_NUMBERS: Final = {
    "BYMONTH": (1, 12), "BYMONTHDAY": (1, 31), "BYYEARDAY": (1, 366), "BYWEEKNO": (1, 53), "BYHOUR": (0, 23),
    "BYMINUTE": (0, 59), "BYSECOND": (0, 59), "BYSETPOS": (1, 366),
}  # fmt: skip
_OF_THE_CLOCK: Final = ("byhour", "byminute", "bysecond")
_MAY_BE_NEGATIVE: Final = frozenset({"BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS"})
_MOST: Final = 1_000_000


@dataclass(slots=True)
class Rule:
    """What could be read of a rule. `by` has arguments of `dateutil.rrule.rrule`."""

    frequency: Frequency = YEARLY
    interval: int = 1
    count: int | None = None
    until: Stamp | None = None
    week_start: weekday = MO
    by: dict[str, Any] = field(default_factory=dict[str, Any])
    is_doubtful: bool = False
    """Something of it could not be read, so that it names more dates than it should."""


def rule_of(text: str) -> Rule | None:
    """The rule that the text says; None when it says no frequency. Raises NotACalendar for one that repeats
    so often that no appointment fits between.
    """
    parts = [part.partition("=")[::2] for part in text.upper().split(";") if part.strip()]
    said = {name.strip(): value.strip() for name, value in parts}
    frequency = said.pop("FREQ", "")
    rule = Rule()
    for name, value in said.items():
        _PARTS.get(name, _odd)(rule, name, value)
    minutes, seconds = rule.by.get("byminute", ()), rule.by.get("bysecond", ())
    if frequency in _BY_THE_MINUTE or len(minutes) > _MOST_MINUTES or len(seconds) > 1:
        raise NotACalendar(TOO_OFTEN)
    if frequency not in _FREQUENCIES or said.get("RSCALE", "GREGORIAN") != "GREGORIAN":
        return None
    rule.frequency = _FREQUENCIES[frequency]
    return rule


def _odd(rule: Rule, name: str, _: str) -> None:
    rule.is_doubtful |= not name.startswith(("X-", "RSCALE", "SKIP"))


def _interval(rule: Rule, _: str, value: str) -> None:
    numbers = _numbers(value, 1, _MOST, negative=False)
    rule.interval = numbers[0] if numbers else 1
    rule.is_doubtful |= not numbers


def _count(rule: Rule, _: str, value: str) -> None:
    numbers = _numbers(value, 1, _MOST, negative=False)
    rule.count = numbers[0] if numbers else None
    rule.is_doubtful |= not numbers


def _until(rule: Rule, _: str, value: str) -> None:
    try:
        rule.until = stamp_of(value)
    except ValueError:
        rule.is_doubtful = True


def _week_start(rule: Rule, _: str, value: str) -> None:
    rule.week_start = _WEEKDAYS.get(value, MO)
    rule.is_doubtful |= value not in _WEEKDAYS


def _by_day(rule: Rule, _: str, value: str) -> None:
    days = [each.strip() for each in value.split(",")]
    found = [day for day in map(_DAY.fullmatch, days) if day is not None and day[1] not in {"0", "+0", "-0"}]
    if found:
        rule.by["byweekday"] = [
            _WEEKDAYS[day[2]](int(day[1])) if day[1] else _WEEKDAYS[day[2]] for day in found
        ]
    rule.is_doubtful |= len(found) != len(days)


def _by_number(rule: Rule, name: str, value: str) -> None:
    numbers = _numbers(value, *_NUMBERS[name], negative=name in _MAY_BE_NEGATIVE)
    if numbers:
        rule.by[name.lower()] = numbers
    rule.is_doubtful |= len(numbers) != len(value.split(","))


def _numbers(value: str, least: int, most: int, *, negative: bool) -> list[int]:
    """The whole numbers in a list that lie between two bounds, or are the opposites of some that do."""
    found = (int(each) for each in value.split(",") if re.fullmatch(r"\s*[+-]?[0-9]{1,7}\s*", each))
    return [number for number in found if least <= (abs(number) if negative else number) <= most]


_PARTS: Final[Mapping[str, Callable[[Rule, str, str], None]]] = {
    "INTERVAL": _interval,
    "COUNT": _count,
    "UNTIL": _until,
    "WKST": _week_start,
    "BYDAY": _by_day,
    **dict.fromkeys(_NUMBERS, _by_number),
}


def dates_of(
    rule: Rule, start: Stamp, own: tzinfo, homes: Sequence[tzinfo], window: tuple[datetime, datetime]
) -> Iterator[datetime]:
    """The local times within `window` at which a rule repeats, in order; none if it never does.

    `own` is the zone of `start`, `homes` those in which the calendar's owner may mean a day.
    """
    low, high = window
    last = min(high, _last(rule.until, start, own, homes)) if rule.until else high
    begin = start.local
    step = _STEPS.get(rule.frequency)
    if step is not None and rule.count is None and begin < low:
        step *= rule.interval
        begin += max((low - begin) // step - 1, 0) * step
    by = {name: given for name, given in rule.by.items() if not (start.is_day and name in _OF_THE_CLOCK)}
    try:
        until = None if rule.count else last
        for at in rrule(rule.frequency, begin, rule.interval, rule.week_start, rule.count, until, **by):
            if at > last:
                return
            if at >= low:
                yield at
    except (ValueError, OverflowError):
        return


def _last(until: Stamp, start: Stamp, own: tzinfo, homes: Sequence[tzinfo]) -> datetime:
    """The last local time that a rule may name; in doubt, the later one.

    Programs write the last day of whole days as their owner's midnight in UTC.
    """
    in_utc = until.local.replace(tzinfo=UTC)
    if start.is_day:
        meant = [in_utc.astimezone(home).replace(tzinfo=None) for home in homes]
        named = [until.local, *(meant if until.zone == UTC_TIME else ())]
        return datetime.combine(max(named).date(), time.min)
    if until.is_day:
        return datetime.combine(until.local.date(), time.max)
    if until.zone == UTC_TIME:
        return in_utc.astimezone(own).replace(tzinfo=None)
    others = [until.local.replace(tzinfo=home).astimezone(own).replace(tzinfo=None) for home in homes]
    return max([until.local, *(others if own is UTC else ())])
