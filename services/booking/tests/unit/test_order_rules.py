"""The life of an order by its table, and the rules of a basket."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from booking.orders import rules
from booking.orders.rules import ClaimedTotals, OfferedService, OrderRefused, Role, Status
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

START = datetime(2027, 1, 5, 9, tzinfo=UTC)
ENDED: set[Status] = {"completed", "cancelled", "rejected"}


class OrderLife(RuleBasedStateMachine):
    """Both sides try anything at any time; api.md's table, written out once more, says what may happen."""

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
            with pytest.raises(OrderRefused, match="appointment"):
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
    rules.agree(true, ClaimedTotals(true.minutes, cost, "EUR", len(parts)), digits=digits)
    rules.agree(true, ClaimedTotals(None, None, None, None), digits=digits)
    for wrong in (
        ClaimedTotals(true.minutes + 1, cost, "EUR", len(parts)),
        ClaimedTotals(true.minutes, cost + Decimal(1).scaleb(-digits), "EUR", len(parts)),
        ClaimedTotals(true.minutes, cost, "USD", len(parts)),
        ClaimedTotals(true.minutes, cost, "EUR", len(parts) + 1),
    ):
        with pytest.raises(OrderRefused, match="The price or duration of a selected service has changed"):
            rules.agree(true, wrong, digits=digits)


def test_a_basket_is_refused_whole() -> None:
    offered = {name: service(name) for name in "ab"} | {"remote": service("remote", mode="remote")}
    assert [chosen.name for chosen in rules.basket(["b", "a"], offered, "in-person")] == ["b", "a"]
    for wanted, said in ((["a", "a"], "once"), (["c"], "no longer"), (["a", "remote"], "in-person")):
        with pytest.raises(OrderRefused, match=said):
            rules.basket(wanted, offered, "in-person")


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(1, "1 min"), (45, "45 mins"), (60, "1 hr"), (150, "2 hrs 30 mins"), (61, "1 hr 1 min")],
)
def test_durations_are_said_as_people_say_them(minutes: int, said: str) -> None:
    assert rules.spoken(minutes) == said


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
        ("https://meet.example.com/" + "a" * 500, False),
        ("javascript:alert(1)", False),
        ("", False),
    ],
)
def test_a_meeting_link_is_https(link: str, good: bool) -> None:
    assert rules.is_meeting_link(link) is good
