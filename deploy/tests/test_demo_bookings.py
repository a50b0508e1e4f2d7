"""The bookings of the demo obey the rules that the calls apply, whenever it is started."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from booking.hours.rules import hours_for
from booking.orders.guest_links import GuestLinks, use_guest_links
from booking.orders.rules import HOLDING
from booking.slots.rules import slots_between
from contracts.reference import minor_units
from demo.bookings import COMING, LONG_AGO, PAST, Booking, bookings_of, local_day
from demo.hours import booked_hours_of, hours_of
from demo.seed import Demo, demo_at
from demo.words import Words
from demo.world import World

MOMENTS = {
    "a workday in November": datetime(2026, 11, 24, 8, 7, 5, tzinfo=UTC),
    "a Sunday night": datetime(2026, 6, 14, 23, 59, 59, tzinfo=UTC),
    "while clocks change in Europe": datetime(2027, 3, 28, 1, 30, tzinfo=UTC),
    "the first of January": datetime(2028, 1, 1, 0, 0, 1, tzinfo=UTC),
    "a day of which one short slot is left": datetime(2026, 11, 29, 0, 40, tzinfo=UTC),
}


IN_THE_GATE = ("a workday in November", "while clocks change in Europe")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(moment, id=name, marks=[] if name in IN_THE_GATE else [pytest.mark.long])
        for name, moment in MOMENTS.items()
    ],
)
def demo(request: pytest.FixtureRequest) -> Demo:
    """The demo at one of the moments."""
    use_guest_links(GuestLinks("http://demo", b"k" * 32))
    return demo_at(request.param, "hash")


def test_times_are_offered_by_their_provider(demo: Demo) -> None:
    now = demo.world.now
    for host in demo.world.hosts:
        assert host.provider is not None
        hours = hours_for(booked_hours_of(host.provider, local_day(now, host.zone)), "provider")
        offered = slots_between(hours, [], now - PAST, now + COMING, now - LONG_AGO)
        known = {(slot.slot_id, slot.start, slot.end, slot.alias) for slot in offered}
        for each in _of(demo, host.id):
            taken = {(one.slot_id, one.starts_at, one.ends_at, one.alias) for one in each.order.sessions}
            assert taken <= known, each.order


def test_some_providers_have_flexible_hours_now(demo: Demo) -> None:
    providers = [host.provider for host in demo.world.hosts if host.provider is not None]
    flexible = [each for each in providers if hours_of(each, local_day(demo.world.now, each.zone)).flexible]
    assert len(flexible) >= 5


def test_nobody_is_in_two_places_at_once(demo: Demo) -> None:
    for person in demo.world.everybody:
        times = sorted(
            (session.starts_at, session.ends_at)
            for each in demo.bookings
            if person.id in {each.order.provider_id, each.order.client.account_id}
            for session in each.order.sessions
        )
        assert all(before[1] <= after[0] for before, after in pairwise(times)), person.name


def test_proposed_times_are_free(demo: Demo) -> None:
    proposed = [each for each in demo.bookings if each.order.proposal]
    assert len(proposed) >= 2
    for each in proposed:
        assert each.order.proposal is not None
        others = _held(_of(demo, each.order.provider_id))
        for session in each.order.proposal.sessions:
            assert all(session.ends_at <= start or end <= session.starts_at for start, end in others)
            assert session.starts_at > demo.world.now


def test_an_order_sums_up_what_was_chosen(demo: Demo) -> None:
    for each in demo.bookings:
        order, host = each.order, demo.world.by_email[each.order.provider.email]
        assert host.provider is not None
        offers = {offer.name: offer for offer in host.provider.services}
        chosen = [offers[service.name] for service in order.services]
        assert order.total_minutes == sum(offer.minutes for offer in chosen)
        assert order.total_minor == sum(minor_units(offer.cost, order.currency) for offer in chosen)
        assert order.currency == host.provider.priced_in
        assert [service.brief for service in order.services] == [offer.brief for offer in chosen]
        assert sum(session.minutes for session in order.sessions) >= order.total_minutes
        assert all(offer.mode in {order.delivery_mode, "hybrid"} for offer in chosen)


def test_a_status_fits_its_time(demo: Demo) -> None:
    now = demo.world.now
    for each in demo.bookings:
        order = each.order
        assert order.created_at < min(now, order.starts_at)
        assert order.created_at <= each.answered_at <= now
        assert order.created_at > demo.world.by_email[order.provider.email].created_at
        match order.status:
            case "pending":
                assert order.starts_at > now
            case "completed":
                assert order.ends_at <= now
            case "ongoing":
                assert order.starts_at <= now
            case _:
                pass
        assert (order.delivery_location == "") == (
            order.delivery_mode == "remote" and order.calendar_sequence < 0
        )


def test_ratings_come_after_their_session(demo: Demo) -> None:
    rated = [each for each in demo.bookings if each.rating]
    assert len({each.order.provider_id for each in rated}) == len(demo.world.hosts)
    for each in rated:
        assert each.rating is not None
        assert each.order.status == "completed"
        assert each.order.ends_at < each.rating.at <= demo.world.now
        assert (each.order.stars, each.order.review) == (each.rating.stars, each.rating.feedback)


def test_there_are_bookings_in_every_state_around_today(demo: Demo) -> None:
    now = demo.world.now
    states = Counter(each.order.status for each in demo.bookings)
    assert set(states) == {"pending", "accepted", "ongoing", "completed", "cancelled", "rejected"}
    assert len(demo.bookings) > 1000
    assert max(each.order.starts_at for each in demo.bookings) > now + timedelta(days=20)
    assert min(each.order.starts_at for each in demo.bookings) < now - timedelta(days=50)
    assert any(each.order.status == "accepted" and each.order.ends_at < now for each in demo.bookings)
    ongoing = Counter(each.order.provider_id for each in demo.bookings if each.order.status == "ongoing")
    assert max(ongoing.values()) == 1


def test_some_orders_are_half_done(demo: Demo) -> None:
    courses = [each for each in demo.bookings if each.done]
    assert len(courses) >= 2
    for each in courses:
        over = [session for session in each.order.sessions if session.ends_at <= demo.world.now]
        assert each.order.status == "accepted"
        assert 0 < each.done == len(over) < len(each.order.sessions)


def test_the_welcomed_clients_have_bookings(demo: Demo) -> None:
    for mail in ("nora", "sam"):
        person = demo.world.find(mail)
        states = {each.order.status for each in demo.bookings if each.order.client.account_id == person.id}
        assert {"pending", "accepted", "completed"} <= states


def test_who_comments_has_met_the_owner(demo: Demo) -> None:
    met = {
        (each.order.provider_id, each.order.client.account_id)
        for each in demo.bookings
        if each.order.status == "completed"
    }
    comments = [(post, said) for post in demo.posts for said in post.comments]
    assert len(comments) > 30
    for post, said in comments:
        assert said.author.id == post.owner.id or (post.owner.id, said.author.id) in met
        assert (post.post.publish_at or said.at) < said.at <= demo.world.now


def test_the_same_moment_makes_the_same_demo(demo: Demo) -> None:
    assert demo_at(demo.world.now, "hash").tables == demo.tables
    later = bookings_of(World(demo.world.now + timedelta(days=1)), Words())
    assert later != demo.bookings


def test_ids_are_one_things_only(demo: Demo) -> None:
    ids = [
        *(each.id for each in demo.world.everybody),
        *(each.order.order_id for each in demo.bookings),
        *(each.post.id for each in demo.posts),
        *(said.id for each in demo.posts for said in each.comments),
    ]
    assert len(set(ids)) == len(ids)


def _of(demo: Demo, provider_id: str) -> list[Booking]:
    return [each for each in demo.bookings if each.order.provider_id == provider_id]


def _held(bookings: Iterable[Booking]) -> list[tuple[datetime, datetime]]:
    return [
        (session.starts_at, session.ends_at)
        for each in bookings
        if each.order.status in HOLDING
        for session in each.order.sessions
    ]
