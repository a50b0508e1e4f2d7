"""How a client may reach the provider of an order (product.md 3.6, 4.7, 4.8 and 4.22). Pure."""

from typing import Final

from contracts.events.profiles import ContactAudience

from booking.orders.order import Order
from booking.orders.rules import Role, Status

AGREED: Final[frozenset[Status]] = frozenset({"accepted", "ongoing", "completed"})
"""The statuses in which both sides have agreed to meet."""
_CAME_TO_NOTHING: Final[frozenset[Status]] = frozenset({"rejected", "cancelled"})


def shown_email(order: Order) -> str:
    """The provider's mail address, '' until they have accepted (product.md 4.7): the calendar file names it
    from then on.
    """
    return order.provider.email if order.status in AGREED else ""


def shown_phone(order: Order) -> str:
    """The provider's telephone number as one dials it, '' where the provider does not show it to this client
    (product.md 3.6).
    """
    phone = order.contact.phone
    if not phone or not _may_see(order, order.contact.phone_shown_to):
        return ""
    return phone if phone.startswith("0") else f"+{phone}"


def shown_place(order: Order, side: Role) -> str:
    """Where the order is held, as `side` sees it (product.md 4.8).

    Once agreed, both sides see it. Before, and after an order that came to nothing, the client sees a street
    only if the provider shows it to them.
    """
    if order.at_client:
        # The client's own address: of an order that came to nothing the provider needs it no longer.
        return "" if side == "provider" and order.status in _CAME_TO_NOTHING else order.delivery_location
    hidden = (
        side == "client"
        and order.delivery_mode == "in-person"
        and order.status not in AGREED
        and not _may_see(order, order.contact.street_shown_to)
    )
    return "" if hidden else order.delivery_location


def _may_see(order: Order, shown_to: ContactAudience) -> bool:
    return shown_to == "everybody" or (shown_to == "booked" and order.status in AGREED)
