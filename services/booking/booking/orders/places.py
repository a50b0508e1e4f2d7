"""At which of the provider's places an order in person is held (product.md 3.12 and 4.8). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chassis.errors import RuleViolation
from contracts.events.profiles import PlaceFacts

from booking.orders.rules import Mode, OfferedService

NOT_THERE: Final = "The selected services are not offered at this place."
NOWHERE: Final = "The selected services are not offered at one place. Please book them one by one."


@dataclass(frozen=True, slots=True)
class AgreedPlace:
    """A place of the provider's, as it was when it was chosen; its address is the order's."""

    place_id: str
    name: str
    note: str = ""


def chosen_place(
    places: Sequence[PlaceFacts], services: Sequence[OfferedService], mode: Mode, wanted: str, typed: str
) -> PlaceFacts | None:
    """The place of an order in person: the wanted one, else the first at which all its services are offered.

    None of a remote order, where the provider has no places, and for a client that names none but an address
    of its own, as those did that know nothing of places. Raises RuleViolation when the services are not
    offered there.
    """
    if mode != "in-person":
        return None
    offered = [place for place in places if all(_is_at(service, place) for service in services)]
    if wanted:
        for place in offered:
            if place.place_id == wanted:
                return place
        raise RuleViolation(NOT_THERE, iv_place_id=NOT_THERE)
    if typed or not places:
        return None
    if not offered:
        raise RuleViolation(NOWHERE, iv_service_list=NOWHERE)
    return offered[0]


def agreed(place: PlaceFacts | None) -> AgreedPlace | None:
    """What an order keeps of its place."""
    return place and AgreedPlace(place.place_id, place.name, place.note)


def _is_at(service: OfferedService, place: PlaceFacts) -> bool:
    return not service.place_ids or place.place_id in service.place_ids
