"""The life of an order, and what makes one acceptable (product.md 4.3, 4.4, 4.7 and 4.8; api.md 4). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final, Literal, cast

from chassis.errors import RuleViolation
from contracts.events.profiles import PriceKind, ServiceConfirmation
from contracts.intake import IntakeQuestion
from contracts.rules.checks import MEETING_LINK
from contracts.rules.messages import ACTION_MESSAGES
from contracts.rules.places import currency_code

from booking.orders.cancellation import CancellationTerms
from booking.slots.open_time import NO_RULES, ServiceRules

Status = Literal["pending", "accepted", "ongoing", "completed", "cancelled", "rejected"]
SessionState = Literal["upcoming", "ongoing", "done", "missed"]
Response = Literal["pending", "accepted", "ongoing", "completed", "missed", "cancelled", "rejected"]
"""What a side may ask for: a status of the order, or what becomes of the session that is due."""
Role = Literal["provider", "client"]
Mode = Literal["in-person", "remote"]

STATUSES: Final[tuple[Status, ...]] = (
    "pending", "accepted", "ongoing", "completed", "cancelled", "rejected",
)  # fmt: skip
HOLDING: Final[tuple[Status, ...]] = ("pending", "accepted", "ongoing")
"""The statuses in which an order holds the time of its sessions that are not over."""
NOT_OVER: Final[tuple[SessionState, ...]] = ("upcoming", "ongoing")
"""The states in which a session holds its time, while its order holds."""
OVER: Final[tuple[SessionState, ...]] = ("done", "missed")
"""The states in which a session holds no time, whatever becomes of its order."""
MOST_OPEN_REQUESTS: Final = 100
"""Unanswered requests that an account may have with one provider, so that nobody holds a whole calendar."""
MOST_OPEN_REQUESTS_OF_GUEST: Final = 10
MOST_NEWCOMER_SESSIONS_WITH_PROVIDER: Final = 4
"""Unanswered sessions with one provider of who has had no appointment yet."""
MOST_NEWCOMER_SESSIONS: Final = 10
"""The same with all providers together. The trigger `newcomer_requests` holds both (product.md 4.4)."""
MOST_SESSIONS: Final = 50
MOST_SERVICES: Final = 50
LONGEST_LINK: Final = 500
NOT_OFFERED: Final = "A selected service is no longer offered."
UNPAID: Final = "unpaid"
"""The pay status of an order whose client says nothing of payment (product.md 4.4)."""
COMPLETES_AFTER: Final = timedelta(hours=12)
"""How long after its last session an order completes by itself (product.md 4.10)."""

RESPONSES: Final[dict[Role, dict[Status, frozenset[Response]]]] = {
    "provider": {
        "pending": frozenset({"accepted", "rejected"}),
        "accepted": frozenset({"ongoing", "missed", "cancelled"}),
        "ongoing": frozenset({"completed", "missed", "cancelled"}),
    },
    "client": {
        "pending": frozenset({"cancelled"}),
        "accepted": frozenset({"cancelled"}),
        "ongoing": frozenset({"cancelled"}),
    },
}
"""What each side may answer to an order of which status (product.md 4.7); everything else is refused."""
TRANSITIONS: Final[dict[Role, dict[Status, frozenset[Status]]]] = {
    "provider": {
        "pending": frozenset({"accepted", "rejected"}),
        "accepted": frozenset({"ongoing", "completed", "cancelled"}),
        "ongoing": frozenset({"accepted", "completed", "cancelled"}),
    },
    "client": {
        "pending": frozenset({"cancelled"}),
        "accepted": frozenset({"cancelled"}),
        "ongoing": frozenset({"cancelled"}),
    },
}
"""Who may lead an order from which status into which by these answers (product.md 4.7): between two sessions
an order is accepted again, and it is completed when its last session was done or missed.
"""

SESSION_STATES: Final[dict[Response, SessionState]] = {
    "ongoing": "ongoing",
    "completed": "done",
    "missed": "missed",
}
"""What the session that is due becomes by an answer (product.md 4.7). Other answers concern the whole
order.
"""

_DONE_WORD: Final[dict[Status, str]] = {
    "pending": "waiting for the provider's answer",
    "accepted": "accepted",
    "ongoing": "ongoing",
    "completed": "completed",
    "cancelled": "cancelled",
    "rejected": "rejected",
}
_DO_WORD: Final[dict[Response, str]] = {
    "pending": "reopened",
    "accepted": "accepted",
    "ongoing": "started",
    "completed": "completed",
    "missed": "marked as missed",
    "cancelled": "cancelled",
    "rejected": "rejected",
}


@dataclass(frozen=True, slots=True)
class Step:
    """What an answer makes of an order: its status, and the states of its sessions.

    `session` is the index of the session that it began or ended; None when it concerns the whole order.
    """

    status: Status
    states: tuple[SessionState, ...]
    session: int | None = None


def status_of_sessions(states: Sequence[SessionState]) -> Status:
    """The status of an accepted order, by the states of its sessions (product.md 4.7)."""
    if "ongoing" in states:
        return "ongoing"
    return "accepted" if "upcoming" in states else "completed"


def due_session(states: Sequence[SessionState]) -> int:
    """The index of the session that is due: the ongoing one, else the next upcoming one, else the last
    (product.md 4.7).
    """
    state = "ongoing" if "ongoing" in states else "upcoming"
    return states.index(state) if state in states else len(states) - 1


def session_status(status: Status, state: SessionState) -> Status:
    """The status of one session of an order: what is over is completed, whatever became of the order
    (product.md 4.7).
    """
    if state in {"done", "missed"}:
        return "completed"
    if status not in {"accepted", "ongoing"}:
        return status
    return "ongoing" if state == "ongoing" else "accepted"


def next_step(
    status: Status,
    states: tuple[SessionState, ...],
    role: Role,
    wanted: Response,
    *,
    starts_at: datetime,
    now: datetime,
) -> Step:
    """The step that `role` takes with an order whose due session begins at `starts_at` (product.md 4.7).

    Raises RuleViolation when the table has no such step, when a session would be completed or missed before
    its agreed start, or when a request is accepted whose start has passed.
    """
    if wanted not in RESPONSES[role].get(status, frozenset()):
        raise RuleViolation(_why_not(status, role, wanted))
    if wanted == "completed" and now < starts_at:
        raise RuleViolation(ACTION_MESSAGES["complete_before_start"])
    if wanted == "missed" and now < starts_at:
        raise RuleViolation("You can't mark a session as missed before its start time.")
    if wanted == "accepted" and starts_at <= now:
        raise RuleViolation("You can't accept an appointment whose start time has passed.")
    if wanted not in SESSION_STATES:
        return Step(cast("Status", wanted), states)
    return session_step(states, due_session(states), SESSION_STATES[wanted])


def session_step(states: Sequence[SessionState], index: int, state: SessionState) -> Step:
    """The step of an agreed order one of whose sessions begins or ends (product.md 4.7)."""
    changed = (*states[:index], state, *states[index + 1 :])
    return Step(status_of_sessions(changed), changed, index)


def completed_by_clock(states: Sequence[SessionState]) -> Step:
    """The step that the system takes with an order whose sessions are over, unless a side said otherwise of
    one: what was not missed was held (product.md 4.10).
    """
    return Step("completed", tuple("missed" if state == "missed" else "done" for state in states))


def check_position(due: int, wanted: int | None) -> None:
    """Raise RuleViolation when a screen means another session than the one that is due.

    `due` is an index; positions on the wire count from 1, and None means none in particular.
    """
    if wanted is not None and wanted != due + 1:
        text = "Another session of this appointment is due now. Please look at it again."
        raise RuleViolation(text, iv_session_position=text)


def _why_not(status: Status, role: Role, wanted: Response) -> str:
    if status == wanted:
        return f"This appointment is already {_DONE_WORD[status]}."
    if role == "client" and wanted in RESPONSES["provider"].get(status, frozenset()):
        return f"Only the provider can have this appointment {_DO_WORD[wanted]}."
    return f"This appointment is {_DONE_WORD[status]} and can't be {_DO_WORD[wanted]}."


def meeting_place(mode: Mode, wanted: Response, link: str, agreed: str) -> str:
    """Where the session is held after the answer `wanted` (product.md 4.8).

    To accept a remote session needs a link. Raises RuleViolation unless it is a valid https address.
    """
    if wanted != "accepted" or mode != "remote":
        return agreed
    if not is_meeting_link(link):
        raise RuleViolation(
            ACTION_MESSAGES["meeting_link"], iv_delivery_location=ACTION_MESSAGES["meeting_link"]
        )
    return link


def is_meeting_link(link: str) -> bool:
    """Whether `link` is an https address of at most 500 characters."""
    return bool(link) and len(link) <= LONGEST_LINK and MEETING_LINK.passes(link)


@dataclass(frozen=True, slots=True)
class OfferedService:
    """A service as its provider offers it now. The cost is in minor units of `currency`, like 'EUR-DE'."""

    service_id: str
    name: str
    minutes: int
    cost_minor: int
    currency: str
    mode: str
    active: bool
    brief: str = ""
    rules: ServiceRules = NO_RULES
    price_kind: PriceKind = "fixed"
    confirmation: ServiceConfirmation = "request"
    terms: CancellationTerms | None = None
    place_ids: tuple[str, ...] = ()
    """The provider's places at which it is offered; none means at all of them."""
    at_client: bool = False
    """Whether it is held at the client's address, where it is held in person."""
    questions: tuple[IntakeQuestion, ...] = ()
    """What its clients are asked (product.md 3.13)."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of the chosen services. The cost is in minor units; what is free or priced on request counts
    nothing in it (product.md 3.3).
    """

    minutes: int
    cost_minor: int
    currency: str
    services: int


@dataclass(frozen=True, slots=True)
class ClaimedTotals:
    """The sums that the client's screen shows; None where it says nothing. The cost is in whole units."""

    minutes: int | None
    cost: Decimal | None
    currency: str | None
    services: int | None


def chosen_services(
    wanted: Sequence[str], offered: dict[str, OfferedService], mode: Mode
) -> list[OfferedService]:
    """The chosen services in the order of choice (product.md 4.3).

    Raises RuleViolation for a service that is not (or no longer) offered, that is chosen twice, that is
    priced in another currency than the rest, or that is not offered in this mode.
    """
    if len(set(wanted)) < len(wanted):
        raise RuleViolation(
            "Each service can only be selected once.",
            iv_service_list="Each service can only be selected once.",
        )
    chosen = [offered[service_id] for service_id in wanted if service_id in offered]
    if len(chosen) < len(wanted) or not all(service.active for service in chosen):
        raise RuleViolation(NOT_OFFERED, iv_service_list=NOT_OFFERED)
    if any(service.mode not in {mode, "hybrid"} for service in chosen):
        text = f"This provider does not offer {mode} services."
        raise RuleViolation(text, iv_delivery_mode=text)
    if len({currency_code(service.currency) for service in chosen}) > 1:
        text = "The selected services are priced in different currencies. Please book them one by one."
        raise RuleViolation(text, iv_service_list=text)
    return chosen


def totals(chosen: Sequence[OfferedService]) -> Totals:
    """The sums of at least one service."""
    return Totals(
        minutes=sum(service.minutes for service in chosen),
        cost_minor=sum(service.cost_minor for service in chosen),
        currency=chosen[0].currency,
        services=len(chosen),
    )


def check_totals(true: Totals, claimed: ClaimedTotals, *, digits: int) -> None:
    """Raise RuleViolation unless the sums are those that the client saw (product.md 4.3).

    `digits` is the number of decimals of the currency.
    """
    cost = Decimal(true.cost_minor).scaleb(-digits)
    same = (
        (claimed.minutes is None or claimed.minutes == true.minutes)
        and (claimed.cost is None or claimed.cost == cost)
        and (claimed.currency is None or currency_code(claimed.currency) == currency_code(true.currency))
        and (claimed.services is None or claimed.services == true.services)
    )
    if not same:
        raise RuleViolation(ACTION_MESSAGES["price_changed"])


def check_open_requests(open_requests: int, *, by_guest: bool) -> None:
    """Raise RuleViolation when the client has too many open requests with this provider (product.md 4.4)."""
    if open_requests >= (MOST_OPEN_REQUESTS_OF_GUEST if by_guest else MOST_OPEN_REQUESTS):
        raise RuleViolation("You already have several requests waiting for this provider's answer.")


def too_much_of_newcomer(*, of_one_provider: bool) -> RuleViolation:
    """The refusal of one session too many before the first completed appointment (product.md 4.4)."""
    if of_one_provider:
        n = MOST_NEWCOMER_SESSIONS_WITH_PROVIDER
        text = f"Before your first completed appointment you can ask a provider for {n} sessions at a time."
    else:
        n = MOST_NEWCOMER_SESSIONS
        text = f"Before your first completed appointment you can ask for {n} sessions at a time."
    return RuleViolation(text, iv_session_list=text)


def answer_by(placed_at: datetime, hours: int, starts_at: datetime) -> datetime:
    """Until when a request waits for the provider's answer: never after its start (product.md 4.10)."""
    return min(placed_at + timedelta(hours=hours), starts_at)


def check_agreed(*, awaits_client: bool) -> None:
    """Raise RuleViolation for what only the provider has agreed to (product.md 4.25)."""
    if awaits_client:
        raise RuleViolation("The client has not agreed to this appointment yet.")


def check_enough_time(selected_minutes: int, true: Totals) -> None:
    """Raise RuleViolation when the selected slots are shorter than the services need (product.md 4.3)."""
    if selected_minutes < true.minutes:
        selected = duration_text(selected_minutes)
        text = f"{selected} is not sufficient time for your {true.services} selected services."
        raise RuleViolation(text, iv_session_list=text)


def check_no_spare_time(slots: Sequence[int], true: Totals) -> None:
    """Raise RuleViolation for slots, in minutes each, of which one could be left out (product.md 4.11)."""
    selected = sum(slots)
    if selected - min(slots, default=0) >= true.minutes:
        duration, needed = duration_text(selected), duration_text(true.minutes)
        text = f"You have selected {duration}, but only {needed} is required for what you have booked."
        raise RuleViolation(text, iv_session_list=text)


def duration_text(minutes: int) -> str:
    """A duration in words: '45 mins', '1 hr', '2 hrs 30 mins'."""
    hours, rest = divmod(minutes, 60)
    said: list[str] = []
    if hours:
        said.append(f"{hours} hr" if hours == 1 else f"{hours} hrs")
    if rest or not hours:
        said.append(f"{rest} min" if rest == 1 else f"{rest} mins")
    return " ".join(said)


def slot_taken() -> RuleViolation:
    """The refusal of a slot that somebody else has taken (product.md 4.5)."""
    return RuleViolation(ACTION_MESSAGES["slot_taken"], iv_session_list=ACTION_MESSAGES["slot_taken"])
