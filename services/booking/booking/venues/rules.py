"""Who may change where an appointment is held, until when, and into what (product.md 4.8). Pure."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from chassis.errors import RuleViolation
from contracts.events.profiles import PlaceFacts
from contracts.rules import messages
from contracts.rules.fields import location_address
from contracts.rules.messages import ACTION_MESSAGES

from booking.orders.order import Order
from booking.orders.places import agreed
from booking.orders.rules import Role, is_meeting_link

NOT_YOURS: Final = "Only the provider can change the place of this appointment."
NOT_AGREED: Final = "Only the place of an accepted appointment can be changed."
OVER: Final = "This appointment is over; its place stays as it was."
SAME: Final = "This is where the appointment is held already."


def may_change_place(order: Order, role: Role, now: datetime) -> None:
    """Raise RuleViolation unless this side may change the place or the link now: the provider may, from the
    acceptance until the last session ends.
    """
    if role != "provider":
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
