"""A guest link gives access to its own order and to no other."""

from booking.orders.guest_links import GuestLinks
from hypothesis import given
from hypothesis import strategies as st

LINKS = GuestLinks("https://openhours.test/", b"a key of the tests")


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_token_is_good_for_one_order(one: str, other: str) -> None:
    assert LINKS.admits(one, LINKS.token(one))
    assert LINKS.admits(other, LINKS.token(one)) == (one == other)
    assert not LINKS.admits(one, other)
    assert not GuestLinks(LINKS.public_url, b"another key").admits(one, LINKS.token(one))
