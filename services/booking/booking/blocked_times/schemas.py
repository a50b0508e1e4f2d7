"""Blocked time on the wire (api.md 4, 'Blocked time')."""

from datetime import date
from typing import Annotated, Literal

from contracts.rules.fields import BlockNote
from pydantic import AwareDatetime, BaseModel, BeforeValidator

from booking.hours.schemas import ClockTime
from booking.orders.schemas import Id, OptionalId
from booking.serialization import ViewDay


def _blank_is_none(typed: object) -> object:
    return None if isinstance(typed, str) and not typed.strip() else typed


OptionalDay = Annotated[ViewDay | None, BeforeValidator(_blank_is_none)]


class TimeToBlock(BaseModel):
    """A block to enter, or to change where `iv_block_id` names one. Times are on the provider's clock."""

    iv_block_id: OptionalId = ""
    iv_date: ViewDay
    iv_start_time: ClockTime
    iv_end_time: ClockTime
    iv_repeat: Literal["", "daily", "weekly"] = ""
    iv_until: OptionalDay = None
    iv_note: BlockNote = ""


class BlockId(BaseModel):
    """One of the caller's blocks."""

    iv_block_id: Id


class BlockShown(BaseModel):
    """A block as its provider entered it."""

    block_id: str
    date: date
    start_time: str
    end_time: str
    repeat: Literal["", "daily", "weekly"]
    until: str
    note: str


class BlockedPeriodShown(BaseModel):
    """One period of a block."""

    block_id: str
    starts_at: AwareDatetime
    ends_at: AwareDatetime


class BlockedTimes(BaseModel):
    """The blocks that are not over, and their periods in the asked days. Blocks are on the clock of
    `timezone`.
    """

    timezone: str
    blocks: list[BlockShown]
    periods: list[BlockedPeriodShown]


class OneBlock(BaseModel):
    """A block after it was saved."""

    block: BlockShown
