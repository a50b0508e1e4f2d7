"""Calendars on the wire."""

from typing import Literal

from pydantic import BaseModel

from booking.orders.schemas import CalendarContent


class FeedChange(BaseModel):
    """create opens the feed, reset gives it another address, revoke ends it."""

    iv_action: Literal["create", "reset", "revoke"]


class FeedShown(BaseModel):
    """The secret address that calendars subscribe to; '' when there is none."""

    feed_url: str


class AppointmentCalendar(BaseModel):
    """An appointment for the device's calendar."""

    ical_content_data: CalendarContent
