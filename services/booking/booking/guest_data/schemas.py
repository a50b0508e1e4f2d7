"""The data of a guest on the wire."""

from contracts.booking_data import BookingData
from contracts.rules.fields import Email
from pydantic import BaseModel, Field

from booking.orders.schemas import Id


class GuestDataRequest(BaseModel):
    """Somebody who booked without an account asks for what is held about them."""

    iv_email: Email


class GuestDataKey(BaseModel):
    """The order and the key of the mailed link."""

    iv_order_id: Id
    iv_key: str = Field(max_length=200)


class GuestData(BaseModel):
    """Everything that is held about the guest with this address, newest booking first."""

    name: str
    email: str
    bookings: list[BookingData]
