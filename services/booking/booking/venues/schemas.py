"""Requests about where an appointment is held. The answers are those of a status change."""

from contracts.rules.fields import AgreedPlace

from booking.orders.schemas import ClientAddressFields, Id, OptionalId


class PlaceChange(ClientAddressFields):
    """The link of a remote appointment, or the address of one in person, that counts from now on.
    `iv_place_id` is one of the provider's places instead of an address. A client whose own address it is
    sends that.
    """

    iv_order_id: Id
    iv_delivery_location: AgreedPlace = ""
    iv_place_id: OptionalId = ""
