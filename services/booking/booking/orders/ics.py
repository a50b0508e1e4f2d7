"""Calendar files of an order (product.md 4.13; RFC 5545, RFC 5546). Pure.

All files of one order have the same UID, so that it stays one event in a calendar; SEQUENCE rises with each
file. iTIP allows one UID in a file: a second session is a recurrence of the first (RDATE), and a session of
another length overrides its recurrence (RECURRENCE-ID). The first session is among the dates, too: the
standard counts it once, and readers without a rule to start from (ical.js) would leave it out.
"""

import base64
from datetime import UTC, datetime, timedelta
from typing import Literal

from contracts.events.booking import CalendarFile
from icalendar import Calendar, Event, vCalAddress, vText

from booking.event_uids import uid_of
from booking.orders.order import Order, Party
from booking.orders.provider_contact import shown_phone

Method = Literal["REQUEST", "CANCEL"]


def calendar_file(order: Order, method: Method, now: datetime) -> CalendarFile:
    """The file for the calendars of both sides: REQUEST enters or changes the event, CANCEL removes it."""
    content = calendar_of(order, method, now).to_ical()
    name = "appointment" if method == "REQUEST" else "cancelled-appointment"
    return CalendarFile(
        filename=f"{name}-{order.starts_at.astimezone(UTC):%Y-%m-%d}.ics",
        content=base64.b64encode(content).decode(),
        method=method,
    )


def calendar_of(order: Order, method: Method, now: datetime) -> Calendar:
    """The iCalendar object itself."""
    calendar = new_calendar(method)
    first, *others = order.sessions
    lasts = first.ends_at - first.starts_at
    main = _event(order, method, now, first.starts_at, lasts)
    if others:
        main.add("rdate", [session.starts_at.astimezone(UTC) for session in order.sessions])
    calendar.add_component(main)
    for session in others:
        if session.ends_at - session.starts_at != lasts:
            override = _event(order, method, now, session.starts_at, session.ends_at - session.starts_at)
            override.add("recurrence-id", session.starts_at.astimezone(UTC))
            calendar.add_component(override)
    return calendar


def new_calendar(method: str) -> Calendar:
    """An empty iCalendar object of this iTIP method."""
    calendar = Calendar()
    calendar.add("prodid", "-//Openhours//Appointments//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    return calendar


def _event(order: Order, method: Method, now: datetime, start: datetime, lasts: timedelta) -> Event:
    event = Event()
    event.add("uid", uid_of(order.order_id))
    event.add("sequence", max(order.calendar_sequence, 0))
    event.add("dtstamp", now.astimezone(UTC).replace(microsecond=0))
    event.add("dtstart", start.astimezone(UTC))
    event.add("dtend", (start + lasts).astimezone(UTC))
    event.add("summary", f"{order.provider.name} & {order.client.name}")
    event.add("description", description_of(order))
    event.add("status", "CONFIRMED" if method == "REQUEST" else "CANCELLED")
    event.add("transp", "OPAQUE" if method == "REQUEST" else "TRANSPARENT")
    if order.delivery_location and order.address_proven:
        event.add("location", location_of(order))
        if order.delivery_mode == "remote":
            event.add("url", order.delivery_location)
    add_contact(event, order)
    event.add("organizer", address_of(order.provider))
    for party in (order.provider, order.client):
        address = address_of(party)
        address.params["PARTSTAT"] = vText("ACCEPTED")
        address.params["ROLE"] = vText("CHAIR" if party is order.provider else "REQ-PARTICIPANT")
        address.params["RSVP"] = vText("FALSE")
        event.add("attendee", address, encode=False)
    return event


def add_contact(event: Event, order: Order) -> None:
    """Add the provider's telephone number, where the provider shows it (product.md 3.6)."""
    phone = shown_phone(order)
    if phone:
        event.add("contact", f"{order.provider.name}, {phone}")
        event["description"] = vText(f"{event['description']}\n{order.provider.name}: {phone}")


def location_of(order: Order) -> str:
    """Where the order is held: the name of the provider's place before its address, or the link."""
    return f"{order.place.name}, {order.delivery_location}" if order.place else order.delivery_location


def address_of(party: Party) -> vCalAddress:
    """The party as organizer or attendee."""
    address = vCalAddress(f"mailto:{party.email}")
    address.params["CN"] = vText(party.name)
    return address


def description_of(order: Order) -> str:
    """What was booked, how the place is found, and what the client wrote. A file for an address that nobody
    has proven carries no words (product.md 5.3).
    """
    lines = [f"{service.name} ({service.minutes} min)" for service in order.services]
    note = order.place.note if order.place else ""
    return "\n".join([*lines, *filter(None, (note, order.brief if order.address_proven else ""))])
