"""The data of a guest on the wire."""

from contracts.booking_data import BookingData
from contracts.rules.fields import Email
from pydantic import BaseModel


class GuestDataRequest(BaseModel):
    """Somebody who booked without an account asks for what is held about them."""

    iv_email: Email


class GuestData(BaseModel):
    """What booking holds about the guest with this address, newest booking first."""

    name: str
    email: str
    bookings: list[BookingData]
