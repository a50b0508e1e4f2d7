"""Who may rate what (product.md 4.8 and 6; api.md 4). Pure."""

from datetime import datetime, timedelta
from typing import Final

from booking.orders.order import Order
from booking.orders.rules import OrderRefused, Role

TRUSTED_FROM: Final = 3
"""Stars from which a provider may be marked trusted in the same breath."""
ASK_AGAIN_AFTER: Final = timedelta(hours=24)


def may_rate(order: Order, role: Role) -> None:
    """Raise OrderRefused unless this side may rate the order now: its client, once, when it is completed."""
    if role != "client":
        raise OrderRefused("Only the client of an appointment can rate it.")
    if order.stars is not None:
        raise OrderRefused("You have already rated this appointment.")
    if order.status != "completed":
        raise OrderRefused("You can only rate an appointment once it is completed.")


def may_ask(order: Order, role: Role, now: datetime) -> None:
    """Raise OrderRefused unless the provider may ask for a rating now."""
    if role != "provider":
        raise OrderRefused("Only the provider of an appointment can request a rating.")
    if order.status != "completed":
        raise OrderRefused("You can only request a rating once the appointment is completed.")
    if order.stars is not None:
        raise OrderRefused("This appointment has already been rated.")
    if order.rating_requested_at and now - order.rating_requested_at < ASK_AGAIN_AFTER:
        raise OrderRefused("You have already requested a rating. You can ask again after a day.")


def is_trusted(stars: int, said: str, *, by_guest: bool) -> bool:
    """Whether the rating marks the provider trusted: from three stars on, and never a guest's."""
    return said == "yes" and stars >= TRUSTED_FROM and not by_guest
