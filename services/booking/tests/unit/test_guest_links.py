"""A guest link gives access to its own order and to no other, until it ends."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from booking.orders.guest_links import GuestLinks
from hypothesis import given
from hypothesis import strategies as st

from services.booking.tests.unit.test_rating_rules import ORDER

LINKS = GuestLinks("https://openhours.test/", b"a key of the tests")
OF_A_GUEST = replace(ORDER, guest_id="g")


@given(st.text(max_size=40), st.text(max_size=40), st.integers(1, 99), st.integers(1, 99))
def test_a_token_is_good_for_one_generation_of_one_order(
    one: str, other: str, generation: int, later: int
) -> None:
    token = LINKS.token(one, generation)
    order = replace(OF_A_GUEST, order_id=other, link_generation=later)
    assert LINKS.admits(order, token) == ((one, generation) == (other, later))
    assert not LINKS.admits(order, other)
    assert not GuestLinks(LINKS.public_url, b"another key").admits(order, LINKS.token(other, later))


def test_the_link_to_all_data_ends_after_an_hour_and_with_its_generation() -> None:
    now = datetime(2027, 1, 5, 12, tzinfo=UTC)
    link = LINKS.data_link(OF_A_GUEST, now)
    assert link.url == f"{LINKS.link(OF_A_GUEST)}&data={link.key}"
    key = link.key
    admitted = [LINKS.admits_to_data(OF_A_GUEST, key, now + timedelta(minutes=at)) for at in (0, 59, 60, 600)]
    assert admitted == [True, True, False, False]
    for other in (ORDER, replace(OF_A_GUEST, order_id="x"), replace(OF_A_GUEST, link_generation=2)):
        assert not LINKS.admits_to_data(other, key, now)
    assert not LINKS.admits_to_data(OF_A_GUEST, LINKS.token("o"), now)


def test_an_account_is_admitted_by_no_link() -> None:
    assert LINKS.admits(OF_A_GUEST, LINKS.token("o"))
    assert not LINKS.admits(ORDER, LINKS.token("o"))
