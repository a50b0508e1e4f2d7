"""The statuses of an order by their table, and the rules for the chosen services."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from booking.orders import rules
from booking.orders.rules import ClaimedTotals, OfferedService, Response, Role, SessionState, Status
from chassis.errors import RuleViolation
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

START = datetime(2027, 1, 5, 9, tzinfo=UTC)
ENDED: set[Status] = {"completed", "cancelled", "rejected"}
BECOMES: dict[Response, SessionState] = {"ongoing": "ongoing", "completed": "done", "missed": "missed"}
RESPONSES: tuple[Response, ...] = (*rules.STATUSES, "missed")


class OrderLife(RuleBasedStateMachine):
    """Both sides take random steps with an order of some sessions; a second copy of api.md's tables says
    which are allowed and where they lead.
    """

    def __init__(self) -> None:
        super().__init__()
        self.status: Status = "pending"
        self.now = START - timedelta(hours=2)
        self.past: list[Status] = ["pending"]
        self.states: tuple[SessionState, ...] = ("upcoming",)
        self.starts = [START]

    @initialize(gaps=st.lists(st.integers(30, 240), max_size=4))
    def sessions_are_chosen(self, gaps: list[int]) -> None:
        self.starts = [START + timedelta(minutes=sum(gaps[:number])) for number in range(len(gaps) + 1)]
        self.states = ("upcoming",) * len(self.starts)

    @property
    def due(self) -> int:
        """The session that is not over, the earliest first."""
        left = [number for number, state in enumerate(self.states) if state in {"upcoming", "ongoing"}]
        return left[0] if left else len(self.states) - 1

    @rule(minutes=st.integers(1, 120))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule(role=st.sampled_from(["provider", "provider", "client"]), wanted=st.sampled_from(RESPONSES))
    def somebody_responds(self, role: Role, wanted: Response) -> None:
        self._respond(role, wanted)

    @rule(number=st.integers(0, 1))
    def the_provider_goes_on(self, number: int) -> None:
        """Take a step of those that lead to the end, so that it is reached often."""
        onward = sorted(rules.RESPONSES["provider"].get(self.status, set()) - {"cancelled", "rejected"})
        if onward:
            if self.status != "pending":
                self.now = max(self.now, self.starts[self.due])
            self._respond("provider", onward[number % len(onward)])

    def _respond(self, role: Role, wanted: Response) -> None:
        due, came = self.due, self.now >= self.starts[self.due]
        allowed = {
            ("pending", "accepted"): role == "provider" and self.now < START,
            ("pending", "rejected"): role == "provider",
            ("pending", "cancelled"): role == "client",
            ("accepted", "ongoing"): role == "provider",
            ("accepted", "cancelled"): True,
            ("accepted", "missed"): role == "provider" and came,
            ("ongoing", "completed"): role == "provider" and came,
            ("ongoing", "missed"): role == "provider" and came,
            ("ongoing", "cancelled"): True,
        }.get((self.status, wanted), False)
        now, starts_at = self.now, self.starts[due]
        if not allowed:
            with pytest.raises(RuleViolation, match=r"appointment|session"):
                rules.next_step(self.status, self.states, role, wanted, starts_at=starts_at, now=now)
            return
        step = rules.next_step(self.status, self.states, role, wanted, starts_at=starts_at, now=now)
        becomes = BECOMES.get(wanted)
        if becomes is None:
            assert (step.status, step.states, step.session) == (wanted, self.states, None)
        else:
            assert step.session == due
            assert step.states == (*self.states[:due], becomes, *self.states[due + 1 :])
        assert step.status == self.status or step.status in rules.TRANSITIONS[role][self.status]
        self.status, self.states = step.status, step.states
        self.past.append(self.status)

    @invariant()
    def what_has_ended_stays_ended(self) -> None:
        assert all(status not in ENDED for status in self.past[:-1])

    @invariant()
    def the_status_follows_from_the_sessions(self) -> None:
        assert rules.due_session(self.states) == self.due
        over = [state in {"done", "missed"} for state in self.states]
        assert over == sorted(over, reverse=True), "in order of time"
        assert self.states.count("ongoing") <= 1
        match self.status:
            case "pending" | "rejected":
                assert set(self.states) == {"upcoming"}
            case "accepted":
                assert "ongoing" not in self.states
                assert not all(over)
            case "ongoing":
                assert self.states[self.due] == "ongoing"
            case "completed":
                assert all(over), "no session that is still to come is freed"
            case "cancelled":
                pass


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
    ("status", "state", "wanted", "now", "becomes"),
    [
        ("pending", "upcoming", "accepted", START - MOMENT, "accepted"),
        ("ongoing", "ongoing", "completed", START, "completed"),
        ("ongoing", "ongoing", "missed", START, "completed"),
        ("accepted", "upcoming", "missed", START, "completed"),
    ],
)
def test_a_request_is_accepted_until_the_start_and_a_session_ended_from_it(
    status: Status, state: SessionState, wanted: Response, now: datetime, becomes: Status
) -> None:
    assert rules.next_step(status, (state,), "provider", wanted, starts_at=START, now=now).status == becomes


@pytest.mark.parametrize(
    ("status", "state", "wanted", "now"),
    [
        ("pending", "upcoming", "accepted", START),
        ("ongoing", "ongoing", "completed", START - MOMENT),
        ("ongoing", "ongoing", "missed", START - MOMENT),
        ("accepted", "upcoming", "missed", START - MOMENT),
    ],
)
def test_at_the_start_itself_it_is_too_late_to_accept_and_before_it_too_early_to_end(
    status: Status, state: SessionState, wanted: Response, now: datetime
) -> None:
    with pytest.raises(RuleViolation):
        rules.next_step(status, (state,), "provider", wanted, starts_at=START, now=now)


def test_only_the_last_session_completes_an_order() -> None:
    states: tuple[SessionState, ...] = ("upcoming", "upcoming", "upcoming")
    status: Status = "accepted"
    said: list[tuple[Status, int]] = []
    for wanted in ("ongoing", "completed", "missed", "ongoing", "completed"):
        step = rules.next_step(status, states, "provider", wanted, starts_at=START, now=START)
        status, states = step.status, step.states
        said.append((status, rules.due_session(states)))
    assert said == [("ongoing", 0), ("accepted", 1), ("accepted", 2), ("ongoing", 2), ("completed", 2)]
    assert states == ("done", "missed", "done")


@pytest.mark.parametrize(
    ("status", "states", "own"),
    [
        ("pending", ("upcoming", "upcoming"), ["pending", "pending"]),
        ("accepted", ("missed", "upcoming"), ["completed", "accepted"]),
        ("ongoing", ("done", "ongoing", "upcoming"), ["completed", "ongoing", "accepted"]),
        ("cancelled", ("done", "ongoing", "upcoming"), ["completed", "cancelled", "cancelled"]),
    ],
)
def test_each_session_has_a_status_of_its_own(
    status: Status, states: tuple[SessionState, ...], own: list[Status]
) -> None:
    assert [rules.session_status(status, state) for state in states] == own


@pytest.mark.parametrize(
    ("due", "wanted", "fits"), [(0, None, True), (1, 2, True), (1, 1, False), (0, 2, False)]
)
def test_an_answer_meant_for_another_session_is_refused(due: int, wanted: int | None, fits: bool) -> None:
    if fits:
        rules.check_position(due, wanted)
    else:
        with pytest.raises(RuleViolation, match="Another session of this appointment is due now"):
            rules.check_position(due, wanted)


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


def test_a_request_waits_for_its_answer_as_long_as_asked_but_never_beyond_its_start() -> None:
    placed = START - timedelta(hours=30)
    assert rules.answer_by(placed, 24, START) == placed + timedelta(hours=24)
    assert rules.answer_by(placed, 48, START) == START
