"""What counts for a client who cancels, and which reasons each side has (product.md 4.7)."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from booking.orders.cancellation import (
    CANCEL_REASONS,
    TOO_LATE,
    Cancellation,
    CancellationTerms,
    Counting,
    Side,
    cancellation_of,
    kept_terms,
    what_counts,
)
from chassis.errors import RuleViolation
from hypothesis import given
from hypothesis import strategies as st

START = datetime(2027, 1, 8, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)
MOMENT = timedelta(seconds=1)
SOFT = CancellationTerms(24, "allowed", "Half of the price is due.")
HARD = CancellationTerms(2, "refused", "")
TERMS = st.builds(
    CancellationTerms,
    st.integers(0, 720),
    st.sampled_from(["allowed", "refused"]),
    st.sampled_from(["", "A"]),
)


def test_without_terms_it_is_free_until_after_the_start() -> None:
    assert what_counts((), START, START + HOUR) == Counting("free")


def test_the_last_free_moment_is_free_and_the_next_one_is_late() -> None:
    assert what_counts([SOFT], START, START - 24 * HOUR) == Counting("free")
    assert what_counts([SOFT], START, START - 24 * HOUR + MOMENT) == Counting("late", SOFT.words)
    assert what_counts([HARD], START, START - 2 * HOUR) == Counting("free")
    assert what_counts([HARD], START, START - 2 * HOUR + MOMENT) == Counting("refused")


def test_at_each_moment_the_strictest_of_the_services_counts() -> None:
    other = CancellationTerms(48, "allowed", "We have bought your colours.")
    seen = [what_counts([SOFT, HARD, other], START, START - hours * HOUR) for hours in (49, 47, 23, 1)]
    assert seen == [
        Counting("free"),
        Counting("late", other.words),
        Counting("late", f"{SOFT.words}\n{other.words}"),
        Counting("refused"),
    ]


@given(st.lists(TERMS, max_size=4), TERMS, st.integers(-10, 800))
def test_more_terms_are_never_milder_and_time_makes_none_milder(
    terms: list[CancellationTerms], more: CancellationTerms, hours: int
) -> None:
    order = ["free", "late", "refused"]
    now = START - hours * HOUR
    before = order.index(what_counts(terms, START, now).outcome)
    assert order.index(what_counts([*terms, more], START, now).outcome) >= before
    assert order.index(what_counts(terms, START, now + HOUR).outcome) >= before


@pytest.mark.parametrize(
    ("day", "last_free"),
    [
        ((2027, 3, 28), "2027-03-27T09:00:00+01:00"),  # the clocks skip an hour in this night
        ((2027, 10, 31), "2027-10-30T11:00:00+02:00"),  # and show one twice in this one
        ((2027, 6, 10), "2027-06-09T10:00:00+02:00"),
    ],
)
def test_the_hours_are_elapsed_time_where_the_clocks_change(
    day: tuple[int, int, int], last_free: str
) -> None:
    starts_at = datetime(*day, 10, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)
    last = datetime.fromisoformat(last_free)
    assert what_counts([SOFT], starts_at, last).outcome == "free"
    assert what_counts([SOFT], starts_at, last + MOMENT).outcome == "late"


def test_an_order_keeps_each_of_its_terms_once() -> None:
    assert kept_terms([SOFT, None, HARD, SOFT]) == (SOFT, HARD)
    assert kept_terms([None]) == ()


@pytest.mark.parametrize("side", ["client", "provider"])
def test_each_side_has_reasons_of_its_own(side: Side) -> None:
    for reason in CANCEL_REASONS["client"] | CANCEL_REASONS["provider"]:
        if reason in CANCEL_REASONS[side]:
            assert cancellation_of(side, reason, "Sorry", Counting("free")) == Cancellation(side, reason)
        else:
            with pytest.raises(RuleViolation) as refused:
                cancellation_of(side, reason, "Sorry", Counting("free"))
            assert list(refused.value.fields) == ["iv_cancel_reason"]
    with pytest.raises(RuleViolation) as wordless:
        cancellation_of(side, "other", "", Counting("free"))
    assert list(wordless.value.fields) == ["iv_feedback"]


def test_the_terms_bind_the_client_alone() -> None:
    with pytest.raises(RuleViolation, match="write to the provider"):
        cancellation_of("client", "", "", Counting("refused"))
    late = Counting("late", "Half is due.")
    assert cancellation_of("client", "ill", "", late) == Cancellation(
        "client", "ill", late=True, words="Half is due."
    )
    for outcome in (late, Counting("refused")):
        assert cancellation_of("provider", "ill", "", outcome) == Cancellation("provider", "ill")
    assert "provider" in TOO_LATE
