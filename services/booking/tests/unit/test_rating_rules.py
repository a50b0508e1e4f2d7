"""Who may give and request a rating, and from how many stars a client may trust a provider."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from booking.orders.order import BookedSession, Order, OrderedService, Party
from booking.orders.rating_fields import rating_fields
from booking.orders.rules import Status
from booking.ratings.rules import (
    hidden_until,
    is_shown,
    is_trusted,
    may_answer,
    may_ask,
    may_rate,
    may_rate_client,
    part_of,
)
from booking.reminders.rules import is_followed_up
from chassis.errors import RuleViolation

NOW = datetime(2027, 1, 5, 9, tzinfo=UTC)
ORDER = Order(
    order_id="o", provider_id="p", guest_id="", status="completed",
    provider=Party("p", "Paul", "paul@example.com", "paul", "", onboarded=True),
    client=Party("c", "Ana", "ana@example.com", "ana", "", onboarded=False),
    services=(OrderedService("s", "Talk", 30, 2500),),
    sessions=(BookedSession("a", "", NOW, NOW + timedelta(minutes=30)),), delivery_mode="in-person",
    delivery_location="", total_minutes=30, total_minor=2500, currency="EUR-DE", brief="", note="",
    provider_timezone="UTC", client_timezone="UTC", created_at=NOW - timedelta(days=1), revision=1,
)  # fmt: skip
UNFINISHED: list[Status] = ["pending", "accepted", "ongoing", "cancelled", "rejected"]


@pytest.mark.parametrize(
    ("stars", "said", "by_guest", "trusted"),
    [
        (2, "yes", False, False),
        (3, "yes", False, True),
        (5, "yes", False, True),
        (3, "no", False, False),
        (5, "", False, False),
        (5, "yes", True, False),
    ],
)
def test_three_stars_of_an_account_are_trust(stars: int, said: str, by_guest: bool, trusted: bool) -> None:
    assert is_trusted(stars, said, by_guest=by_guest) is trusted


def test_the_client_rates_a_completed_session_once() -> None:
    may_rate(ORDER, "client", NOW)
    with pytest.raises(RuleViolation, match="Only the client"):
        may_rate(ORDER, "provider", NOW)
    with pytest.raises(RuleViolation, match="already rated"):
        may_rate(replace(ORDER, stars=1), "client", NOW)
    for status in UNFINISHED:
        with pytest.raises(RuleViolation, match="once it is completed"):
            may_rate(replace(ORDER, status=status), "client", NOW)


@pytest.mark.parametrize("completed_at", [NOW + timedelta(hours=12), None])
def test_ratings_are_open_for_sixty_days(completed_at: datetime | None) -> None:
    order = replace(ORDER, completed_at=completed_at)
    last = (completed_at or order.ends_at) + timedelta(days=60)
    may_rate(order, "client", last)
    may_ask(order, "provider", last)
    for late in (last + timedelta(seconds=1), last + timedelta(days=400)):
        with pytest.raises(RuleViolation, match="for 60 days"):
            may_rate(order, "client", late)
        with pytest.raises(RuleViolation, match="for 60 days"):
            may_ask(order, "provider", late)


def test_the_provider_asks_for_a_missing_rating_of_a_completed_session() -> None:
    may_ask(ORDER, "provider", NOW)
    with pytest.raises(RuleViolation, match="Only the provider"):
        may_ask(ORDER, "client", NOW)
    with pytest.raises(RuleViolation, match="already been rated"):
        may_ask(replace(ORDER, stars=1), "provider", NOW)
    for status in UNFINISHED:
        with pytest.raises(RuleViolation, match="once the appointment is completed"):
            may_ask(replace(ORDER, status=status), "provider", NOW)


def test_the_provider_asks_again_after_a_whole_day() -> None:
    asked = replace(ORDER, rating_requested_at=NOW)
    may_ask(asked, "provider", NOW + timedelta(hours=24))
    with pytest.raises(RuleViolation, match="ask again after a day"):
        may_ask(asked, "provider", NOW + timedelta(hours=24, microseconds=-1))


def test_the_provider_rates_the_client_of_a_completed_session_once() -> None:
    may_rate_client(ORDER, "provider", NOW)
    with pytest.raises(RuleViolation, match="Only the provider"):
        may_rate_client(ORDER, "client", NOW)
    with pytest.raises(RuleViolation, match="already rated this client"):
        may_rate_client(replace(ORDER, client_stars=1), "provider", NOW)
    with pytest.raises(RuleViolation, match="once it is completed"):
        may_rate_client(replace(ORDER, status="ongoing"), "provider", NOW)
    with pytest.raises(RuleViolation, match="for 60 days"):
        may_rate_client(ORDER, "provider", ORDER.ends_at + timedelta(days=60, seconds=1))


def test_ratings_are_shown_together_or_after_fourteen_days() -> None:
    order = replace(ORDER, completed_at=NOW)
    assert hidden_until(order) == NOW + timedelta(days=14)
    rated = replace(order, stars=5, rating_hidden_until=hidden_until(order))
    assert not is_shown(rated, hidden_until(order) - timedelta(seconds=1))
    assert is_shown(rated, hidden_until(order))
    assert is_shown(replace(rated, client_stars=3), NOW)
    assert is_shown(replace(rated, rating_hidden_until=None), NOW)


def test_a_rating_that_is_hidden_or_taken_down_is_seen_by_its_author_alone() -> None:
    hidden = replace(ORDER, stars=2, review="Late", rating_hidden_until=NOW + timedelta(days=1))
    plain = rating_fields(ORDER, "provider")
    seen = rating_fields(hidden, "provider")
    assert {name for name in seen if seen[name] != plain[name]} == {"hidden_rating_by", "ratings_shown_at"}
    assert rating_fields(hidden, "client")["rating"] == 2
    of_client = replace(
        ORDER, client_stars=1, client_review="Rude", rating_hidden_until=NOW + timedelta(days=1)
    )
    assert rating_fields(of_client, "client")["client_rating"] is None
    assert rating_fields(of_client, "provider")["client_feedback"] == "Rude"
    taken = replace(ORDER, stars=2, review="Late", review_removed=True, answer="No")
    assert (rating_fields(taken, "provider")["rating"], rating_fields(taken, "provider")["rate_by"]) == (
        None,
        "",
    )
    assert rating_fields(taken, "client")["rating_removed"] is True


def test_the_provider_answers_a_shown_review_once() -> None:
    may_answer("provider", answered=False, removed=False)
    with pytest.raises(RuleViolation, match="Only the provider"):
        may_answer("client", answered=False, removed=False)
    with pytest.raises(RuleViolation, match="already answered"):
        may_answer("provider", answered=True, removed=False)
    with pytest.raises(RuleViolation, match="taken down"):
        may_answer("provider", answered=False, removed=True)


def test_the_id_of_a_report_says_what_of_the_ratings_is_meant() -> None:
    assert [part_of(each) for each in ("o", "o.answer", "o.client")] == [
        ("o", "rating"), ("o", "answer"), ("o", "client_rating"),
    ]  # fmt: skip


def test_only_who_can_rate_and_was_not_asked_yet_is_followed_up() -> None:
    until = ORDER.rate_by
    assert until is not None
    assert is_followed_up(ORDER, until - timedelta(seconds=1))
    assert not is_followed_up(ORDER, until)
    assert not is_followed_up(replace(ORDER, stars=5), NOW)
    assert not is_followed_up(replace(ORDER, rating_requested_at=NOW), NOW)
