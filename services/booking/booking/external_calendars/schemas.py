"""External calendars on the wire. The whole address never leaves the service again."""

from typing import Annotated, Literal

from contracts.rules.checks import Required, TextMax
from contracts.rules.text import Text
from pydantic import AwareDatetime, BaseModel

from booking.external_calendars.rules import LONGEST_URL
from booking.orders.schemas import Id


class NewCalendar(BaseModel):
    """A calendar's secret .ics address, https, http or webcal."""

    iv_name: Annotated[str, Text(Required(), TextMax(60))]
    iv_url: Annotated[str, Text(Required(), TextMax(LONGEST_URL))]


class CalendarId(BaseModel):
    """One of the caller's calendars."""

    iv_calendar_id: Id


class CalendarShown(BaseModel):
    """A calendar as its owner sees it: `failure` says why the last reading failed.

    One that is switched off is read no more, until its owner has it checked. Of `entries_in_doubt` something
    could not be read, so that they are busy longer or more often than they may be; `entries_left_out` have no
    time that could be read; times in `unknown_zones` were read in the provider's zone.
    """

    calendar_id: str
    name: str
    address: str
    status: Literal["working", "failing", "switched_off"]
    failure: str
    checked_at: AwareDatetime
    busy_periods: int
    entries_in_doubt: int
    entries_left_out: int
    unknown_zones: list[str]


class OneCalendar(BaseModel):
    """A calendar after it was added or read again."""

    calendar: CalendarShown


class Calendars(BaseModel):
    """All of the caller's calendars."""

    calendars: list[CalendarShown]
