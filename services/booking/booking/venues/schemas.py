"""Requests about where an appointment is held. The answers are those of a status change."""

from contracts.rules.fields import AgreedPlace
from pydantic import BaseModel

from booking.orders.schemas import Id


class PlaceChange(BaseModel):
    """The link of a remote appointment, or the address of one in person, that counts from now on."""

    iv_order_id: Id
    iv_delivery_location: AgreedPlace
