"""The parts of an order that are kept as JSON, as they are stored; `order_query` reads them."""

from booking.orders.order import NoShow, OrderedService
from booking.zones import seconds


def stored_no_show(no_show: NoShow) -> dict[str, object]:
    """Who did not come to a session, and how that was contested, in its `no_show`; times in seconds."""
    contested_at = no_show.contested_at
    return {
        "by": no_show.by,
        "at": seconds(no_show.at),
        "note": no_show.note,
        "contested_at": contested_at and seconds(contested_at),
        "contest": no_show.contest,
    }


def stored_service(service: OrderedService) -> dict[str, object]:
    """A service in the `services` of an order. A fixed price is not named: the version before reads no more
    than the other five.
    """
    stored: dict[str, object] = {
        "service_id": service.service_id,
        "name": service.name,
        "minutes": service.minutes,
        "cost_minor": service.cost_minor,
        "brief": service.brief,
    }
    if service.price_kind != "fixed":
        stored["price_kind"] = service.price_kind
    return stored
