"""Requests about where an appointment is held. The answers are those of a status change."""

from contracts.rules.fields import AgreedPlace
from pydantic import BaseModel

from booking.orders.schemas import Id, OptionalId


class PlaceChange(BaseModel):
    """The link of a remote appointment, or the address of one in person, that counts from now on.
    `iv_place_id` is one of the provider's places instead of an address."""

    iv_order_id: Id
    iv_delivery_location: AgreedPlace = ""
    iv_place_id: OptionalId = ""
