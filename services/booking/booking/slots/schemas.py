"""Free slots on the wire (api.md section 4). Instants are ISO 8601 UTC with `Z`."""

from datetime import date
from typing import Annotated, Final

from contracts.rules import messages
from pydantic import AfterValidator, AwareDatetime, BaseModel

EARLIEST: Final = date(1971, 1, 1)
LATEST: Final = date(2100, 1, 1)


def _within_reach(day: date) -> date:
    if not EARLIEST <= day <= LATEST:
        raise ValueError(messages.NOT_A_DATE)
    return day


ViewDay = Annotated[date, AfterValidator(_within_reach)]
"""A day that can be asked for."""


class AvailableSlot(BaseModel):
    """One free slot. `long_enough` says, when a duration was asked for, whether the unbroken run of free
    slots that it stands in lasts that long; without a duration it is null."""

    appointment_slot_id: str
    provider_start_time: AwareDatetime
    provider_end_time: AwareDatetime
    client_start_time: AwareDatetime
    client_end_time: AwareDatetime
    duration: int
    alias: str
    long_enough: bool | None


class AvailableDay(BaseModel):
    """A day of the viewer's calendar and the slots that start on it."""

    date: date
    slots: list[AvailableSlot]


class AvailableSlots(BaseModel):
    """Every day that was asked for, also those without a slot."""

    provider_timezone: str
    days: list[AvailableDay]


class NextFreeSlots(BaseModel):
    """The start of the next free slot of each provider that was asked for."""

    next_free: dict[str, AwareDatetime | None]
