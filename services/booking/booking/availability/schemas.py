"""Free slots and hours on the wire (api.md 4). Instants are ISO 8601 UTC with `Z`."""

from datetime import date
from typing import Annotated, Final

from contracts.rules.lists import EntryCount
from contracts.rules.numbers import PlainWhole
from pydantic import AwareDatetime, BaseModel, BeforeValidator, Field, ValidationInfo, field_validator

from booking.hours.rules import MIDNIGHT, minute_of
from booking.hours.schemas import AppointmentInfo, ClockTime, WindowRequest, YesNo, Zone
from booking.orders.rules import Status
from booking.serialization import ViewDay

ENDS_TOO_EARLY: Final = "The end time must be after the start time"


def _blank_is_none(typed: object) -> object:
    return None if typed == "" else typed


class SlotsAsked(BaseModel):
    """Which slots of a provider: days of the viewer's zone; `duration` (minutes) marks runs long enough.

    With `services` (ids with commas between) their length, buffers, days and limits count, and `duration` is
    their sum.

    With `order_id`, an order of the caller's (or of the mailed link's, by `token`): the slots to which it may
    be moved.
    """

    provider_id: str
    first: ViewDay = Field(alias="from")
    last: ViewDay = Field(alias="to")
    timezone: Zone
    duration: Annotated[int | None, PlainWhole] = Field(default=None, ge=1, le=31 * MIDNIGHT)
    services: str = Field(default="", max_length=4_000)
    order_id: str = Field(default="", max_length=64)
    token: str = Field(default="", max_length=200)


class TimesOfDay(BaseModel):
    """When on a day there has to be time.

    It must lie between `free_from` and `free_until` (midnight if left out) and last `minutes` (a slot if left
    out).
    """

    free_from: ClockTime | None = None
    free_until: ClockTime | None = None
    minutes: Annotated[int | None, PlainWhole] = Field(default=None, ge=5, le=MIDNIGHT)

    @property
    def narrows(self) -> bool:
        """Whether more is wanted than a free slot on the day."""
        return (self.free_from, self.free_until, self.minutes) != (None, None, None)

    @property
    def from_minute(self) -> int:
        """The minute of the day at which the time may begin."""
        return minute_of(self.free_from) if self.free_from else 0

    @property
    def until_minute(self) -> int:
        """The minute of the day at which the time has to be over."""
        return minute_of(self.free_until) if self.free_until else MIDNIGHT

    @field_validator("free_until")
    @classmethod
    def _after_its_start(cls, until: str | None, info: ValidationInfo) -> str | None:
        begin = info.data.get("free_from")
        if until and begin and minute_of(until) <= minute_of(begin):
            raise ValueError(ENDS_TOO_EARLY)
        return until


class FreeOn(TimesOfDay):
    """Which of these providers have time on a day of this zone?

    A free slot is enough that starts on the day, unless `TimesOfDay` narrows it.
    """

    provider_ids: Annotated[list[str], EntryCount(0, 100)]
    date: ViewDay
    timezone: Zone = "UTC"


class NextSlotsAsked(TimesOfDay):
    """Of which providers (ids with commas between) the next free slot is asked.

    With `services` (ids with commas between, one of a provider) the slot must be long enough for the service
    and keep its rules; who has none of them has no slot. With `available_on`, a day of `timezone`, it lies on
    that day.
    """

    provider_ids: Annotated[str, Field(max_length=4_000, pattern=r"^[^\x00]+$")]
    services: Annotated[str, Field(max_length=4_000, pattern=r"^[^\x00]*$")] = ""
    available_on: ViewDay | None = None
    timezone: Zone = "UTC"


class AvailableSlot(BaseModel):
    """One free slot. When a duration was requested, `long_enough` says whether the unbroken run of free slots
    around it lasts that long; otherwise it is null."""

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
    """Every requested day, also days without a slot."""

    provider_timezone: str
    days: list[AvailableDay]


class ProposedHours(WindowRequest):
    """Hours as `update_appointment_window` takes them, and a pause as `update_away` takes it."""

    iv_away: YesNo | None = None
    iv_away_until: Annotated[ViewDay | None, BeforeValidator(_blank_is_none)] = None
    """The first day back; without one the provider is away until they say so."""


class SessionOutside(BaseModel):
    """A session that hours would leave outside."""

    starts_at: str
    ends_at: str


class OrderOutside(BaseModel):
    """An order with sessions outside of the hours, the soonest first."""

    order_id: str
    name: str
    services: list[str]
    request_status: Status
    sessions: list[SessionOutside]


class OrdersOutside(BaseModel):
    """The first of the orders that hours would leave outside, and how many there are."""

    orders: list[OrderOutside]
    total: int


class NextTimesAsked(BaseModel):
    """How much time is needed with a provider, and how many starts are wanted.

    `services` (ids with commas between) need their length, buffers, days and limits; without them `duration`
    minutes are needed. The 62 days that are looked at are days of `timezone`, today first.
    """

    provider_id: str
    timezone: Zone
    duration: Annotated[int | None, PlainWhole] = Field(default=None, ge=1, le=31 * MIDNIGHT)
    services: str = Field(default="", max_length=4_000)
    limit: Annotated[int, PlainWhole] = Field(default=3, ge=1, le=10)


class NextFreeTime(AvailableSlot):
    """A slot from which enough time is free, and the neighbouring slots that last as long together, itself
    first: one tap takes them all."""

    run: list[AvailableSlot]


class NextFreeTimes(BaseModel):
    """The soonest starts, at most one in each unbroken run of free slots."""

    provider_timezone: str
    times: list[NextFreeTime]


class NextFreeSlots(BaseModel):
    """The start of the next free slot of each requested provider.

    Where services were named, `times` has all that is booked with it.
    """

    next_free: dict[str, AwareDatetime | None]
    times: dict[str, NextFreeTime | None]


class WindowKept(BaseModel):
    """The hours as they are now."""

    appointment_info: AppointmentInfo


class HistoryEntry(BaseModel):
    """Sessions that hold their time: a JSON list of provider_start_time and slot id.

    To the provider they are those of one order; to others each stands alone.
    """

    session_time: str


class SettingsAndHistory(BaseModel):
    """Hours, and the sessions that take time of them, without any name."""

    appointment_info: AppointmentInfo
    booking_info: list[HistoryEntry]
