"""Travel to a client: slots that leave time for the way, also read minute by minute, and distances."""

from datetime import UTC, datetime, timedelta

import pytest
from booking.hours.rules import default_hours
from booking.orders.at_client import distance_km
from booking.slots.open_time import NO_RULES, OpenTime, basket_of, buffers_of
from booking.slots.rules import Period, merged, slots_between
from booking.zones import seconds
from hypothesis import given, settings
from hypothesis import strategies as st

MONDAY = datetime(2027, 1, 4, tzinfo=UTC)
OFTEN = st.integers(0, 240)


def minute(value: int) -> int:
    return seconds(MONDAY + timedelta(minutes=value))


@settings(max_examples=60, deadline=None)
@given(
    busy=st.lists(st.tuples(st.integers(0, 3000), st.integers(1, 200)), max_size=6), before=OFTEN, after=OFTEN
)
def test_a_slot_is_offered_where_it_and_its_travel_meet_nothing(
    busy: list[tuple[int, int]], before: int, after: int
) -> None:
    hours = default_hours("UTC")
    periods: list[Period] = merged((minute(start), minute(start + length)) for start, length in busy)
    visit = NO_RULES._replace(service_id="visit", minutes=30, travel_before=before, travel_after=after)
    basket = basket_of(OpenTime(hours, periods, (visit,)))
    last = MONDAY + timedelta(days=3)
    early = MONDAY - timedelta(days=1)
    offered = {slot.instant for slot in slots_between(hours, periods, MONDAY, last, early, basket)}
    taken = {at for start, end in periods for at in range(start // 60, end // 60)}
    for slot in slots_between(hours, [], MONDAY, last, early, basket):
        begins = slot.instant // 60
        free = taken.isdisjoint(range(begins - before, begins + slot.minutes + after))
        assert (slot.instant in offered) == free


def test_the_largest_of_travel_and_buffers_counts() -> None:
    near = NO_RULES._replace(before=10, after=60, travel_before=45, travel_after=20)
    far = NO_RULES._replace(travel_before=30, travel_after=90)
    assert buffers_of([]) == (0, 0)
    assert (buffers_of([near]), buffers_of([near, far])) == ((45, 60), (45, 90))


@pytest.mark.parametrize(
    ("one", "other", "kilometres"),
    [
        ((52.52, 13.405), (53.551, 9.994), 255),
        ((0.0, 179.9), (0.0, -179.9), 22),
        ((90.0, 0.0), (-90.0, 120.0), 20015),
        ((52.52, 13.405), (52.52, 13.405), 0),
    ],
)
def test_distances_are_those_on_the_sphere(
    one: tuple[float, float], other: tuple[float, float], kilometres: int
) -> None:
    assert distance_km(one, other) == pytest.approx(kilometres, abs=1)
