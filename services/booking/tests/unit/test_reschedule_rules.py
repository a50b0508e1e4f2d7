"""Who may propose and answer another time, which time is held besides the agreed one, and who is told."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from booking.moving.rules import how_to_move
from booking.orders.order import BookedSession, Order, OrderedService, Party, Proposal
from booking.orders.rules import Role, Status
from booking.reschedule.rules import ProposalAnswer, may_propose, open_proposal, periods_outside
from chassis.errors import RuleViolation
from hypothesis import given
from hypothesis import strategies as st

START = datetime(2027, 1, 5, 9, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)
AGREED = BookedSession("a", "", START, START + timedelta(minutes=30))
PROPOSED = BookedSession("b", "", START + timedelta(days=1), START + timedelta(days=1, minutes=30))
ORDER = Order(
    order_id="o", provider_id="p", guest_id="", status="accepted",
    provider=Party("p", "Paul", "paul@example.com", "paul", "", onboarded=True),
    client=Party("c", "Ana", "ana@example.com", "ana", "", onboarded=False),
    services=(OrderedService("s", "Talk", 30, 2500),), sessions=(AGREED,), delivery_mode="in-person",
    delivery_location="", total_minutes=30, total_minor=2500, currency="EUR-DE", brief="", note="",
    provider_timezone="UTC", client_timezone="UTC", created_at=START - timedelta(days=1), revision=1,
)  # fmt: skip


def proposed_by(role: Role) -> Order:
    return replace(ORDER, proposal=Proposal(role, (PROPOSED,), ""))


@pytest.mark.parametrize("status", ["pending", "accepted"])
def test_a_time_is_proposed_until_the_agreed_start(status: Status) -> None:
    may_propose(replace(ORDER, status=status), START - MOMENT)
    with pytest.raises(RuleViolation, match="start time has passed"):
        may_propose(replace(ORDER, status=status), START)


@pytest.mark.parametrize("status", ["ongoing", "completed", "cancelled", "rejected"])
def test_what_has_begun_or_ended_is_not_moved(status: Status) -> None:
    with pytest.raises(RuleViolation, match="Only a pending or accepted"):
        may_propose(replace(ORDER, status=status), START - MOMENT)


def test_twenty_times_are_proposed_for_one_order() -> None:
    may_propose(replace(ORDER, times_proposed=19), START - MOMENT)
    with pytest.raises(RuleViolation, match="too often"):
        may_propose(replace(ORDER, times_proposed=20), START - MOMENT)


@pytest.mark.parametrize(
    ("proposer", "answering", "said", "may"),
    [
        ("client", "provider", "accepted", True),
        ("client", "provider", "declined", True),
        ("client", "provider", "withdrawn", False),
        ("client", "client", "accepted", False),
        ("client", "client", "declined", False),
        ("client", "client", "withdrawn", True),
        ("provider", "client", "accepted", True),
        ("provider", "client", "declined", True),
        ("provider", "client", "withdrawn", False),
        ("provider", "provider", "accepted", False),
        ("provider", "provider", "declined", False),
        ("provider", "provider", "withdrawn", True),
    ],
)
def test_one_side_answers_and_the_other_withdraws(
    proposer: Role, answering: Role, said: ProposalAnswer, may: bool
) -> None:
    order = proposed_by(proposer)
    if may:
        assert open_proposal(order, answering, said, START - MOMENT) == order.proposal
    else:
        with pytest.raises(RuleViolation, match="side"):
            open_proposal(order, answering, said, START - MOMENT)


def test_a_proposed_time_is_accepted_until_it_comes() -> None:
    order = proposed_by("client")
    assert open_proposal(order, "provider", "accepted", PROPOSED.starts_at - MOMENT)
    with pytest.raises(RuleViolation, match="proposed time has passed"):
        open_proposal(order, "provider", "accepted", PROPOSED.starts_at)
    assert open_proposal(order, "provider", "declined", PROPOSED.starts_at), "it can still be declined"
    with pytest.raises(RuleViolation, match="no proposed time"):
        open_proposal(ORDER, "provider", "accepted", START - MOMENT)


PERIODS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=5)


@given(PERIODS, PERIODS)
def test_what_is_held_is_the_wanted_time_less_the_agreed_one(
    wanted: list[tuple[int, int]], agreed: list[tuple[int, int]]
) -> None:
    parts = periods_outside(wanted, agreed)
    held = [moment for start, end in parts for moment in range(start, end)]
    assert set(held) == {
        moment
        for moment in range(31)
        if any(start <= moment < end for start, end in wanted)
        and not any(start <= moment < end for start, end in agreed)
    }
    assert len(held) == len(set(held)), "no two parts overlap"
    assert all(start < end for start, end in parts)


@pytest.mark.parametrize(("days", "left"), [(1, 0), (-1, -1)])
def test_the_notice_of_a_move_counts_before_the_earlier_of_both_starts(days: int, left: int) -> None:
    moved = BookedSession("b", "", START + timedelta(days=days), START + timedelta(days=days, minutes=30))
    last = START + timedelta(days=left) - timedelta(hours=24)
    assert how_to_move(ORDER, moved, 24, last) == "told"
    assert how_to_move(ORDER, moved, 24, last + MOMENT) == "asked"
    assert how_to_move(ORDER, moved, None, last) == "asked"
    assert how_to_move(replace(ORDER, status="pending"), moved, 24, last) == "asked"
