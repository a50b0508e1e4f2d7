"""The links of remote sessions, as the provider has set them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from booking.orders.guest_links import GuestLinks, use_guest_links
from booking.orders.order import BookedSession, Order, OrderedService, Party
from booking.orders.remote_links import remote_link_for
from contracts.events.profiles import RemoteTerms
from hypothesis import given
from hypothesis import strategies as st

START: Final = datetime(2027, 1, 5, 9, tzinfo=UTC)
ORDER: Final = Order(
    order_id="0199-a", provider_id="p", guest_id="", status="pending",
    provider=Party("p", "Paul", "paul@example.com", "paul", "", onboarded=True),
    client=Party("c", "Ana", "ana@example.com", "ana", "", onboarded=False),
    services=(OrderedService("s", "Talk", 30, 2500),),
    sessions=(BookedSession("a", "", START, START + timedelta(minutes=30)),), delivery_mode="remote",
    delivery_location="", total_minutes=30, total_minor=2500, currency="EUR-DE", brief="", note="",
    provider_timezone="UTC", client_timezone="UTC", created_at=START - timedelta(days=1), revision=1,
)  # fmt: skip
ROOM: Final = RemoteTerms(kind="room", server="https://meet.example.org/rooms")


@pytest.fixture(autouse=True)
def links() -> None:
    use_guest_links(GuestLinks("https://openhours.test", b"a key for the tests' links"))


def link(remote: RemoteTerms, order: Order = ORDER) -> str | None:
    return remote_link_for(replace(order, remote=remote))


def test_a_standing_link_and_a_template_are_used_as_they_are() -> None:
    assert link(RemoteTerms()) is None
    assert (
        link(RemoteTerms(kind="link", link="https://meet.example.org/paul"))
        == "https://meet.example.org/paul"
    )
    template = RemoteTerms(kind="template", link="https://meet.example.org/{order}?o={order}#x")
    assert link(template) == "https://meet.example.org/0199-a?o=0199-a#x"


def test_an_order_in_person_has_no_link() -> None:
    assert link(ROOM, replace(ORDER, delivery_mode="in-person")) is None


@given(st.text(min_size=1, max_size=36))
def test_no_id_of_an_order_leaves_its_place_in_a_template(order_id: str) -> None:
    found = link(
        RemoteTerms(kind="template", link="https://meet.example.org/{order}/end"),
        replace(ORDER, order_id=order_id),
    )
    if found is not None:
        assert found.startswith("https://meet.example.org/")
        assert found.removeprefix("https://meet.example.org/").removesuffix("/end").isascii()
        assert not set(found.removeprefix("https://meet.example.org/").removesuffix("/end")) & set(
            "/?#<>\"' "
        )


@pytest.mark.parametrize(
    "address", ["http://meet.example.org/a", "javascript:alert(1)", "", "https://a b.example"]
)
def test_what_is_no_https_address_becomes_no_link(address: str) -> None:
    assert link(RemoteTerms(kind="link", link=address)) is None
    assert link(RemoteTerms(kind="template", link=f"{address}{{order}}")) is None


def test_a_room_is_its_orders_own_and_cannot_be_guessed_from_it() -> None:
    rooms = {link(ROOM, replace(ORDER, order_id=f"0199-{number}")) for number in range(50)}
    assert len(rooms) == 50
    name = str(link(ROOM)).removeprefix("https://meet.example.org/rooms/openhours-")
    assert len(name) == 32  # five bits each: 160
    before = link(ROOM)
    use_guest_links(GuestLinks("https://openhours.test", b"another key"))
    assert link(ROOM) != before
