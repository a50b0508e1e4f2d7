"""The life of a service, what it costs, and the rules by which it is booked (product.md 3.3). Pure."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Final, Literal, cast

from chassis.errors import RuleViolation
from contracts.events.profiles import PriceKind
from contracts.reference import minor_digits, minor_units
from contracts.rules import currency_code
from contracts.rules.options import WEEKDAYS

Status = Literal["active", "archived", "deleted"]
Request = Literal["service_restore", "service_archive", "service_delete"]

MOST_SERVICES: Final = 100
"""How many services a provider may have, active and archived."""

_NEXT: Final[dict[tuple[Status, Request], Status]] = {
    ("active", "service_archive"): "archived",
    ("active", "service_delete"): "deleted",
    ("archived", "service_restore"): "active",
    ("archived", "service_delete"): "deleted",
}


def next_status(status: Status, request: Request) -> Status | None:
    """The status that the request leads to; None when it leads nowhere from here (product.md 3.3)."""
    return _NEXT.get((status, request))


EVERY_DAY: Final = (1 << len(WEEKDAYS)) - 1
NEW_SERVICE: Final[dict[str, object]] = {
    "buffer_before": 0,
    "buffer_after": 0,
    "minimum_notice": None,
    "booking_horizon": None,
    "most_per_day": None,
    "most_per_week": None,
    "offered_days": EVERY_DAY,
    "confirmation": "request",
    "price_kind": "fixed",
    "taxes_included": "",
    "free_cancellation_hours": None,
    "late_cancellation": "allowed",
    "cancellation_words": "",
    "place_ids": [],
    "questions": [],
    "at_client": False,
    "travel_before": 0,
    "travel_after": 0,
}
"""The booking rules, the price, the terms for cancelling, the questions and the travel of a service that says
nothing of them, by their columns (product.md 3.3, 3.13 and 3.14).
"""


def days_mask(days: Iterable[str]) -> int:
    """A bit for each weekday, Monday the lowest; no weekday means every day."""
    return sum(1 << WEEKDAYS.index(day) for day in set(days)) or EVERY_DAY


def days_of(mask: int) -> list[str]:
    """The weekdays of a mask, from Monday."""
    return [day for bit, day in enumerate(WEEKDAYS) if mask >> bit & 1]


def cost_in_minor_units(cost: Decimal, currency: str) -> int:
    """What a service costs, in minor units. Raises RuleViolation when the currency has fewer decimals."""
    try:
        return minor_units(cost, currency)
    except ValueError as error:
        code, n = currency_code(currency), minor_digits(currency)
        text = f"A price in {code} has {n} decimals at most." if n else f"A price in {code} has no decimals."
        raise RuleViolation(text, iv_cost=text) from error


def price_kind_of(kept: PriceKind, sent: str | None, cost_minor: int) -> PriceKind:
    """What the cost means: as it was sent, else as it was kept, where that fits the cost, else fixed.

    Raises RuleViolation when what was sent does not fit: a cost of what is free or priced on request, or a
    lowest price of nothing.
    """
    kind = cast("PriceKind", sent or kept)
    asks_nothing = kind in {"free", "on_request"}
    if kind == "fixed" or asks_nothing == (cost_minor == 0):
        return kind
    if sent is None:
        return "fixed"
    text = (
        "A service that is free or priced on request has no cost."
        if asks_nothing
        else "Enter the lowest price of this service."
    )
    raise RuleViolation(text, iv_cost=text)
