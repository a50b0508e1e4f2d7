"""Placing an order (product.md 4.3 to 4.6; api.md 4, 'Orders')."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from asyncpg import IntegrityConstraintViolationError
from chassis.confirmed_accounts import confirm_first
from chassis.db import Transaction
from chassis.db.errors import violated
from chassis.errors import NotFound, Refused, RuleViolation
from chassis.http.callers import Principal
from chassis.http.envelope import refuse
from chassis.http.languages import language_of
from chassis.ids import new_id
from chassis.projections import wait_for_projection
from contracts.reference import minor_digits
from contracts.zones import ZONES

from booking.orders import rules
from booking.orders.at_client import checked_address, is_at_client
from booking.orders.booking_context import BookingContext, booking_context_of
from booking.orders.cancellation import check_read, has_read, kept_terms
from booking.orders.confirmation import is_booked_at_once
from booking.orders.intake import checked_answers, file_is_gone
from booking.orders.models import (
    BOOKING_LIMIT,
    INTAKE_FILE,
    NEWCOMER_OVER_ALL,
    NEWCOMER_WITH_PROVIDER,
    OPEN_ACCOUNTS,
)
from booking.orders.order import Order, OrderedService, Party
from booking.orders.places import AgreedPlace, agreed, chosen_place
from booking.orders.publishing import Placing, placing_events, placing_of
from booking.orders.remote_links import remote_link_for
from booking.orders.schemas import OrderRequest
from booking.orders.slot_selection import chosen_slots, is_flexible, limits_for, sessions_of, too_many
from booking.orders.store import LOST_RACES, insert_order
from booking.projections.guest_codes import code_mistake, guest_is_known
from booking.slots.open_time import OpenTime

_DAY: Final = timedelta(days=1)
_NOT_WITH: Final = "You can't book an appointment with this provider."


@dataclass(frozen=True, slots=True)
class Client:
    """Who places an order: an account, or a guest whose mailed code was right."""

    account_id: str
    guest_id: str
    name: str
    email: str


class WrongCode(Exception):
    """The guest's code is not right. The try was counted: the transaction must be committed."""


async def guest_client(tx: Transaction, caller: Principal, code: str, now: datetime) -> Client:
    """The guest who typed the mailed code. Raises WrongCode."""
    if not code:
        raise WrongCode("Enter the token that was sent to your email address.")
    await wait_for_projection(lambda: guest_is_known(tx, caller.id))
    mistake = await code_mistake(tx, caller.id, code, now)
    if mistake:
        raise WrongCode(mistake)
    return Client("", caller.id, caller.name, caller.email)


async def place_order(tx: Transaction, client: Client, wanted: OrderRequest, now: datetime) -> Placing:
    """Place an order of one or several free slots, which are held from now on; what its client is told.
    Raises what `checked_order` and `write_order` raise.
    """
    order = await checked_order(tx, client, wanted, now)
    placing = placing_of(order)
    await write_order(tx, order, placing)
    return placing


async def checked_order(tx: Transaction, client: Client, wanted: OrderRequest, now: datetime) -> Order:
    """The order that a client asks for, of one or several free slots; it holds nothing yet. It is a request,
    or accepted where its services are booked at once (product.md 4.4).

    Raises RuleViolation when a rule refuses the order or the client's mail address is not confirmed
    (product.md 1.5).
    """
    context = await _complete_context(tx, client, wanted)
    return _order(context, client, wanted, now)


async def write_order(
    tx: Transaction, order: Order, placing: Placing, answer: Mapping[str, object] | None = None
) -> None:
    """Write a checked order and what announces it: its slots are held from now on. `answer` is
    stored for the request's Idempotency-Key (`store.insert_order`).

    Raises RuleViolation when somebody else has the time by now, and KeyInUse.
    """
    try:
        await insert_order(tx, order, placing_events(order, placing), answer)
    except LOST_RACES as error:
        raise rules.slot_taken() from error
    except IntegrityConstraintViolationError as error:
        refusal = _refusal_of(violated(error), order)
        if refusal is None:
            raise
        raise refusal from error


def _refusal_of(constraint: str | None, order: Order) -> Refused | RuleViolation | None:
    """What a constraint of the database says to the client; None for one that no client can run into."""
    if constraint == OPEN_ACCOUNTS:
        return refuse(_NOT_WITH)
    if constraint and constraint.startswith(BOOKING_LIMIT):
        return too_many(order.limits[int(constraint.removeprefix(BOOKING_LIMIT)) - 1].limit)
    if constraint and constraint.startswith(INTAKE_FILE):
        return file_is_gone(order.intake, int(constraint.removeprefix(INTAKE_FILE)))
    if constraint in {NEWCOMER_WITH_PROVIDER, NEWCOMER_OVER_ALL}:
        return rules.too_much_of_newcomer(of_one_provider=constraint == NEWCOMER_WITH_PROVIDER)
    return None


async def _complete_context(tx: Transaction, client: Client, wanted: OrderRequest) -> BookingContext:
    """The context of the order. A provider, client, service, terms or confirmation that another service has
    saved just now may still be on the way: they are waited for a moment.
    """
    starts = [session.provider_start_time for session in wanted.iv_session_list]
    first, last = min(starts), max(starts) + _DAY
    if any(map(is_flexible, wanted.iv_session_list)):
        # What is free before and after matters too: buffers, and what is left of a free part.
        first, last = first - 2 * _DAY, last + _DAY
    seen: BookingContext | None = None

    async def complete() -> BookingContext | None:
        nonlocal seen
        seen = await booking_context_of(
            tx,
            wanted.iv_provider_id,
            client.account_id,
            client.email,
            wanted.iv_service_list,
            first,
            last,
        )
        return seen if seen and _has_arrived(seen, client, wanted) else None

    if client.account_id == wanted.iv_provider_id:
        raise refuse("You can't book an appointment on your own page.")
    context = await wait_for_projection(complete) or seen
    if context is None:
        raise NotFound("This provider does not exist.")
    if context.client and not context.confirmed:
        raise confirm_first()
    if context.blocked:
        raise refuse(_NOT_WITH)
    return context


def _has_arrived(seen: BookingContext, client: Client, wanted: OrderRequest) -> bool:
    """Whether booking knows what the client does: the services, their terms and the own confirmation."""
    has_services = len(seen.services) == len(set(wanted.iv_service_list))
    terms = kept_terms(service.terms for service in seen.services.values())
    return has_services and has_read(terms, wanted.read_terms) and (seen.confirmed or client.guest_id != "")


def _order(context: BookingContext, client: Client, wanted: OrderRequest, now: datetime) -> Order:
    """The order asked for, by ids, mode, location, brief and starts alone. Raises RuleViolation."""
    rules.check_open_requests(context.open_requests, by_guest=bool(client.guest_id))
    mode = wanted.iv_delivery_mode
    chosen = rules.chosen_services(wanted.iv_service_list, context.services, mode)
    at_client = is_at_client(chosen, mode)
    totals = rules.totals(chosen)
    rules.check_totals(totals, _claimed(wanted), digits=minor_digits(totals.currency))
    terms = kept_terms(service.terms for service in chosen)
    check_read(terms, wanted.read_terms)
    rules_of_chosen = tuple(service.rules for service in chosen)
    open_time = OpenTime(context.hours, context.busy, rules_of_chosen, context.shortest)
    slots = chosen_slots(open_time, wanted.iv_session_list, now, totals.minutes)
    rules.check_enough_time(sum(slot.minutes for slot in slots), totals)
    place, location = _where(context, wanted, chosen, at_client=at_client)
    sessions = sessions_of(slots, rules_of_chosen)
    answers = checked_answers(chosen, {each.question_id: each.answer for each in wanted.iv_answers})
    order = Order(
        order_id=new_id(),
        provider_id=context.provider.account_id,
        provider=context.provider,
        client=_party(context, client),
        guest_id=client.guest_id,
        status="pending",
        services=tuple(_ordered(service) for service in chosen),
        sessions=sessions,
        delivery_mode=mode,
        delivery_location=location,
        place=place,
        at_client=at_client,
        total_minutes=totals.minutes,
        total_minor=totals.cost_minor,
        currency=totals.currency,
        brief=wanted.iv_brief,
        note="",
        provider_timezone=context.hours.timezone,
        client_timezone=_zone_of(wanted, context),
        contact=context.contact,
        payment=context.payment,
        remote=context.venues.remote,
        client_language=language_of(wanted.iv_device_data, ""),
        created_at=now,
        answer_by=rules.answer_by(now, context.hours.answer_hours, sessions[0].starts_at),
        multiple_clients=wanted.iv_multiple_clients,
        client_pay_status=wanted.iv_client_pay_status or rules.UNPAID,
        provider_pay_status=wanted.iv_provider_pay_status or rules.UNPAID,
        calendar_sequence=-1,
        cancellation_terms=terms,
        revision=1,
        first_of_client=context.client is not None and not context.requested,
        intake=answers,
        has_answers=bool(answers),
        limits=limits_for(open_time, sessions),
    )
    link = remote_link_for(order) or ""
    at_once = is_booked_at_once(chosen, mode, known_client=context.known, meeting_link=link)
    return _booked(order, link) if at_once else order


def _booked(order: Order, link: str) -> Order:
    """The order as one that is accepted the moment it is placed (product.md 4.4).

    `link` leads to its remote sessions; it is empty for an order in person.
    """
    return replace(
        order,
        status="accepted",
        origin="instant",
        answer_by=None,
        calendar_sequence=0,
        delivery_location=link or order.delivery_location,
    )


def _where(
    context: BookingContext, wanted: OrderRequest, chosen: Sequence[rules.OfferedService], *, at_client: bool
) -> tuple[AgreedPlace | None, str]:
    """The place of an order, and its address: '' of a remote one. Raises RuleViolation."""
    if at_client:
        address = checked_address(wanted.address, context.venues.area)
        return address.place, address.text
    mode, typed = wanted.iv_delivery_mode, wanted.iv_delivery_location
    place = chosen_place(context.venues.places, chosen, mode, wanted.iv_place_id, typed)
    if mode != "in-person":
        return None, ""
    return agreed(place), place.address if place else typed or context.location


def _ordered(service: rules.OfferedService) -> OrderedService:
    return OrderedService(
        service.service_id,
        service.name,
        service.minutes,
        service.cost_minor,
        service.brief,
        service.price_kind,
    )


def _claimed(wanted: OrderRequest) -> rules.ClaimedTotals:
    return rules.ClaimedTotals(
        minutes=wanted.iv_total_duration,
        cost=wanted.iv_total_cost,
        currency=wanted.iv_total_currency or None,
        services=wanted.iv_total_services,
    )


def _party(context: BookingContext, client: Client) -> Party:
    if client.guest_id:
        return Party("", client.name, client.email, "", "", onboarded=False)
    if context.client is None:
        raise RuleViolation("Your account is still being set up. Please try again in a moment.")
    return context.client


def _zone_of(wanted: OrderRequest, context: BookingContext) -> str:
    """The zone that the client's device sends; the provider's when it sends none that exists."""
    sent = wanted.iv_device_data.get("timezone")
    return sent if isinstance(sent, str) and sent in ZONES else context.hours.timezone
