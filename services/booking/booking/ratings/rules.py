"""Who may rate, ask for a rating and answer one, and when ratings are shown (product.md 4.12). Pure."""

from datetime import datetime, timedelta
from typing import Final, Literal

from chassis.errors import RuleViolation

from booking.orders.order import Order
from booking.orders.rules import Role, check_agreed

TRUSTED_FROM: Final = 3
"""Stars from which a rating may mark the provider as trusted."""
ASK_AGAIN_AFTER: Final = timedelta(hours=24)
HIDDEN_FOR: Final = timedelta(days=14)
"""How long after the completion a rating waits for that of the other side, at most."""

Part = Literal["rating", "answer", "client_rating"]
ANSWER_SUFFIX: Final = ".answer"
CLIENT_SUFFIX: Final = ".client"


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
    if not order.client.account_id and not order.client.email:
        raise RuleViolation("There is no address to tell this client.")
    _check_held(order)
    _check_open(order, now)
    if order.rating_requested_at and now - order.rating_requested_at < ASK_AGAIN_AFTER:
        raise RuleViolation("You have already requested a rating. You can ask again after a day.")


def _check_held(order: Order) -> None:
    """Raise RuleViolation for an appointment that did not take place (product.md 4.7), or to which the client
    has not agreed (4.25).
    """
    check_agreed(awaits_client=order.awaits_client)
    if order.no_show:
        raise RuleViolation("This appointment did not take place, so it can't be rated.")


def may_rate_client(order: Order, role: Role, now: datetime) -> None:
    """Raise RuleViolation unless this side may rate the order's client now: its provider, once, within 60
    days after it was completed.
    """
    if role != "provider":
        raise RuleViolation("Only the provider of an appointment can rate its client.")
    if order.client_stars is not None:
        raise RuleViolation("You have already rated this client for this appointment.")
    _check_held(order)
    if order.status != "completed":
        raise RuleViolation("You can only rate an appointment once it is completed.")
    if order.rated_until and now > order.rated_until:
        raise RuleViolation("An appointment can be rated for 60 days after it was completed.")


def may_answer(role: Role, *, answered: bool, removed: bool) -> None:
    """Raise RuleViolation unless this side may answer a rating that is shown: the provider, once."""
    if role != "provider":
        raise RuleViolation("Only the provider of an appointment can answer its review.")
    if answered:
        raise RuleViolation("You have already answered this review.")
    if removed:
        raise RuleViolation("This review was taken down.")


def hidden_until(order: Order) -> datetime:
    """Until when at most a rating of a completed order is hidden."""
    return (order.completed_at or order.ends_at) + HIDDEN_FOR


def is_shown(order: Order, now: datetime) -> bool:
    """Whether ratings of the order are shown by now: once both sides have rated, or after fourteen days."""
    both = order.stars is not None and order.client_stars is not None
    return both or order.rating_hidden_until is None or now >= order.rating_hidden_until


def part_of(review_id: str) -> tuple[str, Part]:
    """The order, and what of its ratings is meant, of the id by which it is reported (api.md 3)."""
    if review_id.endswith(ANSWER_SUFFIX):
        return review_id.removesuffix(ANSWER_SUFFIX), "answer"
    if review_id.endswith(CLIENT_SUFFIX):
        return review_id.removesuffix(CLIENT_SUFFIX), "client_rating"
    return review_id, "rating"


def _check_open(order: Order, now: datetime) -> None:
    if order.rate_by and now > order.rate_by:
        raise RuleViolation("An appointment can be rated for 60 days after it was completed.")


def is_trusted(stars: int, said: str, *, by_guest: bool) -> bool:
    """Whether the rating marks the provider as trusted: from three stars on, and never a guest's."""
    return said == "yes" and stars >= TRUSTED_FROM and not by_guest
