"""At which of the provider's places an order is held."""

from typing import Final

import pytest
from booking.orders.places import AgreedPlace, agreed, chosen_place
from booking.orders.rules import OfferedService
from chassis.errors import RuleViolation
from contracts.events.profiles import PlaceFacts


def a_place(place_id: str) -> PlaceFacts:
    return PlaceFacts(
        place_id=place_id, name=f"Place {place_id}", street="Torstraße 12", postcode="10119", city="Berlin",
        country="Germany-DE", note="Second yard",
    )  # fmt: skip


def service(*place_ids: str) -> OfferedService:
    return OfferedService("s", "Talk", 30, 2500, "EUR-DE", "hybrid", active=True, place_ids=place_ids)


A, B = a_place("a"), a_place("b")
PLACES: Final = [A, B]


def test_without_places_and_of_a_remote_order_there_is_none() -> None:
    assert chosen_place([], [service()], "in-person", "", "") is None
    assert chosen_place(PLACES, [service()], "remote", "", "") is None
    assert agreed(None) is None


def test_the_wanted_place_is_taken_else_the_first_at_which_all_services_are_offered() -> None:
    assert chosen_place(PLACES, [service()], "in-person", "b", "") == B
    assert chosen_place(PLACES, [service()], "in-person", "", "") == A
    assert chosen_place(PLACES, [service("a", "b"), service("b")], "in-person", "", "") == B
    assert agreed(B) == AgreedPlace("b", "Place b", "Second yard")


def test_an_address_of_a_client_that_knows_no_places_counts_as_before() -> None:
    assert chosen_place(PLACES, [service()], "in-person", "", "1 Main Street") is None


@pytest.mark.parametrize(
    ("services", "wanted", "field"),
    [
        ((service("a"),), "b", "iv_place_id"),
        ((service(),), "gone", "iv_place_id"),
        ((service("a"), service("b")), "", "iv_service_list"),
    ],
)
def test_what_is_not_offered_there_is_refused(
    services: tuple[OfferedService, ...], wanted: str, field: str
) -> None:
    with pytest.raises(RuleViolation) as refused:
        chosen_place(PLACES, services, "in-person", wanted, "")
    assert list(refused.value.fields) == [field]
