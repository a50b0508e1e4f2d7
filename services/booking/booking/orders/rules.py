"""The life of an order, and what makes one acceptable (product.md 4.7 and 5; api.md 4). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final, Literal

from contracts.rules.checks import MEETING_LINK
from contracts.rules.messages import ACTION_MESSAGES
from contracts.rules.places import currency_code

Status = Literal["pending", "accepted", "ongoing", "completed", "cancelled", "rejected"]
Role = Literal["provider", "client"]
Mode = Literal["in-person", "remote"]

STATUSES: Final[tuple[Status, ...]] = (
    "pending", "accepted", "ongoing", "completed", "cancelled", "rejected",
)  # fmt: skip
HOLDING: Final[tuple[Status, ...]] = ("pending", "accepted", "ongoing")
"""In these an order keeps its time from everybody else."""
MOST_WAITING: Final = 100
"""Unanswered requests that an account may have with one provider; nobody holds a whole calendar."""
MOST_WAITING_OF_GUEST: Final = 10
MOST_SESSIONS: Final = 50
MOST_SERVICES: Final = 50
LONGEST_LINK: Final = 500

TRANSITIONS: Final[dict[Role, dict[Status, frozenset[Status]]]] = {
    "provider": {
        "pending": frozenset({"accepted", "rejected"}),
        "accepted": frozenset({"ongoing", "cancelled"}),
        "ongoing": frozenset({"completed", "cancelled"}),
    },
    "client": {
        "pending": frozenset({"cancelled"}),
        "accepted": frozenset({"cancelled"}),
        "ongoing": frozenset({"cancelled"}),
    },
}
"""Who may lead an order from where to where; what is not here is refused."""

_DONE_WORD: Final[dict[Status, str]] = {
    "pending": "waiting for the provider's answer",
    "accepted": "accepted",
    "ongoing": "ongoing",
    "completed": "completed",
    "cancelled": "cancelled",
    "rejected": "rejected",
}
_DO_WORD: Final[dict[Status, str]] = {
    "pending": "reopened",
    "accepted": "accepted",
    "ongoing": "started",
    "completed": "completed",
    "cancelled": "cancelled",
    "rejected": "rejected",
}


class OrderRefused(Exception):
    """A rule of orders says no; `fields` maps iv_ names to the message beside the field."""

    def __init__(self, main_msg: str, **fields: str) -> None:
        super().__init__(main_msg)
        self.main_msg = main_msg
        self.fields = fields


def next_status(status: Status, role: Role, wanted: Status, *, starts_at: datetime, now: datetime) -> Status:
    """The status that `role` leads an order into.

    Raises OrderRefused when the table has no such step, when a session would be completed before the agreed
    start, or when a request is accepted whose start has passed.
    """
    if wanted not in TRANSITIONS[role].get(status, frozenset()):
        raise OrderRefused(_why_not(status, role, wanted))
    if wanted == "completed" and now < starts_at:
        raise OrderRefused(ACTION_MESSAGES["complete_before_start"])
    if wanted == "accepted" and starts_at <= now:
        raise OrderRefused("You can't accept an appointment whose start time has passed.")
    return wanted


def _why_not(status: Status, role: Role, wanted: Status) -> str:
    if status == wanted:
        return f"This appointment is already {_DONE_WORD[status]}."
    if role == "client" and wanted in TRANSITIONS["provider"].get(status, frozenset()):
        return f"Only the provider can have this appointment {_DO_WORD[wanted]}."
    return f"This appointment is {_DONE_WORD[status]} and can't be {_DO_WORD[wanted]}."


def meeting_place(mode: Mode, wanted: Status, link: str, agreed: str) -> str:
    """Where the session is held once `wanted` is reached: a remote one needs an https link to be accepted.

    Raises OrderRefused with the contract's message for anything else than a valid https address.
    """
    if wanted != "accepted" or mode != "remote":
        return agreed
    if not is_meeting_link(link):
        raise OrderRefused(
            ACTION_MESSAGES["meeting_link"], iv_delivery_location=ACTION_MESSAGES["meeting_link"]
        )
    return link


def is_meeting_link(link: str) -> bool:
    """Whether `link` is an https address of at most 500 characters."""
    return bool(link) and len(link) <= LONGEST_LINK and MEETING_LINK.passes(link)


@dataclass(frozen=True, slots=True)
class OfferedService:
    """A service as its provider offers it now. Minutes; minor units of `currency`, which is like 'EUR-DE'."""

    service_id: str
    name: str
    minutes: int
    cost_minor: int
    currency: str
    mode: str
    active: bool


@dataclass(frozen=True, slots=True)
class Totals:
    """What a basket comes to."""

    minutes: int
    cost_minor: int
    currency: str
    services: int


@dataclass(frozen=True, slots=True)
class ClaimedTotals:
    """What the client's screen says it comes to; None where it says nothing. Cost in whole units."""

    minutes: int | None
    cost: Decimal | None
    currency: str | None
    services: int | None


def basket(wanted: Sequence[str], offered: dict[str, OfferedService], mode: Mode) -> list[OfferedService]:
    """The chosen services in the order of choice.

    Raises OrderRefused for a service that is not (or no longer) offered, chosen twice, in another currency
    than the rest, or not in this mode.
    """
    if len(set(wanted)) < len(wanted):
        raise OrderRefused(
            "Each service can only be selected once.",
            iv_service_list="Each service can only be selected once.",
        )
    chosen = [offered[service_id] for service_id in wanted if service_id in offered]
    if len(chosen) < len(wanted) or not all(service.active for service in chosen):
        raise OrderRefused(
            "A selected service is no longer offered.",
            iv_service_list="A selected service is no longer offered.",
        )
    if any(service.mode not in {mode, "hybrid"} for service in chosen):
        text = f"This provider does not offer {mode} services."
        raise OrderRefused(text, iv_delivery_mode=text)
    if len({currency_code(service.currency) for service in chosen}) > 1:
        text = "The selected services are priced in different currencies. Please book them one by one."
        raise OrderRefused(text, iv_service_list=text)
    return chosen


def totals(chosen: Sequence[OfferedService]) -> Totals:
    """The sums of a basket of at least one service."""
    return Totals(
        minutes=sum(service.minutes for service in chosen),
        cost_minor=sum(service.cost_minor for service in chosen),
        currency=chosen[0].currency,
        services=len(chosen),
    )


def agree(true: Totals, claimed: ClaimedTotals, *, digits: int) -> None:
    """Raise OrderRefused unless it comes to what the client saw. `digits`: decimals of the currency."""
    cost = Decimal(true.cost_minor).scaleb(-digits)
    same = (
        (claimed.minutes is None or claimed.minutes == true.minutes)
        and (claimed.cost is None or claimed.cost == cost)
        and (claimed.currency is None or currency_code(claimed.currency) == currency_code(true.currency))
        and (claimed.services is None or claimed.services == true.services)
    )
    if not same:
        raise OrderRefused(ACTION_MESSAGES["price_changed"])


def not_too_many(waiting: int, *, by_guest: bool) -> None:
    """Raise OrderRefused when the client has as many requests waiting with this provider as one may."""
    if waiting >= (MOST_WAITING_OF_GUEST if by_guest else MOST_WAITING):
        raise OrderRefused("You already have several requests waiting for this provider's answer.")


def enough_time(selected_minutes: int, true: Totals) -> None:
    """Raise OrderRefused when the selected slots are shorter than the services need (product.md 4.3)."""
    if selected_minutes < true.minutes:
        text = (
            f"{spoken(selected_minutes)} is not sufficient time for your {true.services} selected services."
        )
        raise OrderRefused(text, iv_session_list=text)


def spoken(minutes: int) -> str:
    """A duration as people say it: '45 mins', '1 hr', '2 hrs 30 mins'."""
    hours, rest = divmod(minutes, 60)
    said: list[str] = []
    if hours:
        said.append(f"{hours} hr" if hours == 1 else f"{hours} hrs")
    if rest or not hours:
        said.append(f"{rest} min" if rest == 1 else f"{rest} mins")
    return " ".join(said)
