"""Who may say that the other side did not come, until when it is contested, and what an order says then."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from booking.no_show.rules import session_to_contest, session_to_report
from booking.orders.order import BookedSession, NoShow, Order, OrderedService, Party
from booking.orders.rules import Role, SessionState, Status
from booking.ratings.rules import may_ask, may_rate
from chassis.errors import RuleViolation

FIRST = datetime(2027, 1, 5, 9, tzinfo=UTC)
DAY = timedelta(days=1)
SECOND = FIRST + 7 * DAY
MOMENT = timedelta(seconds=1)


def order(status: Status, *sessions: BookedSession) -> Order:
    return Order(
        order_id="o", provider_id="p", guest_id="", status=status,
        provider=Party("p", "Paul", "paul@example.com", "paul", "", onboarded=True),
        client=Party("c", "Ana", "ana@example.com", "ana", "", onboarded=False),
        services=(OrderedService("s", "Talk", 30, 2500),), sessions=sessions, delivery_mode="in-person",
        delivery_location="", total_minutes=30, total_minor=2500, currency="EUR-DE", brief="", note="",
        provider_timezone="UTC", client_timezone="UTC", created_at=FIRST - DAY, revision=1,
    )  # fmt: skip


def session(
    starts_at: datetime, state: SessionState = "upcoming", no_show: NoShow | None = None
) -> BookedSession:
    return BookedSession("a", "", starts_at, starts_at + timedelta(minutes=30), state, no_show=no_show)


def test_a_no_show_is_reported_from_the_start_until_the_session_is_over() -> None:
    agreed = order("accepted", session(FIRST), session(SECOND))
    with pytest.raises(RuleViolation, match="before the session's start"):
        session_to_report(agreed, None, FIRST - MOMENT)
    assert session_to_report(agreed, None, FIRST) == 0
    assert session_to_report(agreed, 2, SECOND) == 1
    with pytest.raises(RuleViolation, match="before the session's start"):
        session_to_report(agreed, 2, FIRST)
    with pytest.raises(RuleViolation, match="no such session"):
        session_to_report(agreed, 3, SECOND)
    over: tuple[SessionState, ...] = ("done", "missed")
    for state in over:
        with pytest.raises(RuleViolation, match="over already"):
            session_to_report(order("accepted", session(FIRST, state), session(SECOND)), 1, SECOND)
    others: tuple[Status, ...] = ("pending", "completed", "cancelled", "rejected")
    for status in others:
        with pytest.raises(RuleViolation, match="that was accepted"):
            session_to_report(replace(agreed, status=status), None, FIRST)


@pytest.mark.parametrize(("by", "absent"), [("provider", "client"), ("client", "provider")])
def test_who_is_said_not_to_have_come_contests_it_once_within_seven_days(by: Role, absent: Role) -> None:
    said = order("completed", session(FIRST, "missed", NoShow(by, FIRST)))
    assert session_to_contest(said, absent, None, FIRST + 7 * DAY) == 0
    with pytest.raises(RuleViolation, match="7 days"):
        session_to_contest(said, absent, None, FIRST + 7 * DAY + MOMENT)
    with pytest.raises(RuleViolation, match="Nobody says"):
        session_to_contest(said, by, None, FIRST)
    contested = NoShow(by, FIRST, contested_at=FIRST + DAY)
    with pytest.raises(RuleViolation, match="already contested"):
        session_to_contest(order("completed", session(FIRST, "missed", contested)), absent, None, FIRST + DAY)
    with pytest.raises(RuleViolation, match="Nobody says"):
        session_to_contest(order("completed", session(FIRST, "missed")), absent, None, FIRST)


def test_the_newest_that_can_be_contested_is_meant_unless_a_position_is_named() -> None:
    said = order(
        "completed",
        session(FIRST, "missed", NoShow("provider", FIRST)),
        session(SECOND, "missed", NoShow("provider", SECOND, contested_at=SECOND)),
    )
    assert session_to_contest(said, "client", None, FIRST + DAY) == 0
    assert session_to_contest(said, "client", 1, FIRST + DAY) == 0


def test_an_order_did_not_take_place_if_nobody_contests_any_of_its_no_shows() -> None:
    missed = session(FIRST, "missed", NoShow("provider", FIRST))
    of_provider = session(SECOND, "missed", NoShow("client", SECOND))
    assert order("completed", missed).no_show == "client"
    assert order("completed", missed, of_provider).no_show == "provider"
    contested = replace(missed, no_show=NoShow("provider", FIRST, contested_at=FIRST))
    held = session(SECOND, "done")
    from_before = session(SECOND, "missed")
    for sessions in (
        (contested,),
        (missed, held),
        (missed, contested),
        (from_before,),
        (missed, from_before),
    ):
        assert order("completed", *sessions).no_show is None
    assert order("accepted", missed, session(SECOND)).no_show is None


def test_what_did_not_take_place_cannot_be_rated_unless_it_is_contested() -> None:
    missed = order("completed", session(FIRST, "missed", NoShow("provider", FIRST)))
    assert missed.rate_by is None
    rules: list[tuple[Callable[[Order, Role, datetime], None], Role]] = [
        (may_rate, "client"),
        (may_ask, "provider"),
    ]
    for rule, role in rules:
        with pytest.raises(RuleViolation, match="did not take place"):
            rule(missed, role, FIRST + DAY)
        rule(order("completed", session(FIRST, "missed")), role, FIRST + DAY)
    contested = NoShow("provider", FIRST, contested_at=FIRST)
    may_rate(order("completed", session(FIRST, "missed", contested)), "client", FIRST + DAY)


def test_the_hours_of_terms_count_to_the_next_session_that_is_not_over() -> None:
    agreed = order("accepted", session(FIRST), session(SECOND))
    assert agreed.next_start(FIRST - DAY) == FIRST
    assert agreed.next_start(FIRST + timedelta(minutes=29)) == FIRST
    assert agreed.next_start(FIRST + DAY) == SECOND  # nobody has said what became of the first one
    assert agreed.next_start(SECOND + DAY) == SECOND
    assert order("accepted", session(FIRST, "done"), session(SECOND)).next_start(FIRST) == SECOND
