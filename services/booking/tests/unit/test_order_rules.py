"""The statuses of an order by their table, and the rules for the chosen services."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from booking.orders import rules
from booking.orders.rules import ClaimedTotals, OfferedService, Role, Status
from chassis.errors import RuleViolation
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

START = datetime(2027, 1, 5, 9, tzinfo=UTC)
ENDED: set[Status] = {"completed", "cancelled", "rejected"}


class OrderLife(RuleBasedStateMachine):
    """Both sides take random steps; a second copy of api.md's table says which are allowed."""

    def __init__(self) -> None:
        super().__init__()
        self.status: Status = "pending"
        self.now = START - timedelta(hours=2)
        self.past: list[Status] = ["pending"]

    @rule(minutes=st.integers(1, 120))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule(role=st.sampled_from(["provider", "client"]), wanted=st.sampled_from(rules.STATUSES))
    def somebody_responds(self, role: Role, wanted: Status) -> None:
        allowed = {
            ("pending", "accepted"): role == "provider" and self.now < START,
            ("pending", "rejected"): role == "provider",
            ("pending", "cancelled"): role == "client",
            ("accepted", "ongoing"): role == "provider",
            ("accepted", "cancelled"): True,
            ("ongoing", "completed"): role == "provider" and self.now >= START,
            ("ongoing", "cancelled"): True,
        }.get((self.status, wanted), False)
        if not allowed:
            with pytest.raises(RuleViolation, match="appointment"):
                rules.next_status(self.status, role, wanted, starts_at=START, now=self.now)
            return
        self.status = rules.next_status(self.status, role, wanted, starts_at=START, now=self.now)
        self.past.append(self.status)

    @invariant()
    def what_has_ended_stays_ended(self) -> None:
        assert all(status not in ENDED for status in self.past[:-1])
        assert "completed" not in self.past or self.past[-2] == "ongoing"


TestOrderLife = OrderLife.TestCase


def service(name: str, minutes: int = 30, cost: int = 2500, mode: str = "hybrid") -> OfferedService:
    return OfferedService(name, name, minutes, cost, "EUR-DE", mode, active=True)


@given(
    st.lists(st.tuples(st.integers(5, 600), st.integers(0, 10**9)), min_size=1, max_size=9), st.integers(0, 3)
)
def test_totals_are_the_sums_and_nothing_else_agrees(parts: list[tuple[int, int]], digits: int) -> None:
    chosen = [service(str(number), *part) for number, part in enumerate(parts)]
    true = rules.totals(chosen)
    assert (true.minutes, true.cost_minor) == (sum(part[0] for part in parts), sum(part[1] for part in parts))
    cost = Decimal(true.cost_minor).scaleb(-digits)
    rules.check_totals(true, ClaimedTotals(true.minutes, cost, "EUR", len(parts)), digits=digits)
    rules.check_totals(true, ClaimedTotals(None, None, None, None), digits=digits)
    for wrong in (
        ClaimedTotals(true.minutes + 1, cost, "EUR", len(parts)),
        ClaimedTotals(true.minutes - 1, cost, "EUR", len(parts)),
        ClaimedTotals(true.minutes, cost - Decimal(1).scaleb(-digits), "EUR", len(parts)),
        ClaimedTotals(true.minutes, cost, "EUR", len(parts) - 1),
        ClaimedTotals(true.minutes, cost + Decimal(1).scaleb(-digits), "EUR", len(parts)),
        ClaimedTotals(true.minutes, cost, "USD", len(parts)),
        ClaimedTotals(true.minutes, cost, "EUR", len(parts) + 1),
    ):
        with pytest.raises(RuleViolation, match="The price or duration of a selected service has changed"):
            rules.check_totals(true, wrong, digits=digits)


MOMENT = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("status", "wanted", "now"),
    [("pending", "accepted", START - MOMENT), ("ongoing", "completed", START)],
)
def test_a_request_is_accepted_until_the_start_and_a_session_completed_from_it(
    status: Status, wanted: Status, now: datetime
) -> None:
    assert rules.next_status(status, "provider", wanted, starts_at=START, now=now) == wanted


@pytest.mark.parametrize(
    ("status", "wanted", "now"),
    [("pending", "accepted", START), ("ongoing", "completed", START - MOMENT)],
)
def test_at_the_start_itself_it_is_too_late_to_accept_and_before_it_too_early_to_complete(
    status: Status, wanted: Status, now: datetime
) -> None:
    with pytest.raises(RuleViolation):
        rules.next_status(status, "provider", wanted, starts_at=START, now=now)


@pytest.mark.parametrize(("by_guest", "most"), [(True, 10), (False, 100)])
def test_the_last_request_that_may_wait(by_guest: bool, most: int) -> None:
    rules.check_open_requests(most - 1, by_guest=by_guest)
    with pytest.raises(RuleViolation, match="several requests waiting"):
        rules.check_open_requests(most, by_guest=by_guest)


def test_slots_as_long_as_the_services_are_enough() -> None:
    true = rules.totals([service("a", 45), service("b", 30)])
    rules.check_enough_time(75, true)
    with pytest.raises(RuleViolation, match="1 hr 14 mins is not sufficient time for your 2 selected"):
        rules.check_enough_time(74, true)


def test_only_a_remote_appointment_that_is_accepted_takes_a_new_place() -> None:
    link = "https://meet.example.com/a"
    assert rules.meeting_place("remote", "accepted", link, "") == link
    assert rules.meeting_place("remote", "cancelled", "https://elsewhere.example.com", link) == link
    assert rules.meeting_place("in-person", "accepted", link, "1 Main Street") == "1 Main Street"


@pytest.mark.parametrize(
    ("offered_as", "mode", "fits"),
    [
        ("in-person", "in-person", True),
        ("in-person", "remote", False),
        ("remote", "remote", True),
        ("remote", "in-person", False),
        ("hybrid", "remote", True),
        ("hybrid", "in-person", True),
    ],
)
def test_a_service_is_booked_in_its_own_mode(offered_as: str, mode: rules.Mode, fits: bool) -> None:
    offered = {"a": service("a", mode=offered_as)}
    if fits:
        assert rules.chosen_services(["a"], offered, mode)
    else:
        with pytest.raises(RuleViolation, match=f"does not offer {mode} services"):
            rules.chosen_services(["a"], offered, mode)


def test_chosen_services_have_one_currency_whatever_the_country() -> None:
    offered = {
        name: OfferedService(name, name, 30, 2500, currency, "hybrid", active=active)
        for name, currency, active in (
            ("de", "EUR-DE", True), ("fr", "EUR-FR", True), ("us", "USD-US", True), ("old", "EUR-DE", False),
        )
    }  # fmt: skip
    assert len(rules.chosen_services(["de", "fr"], offered, "remote")) == 2
    with pytest.raises(RuleViolation, match="different currencies"):
        rules.chosen_services(["de", "us"], offered, "remote")
    with pytest.raises(RuleViolation, match="no longer offered"):
        rules.chosen_services(["de", "old"], offered, "remote")


def test_a_choice_of_services_is_refused_whole() -> None:
    offered = {name: service(name) for name in "ab"} | {"remote": service("remote", mode="remote")}
    assert [chosen.name for chosen in rules.chosen_services(["b", "a"], offered, "in-person")] == ["b", "a"]
    for wanted, said in ((["a", "a"], "once"), (["c"], "no longer"), (["a", "remote"], "in-person")):
        with pytest.raises(RuleViolation, match=said):
            rules.chosen_services(wanted, offered, "in-person")


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(1, "1 min"), (45, "45 mins"), (60, "1 hr"), (150, "2 hrs 30 mins"), (61, "1 hr 1 min")],
)
def test_durations_are_said_as_people_say_them(minutes: int, said: str) -> None:
    assert rules.duration_text(minutes) == said


@pytest.mark.parametrize(
    ("link", "good"),
    [
        ("https://meet.example.com/abc?pwd=1#x", True),
        ("https://meet.example.com:8443/a", True),
        ("HTTP://meet.example.com", False),
        ("http://meet.example.com", False),
        ("https://", False),
        ("https://nodots/a", False),
        ("https://meet.example.com/<script>", False),
        ("https://meet.example.com/".ljust(500, "a"), True),
        ("https://meet.example.com/".ljust(501, "a"), False),
        ("javascript:alert(1)", False),
        ("", False),
    ],
)
def test_a_meeting_link_is_https(link: str, good: bool) -> None:
    assert rules.is_meeting_link(link) is good
