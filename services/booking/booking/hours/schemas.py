"""The appointment window on the wire: the contract's flat fields, once for each weekday (api.md 4)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from contracts.rules import messages
from contracts.rules.checks import NUMERIC, Required, TextMax
from contracts.rules.lists import EntryCount, JsonList
from contracts.rules.text import Text, WholeNumber
from contracts.zones import ZONES
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, create_model

from booking.hours.rules import (
    FARTHEST_HORIZON,
    LONGEST_ANSWER_HOURS,
    LONGEST_NOTICE,
    LONGEST_STEP,
    MIDNIGHT,
    MOST_OVERRIDES,
    MOST_PER_DAY,
    MOST_PER_WEEK,
    MOST_PERIODS,
    SHORTEST_SLOT,
    SHORTEST_STEP,
    USUAL_STEP,
    WEEKDAYS,
    minute_of,
)
from booking.serialization import ViewDay


def _known_zone(name: str) -> str:
    if name not in ZONES:
        raise ValueError("This Field can only contain a valid time zone")
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

AnswerHours = Annotated[
    int, WholeNumber(Text(Required(), NUMERIC), 1, LONGEST_ANSWER_HOURS, messages.NOT_VALID)
]
StepMinutes = Annotated[
    int, WholeNumber(Text(Required(), NUMERIC), SHORTEST_STEP, LONGEST_STEP, messages.NOT_VALID)
]
_NO_LIMIT: Final = {"": 0}
DayLimit = Annotated[int, WholeNumber(Text(NUMERIC), 1, MOST_PER_DAY, messages.NOT_VALID, words=_NO_LIMIT)]
"""Sessions that start on a day; '' for no limit."""
WeekLimit = Annotated[int, WholeNumber(Text(NUMERIC), 1, MOST_PER_WEEK, messages.NOT_VALID, words=_NO_LIMIT)]


class TimeOffPeriod(BaseModel):
    """A pause inside a quota window, or inside flexible hours."""

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
    """A custom slot as it is stored; `duration` is in minutes."""

    id: str
    startTime: str  # noqa: N815 - the contract's name
    endTime: str  # noqa: N815 - the contract's name
    alias: str
    duration: str


class TimeOffShown(BaseModel):
    """A pause as it is stored."""

    startTime: str  # noqa: N815 - the contract's name
    endTime: str  # noqa: N815 - the contract's name


WindowTypeField = Literal["quota", "custom", "flexible"]
WindowStatusField = Literal["open", "closed"]
YesNo = Literal["yes", "no"]


class DateOverrideEntry(BaseModel):
    """Dates that differ from their weekday: closed, or with a window of their own. Without `end_date` it is
    one date; a field of the window that is left out is as on a day without settings."""

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
    flexible_step: StepMinutes = USUAL_STEP


class DateOverrideShown(BaseModel):
    """Dates that differ, as they are stored."""

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
    flexible_step: str


_REQUEST_FIELDS: Final[dict[str, Any]] = {
    "window_type": WindowTypeField,
    "window_status": WindowStatusField,
    "quota_start_time": ClockTime,
    "quota_end_time": ClockTime,
    "quota_time_off": Annotated[JsonList[TimeOffPeriod], EntryCount(0, MOST_PERIODS)],
    "quota_duration": SlotMinutes,
    "quota_buffer": BufferMinutes,
    "custom_slots": Annotated[JsonList[CustomSlotEntry], EntryCount(0, MOST_PERIODS)],
    "flexible_step": StepMinutes,
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
    "flexible_step": str,
}


class _WindowRequest(BaseModel):
    iv_timezone: Zone | None = None
    iv_minimum_notice: NoticeMinutes | None = None
    iv_booking_horizon: HorizonDays | None = None
    iv_answer_hours: AnswerHours | None = None
    iv_keep_gaps: YesNo | None = None
    iv_most_per_day: DayLimit | None = None
    iv_most_per_week: WeekLimit | None = None
    iv_date_overrides: Annotated[JsonList[DateOverrideEntry], EntryCount(0, MOST_OVERRIDES)] | None = None


class _AppointmentInfo(BaseModel):
    provider_id: str
    timezone: str
    minimum_notice: str
    booking_horizon: str
    answer_hours: str
    keep_gaps: YesNo
    most_per_day: str
    """'' for no limit."""
    most_per_week: str
    date_overrides: list[DateOverrideShown]


def _for_each_day(name_of: Callable[[str], str], fields: dict[str, Any], *, optional: bool) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for day in WEEKDAYS:
        for field, kind in fields.items():
            made[name_of(f"{day}_{field}")] = (kind | None, None) if optional else (kind, Field())
    return made


if TYPE_CHECKING:

    class WindowRequest(_WindowRequest):
        """iv_monday_window_type … iv_sunday_custom_slots; a field that is left out keeps its value."""

    class AppointmentInfo(_AppointmentInfo):
        """monday_window_type … sunday_custom_slots, and the zone in which they are meant."""

else:
    WindowRequest = create_model(
        "WindowRequest",
        __base__=_WindowRequest,
        __doc__="iv_monday_window_type … iv_sunday_custom_slots; a field that is left out keeps its value.",
        **_for_each_day("iv_{}".format, _REQUEST_FIELDS, optional=True),
    )
    AppointmentInfo = create_model(
        "AppointmentInfo",
        __base__=_AppointmentInfo,
        __doc__="monday_window_type … sunday_custom_slots, and the zone in which they are meant.",
        **_for_each_day(str, _ANSWER_FIELDS, optional=False),
    )
