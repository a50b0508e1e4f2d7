"""A provider enters an appointment for a client (product.md 4.25)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from asyncpg import IntegrityConstraintViolationError
from chassis.db import Transaction
from chassis.db.errors import violated
from chassis.errors import NotFound, RuleViolation
from chassis.http.languages import language_of
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.booking import OrderAccepted
from contracts.reference import minor_digits, minor_units
from contracts.rules.messages import ACTION_MESSAGES
from contracts.rules.places import currency_code
from contracts.zones import zone_named

from booking.clients.service import client_of_order
from booking.clients.store import lock_clients
from booking.hours.rules import minute_of
from booking.orders.booking_context import BookingContext, booking_context_of
from booking.orders.models import OPEN_ACCOUNTS
from booking.orders.order import BookedSession, Order, OrderedService, Party
from booking.orders.places import agreed, chosen_place
from booking.orders.publishing import availability_events, calendar_for
from booking.orders.receivers import check_receiver
from booking.orders.remote_links import remote_link_for
from booking.orders.rules import OfferedService, chosen_services, is_meeting_link, totals
from booking.orders.schemas import CalendarContent
from booking.orders.serializers import booking_data, order_facts
from booking.orders.store import LOST_RACES, lock_parties, set_reminders
from booking.own_bookings import rules, store
from booking.own_bookings.schemas import OwnBooked, OwnBooking
from booking.slots.open_time import OpenTime
from booking.slots.store import open_time_for_order
from booking.zones import moment, seconds, start_instant

MOST_NEW_ADDRESSES: Final = 50
"""Addresses to which a provider has mails sent in a day that nobody there has asked for."""
NAME: Final = "Enter the name of the client."
NO_CLIENT: Final = "This client does not exist."
NOT_FOR: Final = "You can't book for this client."
OWN: Final = "You can't book an appointment for yourself."
TOO_MANY: Final = "You have entered many new mail addresses today. Leave it out, or try again tomorrow."
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ChosenClient:
    """For whom an appointment is entered: an account, somebody with an address, or somebody with a name."""

    name: str
    account_id: str = ""
    email: str = ""
    client_id: str = ""
    """The provider's client; '' for a new one."""
    invited_id: str = ""
    """The account behind the address, of which the provider learns nothing."""


async def enter_booking(tx: Transaction, provider_id: str, wanted: OwnBooking, now: datetime) -> OwnBooked:
    """Enter an appointment: it is accepted at once, and its client is mailed where there is an address.

    Nobody but the provider has agreed to it yet, and the provider does not learn who is behind an address.

    Raises RuleViolation, with words beside the field, for what cannot be booked, and for what breaks the
    provider's own rules unless they confirm it; NotFound for a client that is not the provider's.
    """
    await lock_clients(tx, provider_id)
    chosen = await _chosen_client(tx, provider_id, wanted, now)
    order = await _order(tx, provider_id, chosen, wanted, now)
    await lock_parties(tx, order)
    if not order.is_record:
        await check_receiver(tx, order, now)
    confirmed = wanted.iv_over_rules == "yes"
    over_rules = await check_time(tx, order, order.sessions[0], now, confirmed=confirmed)
    if order.guest_id and not order.client.email:
        await _enter_walk_in(tx, provider_id, chosen, order, wanted, now)
    await _write(tx, order, over_rules=over_rules)
    await set_reminders(tx, order.order_id, now)
    calendar = calendar_for(order, now)
    placed = OrderAccepted(
        order=order_facts(order), actor="provider", at_once=True, calendar=calendar, occurred_at=now
    )
    await emit(tx, placed, *availability_events(provider_id, now, order))
    client_id = await client_of_order(tx, provider_id, order.order_id, now)
    if wanted.iv_client_phone:
        await store.give_phone(tx, provider_id, client_id, wanted.iv_client_phone)
    return OwnBooked(
        booking_data=booking_data(order, "provider"),
        client_id=client_id,
        ical_content_data=calendar and CalendarContent(content=calendar.content, filename=calendar.filename),
    )


async def check_time(
    tx: Transaction, order: Order, session: BookedSession, now: datetime, *, confirmed: bool
) -> bool:
    """Whether a session of the order at this time breaks a rule of its provider's, which they have confirmed.

    Call it under the provider's lock. Raises RuleViolation for a time at which nothing can be booked, and
    for one that breaks a rule unless that is confirmed.
    """
    open_time = await open_time_around(tx, order, session)
    conflicts = await store.conflicts_of(tx, order.provider_id, session, order.order_id)
    rules.check_bookable(conflicts, session.ends_at, now)
    period = seconds(session.starts_at), seconds(session.ends_at)
    warnings = rules.warnings_for(open_time, period, conflicts, now)
    rules.check_confirmed(warnings, confirmed=confirmed)
    return bool(warnings)


async def open_time_around(tx: Transaction, order: Order, session: BookedSession) -> OpenTime:
    """The provider's rules around a session, with those of the order's services as they are now."""
    ordered = [service.service_id for service in order.services]
    first, last = session.starts_at - 2 * _DAY, session.ends_at + 2 * _DAY
    known = await open_time_for_order(tx, order.provider_id, ordered, first, last, but_order=order.order_id)
    if known is None:
        raise NotFound("This provider does not exist.")
    return replace(known, services=tuple(each for each in known.services if each.service_id in ordered))


async def _chosen_client(
    tx: Transaction, provider_id: str, wanted: OwnBooking, now: datetime
) -> ChosenClient:
    if not wanted.iv_client_id:
        if not wanted.iv_client_name:
            raise RuleViolation(NAME, iv_client_name=NAME)
        chosen = ChosenClient(wanted.iv_client_name, email=wanted.iv_client_email)
    else:
        known = await store.known_client(tx, provider_id, wanted.iv_client_id)
        if known is None:
            raise NotFound(NO_CLIENT)
        chosen = ChosenClient(known.name, known.account_id or "", known.email, known.client_id)
    if chosen.account_id or not chosen.email:
        return chosen
    invited_id = await store.account_with(tx, chosen.email) or ""
    if invited_id == provider_id:
        raise RuleViolation(OWN, iv_client_email=OWN)
    if await store.addresses_entered(tx, provider_id, now, MOST_NEW_ADDRESSES) >= MOST_NEW_ADDRESSES:
        raise RuleViolation(TOO_MANY, iv_client_email=TOO_MANY)
    return replace(chosen, invited_id=invited_id)


async def _order(
    tx: Transaction, provider_id: str, chosen: ChosenClient, wanted: OwnBooking, now: datetime
) -> Order:
    noon = datetime.combine(wanted.iv_date, datetime.min.time(), now.tzinfo) + timedelta(hours=12)
    first, last = noon - 2 * _DAY, noon + 2 * _DAY
    context = await booking_context_of(
        tx, provider_id, chosen.account_id, chosen.email, wanted.iv_service_list, first, last
    )
    if context is None:
        raise NotFound("This provider does not exist.")
    if context.blocked or (chosen.account_id and context.client is None):
        raise RuleViolation(NOT_FOR, iv_client_id=NOT_FOR)
    services = chosen_services(wanted.iv_service_list, context.services, wanted.iv_delivery_mode)
    return _with_place(_new_order(context, chosen, services, wanted, now), context, services, wanted)


def _new_order(
    context: BookingContext,
    chosen: ChosenClient,
    services: list[OfferedService],
    wanted: OwnBooking,
    now: datetime,
) -> Order:
    sums = totals(services)
    known_walk_in = "" if chosen.email else chosen.client_id
    return Order(
        order_id=new_id(),
        provider_id=context.provider.account_id,
        provider=context.provider,
        client=context.client or Party("", chosen.name, chosen.email, "", "", onboarded=False),
        guest_id="" if context.client else known_walk_in or new_id(),
        status="accepted",
        origin="provider",
        invited_id=chosen.invited_id,
        services=_ordered(services, wanted.iv_cost, sums.currency),
        sessions=(_session(context, wanted, sums.minutes),),
        delivery_mode=wanted.iv_delivery_mode,
        delivery_location="",
        total_minutes=wanted.iv_duration or sums.minutes,
        total_minor=sums.cost_minor if wanted.iv_cost is None else _minor(wanted.iv_cost, sums.currency),
        currency=sums.currency,
        brief=wanted.iv_brief,
        note="",
        provider_timezone=context.hours.timezone,
        client_timezone=context.hours.timezone,
        contact=context.contact,
        payment=context.payment,
        remote=context.venues.remote,
        client_language=language_of(wanted.iv_device_data, ""),
        created_at=now,
        calendar_sequence=0,
        revision=1,
    )


def _session(context: BookingContext, wanted: OwnBooking, minutes: int) -> BookedSession:
    zone = zone_named(context.hours.timezone)
    start = start_instant(wanted.iv_date.toordinal(), minute_of(wanted.iv_start_time), zone)
    end = start + 60 * (wanted.iv_duration or minutes)
    buffers = (0, 0)
    if context.hours.flexible:
        chosen = [context.services[each].rules for each in wanted.iv_service_list]
        buffers = max(each.before for each in chosen), max(each.after for each in chosen)
    return BookedSession("", "", moment(start), moment(end), buffers=buffers)


def _ordered(
    services: list[OfferedService], cost: Decimal | None, currency: str
) -> tuple[OrderedService, ...]:
    """The services as they are ordered. A price of its own is that of a single service; of several, only the
    total differs.
    """
    ordered = [
        OrderedService(each.service_id, each.name, each.minutes, each.cost_minor, each.brief, each.price_kind)
        for each in services
    ]
    if cost is not None and len(ordered) == 1:
        ordered = [replace(ordered[0], cost_minor=_minor(cost, currency), price_kind="fixed")]
    return tuple(ordered)


def _minor(cost: Decimal, currency: str) -> int:
    """The price in minor units. Raises RuleViolation where it has more decimals than its currency."""
    try:
        return minor_units(cost, currency)
    except ValueError as error:
        code, n = currency_code(currency), minor_digits(currency)
        text = f"A price in {code} has {n} decimals at most." if n else f"A price in {code} has no decimals."
        raise RuleViolation(text, iv_cost=text) from error


def _with_place(
    order: Order, context: BookingContext, services: list[OfferedService], wanted: OwnBooking
) -> Order:
    """The order with its place or link (product.md 4.8)."""
    typed = wanted.iv_delivery_location
    if order.delivery_mode == "remote":
        link = typed or remote_link_for(order) or ""
        if not is_meeting_link(link):
            text = ACTION_MESSAGES["meeting_link"]
            raise RuleViolation(text, iv_delivery_location=text)
        return replace(order, delivery_location=link)
    place = chosen_place(context.venues.places, services, order.delivery_mode, wanted.iv_place_id, typed)
    location = place.address if place else typed or context.location
    return replace(order, place=agreed(place), delivery_location=location)


async def _enter_walk_in(
    tx: Transaction, provider_id: str, chosen: ChosenClient, order: Order, wanted: OwnBooking, now: datetime
) -> None:
    """Let somebody without account and address be one of the clients, by the id that the order has."""
    if chosen.client_id:
        await store.add_person(tx, provider_id, chosen.client_id)
    else:
        await store.add_walk_in(tx, provider_id, order.guest_id, chosen.name, wanted.iv_client_phone, now)


async def _write(tx: Transaction, order: Order, *, over_rules: bool) -> None:
    try:
        await store.add_order(tx, order, over_rules=over_rules)
    except LOST_RACES as error:
        raise rules.booked() from error
    except IntegrityConstraintViolationError as error:
        if violated(error) == OPEN_ACCOUNTS:
            raise RuleViolation(NOT_FOR, iv_client_id=NOT_FOR) from error
        raise
