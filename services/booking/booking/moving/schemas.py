"""Moving an appointment, and the terms of it, on the wire (api.md 4, 'Moving')."""

from typing import Literal

from contracts.booking_data import BookingData
from contracts.rules.fields import BookingFeedback, MoveToldHours, OwnDuration
from pydantic import BaseModel

from booking.hours.schemas import ClockTime, YesNo
from booking.orders.schemas import CalendarContent, Id, SessionPosition
from booking.serialization import ViewDay


class Move(BaseModel):
    """Another time for one session of an appointment, on the provider's clock. Without `iv_duration` it lasts
    as long as before. With `iv_only_check` nothing is kept: the answer says what would happen.
    """

    iv_order_id: Id
    iv_session_position: SessionPosition = None
    iv_date: ViewDay
    iv_start_time: ClockTime
    iv_duration: OwnDuration = None
    iv_feedback: BookingFeedback = ""
    iv_over_rules: YesNo = "no"
    iv_only_check: YesNo = "no"


class Moved(BaseModel):
    """What has happened, or would: the client is asked, told, or nobody can be."""

    how: Literal["asked", "told", "moved"]
    booking_data: BookingData
    ical_content_data: CalendarContent | None = None


class MoveTerms(BaseModel):
    """Until how many hours before an appointment its client is told and not asked; '' where always asked."""

    iv_told_until_hours: MoveToldHours = None


class MoveTermsShown(BaseModel):
    """The terms of the caller; null where clients are always asked."""

    told_until_hours: int | None
