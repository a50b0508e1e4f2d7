"""Orders at the client's address, and whether the provider goes there (product.md 4.22). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, cos, radians, sin, sqrt
from typing import Final

from chassis.errors import CHECK_FIELDS, RuleViolation
from contracts.events.profiles import TravelArea
from contracts.rules.fields import city, place_note, place_street, postcode
from contracts.rules.places import plain_postcode

from booking.orders.places import AgreedPlace
from booking.orders.rules import Mode, OfferedService

APART: Final = "The selected services are not held at the same place. Please book them one by one."
OUTSIDE: Final = "This provider does not come to this postcode."
TOO_FAR: Final = "This is farther away than this provider comes."
_EARTH_KM: Final = 6371.0


@dataclass(frozen=True, slots=True)
class ClientAddress:
    """The client's address as it was typed, and where the browser says that the client is (degrees)."""

    street: str
    postcode: str
    city: str
    note: str = ""
    latitude: float | None = None
    longitude: float | None = None

    @property
    def text(self) -> str:
        """The address in one line."""
        return f"{self.street}, {self.postcode} {self.city}"

    @property
    def place(self) -> AgreedPlace | None:
        """What an order keeps beside the address: how to find it."""
        return AgreedPlace("", "", self.note) if self.note else None


def is_at_client(chosen: Sequence[OfferedService], mode: Mode) -> bool:
    """Whether an order of these services is held at the client's (product.md 4.22).

    Raises RuleViolation where some of them are, and others are not.
    """
    if mode != "in-person" or not any(service.at_client for service in chosen):
        return False
    if not all(service.at_client for service in chosen):
        raise RuleViolation(APART, iv_service_list=APART)
    return True


def checked_address(typed: ClientAddress, area: TravelArea) -> ClientAddress:
    """The address as it is kept. Where the client is serves for this check alone.

    Raises RuleViolation with every message beside its field, and for an address outside of the area.
    """
    read: dict[str, str] = {}
    wrong: dict[str, str] = {}
    fields = {"street": place_street, "postcode": postcode, "city": city, "note": place_note}
    for name, field in fields.items():
        try:
            read[name] = field.read(getattr(typed, name))
        except ValueError as error:
            wrong[f"iv_client_{name}"] = str(error)
    if wrong:
        raise RuleViolation(CHECK_FIELDS, **wrong)
    _check_area(read["postcode"], typed, area)
    return ClientAddress(read["street"], read["postcode"], read["city"], read["note"])


def _check_area(code: str, typed: ClientAddress, area: TravelArea) -> None:
    """Raise RuleViolation unless the provider goes to this postcode, or as far as the client is."""
    if not area.postcodes and area.radius_km is None:
        return
    if any(plain_postcode(code).startswith(beginning) for beginning in area.postcodes):
        return
    if area.radius_km is None or area.latitude is None or area.longitude is None:
        raise RuleViolation(CHECK_FIELDS, iv_client_postcode=OUTSIDE)
    if typed.latitude is None or typed.longitude is None:
        n = area.radius_km
        text = f"This provider comes to clients within {n} km. Share your location so that it can be checked."
        raise RuleViolation(CHECK_FIELDS, iv_client_location=text)
    if distance_km((area.latitude, area.longitude), (typed.latitude, typed.longitude)) > area.radius_km:
        raise RuleViolation(CHECK_FIELDS, iv_client_location=TOO_FAR)


def distance_km(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The distance between two points (latitude and longitude in degrees) on a sphere, by the haversine."""
    (north, east), (other_north, other_east) = (tuple(map(radians, point)) for point in (one, other))
    half = (
        sin((other_north - north) / 2) ** 2
        + cos(north) * cos(other_north) * sin((other_east - east) / 2) ** 2
    )
    return 2 * _EARTH_KM * asin(sqrt(min(1.0, half)))
