"""What a provider may say of where sessions are held (product.md 3.12 and 3.14). Pure."""

from collections.abc import Sequence
from typing import Final

from chassis.errors import RuleViolation
from contracts.events.profiles import ORDER_PLACEHOLDER, RemoteKind, RemoteTerms, TravelArea
from contracts.rules import messages
from contracts.rules.checks import MEETING_LINK
from contracts.rules.places import plain_postcode

LONGEST_LINK: Final = 500
MOST_PLACES: Final = 20
"""Places of a provider that are not archived."""
MOST_KEPT: Final = 100
"""The same with the archived ones."""
TOO_MANY_PLACES: Final = "You can have 20 places at most."
TOO_MANY_KEPT: Final = "You have too many archived places. Please use one of them again."
_AN_ORDER: Final = "x" * 36
"""As long as the id of an order."""
NO_PLACEHOLDER: Final = "The address needs the placeholder for the appointment, after the name of the server."
NO_POINT: Final = "A radius needs a point in its middle: set it where you start from."
NO_SERVER: Final = "Enter the https address of a meeting server."


def checked_remote(kind: RemoteKind, link: str, server: str, default_server: str) -> RemoteTerms:
    """How the links of remote sessions come about, as it is stored; what does not belong to `kind` is left
    out. A room without a server of the provider's own is on `default_server`, if there is one.

    Raises RuleViolation for an address that is none, or no https.
    """
    match kind:
        case "link":
            if not link or not is_link(link):
                raise RuleViolation(messages.MEETING_LINK, iv_remote_link=messages.MEETING_LINK)
            return RemoteTerms(kind=kind, link=link)
        case "template":
            if not is_link(link.replace(ORDER_PLACEHOLDER, _AN_ORDER)):
                raise RuleViolation(messages.MEETING_LINK, iv_remote_link=messages.MEETING_LINK)
            if not _has_placeholder(link):
                raise RuleViolation(NO_PLACEHOLDER, iv_remote_link=NO_PLACEHOLDER)
            return RemoteTerms(kind=kind, link=link)
        case "room":
            address = (server or default_server).rstrip("/")
            if not is_link(address) or "?" in address or "#" in address:
                raise RuleViolation(NO_SERVER, iv_remote_server=NO_SERVER)
            return RemoteTerms(kind=kind, server=address)
        case _:
            return RemoteTerms()


def checked_area(
    postcodes: Sequence[str], radius_km: int | None, point: tuple[float | None, float | None]
) -> TravelArea:
    """Where the provider goes to clients, as it is stored: postcodes without spaces and dashes, in capitals.

    Without a radius no point is kept. Raises RuleViolation for a radius without a point.
    """
    plain = list(dict.fromkeys(filter(None, map(plain_postcode, postcodes))))
    if radius_km is None:
        return TravelArea(postcodes=plain)
    latitude, longitude = point
    if latitude is None or longitude is None:
        raise RuleViolation(NO_POINT, iv_area_radius=NO_POINT)
    return TravelArea(postcodes=plain, radius_km=radius_km, latitude=latitude, longitude=longitude)


def check_place_count(active: int, known: int) -> None:
    """Raise RuleViolation when one more place would be too many."""
    if active >= MOST_PLACES:
        raise RuleViolation(TOO_MANY_PLACES)
    if known >= MOST_KEPT:
        raise RuleViolation(TOO_MANY_KEPT)


def check_order(active: Sequence[str], wanted: Sequence[str]) -> None:
    """Raise RuleViolation unless these are all places that are not archived, each once."""
    if sorted(active) != sorted(wanted):
        raise RuleViolation(messages.NOT_AN_OPTION, iv_place_ids=messages.NOT_AN_OPTION)


def is_link(address: str) -> bool:
    """Whether this is an https address that is short enough: no other scheme, no spaces, no quotes."""
    return len(address) <= LONGEST_LINK and MEETING_LINK.passes(address)


def _has_placeholder(link: str) -> bool:
    """Whether the placeholder is in the path, the query or the fragment; the server is always the same."""
    _, _, rest = link.partition("://")
    host = rest.split("/", 1)[0].split("?", 1)[0].split("#", 1)[0]
    return ORDER_PLACEHOLDER in rest and ORDER_PLACEHOLDER not in host
