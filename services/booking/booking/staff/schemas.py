"""Requests and answers of the staff."""

from contracts.event import Instant
from contracts.events.booking import ReadingReason
from contracts.rules import StaffReason
from contracts.rules.fields import Email
from pydantic import BaseModel

from booking.orders.rules import Status
from booking.orders.schemas import GuestLinkEnd


class GuestBookingsSearch(BaseModel):
    """The mail address of a guest, and why their bookings are looked at; the reason is logged."""

    iv_email: Email
    iv_reason: ReadingReason


class GuestBookingLine(BaseModel):
    """A guest's booking as the staff see it: as much as tells one from another."""

    order_id: str
    request_status: Status
    provider_id: str
    provider_name: str
    services: list[str]
    starts_at: Instant


class GuestBookings(BaseModel):
    """The bookings that guests made with one mail address, the newest first."""

    bookings: list[GuestBookingLine]


class GuestLinkEndByStaff(GuestLinkEnd):
    """The link to this order is to work no longer, and why; the reason is logged."""

    iv_note: StaffReason
