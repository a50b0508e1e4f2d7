"""A row of a list of bookings has the same bytes, whether it is written with its model or without."""

from datetime import UTC, datetime, timedelta

import orjson
import pytest
from booking.orders.guest_links import GuestLinks, use_guest_links
from booking.orders.order import BookedSession, Order, OrderedService, Party, Proposal
from booking.orders.rules import Role
from booking.orders.serializers import booking_data, booking_fields, order_facts
from contracts.booking_data import BookingData

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
SESSION = BookedSession("slot", "", NOON, NOON + timedelta(minutes=30))
PROPOSED = BookedSession("other", "", NOON + timedelta(days=1), NOON + timedelta(days=1, minutes=30))


def _order(cost: int, proposal: Proposal | None, stars: int | None) -> Order:
    return Order(
        order_id="order",
        provider_id="provider",
        provider=Party("provider", "Paul Žž", "paul@example.com", "paul", "/media/paul.webp", onboarded=True),
        client=Party("client", "Ana \u2028 Client", "ana@example.com", "ana", "", onboarded=False),
        guest_id="",
        status="completed" if stars else "pending",
        services=(OrderedService("service", 'A "talk"', 30, cost, "brief"),),
        sessions=(SESSION,),
        delivery_mode="in-person",
        delivery_location="1 Main Street",
        total_minutes=30,
        total_minor=cost,
        currency="EUR-DE",
        brief="Hello",
        note="A note",
        provider_timezone="UTC",
        client_timezone="UTC",
        created_at=NOON,
        revision=3,
        answer_by=NOON + timedelta(hours=3),
        stars=stars,
        review="Good" if stars else "",
        proposal=proposal,
    )


@pytest.mark.parametrize("side", ["provider", "client"])
@pytest.mark.parametrize("cost", [0, 2500, 1999, 10**11 + 1])
@pytest.mark.parametrize("proposal", [None, Proposal("provider", (PROPOSED,), "later")])
@pytest.mark.parametrize("stars", [None, 4])
def test_a_row_reads_as_its_model(
    side: Role, cost: int, proposal: Proposal | None, stars: int | None
) -> None:
    order = _order(cost, proposal, stars)
    fields = booking_fields(order, side)
    assert list(fields) == list(BookingData.model_fields)
    assert orjson.dumps(fields) == booking_data(order, side).model_dump_json().encode()


def test_an_event_shows_each_side_its_own_row() -> None:
    use_guest_links(GuestLinks("https://openhours.test", b"a key"))
    order = _order(2500, Proposal("provider", (PROPOSED,), "later"), 4)
    facts = order_facts(order)
    assert facts.for_client == booking_data(order, "client")
    assert facts.for_provider == booking_data(order, "provider")
    assert facts.for_client.name != facts.for_provider.name
