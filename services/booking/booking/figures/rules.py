"""Ranges of days, their parts and what is compared with what (product.md 4.18). Pure."""

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from chassis.errors import RuleViolation
from contracts.figures import Unit

from booking.zones import DAY, EPOCH_ORDINAL, start_instant, steady_offset

LONGEST_DAYS: Final = 3 * 366
"""Days of the longest range."""
MOST_DAYS_BY_DAY: Final = 31
MOST_DAYS_BY_WEEK: Final = 26 * 7
BACKWARDS: Final = "The last day must not be before the first one"
TOO_LONG: Final = "Figures go over three years at most"

_ONE_DAY: Final = timedelta(days=1)
_AFTERWARDS: Final = 366
"""Days after a range in which the later sessions of its appointments may still be."""


@dataclass(frozen=True, slots=True)
class Span:
    """Days from the first to the last one, both included."""

    first: date
    last: date

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1


@dataclass(frozen=True, slots=True)
class Parts:
    """A range and the one before it, cut into days, weeks or months: the former range's parts come first."""

    span: Span
    former: Span
    unit: Unit
    starts: tuple[date, ...]
    """The first day of each part, and at the end the day after the range."""
    of_former: int
    """How many of the parts are the former range's."""

    @property
    def count(self) -> int:
        """How many parts both ranges have together."""
        return len(self.starts) - 1

    def bounds(self, zone: ZoneInfo) -> list[int]:
        """The instants at which the parts begin, and at the end that at which the range is over.

        A day begins with the first instant that its clocks show, so days of 23 and 25 hours are whole.
        """
        return [start_instant(day.toordinal(), 0, zone) for day in self.starts]


def checked_span(first: date, last: date) -> Span:
    """The range. Raises RuleViolation beside `to_date` if it is none, or longer than three years."""
    span = Span(first, last)
    if span.days < 1:
        raise RuleViolation(BACKWARDS, to_date=BACKWARDS)
    if span.days > LONGEST_DAYS:
        raise RuleViolation(TOO_LONG, to_date=TOO_LONG)
    return span


def former_of(span: Span) -> Span:
    """The range that this one is compared with: as many whole months before it if it is of whole months,
    else as many days.
    """
    before = span.first - _ONE_DAY
    if span.first.day == 1 and (span.last + _ONE_DAY).day == 1:
        months = (span.last.year - span.first.year) * 12 + span.last.month - span.first.month + 1
        return Span(_months_before(span.first, months), before)
    return Span(span.first - timedelta(days=span.days), before)


def _months_before(first: date, months: int) -> date:
    index = first.year * 12 + first.month - 1 - months
    return date(index // 12, index % 12 + 1, 1)


def unit_of(span: Span) -> Unit:
    """Into what a range is cut, so that a chart has no more than 38 parts: 1098 days may begin at
    the end of a February and end at the beginning of a March.
    """
    if span.days <= MOST_DAYS_BY_DAY:
        return "day"
    return "week" if span.days <= MOST_DAYS_BY_WEEK else "month"


def parts_of(span: Span) -> Parts:
    """The range and its former one in parts. Weeks begin on Mondays; the first and the last part may be cut
    off by the range.
    """
    former, unit = former_of(span), unit_of(span)
    before, within = list(_part_starts(former, unit)), list(_part_starts(span, unit))
    return Parts(span, former, unit, (*before, *within, span.last + _ONE_DAY), len(before))


def _part_starts(span: Span, unit: Unit) -> Iterator[date]:
    day = span.first
    while day <= span.last:
        yield day
        day += timedelta(days=_days_left(day, unit))


def _days_left(day: date, unit: Unit) -> int:
    """How many days the part has from this day on."""
    match unit:
        case "day":
            return 1
        case "week":
            return 7 - day.weekday()
        case "month":
            return monthrange(day.year, day.month)[1] - day.day + 1


def offsets(parts: Parts, zone: ZoneInfo) -> list[tuple[int, int]]:
    """What the clocks show in the ranges: (from which instant, seconds east of UTC), in order.

    On a day on which they change, the evening's offset holds from midnight: a session before the change, in
    that night, counts as an hour off.
    """
    found: list[tuple[int, int]] = []
    last = parts.starts[-1].toordinal() + _AFTERWARDS
    for ordinal in range(parts.starts[0].toordinal(), last):
        offset = steady_offset(ordinal, zone)
        if offset is None:
            offset = (ordinal + 1 - EPOCH_ORDINAL) * DAY - start_instant(ordinal + 1, 0, zone)
        if not found or found[-1][1] != offset:
            found.append((start_instant(ordinal, 0, zone), offset))
    return found


def views_by_part(parts: Parts, views: Mapping[date, int]) -> list[int]:
    """The views of each part, of views by day. Days of neither range do not count."""
    counted = [0] * parts.count
    place = 0
    for day in sorted(views):
        if not parts.starts[0] <= day < parts.starts[-1]:
            continue
        while parts.starts[place + 1] <= day:
            place += 1
        counted[place] += views[day]
    return counted


@dataclass(frozen=True, slots=True)
class Counted:
    """One figure, as the database counts it: `amount` of `kind` in one part (from 1).

    `key` is a currency, a side, a service or an hour of the week, for the kinds that have some.
    """

    kind: str
    part: int
    key: str
    name: str
    amount: int


def total(counted: Sequence[Counted], kind: str, key: str | None = None) -> int:
    """The sum of one kind; of one key of it, if one is given."""
    return sum(each.amount for each in counted if each.kind == kind and key in {None, each.key})


def totals_by_key(counted: Sequence[Counted], kind: str) -> dict[str, int]:
    """The sums of one kind by key, the largest first."""
    sums: dict[str, int] = {}
    for each in counted:
        if each.kind == kind:
            sums[each.key] = sums.get(each.key, 0) + each.amount
    return dict(sorted(sums.items(), key=lambda pair: (-pair[1], pair[0])))
