"""Who may rate what, and who may ask for a rating (product.md 4.12; api.md 4). Pure."""

from datetime import datetime, timedelta
from typing import Final

from chassis.errors import RuleViolation

from booking.orders.order import Order
from booking.orders.rules import Role

TRUSTED_FROM: Final = 3
"""Stars from which a rating may mark the provider as trusted."""
ASK_AGAIN_AFTER: Final = timedelta(hours=24)


def may_rate(order: Order, role: Role, now: datetime) -> None:
    """Raise RuleViolation unless this side may rate the order now: its client, once, within 60 days after it
    was completed.
    """
    if role != "client":
        raise RuleViolation("Only the client of an appointment can rate it.")
    if order.stars is not None:
        raise RuleViolation("You have already rated this appointment.")
    if order.status != "completed":
        raise RuleViolation("You can only rate an appointment once it is completed.")
    _check_held(order)
    _check_open(order, now)


def may_ask(order: Order, role: Role, now: datetime) -> None:
    """Raise RuleViolation unless this side may ask for a rating now: the provider, once a day."""
    if role != "provider":
        raise RuleViolation("Only the provider of an appointment can request a rating.")
    if order.status != "completed":
        raise RuleViolation("You can only request a rating once the appointment is completed.")
    if order.stars is not None:
        raise RuleViolation("This appointment has already been rated.")
    _check_held(order)
    _check_open(order, now)
    if order.rating_requested_at and now - order.rating_requested_at < ASK_AGAIN_AFTER:
        raise RuleViolation("You have already requested a rating. You can ask again after a day.")


def _check_held(order: Order) -> None:
    """Raise RuleViolation for an appointment that did not take place (product.md 4.7)."""
    if order.no_show:
        raise RuleViolation("This appointment did not take place, so it can't be rated.")


def _check_open(order: Order, now: datetime) -> None:
    if order.rate_by and now > order.rate_by:
        raise RuleViolation("An appointment can be rated for 60 days after it was completed.")


def is_trusted(stars: int, said: str, *, by_guest: bool) -> bool:
    """Whether the rating marks the provider as trusted: from three stars on, and never a guest's."""
    return said == "yes" and stars >= TRUSTED_FROM and not by_guest
