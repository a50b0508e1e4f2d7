"""Which periods a block covers (product.md 4.24). Pure."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from chassis.errors import RuleViolation

from booking.zones import end_instant, moment, start_instant

Repeat = Literal["", "daily", "weekly"]
"""How often a block comes again, until its last day."""

MOST_BLOCKS: Final = 100
"""Blocks of one provider that are not over."""
LONGEST_REPEAT: Final = timedelta(days=366)
_STEP: Final[dict[Repeat, timedelta]] = {"daily": timedelta(days=1), "weekly": timedelta(days=7)}


@dataclass(frozen=True, slots=True)
class Block:
    """Time of one day on the provider's clock, in minutes since its midnight, and when it comes again."""

    block_id: str
    provider_id: str
    day: date
    start: int
    end: int
    repeat: Repeat
    until: date | None
    """The last day on which it comes; None where it comes once."""
    note: str


@dataclass(frozen=True, slots=True)
class BlockedPeriod:
    """One period of a block."""

    starts_at: datetime
    ends_at: datetime


def check_block(block: Block, today: date) -> None:
    """Raise RuleViolation, with words beside the field, unless the block makes sense `today`."""
    if block.end <= block.start:
        raise RuleViolation(
            "The end must be after the start.", iv_end_time="The end must be after the start."
        )
    if block.repeat == "":
        if block.day < today:
            raise RuleViolation(PAST, iv_date=PAST)
        return
    if block.until is None or block.until < max(block.day, today):
        text = "Choose the last day, not before the first one and not in the past."
        raise RuleViolation(text, iv_until=text)
    if block.until - block.day > LONGEST_REPEAT:
        text = "A block repeats for a year at most."
        raise RuleViolation(text, iv_until=text)


PAST: Final = "This day is over."


def periods_of(block: Block, zone: ZoneInfo, now: datetime) -> list[BlockedPeriod]:
    """The periods of a block that are not over, in order, by the clock of `zone` on each day."""
    periods: list[BlockedPeriod] = []
    day, last = block.day, block.until or block.day
    while day <= last:
        starts = moment(start_instant(day.toordinal(), block.start, zone))
        ends = moment(end_instant(day.toordinal(), block.end, zone))
        if ends > starts and ends > now:
            periods.append(BlockedPeriod(starts, ends))
        if not block.repeat:
            break
        day += _STEP[block.repeat]
    return periods
