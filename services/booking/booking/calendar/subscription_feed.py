"""Published calendars: the subscription feed, and a file of one appointment for a device (product.md 4.13).

Pure. Published events have no attendees (RFC 5546, 3.2.1). Each session is an event of its own, because
calendars that only subscribe often do not know recurrence dates.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from icalendar import Calendar, Event

from booking.event_uids import uid_of
from booking.orders.ics import (
    add_contact,
    address_of,
    description_of,
    location_of,
    new_calendar,
)
from booking.orders.order import BookedSession, Order
from booking.orders.provider_contact import shown_phone
from booking.orders.rules import NOT_OVER, Role

KEPT_IN_FEED: Final = timedelta(days=90)
"""How long sessions stay in the feed after their end."""
MOST_IN_FEED: Final = 1_000
_REFRESH: Final = timedelta(minutes=15)


def feed_of(orders: Iterable[tuple[Order, Role]], now: datetime) -> Calendar:
    """All sessions of these orders, each as the reader's side of the order sees it."""
    calendar = new_calendar("PUBLISH")
    calendar.add("name", "Openhours")
    calendar.add("x-wr-calname", "Openhours")
    calendar.add("refresh-interval", _REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT15M")
    for order, side in orders:
        for number, session in enumerate(order.sessions):
            calendar.add_component(_event(order, side, number, session, now))
    return calendar


def published_file(order: Order, side: Role, now: datetime) -> tuple[str, bytes]:
    """File name and content of one appointment for a device's calendar: its sessions that are not over
    (product.md 4.13).
    """
    calendar = new_calendar("PUBLISH")
    for number, session in enumerate(order.sessions):
        if session.state in NOT_OVER:
            calendar.add_component(_event(order, side, number, session, now))
    return f"appointment-{order.starts_at.astimezone(UTC):%Y-%m-%d}.ics", calendar.to_ical()


def feed_version(orders: Iterable[tuple[Order, Role]]) -> str:
    """The feed's ETag, which changes whenever its content changes."""
    said = "\n".join(
        f"{order.order_id} {order.revision} {order.provider.name} {order.client.name} {shown_phone(order)}"
        for order, _ in orders
    )
    return f'"{sha256(said.encode()).hexdigest()[:32]}"'


def _event(order: Order, side: Role, number: int, session: BookedSession, now: datetime) -> Event:
    other = order.client if side == "provider" else order.provider
    event = Event()
    event.add("uid", uid_of(f"{order.order_id}-{number}"))
    event.add("sequence", max(order.calendar_sequence, 0))
    event.add("dtstamp", now.astimezone(UTC).replace(microsecond=0))
    event.add("dtstart", session.starts_at.astimezone(UTC))
    event.add("dtend", session.ends_at.astimezone(UTC))
    event.add("summary", f"{order.services[0].name}: {other.name}")
    event.add("description", description_of(order))
    event.add("status", "CONFIRMED")
    if side == "client":
        add_contact(event, order)
    event.add("organizer", address_of(order.provider))
    if order.delivery_location:
        event.add("location", location_of(order))
        if order.delivery_mode == "remote":
            event.add("url", order.delivery_location)
    return event
