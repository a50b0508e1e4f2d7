"""How a client may reach the provider of an order. Pure."""

from typing import Final

from booking.orders.order import Party
from booking.orders.rules import Status

AGREED: Final[frozenset[Status]] = frozenset({"accepted", "ongoing", "completed"})
"""The statuses in which both sides have agreed to meet."""


def shown_email(provider: Party, status: Status) -> str:
    """The provider's mail address, '' until they have accepted (product.md 4.7): the calendar file names it
    from then on.
    """
    return provider.email if status in AGREED else ""
