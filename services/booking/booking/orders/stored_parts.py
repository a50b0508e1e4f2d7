"""How an order is stored: its parts that are JSON, which `order_query` reads, and a new one's columns."""

from dataclasses import asdict

from booking.orders.order import NoShow, Order, OrderedService
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


def order_values(order: Order) -> dict[str, object]:
    """The columns of a new order that say whose it is, what it holds, and when, by their names."""
    return {
        "order_id": order.order_id,
        "provider_id": order.provider_id,
        "client_id": order.client.account_id or None,
        "guest_id": order.guest_id or None,
        "client_name": order.client.name,
        "client_email": order.client.email,
        "brief": order.brief,
        "delivery_mode": order.delivery_mode,
        "delivery_location": order.delivery_location,
        "place": order.place and asdict(order.place),
        "services": [stored_service(each) for each in order.services],
        "total_minor": order.total_minor,
        "total_minutes": order.total_minutes,
        "currency": order.currency,
        "provider_timezone": order.provider_timezone,
        "client_timezone": order.client_timezone,
        "client_language": order.client_language,
        "starts_at": order.starts_at,
        "ends_at": order.ends_at,
        "created_at": order.created_at,
    }
