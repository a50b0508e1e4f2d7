"""Which orders are accepted the moment they are placed."""

import pytest
from booking.orders.confirmation import is_booked_at_once
from booking.orders.rules import OfferedService
from contracts.events.profiles import ServiceConfirmation


def _services(*confirmations: ServiceConfirmation) -> list[OfferedService]:
    return [
        OfferedService(str(n), "Talk", 30, 2500, "EUR-DE", "hybrid", active=True, confirmation=each)
        for n, each in enumerate(confirmations)
    ]


@pytest.mark.parametrize(
    ("confirmations", "for_strangers", "for_known"),
    [
        (["request"], False, False),
        (["known"], False, True),
        (["instant"], True, True),
        (["instant", "known"], False, True),
        (["instant", "instant"], True, True),
        (["instant", "request"], False, False),
        (["request", "known"], False, False),
    ],
)
def test_every_service_must_allow_it_to_this_client(
    confirmations: list[ServiceConfirmation], *, for_strangers: bool, for_known: bool
) -> None:
    chosen = _services(*confirmations)
    assert is_booked_at_once(chosen, "in-person", known_client=False) is for_strangers
    assert is_booked_at_once(chosen, "in-person", known_client=True) is for_known


@pytest.mark.parametrize(
    ("link", "booked"), [("", False), ("http://a.example", False), ("https://meet.example/paul", True)]
)
def test_a_remote_order_needs_a_link_to_give(link: str, *, booked: bool) -> None:
    chosen = _services("instant")
    assert is_booked_at_once(chosen, "remote", known_client=False, meeting_link=link) is booked
    assert is_booked_at_once(chosen, "in-person", known_client=False, meeting_link=link)
