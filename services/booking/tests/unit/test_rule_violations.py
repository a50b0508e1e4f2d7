"""The exact message of each rule violation, and the field that it belongs to."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from booking.external_calendars.rules import NotAnAddress, calendar_address
from booking.hours.rules import (
    CustomSlot,
    DateOverride,
    DayWindow,
    Hours,
    TimeOff,
    checked_overrides,
    checked_window,
    default_hours,
    minute_of,
)
from booking.orders import rules
from booking.orders.order import BookedSession, Order, OrderedService, Party, Proposal
from booking.orders.rules import OfferedService, Response, Role, SessionState, Status
from booking.ratings.rules import may_ask, may_rate
from booking.reschedule.rules import may_propose, open_proposal
from chassis.errors import RuleViolation

START = datetime(2027, 1, 5, 9, tzinfo=UTC)
BEFORE = START - timedelta(hours=1)
ORDER = Order(
    order_id="o", provider_id="p", guest_id="", status="accepted",
    provider=Party("p", "Paul", "paul@example.com", "paul", "", onboarded=True),
    client=Party("c", "Ana", "ana@example.com", "ana", "", onboarded=False),
    services=(OrderedService("s", "Talk", 30, 2500),),
    sessions=(BookedSession("a", "", START, START + timedelta(minutes=30)),), delivery_mode="in-person",
    delivery_location="", total_minutes=30, total_minor=2500, currency="EUR-DE", brief="", note="",
    provider_timezone="UTC", client_timezone="UTC", created_at=BEFORE, revision=1,
)  # fmt: skip
DAY = DayWindow("quota", "open", 9 * 60, 17 * 60, (), 30, 10, ())


def refusal(work: Callable[[], object]) -> tuple[str, dict[str, str]]:
    """The refusal's message, and the messages for its fields."""
    with pytest.raises(RuleViolation) as refused:
        work()
    return refused.value.args[0], refused.value.fields


@pytest.mark.parametrize(
    ("status", "role", "wanted", "says"),
    [
        ("accepted", "provider", "accepted", "This appointment is already accepted."),
        ("pending", "client", "pending", "This appointment is already waiting for the provider's answer."),
        ("pending", "client", "accepted", "Only the provider can have this appointment accepted."),
        ("accepted", "client", "ongoing", "Only the provider can have this appointment started."),
        ("cancelled", "client", "accepted", "This appointment is cancelled and can't be accepted."),
        (
            "pending",
            "provider",
            "completed",
            "This appointment is waiting for the provider's answer and can't be completed.",
        ),
        ("ongoing", "provider", "pending", "This appointment is ongoing and can't be reopened."),
        ("completed", "provider", "rejected", "This appointment is completed and can't be rejected."),
        ("rejected", "provider", "ongoing", "This appointment is rejected and can't be started."),
        (
            "ongoing",
            "provider",
            "completed",
            "You can't complete an appointment before the agreed start time.",
        ),
        ("accepted", "provider", "missed", "You can't mark a session as missed before its start time."),
        ("accepted", "client", "missed", "Only the provider can have this appointment marked as missed."),
        ("completed", "provider", "missed", "This appointment is completed and can't be marked as missed."),
    ],
)
def test_a_step_that_cannot_be(status: Status, role: Role, wanted: Response, says: str) -> None:
    states: tuple[SessionState, ...] = ("ongoing",) if status == "ongoing" else ("upcoming",)
    said = refusal(lambda: rules.next_step(status, states, role, wanted, starts_at=START, now=BEFORE))
    assert said == (says, {})


def test_a_request_is_accepted_too_late() -> None:
    says = "You can't accept an appointment whose start time has passed."
    late = refusal(
        lambda: rules.next_step("pending", ("upcoming",), "provider", "accepted", starts_at=START, now=START)
    )
    assert late == (says, {})


def test_a_remote_session_without_a_link() -> None:
    says = "You have to provide a valid URL for the meeting link"
    refused = refusal(lambda: rules.meeting_place("remote", "accepted", "http://", ""))
    assert refused == (says, {"iv_delivery_location": says})


def test_a_choice_of_services_that_cannot_be() -> None:
    offered = {
        name: OfferedService(name, name, 30, 2500, currency, mode, active=True)
        for name, currency, mode in (
            ("a", "EUR-DE", "hybrid"),
            ("b", "USD-US", "hybrid"),
            ("c", "EUR-DE", "remote"),
        )
    }
    for wanted, field, says in (
        (["a", "a"], "iv_service_list", "Each service can only be selected once."),
        (["a", "x"], "iv_service_list", "A selected service is no longer offered."),
        (["a", "c"], "iv_delivery_mode", "This provider does not offer in-person services."),
        (
            ["a", "b"],
            "iv_service_list",
            "The selected services are priced in different currencies. Please book them one by one.",
        ),
    ):
        assert refusal(lambda wanted=wanted: rules.chosen_services(wanted, offered, "in-person")) == (
            says,
            {field: says},
        )


def test_too_many_requests_and_too_little_time() -> None:
    waiting = "You already have several requests waiting for this provider's answer."
    assert refusal(lambda: rules.check_open_requests(10, by_guest=True)) == (waiting, {})
    true = rules.totals([OfferedService("a", "a", 90, 2500, "EUR-DE", "hybrid", active=True)])
    short = "1 hr is not sufficient time for your 1 selected services."
    assert refusal(lambda: rules.check_enough_time(60, true)) == (short, {"iv_session_list": short})
    changed = "The price or duration of a selected service has changed."
    claimed = rules.ClaimedTotals(30, None, None, None)
    said, _ = refusal(lambda: rules.check_totals(true, claimed, digits=2))
    assert said.startswith(changed)


@pytest.mark.parametrize(
    ("order", "now", "says"),
    [
        (replace(ORDER, status="ongoing"), BEFORE, "Only a pending or accepted appointment can be moved."),
        (ORDER, START, "An appointment whose start time has passed can't be moved."),
        (
            replace(ORDER, times_proposed=20),
            BEFORE,
            "Other times were proposed too often for this appointment.",
        ),
    ],
)
def test_a_time_that_cannot_be_proposed(order: Order, now: datetime, says: str) -> None:
    assert refusal(lambda: may_propose(order, now)) == (says, {})


def test_a_proposal_that_cannot_be_answered_so() -> None:
    proposed = replace(ORDER, proposal=Proposal("client", ORDER.sessions, ""))
    says = "Only the side that proposed a time can withdraw it."
    assert refusal(lambda: open_proposal(proposed, "provider", "withdrawn", BEFORE)) == (says, {})
    says = "The other side has to answer the time that you proposed."
    assert refusal(lambda: open_proposal(proposed, "client", "declined", BEFORE)) == (says, {})
    says = "The proposed time has passed."
    assert refusal(lambda: open_proposal(proposed, "provider", "accepted", START)) == (says, {})
    says = "There is no proposed time to answer."
    assert refusal(lambda: open_proposal(ORDER, "provider", "accepted", BEFORE)) == (says, {})


def test_a_rating_that_cannot_be() -> None:
    done = replace(ORDER, status="completed")
    says = "Only the client of an appointment can rate it."
    assert refusal(lambda: may_rate(done, "provider", START)) == (says, {})
    says = "You have already rated this appointment."
    assert refusal(lambda: may_rate(replace(done, stars=1), "client", START)) == (says, {})
    says = "You can only rate an appointment once it is completed."
    assert refusal(lambda: may_rate(ORDER, "client", START)) == (says, {})
    says = "Only the provider of an appointment can request a rating."
    assert refusal(lambda: may_ask(done, "client", START)) == (says, {})
    says = "You can only request a rating once the appointment is completed."
    assert refusal(lambda: may_ask(ORDER, "provider", START)) == (says, {})
    says = "There is no address to tell this client."
    nobody = replace(done, client=replace(done.client, account_id="", email=""))
    assert refusal(lambda: may_ask(nobody, "provider", START)) == (says, {})
    says = "This appointment has already been rated."
    assert refusal(lambda: may_ask(replace(done, stars=1), "provider", START)) == (says, {})
    says = "You have already requested a rating. You can ask again after a day."
    assert refusal(lambda: may_ask(replace(done, rating_requested_at=START), "provider", START)) == (says, {})


@pytest.mark.parametrize(
    ("day", "field", "says"),
    [
        (replace(DAY, end=540), "quota_end_time", "The end time must be after the start time"),
        (replace(DAY, duration=4), "quota_duration", "The duration must be between 5 and 1440 minutes"),
        (replace(DAY, buffer=1441), "quota_buffer", "The buffer must be between 0 and 1440 minutes"),
        (
            replace(DAY, time_off=(TimeOff(540, 541),) * 97),
            "quota_time_off",
            "At most 96 entries are allowed",
        ),
        (
            replace(DAY, time_off=(TimeOff(600, 600),)),
            "quota_time_off",
            "Each time off must start before it ends",
        ),
        (
            replace(DAY, time_off=(TimeOff(1000, 1021),)),
            "quota_time_off",
            "Each time off must be inside the business hours of the day",
        ),
        (
            replace(DAY, custom=tuple(CustomSlot(str(n), n, n + 1, "", 1) for n in range(97))),
            "custom_slots",
            "At most 96 entries are allowed",
        ),
        (
            replace(DAY, custom=(CustomSlot("a", 60, 60, "", 0),)),
            "custom_slots",
            "Each slot must start before it ends",
        ),
        (
            replace(DAY, custom=(CustomSlot("a", 0, 60, "", 30),)),
            "custom_slots",
            "The duration of each slot must be the time between its start and its end",
        ),
        (
            replace(DAY, custom=(CustomSlot("a", 0, 60, "", 60), CustomSlot("a", 60, 90, "", 30))),
            "custom_slots",
            "Each slot needs an id of its own",
        ),
        (
            replace(DAY, custom=(CustomSlot("a", 0, 60, "", 60), CustomSlot("b", 59, 90, "", 31))),
            "custom_slots",
            "The slots of a day must not overlap",
        ),
    ],
)
def test_a_day_that_cannot_be(day: DayWindow, field: str, says: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        checked_window(day)
    assert refused.value.fields == {field: says}
    assert str(refused.value) == says


FIRST = date(2027, 1, 4)


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([DateOverride(FIRST, FIRST - timedelta(1), "", DAY)], "The last day must not be before the first"),
        ([DateOverride(FIRST, FIRST + timedelta(366), "", DAY)], "At most 366 days are allowed"),
        ([DateOverride(FIRST, FIRST, "", DAY)] * 2, "This day stands in two entries"),
        ([DateOverride(FIRST, FIRST, "", replace(DAY, end=0))], "The end time must be after the start time"),
    ],
)
def test_an_entry_that_cannot_be(entries: list[DateOverride], says: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        checked_overrides(entries)
    assert refused.value.fields == {"iv_date_overrides": f"2027-01-04: {says}"}


def test_the_window_of_an_entry_is_put_in_order_too() -> None:
    window = replace(DAY, time_off=(TimeOff(700, 710), TimeOff(600, 610)))
    [kept] = checked_overrides([DateOverride(FIRST, FIRST, "", window)])
    assert kept.window.time_off == (TimeOff(600, 610), TimeOff(700, 710))


@pytest.mark.parametrize("typed", ["9", "24:01", "12:60"])
def test_what_is_no_time(typed: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - its whole text is compared
        minute_of(typed)
    assert str(refused.value) == "This Field can only contain a time such as 09:00"


def test_midnight_that_ends_a_day_is_a_time() -> None:
    assert minute_of("24:00") == 24 * 60


def test_the_hours_before_any_settings() -> None:
    closed = replace(DAY, status="closed")
    assert default_hours("Europe/Berlin") == Hours("Europe/Berlin", (DAY,) * 6 + (closed,), (), 0, 0)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("https://[::1/a", "This is not the address of a calendar."),
        ("calendar", "This is not the address of a calendar."),
        ("https://me:secret@example.com/a", "An address with a user name or password in it can't be read."),
        ("https://example.com:22/a", "An address with this port can't be read."),
    ],
)
def test_what_is_no_address(typed: str, says: str) -> None:
    with pytest.raises(NotAnAddress) as refused:
        calendar_address(typed)
    assert str(refused.value) == says
