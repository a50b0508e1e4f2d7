"""A provider's own booking on the wire (api.md 4, 'The provider's own bookings')."""

from typing import Annotated, Literal

from contracts.booking_data import BookingData
from contracts.rules.fields import (
    AgreedPlace,
    BookingBrief,
    ClientPhone,
    OwnClientEmail,
    OwnClientName,
    OwnCost,
    OwnDuration,
)
from contracts.rules.lists import DeviceData, EntryCount, JsonList
from pydantic import BaseModel, Field

from booking.hours.schemas import ClockTime, YesNo
from booking.orders.rules import MOST_SERVICES
from booking.orders.schemas import CalendarContent, Id, OptionalId
from booking.serialization import ViewDay


class OwnBooking(BaseModel):
    """An appointment that the provider enters. Times are on the provider's clock.

    The client is one of the provider's (`iv_client_id`), or a new one with a name. Without `iv_duration` it
    lasts as long as the services, without `iv_cost` it costs what they do.
    """

    iv_client_id: OptionalId = ""
    iv_client_name: OwnClientName = ""
    iv_client_email: OwnClientEmail = ""
    iv_client_phone: ClientPhone = ""
    iv_service_list: Annotated[JsonList[Id], EntryCount(1, MOST_SERVICES)]
    iv_date: ViewDay
    iv_start_time: ClockTime
    iv_duration: OwnDuration = None
    iv_cost: OwnCost = None
    iv_delivery_mode: Literal["in-person", "remote"] = "in-person"
    iv_place_id: OptionalId = ""
    iv_delivery_location: AgreedPlace = ""
    iv_brief: BookingBrief = ""
    iv_over_rules: YesNo = "no"
    iv_device_data: DeviceData = Field(default_factory=dict)


class OwnBooked(BaseModel):
    """The appointment as its provider sees it, whose client it is, and the calendar file."""

    booking_data: BookingData
    client_id: str
    ical_content_data: CalendarContent | None = None
