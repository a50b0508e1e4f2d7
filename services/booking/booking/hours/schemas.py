"""The appointment window on the wire: the contract's flat fields, seven times (product.md 4.16)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from contracts.rules import messages
from contracts.rules.checks import NUMERIC, Required, TextMax
from contracts.rules.lists import EntryCount, JsonList
from contracts.rules.text import Text, WholeNumber
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, create_model

from booking.hours.rules import (
    FARTHEST_HORIZON,
    LONGEST_NOTICE,
    MIDNIGHT,
    MOST_OVERRIDES,
    MOST_PERIODS,
    SHORTEST_SLOT,
    WEEKDAYS,
    CustomSlot,
    DayWindow,
    Hours,
    clock_of,
    minute_of,
)
from booking.serialization import ViewDay
from booking.zones import zone_named


def _known_zone(name: str) -> str:
    zone_named(name)
    return name


def _clock(text: str) -> str:
    minute_of(text)
    return text


def _text_of_number(typed: object) -> object:
    return str(typed) if isinstance(typed, int) and not isinstance(typed, bool) else typed


Zone = Annotated[str, Text(Required(), TextMax(64)), AfterValidator(_known_zone)]
"""An IANA zone's name."""
ClockTime = Annotated[str, Text(Required(), TextMax(5)), AfterValidator(_clock)]
"""HH:MM on a 24-hour clock; 24:00 is a legal end."""
SlotMinutes = Annotated[
    int, WholeNumber(Text(Required(messages.DURATION), NUMERIC), SHORTEST_SLOT, MIDNIGHT, messages.NOT_VALID)
]
BufferMinutes = Annotated[int, WholeNumber(Text(Required(), NUMERIC), 0, MIDNIGHT, messages.NOT_VALID)]
NoticeMinutes = Annotated[int, WholeNumber(Text(Required(), NUMERIC), 0, LONGEST_NOTICE, messages.NOT_VALID)]
HorizonDays = Annotated[int, WholeNumber(Text(Required(), NUMERIC), 0, FARTHEST_HORIZON, messages.NOT_VALID)]


class TimeOffPeriod(BaseModel):
    """A pause inside a quota window."""

    startTime: ClockTime  # noqa: N815 - the contract's name
    endTime: ClockTime  # noqa: N815 - the contract's name


class CustomSlotEntry(BaseModel):
    """A custom slot; `id` and `duration` may be left out and are then made from the times."""

    id: Annotated[str, Text(TextMax(64)), BeforeValidator(_text_of_number)] = ""
    startTime: ClockTime  # noqa: N815 - the contract's name
    endTime: ClockTime  # noqa: N815 - the contract's name
    alias: Annotated[str, Text(TextMax(60))] = ""
    duration: SlotMinutes | None = None


class CustomSlotShown(BaseModel):
    """A custom slot as it is kept; `duration` is in minutes."""

    id: str
    startTime: str  # noqa: N815 - the contract's name
    endTime: str  # noqa: N815 - the contract's name
    alias: str
    duration: str


class TimeOffShown(BaseModel):
    """A pause as it is kept."""

    startTime: str  # noqa: N815 - the contract's name
    endTime: str  # noqa: N815 - the contract's name


WindowTypeField = Literal["quota", "custom"]
WindowStatusField = Literal["open", "closed"]


class DateOverrideEntry(BaseModel):
    """Days that differ from their weekday: closed, or with a window of their own. Without `end_date` it is
    one day; what of a window is left out is as on a day without settings."""

    date: ViewDay
    end_date: ViewDay | None = None
    note: Annotated[str, Text(TextMax(60))] = ""
    window_status: WindowStatusField = "closed"
    window_type: WindowTypeField = "quota"
    quota_start_time: ClockTime = "09:00"
    quota_end_time: ClockTime = "17:00"
    quota_time_off: Annotated[JsonList[TimeOffPeriod], EntryCount(0, MOST_PERIODS)] = Field(
        default_factory=list[TimeOffPeriod]
    )
    quota_duration: SlotMinutes = 30
    quota_buffer: BufferMinutes = 10
    custom_slots: Annotated[JsonList[CustomSlotEntry], EntryCount(0, MOST_PERIODS)] = Field(
        default_factory=list[CustomSlotEntry]
    )


class DateOverrideShown(BaseModel):
    """Days that differ, as they are kept."""

    date: ViewDay
    end_date: ViewDay
    note: str
    window_status: WindowStatusField
    window_type: WindowTypeField
    quota_start_time: str
    quota_end_time: str
    quota_time_off: list[TimeOffShown]
    quota_duration: str
    quota_buffer: str
    custom_slots: list[CustomSlotShown]


_REQUEST_FIELDS: Final[dict[str, Any]] = {
    "window_type": WindowTypeField,
    "window_status": WindowStatusField,
    "quota_start_time": ClockTime,
    "quota_end_time": ClockTime,
    "quota_time_off": Annotated[JsonList[TimeOffPeriod], EntryCount(0, MOST_PERIODS)],
    "quota_duration": SlotMinutes,
    "quota_buffer": BufferMinutes,
    "custom_slots": Annotated[JsonList[CustomSlotEntry], EntryCount(0, MOST_PERIODS)],
}
_ANSWER_FIELDS: Final[dict[str, Any]] = {
    "window_type": WindowTypeField,
    "window_status": WindowStatusField,
    "quota_start_time": str,
    "quota_end_time": str,
    "quota_time_off": list[TimeOffShown],
    "quota_duration": str,
    "quota_buffer": str,
    "custom_slots": list[CustomSlotShown],
}


class _WindowRequest(BaseModel):
    iv_timezone: Zone | None = None
    iv_minimum_notice: NoticeMinutes | None = None
    iv_booking_horizon: HorizonDays | None = None
    iv_date_overrides: Annotated[JsonList[DateOverrideEntry], EntryCount(0, MOST_OVERRIDES)] | None = None


class _AppointmentInfo(BaseModel):
    provider_id: str
    timezone: str
    minimum_notice: str
    booking_horizon: str
    date_overrides: list[DateOverrideShown]


def _for_each_day(name_of: Callable[[str], str], fields: dict[str, Any], *, optional: bool) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for day in WEEKDAYS:
        for field, kind in fields.items():
            made[name_of(f"{day}_{field}")] = (kind | None, None) if optional else (kind, Field())
    return made


if TYPE_CHECKING:

    class WindowRequest(_WindowRequest):
        """iv_monday_window_type … iv_sunday_custom_slots; what is left out keeps what it had."""

    class AppointmentInfo(_AppointmentInfo):
        """monday_window_type … sunday_custom_slots, and the zone that they are read in."""

else:
    WindowRequest = create_model(
        "WindowRequest",
        __base__=_WindowRequest,
        __doc__="iv_monday_window_type … iv_sunday_custom_slots; what is left out keeps what it had.",
        **_for_each_day("iv_{}".format, _REQUEST_FIELDS, optional=True),
    )
    AppointmentInfo = create_model(
        "AppointmentInfo",
        __base__=_AppointmentInfo,
        __doc__="monday_window_type … sunday_custom_slots, and the zone that they are read in.",
        **_for_each_day(str, _ANSWER_FIELDS, optional=False),
    )


class WindowKept(BaseModel):
    """The hours as they now are."""

    appointment_info: AppointmentInfo


class HistoryEntry(BaseModel):
    """The sessions of one order that hold their time: a JSON list of provider_start_time and slot id."""

    session_time: str


class SettingsAndHistory(BaseModel):
    """Hours, and what is taken of them; nobody's name."""

    appointment_info: AppointmentInfo
    booking_info: list[HistoryEntry]


def shown_hours(provider_id: str, hours: Hours) -> AppointmentInfo:
    """The hours in the contract's flat fields."""
    fields: dict[str, object] = {
        "provider_id": provider_id,
        "timezone": hours.timezone,
        "minimum_notice": str(hours.minimum_notice),
        "booking_horizon": str(hours.horizon),
        "date_overrides": [
            {"date": each.first, "end_date": each.last, "note": each.note, **_shown_window(each.window)}
            for each in hours.overrides
        ],
    }
    for name, day in zip(WEEKDAYS, hours.days, strict=True):
        fields |= {f"{name}_{field}": shown for field, shown in _shown_window(day).items()}
    return AppointmentInfo.model_validate(fields)


def _shown_window(day: DayWindow) -> dict[str, object]:
    return {
        "window_type": day.window_type,
        "window_status": day.status,
        "quota_start_time": clock_of(day.start),
        "quota_end_time": clock_of(day.end),
        "quota_time_off": [
            {"startTime": clock_of(off.start), "endTime": clock_of(off.end)} for off in day.time_off
        ],
        "quota_duration": str(day.duration),
        "quota_buffer": str(day.buffer),
        "custom_slots": [_shown_slot(slot) for slot in day.custom],
    }


def _shown_slot(slot: CustomSlot) -> dict[str, str]:
    return {
        "id": slot.slot_id,
        "startTime": clock_of(slot.start),
        "endTime": clock_of(slot.end),
        "alias": slot.alias,
        "duration": str(slot.minutes),
    }
