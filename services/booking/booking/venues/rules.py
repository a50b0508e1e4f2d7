"""Who may change where an appointment is held, until when, and into what (product.md 4.8, 4.22). Pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from chassis.errors import RuleViolation
from contracts.events.profiles import PlaceFacts, TravelArea
from contracts.rules import messages
from contracts.rules.fields import location_address
from contracts.rules.messages import ACTION_MESSAGES

from booking.orders.at_client import ClientAddress, checked_address
from booking.orders.order import Order
from booking.orders.places import agreed
from booking.orders.rules import Role, is_meeting_link

NOT_YOURS: Final = "Only the provider can change the place of this appointment."
NOT_AGREED: Final = "Only the place of an accepted appointment can be changed."
OVER: Final = "This appointment is over; its place stays as it was."
SAME: Final = "This is where the appointment is held already."


def may_change_place(order: Order, role: Role, now: datetime) -> None:
    """Raise RuleViolation unless this side may change the place or the link now: the provider may, and a
    client whose own address it is, from the acceptance until the last session ends.
    """
    if role != "provider" and not order.at_client:
        raise RuleViolation(NOT_YOURS)
    if order.status not in {"accepted", "ongoing"}:
        raise RuleViolation(NOT_AGREED)
    if now >= order.ends_at:
        raise RuleViolation(OVER)


def changed_place(order: Order, typed: str) -> str:
    """The new place as it is stored: of a remote appointment an https link, else an address.

    Raises RuleViolation for what is neither, and for the place that is agreed already.
    """
    if order.delivery_mode == "remote":
        if not is_meeting_link(typed):
            raise _beside_it(ACTION_MESSAGES["meeting_link"])
        place = typed
    else:
        try:
            place = location_address.read(typed)
        except ValueError as error:
            raise _beside_it(str(error)) from error
    if place == order.delivery_location:
        raise _beside_it(SAME)
    return place


def moved_to_client(order: Order, typed: ClientAddress, area: TravelArea) -> Order:
    """The order at another address of its client's. Raises RuleViolation for an address that is none, that is
    outside of the provider's area, and for the one that is agreed already.
    """
    address = checked_address(typed, area)
    if address.text == order.delivery_location and address.place == order.place:
        raise RuleViolation(SAME, iv_client_street=SAME)
    return replace(order, delivery_location=address.text, place=address.place)


def offered_place(order: Order, places: Sequence[PlaceFacts], place_id: str) -> PlaceFacts:
    """The provider's place that an appointment in person moves to. Raises RuleViolation for any other id, for
    a remote appointment, and for the place that is agreed already.
    """
    found = next((place for place in places if place.place_id == place_id), None)
    if found is None or order.delivery_mode == "remote":
        raise RuleViolation(messages.NOT_AN_OPTION, iv_place_id=messages.NOT_AN_OPTION)
    if found.address == order.delivery_location and agreed(found) == order.place:
        raise RuleViolation(SAME, iv_place_id=SAME)
    return found


def _beside_it(text: str) -> RuleViolation:
    return RuleViolation(text, iv_delivery_location=text)
