"""The data of a guest on the wire."""

from contracts.booking_data import BookingData
from contracts.rules.fields import Email
from pydantic import BaseModel

from booking.intake.schemas import OrderAnswersData


class GuestDataRequest(BaseModel):
    """Somebody who booked without an account asks for what is held about them."""

    iv_email: Email


class GuestAnswers(OrderAnswersData):
    """The answers of one booking."""

    order_id: str


class GuestData(BaseModel):
    """What booking holds about the guest with this address, newest booking first."""

    name: str
    email: str
    bookings: list[BookingData]
    answers: list[GuestAnswers]
    """What the guest was asked and answered when booking."""
