"""The links of remote sessions, as the provider has set them (product.md 3.12 and 4.8). Pure."""

from urllib.parse import quote

from contracts.events.profiles import ORDER_PLACEHOLDER

from booking.orders.guest_links import guest_links
from booking.orders.order import Order
from booking.orders.rules import is_meeting_link


def remote_link_for(order: Order) -> str | None:
    """The link that a remote order gets without somebody typing one: the provider's standing link, their
    template with the id of the order, or a room that nobody can guess. None where the provider has set
    nothing, and of an order in person.

    It is the same whenever it is asked for, as long as the provider leaves the settings alone.
    """
    if order.delivery_mode != "remote":
        return None
    remote = order.remote
    match remote.kind:
        case "link":
            link = remote.link
        case "template":
            link = remote.link.replace(ORDER_PLACEHOLDER, quote(order.order_id, safe=""))
        case "room":
            link = f"{remote.server}/{guest_links().room_name(order.order_id)}"
        case _:
            return None
    return link if is_meeting_link(link) else None
